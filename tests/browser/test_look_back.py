"""Looking back at an earlier moment while the game goes on; what happened since one's last turn."""

from __future__ import annotations

from typing import Any

from hornsup import i18n
from tests.browser.conftest import PageAt
from tests.browser.players import Rocker
from tests.browser.reading import SENTENCES, in_words, plain, told
from tests.browser.visitor import Visitor, script

CONCERT = "horns-up"
BOTS_PACE = 300
"""Milliseconds between two moves of the bots, so that they still play while one looks back."""
LOST = ("entrance-took", "off-edge", "covered", "overlap-lost")
SORTS = {
    "walked": "walk",
    "action-gained": "action",
    "token-taken": "token",
    "token-returned": "back",
    "skip-marked": "skip",
    "sent-to-entrance": "sent",
    **dict.fromkeys(LOST, "lost"),
}
SHOWN = {
    *SORTS,
    "entered",
    "turn-skipped",
    "path-played",
    "wall-played",
    "wall-cleared",
    "ticket-played",
    "discarded",
    "removed",
    "pushed",
    "push-held",
    "surfed",
    "stage-changed",
    "crushed",
}


def recorded_table(
    page_at: PageAt, players: int = 3, size: str = "laptop", **settings: Any
) -> Visitor:
    """A table of a page that records what its game is asked to paint."""
    visitor = page_at(size)
    table = visitor.open_table(CONCERT, ["me", *["easy"] * (players - 1)], **settings)
    visitor.go("/").wait_for(f".home-now a[href='/t/{table}']")
    visitor.page.evaluate(script("record-game"))
    visitor.press(f".home-now a[href='/t/{table}']")
    visitor.wait_for(".hu-svg")
    return visitor


def painted(visitor: Visitor) -> dict[str, Any]:
    """The model that the game has painted last."""
    return dict(visitor.page.evaluate("window.painted"))


def test_the_past_stays_while_the_game_goes_on(page_at: PageAt) -> None:
    visitor = recorded_table(page_at, players=4, pace=BOTS_PACE)
    page = visitor.page
    rocker = Rocker(visitor)
    rocker.play_turn()  # the Entrance
    rocker.play_turn()
    line = page.locator(f"{SENTENCES}:visible").last
    then = int(line.get_attribute("data-version") or 0)
    line.dispatch_event("click")  # its middle may be a place, which only lights the board
    visitor.wait_for(".tbl.past")
    visitor.until(lambda: painted(visitor)["version"] == then, "showing the past")
    before = visitor.version()
    lines = page.locator(SENTENCES).count()
    visitor.until(lambda: visitor.version() > before + 3, "the others' moves")
    assert painted(visitor)["version"] == then
    assert painted(visitor)["legal"] == []
    assert "You are looking back: Turn" in page.locator(".tbl-status").inner_text()
    assert page.locator(SENTENCES).count() == lines, "what happens waits"
    assert "new)" in page.locator(".look-now").inner_text()
    page.locator(".look-now", has_text="Your turn").wait_for(timeout=40_000)
    assert "Your turn" in page.title()
    page.keyboard.press("Escape")
    assert not visitor.sees(".past")
    assert page.locator(".tbl-status").inner_text().lower().startswith("your turn")
    assert painted(visitor)["version"] == visitor.version()
    assert painted(visitor)["legal"]
    last = page.locator(SENTENCES).last.inner_text()
    assert plain(last) == plain(in_words("en", told(visitor)[-1]["text"]))
    rocker.play_turn()


def test_one_step_back_and_forward(page_at: PageAt) -> None:
    visitor = recorded_table(page_at)
    page = visitor.page
    rocker = Rocker(visitor)
    rocker.play_turn()
    rocker.wait_turn()
    page.locator(f"{SENTENCES}:visible").last.dispatch_event("click")
    visitor.wait_for(".tbl.past")
    now = painted(visitor)["version"]
    versions = [each["version"] for each in told(visitor)]
    earlier = [each for each in versions if each < now]
    page.locator(".look-bar button").nth(0).click()
    assert painted(visitor)["version"] == earlier[-1]
    there = [
        in_words("en", each["text"]) for each in told(visitor) if each["version"] == earlier[-1]
    ]
    assert plain(page.locator(".ticker-line").inner_text()) == plain(there[0])
    page.locator(".look-bar button").nth(1).click()
    assert painted(visitor)["version"] == now
    page.locator(".look-bar button").nth(1).click()
    assert not visitor.sees(".past"), "after the last step it is now"
    assert rocker.look()["mine"]


def test_looking_back_by_keys_and_from_a_phone(page_at: PageAt) -> None:
    visitor = recorded_table(page_at, size="phone")
    page = visitor.page
    Rocker(visitor).play_turn()
    Rocker(visitor).wait_turn()
    page.keyboard.press("h")
    visitor.wait_for(".log-lines")
    page.locator(".log-lines [tabindex='0']").focus()
    page.keyboard.press("End")
    assert page.locator(f"{SENTENCES}:focus").count() == 1
    page.keyboard.press("Enter")
    visitor.wait_for(".tbl.past .hu-svg")
    assert not visitor.sees(".log-lines"), "the log does not cover the table"
    assert page.locator(".look-now:focus").count() == 1
    page.keyboard.press("Enter")
    assert not visitor.sees(".past")


def test_what_was_before_this_page_cannot_be_looked_at(page_at: PageAt) -> None:
    visitor = recorded_table(page_at)
    Rocker(visitor).play_turn()
    Rocker(visitor).wait_turn()
    visitor.page.reload()
    visitor.wait_for(f"{SENTENCES}:visible")
    visitor.page.locator(".log-head").first.click()
    line = visitor.page.locator(f"{SENTENCES}:visible").first
    assert line.get_attribute("aria-disabled") == "true"
    assert line.get_attribute("title") == i18n.text("en", "web.log.not-kept")
    line.dispatch_event("click")  # its middle may be a place, which only lights the board
    visitor.wait_for(".toast")
    assert not visitor.sees(".past")


def test_no_more_is_kept_than_a_bound_and_no_hand_of_others_on_a_shared_device(
    page_at: PageAt,
) -> None:
    visitor = page_at().go("/")
    assert visitor.page.evaluate(
        """async () => {
          const { LookBack } = await import("/web/js/ui/story/look-back.js");
          const model = (version, looking) => ({ version, you: { seats: [0, 1], looking } });
          const look = new LookBack({ open: false, model: () => model(0, 0), entries: () => [] });
          for (let at = 1; at <= 500; at += 1) look.keep(model(at, at % 2));
          const kept = (version, early) => look.kept({ version, early });
          return [look.models.size, kept(2), kept(500), kept(499), kept(500, true)];
        }"""
    ) == [400, False, True, False, False]


# --- since one's last turn ------------------------------------------------------------------------


def expected_items(visitor: Visitor, seat: int = 0) -> list[str]:
    """What a strip has to show, from what the server has told."""
    events = [each["event"] for each in told(visitor)]
    ends = [at for at, each in enumerate(events) if is_end(each, seat)]
    found: list[str] = []
    last = ""
    for event in events[max(ends, default=-1) + 1 :]:
        kind = event["event"]
        if kind == "turn-began" and event["seat"] == seat:
            break
        last = "" if kind == "turn-began" else last
        if kind not in SHOWN:
            continue
        sort = SORTS.get(kind, "")
        if not sort or sort != last:
            found.append(kind)
        last = sort
    return found


def is_end(event: dict[str, Any], seat: int) -> bool:
    return event["event"] in ("turn-ended", "entered") and event.get("seat") == seat


def items(visitor: Visitor) -> list[str]:
    found = visitor.page.locator(".recap-item")
    return [str(each) for each in found.evaluate_all("all => all.map(each => each.dataset.event)")]


def play_to_next_turn(rocker: Rocker) -> None:
    """Play a turn and answer what the others' turns ask, until one's own comes again."""
    begun = own_turns(rocker.visitor)
    rocker.wait_turn()
    while own_turns(rocker.visitor) == begun:
        rocker.play_step()
        rocker.wait_turn()


def own_turns(visitor: Visitor, seat: int = 0) -> int:
    events = [each["event"] for each in told(visitor)]
    return sum(each["event"] == "turn-began" and each["seat"] == seat for each in events)


def ticker_height(visitor: Visitor) -> float:
    box = visitor.page.locator(".ticker").bounding_box()
    assert box is not None
    return box["height"]


def test_the_strip_tells_what_the_others_did(page_at: PageAt) -> None:
    visitor = recorded_table(page_at, players=9)
    page = visitor.page
    rocker = Rocker(visitor)
    for _ in range(2):
        play_to_next_turn(rocker)
        assert visitor.sees(".recap")
        assert items(visitor) == expected_items(visitor)
    height = ticker_height(visitor)
    first = page.locator(".recap-item[data-cells]:not([data-cells=''])").first
    first.focus()
    assert page.evaluate("window.lit.at(-1)") == (first.get_attribute("data-cells") or "").split(
        " "
    )
    before = items(visitor)
    page.locator(".recap-close").click()
    assert ticker_height(visitor) == height, "the board below the line stays where it is"
    page.reload()
    visitor.wait_for(".recap-item")
    assert items(visitor) == before, "a page that was opened again knows it too"
    other = visitor.tab()
    other.go(visitor.page.url.removeprefix(visitor.base), ".tbl").wait_for(".recap-item")
    assert items(other) == expected_items(other), "and a page that was told only now"
    assert not other.troubles()


def test_the_strip_gives_way_and_opens_again(page_at: PageAt) -> None:
    visitor = recorded_table(page_at)
    page = visitor.page
    rocker = Rocker(visitor)
    play_to_next_turn(rocker)
    strip = items(visitor)
    version = page.locator(".recap-item").last.get_attribute("data-version")
    page.locator(".recap-item").last.click()
    visitor.wait_for(".tbl.past")
    assert painted(visitor)["version"] >= int(version or 0)
    page.keyboard.press("Escape")
    before = len(visitor.frames.commands("move"))
    while len(visitor.frames.commands("move")) == before:
        rocker.play_step()
    page.locator(".recap").wait_for(state="hidden")
    assert visitor.sees(".ticker-line")
    page.wait_for_timeout(300)
    assert not visitor.sees(".recap"), "once in a turn, also when others answered meanwhile"
    if rocker.look()["mine"]:
        page.locator(".log-again").click()
        assert items(visitor) == strip
        page.locator(".recap-close").click()
        assert not visitor.sees(".recap")

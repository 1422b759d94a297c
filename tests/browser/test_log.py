"""The log of a table: a line per turn, places in words, and it stays where its reader is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import Dicer, Rocker
from tests.browser.reading import (
    HEADS,
    SENTENCES,
    in_words,
    place,
    plain,
    symbols,
    told,
    unfold_all,
)
from tests.browser.visitor import LOCALES, Visitor, script

CONCERT, DICE = "horns-up", "raise-your-horns"
NOTATION = re.compile(r"-?\d,\d|\b[NESW]{2,4}\b|\b[WBF][0-5H!]")
"""Cells, open sides, faces of dice."""
PLAYED = ("path-played", "wall-played", "ticket-played", "stage-changed")
LISTS = script("log-list")


def at_a_table(
    page_at: PageAt, game: str = CONCERT, turns: int = 1, players: int = 3, **more: Any
) -> Visitor:
    """Somebody whose turn it is, with so many turns behind them."""
    visitor = page_at(**more)
    table = visitor.open_table(game, ["me", *["easy"] * (players - 1)])
    visitor.go(f"/t/{table}", ".tbl")
    player = (Rocker if game == CONCERT else Dicer)(visitor)
    for _ in range(turns):
        player.play_turn()
    player.wait_turn()
    return visitor


# --- lines and sentences --------------------------------------------------------------------------


def test_a_turn_is_a_line_with_pawn_and_cards(page_at: PageAt) -> None:
    visitor = at_a_table(page_at)
    events = [each["event"] for each in told(visitor)]
    seats = [each["seat"] for each in events if each["event"] in ("turn-began", "turn-skipped")]
    heads = visitor.page.locator(f"{HEADS}:has(> .piece)")
    assert symbols(heads.locator("> .piece use")) == [f"pawn-{'abc'[seat]}" for seat in seats]
    names = [name.strip() for name in heads.locator(".log-name").all_inner_texts()]
    assert names == [["Ann", "Bot B", "Bot C"][seat] for seat in seats]
    drawn = symbols(visitor.page.locator(".log-items .log-card:not(.gone) use"))
    played = [each for each in events if each["event"] in PLAYED]
    assert len([each for each in drawn if each != "entrance"]) == len(played)
    for event, symbol in zip(played, (each for each in drawn if each != "entrance"), strict=True):
        assert event.get("card", "path") in symbol


def test_the_present_turn_is_unfolded_and_the_others_are_folded(page_at: PageAt) -> None:
    visitor = at_a_table(page_at, turns=3)
    states = visitor.page.locator(HEADS).evaluate_all("all => all.map(each => each.ariaExpanded)")
    assert len(states) > 4
    assert states == ["false"] * (len(states) - 1) + ["true"]
    assert visitor.page.locator(".log-turn").last.locator(SENTENCES).first.is_visible()


def test_keys_lead_through_the_log_and_unfold_it(page_at: PageAt) -> None:
    visitor = at_a_table(page_at)
    page, keys = visitor.page, visitor.page.keyboard
    assert page.locator(".log-lines [tabindex='0']").count() == 1, "one stop for Tab"
    page.locator(".log-lines [tabindex='0']").focus()
    keys.press("Home")
    first = page.locator(".log-turn").first
    assert first.locator(HEADS).evaluate("node => node === document.activeElement")
    keys.press("Enter")
    assert first.locator(HEADS).get_attribute("aria-expanded") == "true"
    assert first.locator("ol").is_visible()
    keys.press("ArrowDown")
    if not first.locator(f"{SENTENCES}:focus").count():
        keys.press("ArrowDown")  # the button that looks back stands between
    assert first.locator(f"{SENTENCES}:focus").count() == 1
    keys.press("Home")
    keys.press("Space")
    assert first.locator(HEADS).get_attribute("aria-expanded") == "false"
    assert not visitor.sees("dialog[open]"), "the keys do nothing else"


@pytest.mark.parametrize("language", LOCALES)
def test_places_are_words_in_every_language(page_at: PageAt, language: str) -> None:
    visitor = at_a_table(page_at, language=language)
    visitor.page.wait_for_timeout(100)
    unfold_all(visitor)
    lines = visitor.page.locator(SENTENCES).all_inner_texts()
    expected = [
        in_words(language, each["text"])
        for each in told(visitor)
        if each["event"]["event"] != "turn-began"  # the head says it
    ]
    assert [plain(line) for line in lines] == [plain(line) for line in expected]
    log = (
        visitor.page.locator(".log-lines").inner_text()
        + visitor.page.locator(".ticker").inner_text()
    )
    assert not NOTATION.findall(log)
    assert (
        plain(place(language, "0", "7"))
        == {
            "en": "row 7, centre",
            "it": "riga 7, centro",
            "fr": "rangée 7, au centre",
        }[language]
    )


def test_the_dice_game_has_a_line_per_round_with_the_dice_kept(page_at: PageAt) -> None:
    visitor = at_a_table(page_at, DICE, turns=3)
    rounds = [each["event"] for each in told(visitor) if each["event"]["event"] == "round-began"]
    names = visitor.page.locator(".log-name").all_inner_texts()
    assert names[-len(rounds) :] == [f"Round {event['round']}" for event in rounds]
    dice = {"kept": "", "off-rolled": "FX", "named": "WH", "declined": "WH"}
    events = [each["event"] for each in told(visitor) if each["event"]["event"] in dice]
    rows = visitor.page.locator(".log-turn:has(.log-name:text('Round'))")
    shown = symbols(rows.locator(".log-item:has(.piece) > .die-face use"))
    expected = [dice[each["event"]] or each["die"] for each in events]
    assert [each.removeprefix("die-") for each in shown] == expected
    unfold_all(visitor)
    assert not NOTATION.findall(visitor.page.locator(".log-lines").inner_text())


def test_a_move_taken_back_is_struck_out(page_at: PageAt) -> None:
    visitor = page_at()
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".tbl")
    rocker = Rocker(visitor)
    for _ in range(40):
        rocker.play_step()
        if visitor.sees(".ticker-undo"):
            break
    what = visitor.page.locator(".ticker-undo").get_attribute("aria-label") or ""
    visitor.press(".ticker-undo")
    visitor.page.locator(f"{SENTENCES}.undone").first.wait_for()
    struck = visitor.page.locator(f"{SENTENCES}.undone > span:last-child").first.inner_text()
    assert plain(what).endswith(plain(struck)), "the button says it in the same words"


# --- staying at the end ---------------------------------------------------------------------------


@pytest.mark.parametrize("motion", [False, True], ids=["still", "moving"])
def test_the_log_stays_at_its_end_with_fast_bots(page_at: PageAt, motion: bool) -> None:
    visitor = at_a_table(page_at, turns=0, motion=motion)
    visitor.page.evaluate(LISTS)
    visitor.page.evaluate("window.tellBursts(900, 7)")  # more than the log keeps
    assert visitor.page.evaluate("window.worstGap()") < 2
    assert visitor.page.locator("#test-log .log-turn").count() < 130, "old lines are removed"


@pytest.mark.parametrize("motion", [False, True], ids=["still", "moving"])
def test_whoever_reads_further_up_stays_there(page_at: PageAt, motion: bool) -> None:
    visitor = at_a_table(page_at, turns=0, motion=motion)
    page = visitor.page
    page.evaluate(LISTS)
    page.evaluate("window.tellBursts(590, 50)")
    box = page.locator("#test-log").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 50, box["y"] + 50)
    page.mouse.wheel(0, -400)
    page.evaluate("window.stopsScrolling(-400)")
    top = "window.firstLineSeen()"
    before = page.evaluate(top)
    page.evaluate("window.tellBursts(200, 7)")
    assert page.evaluate(top) == before
    page.mouse.wheel(0, 100_000)
    page.evaluate("window.stopsScrolling(100_000)")
    page.evaluate("window.tellBursts(50, 7)")
    assert page.evaluate("window.worstGap()") < 2, "back at the end, it stays there again"


def test_what_the_clock_did_is_told_before_what_followed(page_at: PageAt) -> None:
    visitor = at_a_table(page_at, turns=0)
    visitor.page.evaluate(LISTS)
    texts = visitor.page.evaluate("window.tellTimeout()")
    assert texts == [
        "Ann has run out of time.",
        "Ann ends the turn.",
        "Turn 2: Bot B.",
        "Bot B draws a card.",
    ]


# --- said and lit ---------------------------------------------------------------------------------


def test_every_sentence_is_said_once_and_in_order(page_at: PageAt) -> None:
    visitor = page_at()
    visitor.context.add_init_script(f"({script('announced')})()")
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".tbl")
    rocker = Rocker(visitor)
    rocker.play_turn()
    rocker.wait_turn()
    visitor.page.wait_for_timeout(200)
    said = plain(" ".join(visitor.page.evaluate("window.announced['live-polite']")))
    updates = [each for each in visitor.frames.messages("update") if each.get("events")]
    expected = [in_words("en", each["text"]) for update in updates for each in update["events"]]
    assert said == plain(" ".join(expected))
    assert not NOTATION.findall(said)
    assert "Your turn" in " ".join(visitor.page.evaluate("window.announced['live-assertive']"))


def test_pointing_at_a_line_lights_its_places(page_at: PageAt) -> None:
    visitor = page_at()
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go("/").wait_for(f".home-now a[href='/t/{table}']")
    page = visitor.page
    page.evaluate(script("record-game"))
    visitor.press(f".home-now a[href='/t/{table}']")
    Rocker(visitor).play_turn()
    Rocker(visitor).wait_turn()
    unfold_all(visitor)
    line = page.locator(f"{SENTENCES}:has(.place)").last
    cells = line.get_attribute("data-cells")
    assert cells
    line.focus()
    assert page.evaluate("window.lit.at(-1)") == cells.split(" ")
    spot = line.locator(".place").first
    spot.hover()
    assert page.evaluate("window.lit.at(-1)") == [spot.get_attribute("data-cells")]
    line.evaluate("node => node.blur()")
    page.mouse.move(5, 5)
    assert page.evaluate("window.lit.at(-1)") == []


def test_the_chat_unfolds_when_somebody_says_something(page_at: PageAt) -> None:
    ann, bea = page_at(), page_at(name="Bea")
    table = ann.open_table(CONCERT, ["me", "open", "easy"], start=False)
    ann.go(f"/t/{table}", ".lobby")
    bea.sit(table)
    bea.go(f"/t/{table}", ".lobby")
    ann.press(".lobby-go .primary.loud")
    ann.wait_for(".hu-svg")
    ann.press(".side-fold")
    assert not ann.sees(".chat-form")
    bea.wait_for(".hu-svg")
    bea.page.locator(".chat-form input").fill("Horns up!")
    bea.page.keyboard.press("Enter")
    ann.wait_for(".chat-lines li")
    assert ann.sees(".chat-form")

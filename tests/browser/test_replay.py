"""A finished game watched again: playing, jumping, other eyes, files, and the proof of the deal."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from hornsup import i18n
from hornsup.core import record as records
from tests.browser.conftest import PageAt
from tests.browser.remote import SeededRemote
from tests.browser.visitor import Visitor
from tests.conftest import seed_of

CONCERT, DICE = "horns-up", "raise-your-horns"
SHORT = {CONCERT: {"entrance_distance": 5}, DICE: {"end_value": 4}}
MENU = ".rp-head button:last-of-type"
VERIFY = "dialog[open] .menu-list button:has-text('Verify this deal')"
ON, TURN_BACK, TURN_ON = (f".rp-buttons button:nth-child({at})" for at in (4, 1, 5))
FASTEST = ".rp-speeds button:last-child"
BEAT = 1500 / 4
"""Milliseconds between two steps of Horns Up at its fastest."""
REACHED = """node => {
  const {x, y, width, height} = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""
Record = dict[str, Any]


played: dict[str, tuple[str, Record]] = {}
"""One finished game of each kind, for whoever only looks at it."""


@pytest.fixture(scope="module", autouse=True)
def finished_games(browser: Browser, server: SeededRemote, pytestconfig: pytest.Config) -> None:
    """Let bots play, once in a test process, by a seed that no single test decides."""
    for game in (CONCERT, DICE):
        if game not in played:
            seed = seed_of(pytestconfig.getoption("seed"), "replay", game)
            server.set_seed(seed)
            visitor = Visitor.come(browser, server.base, seed=seed)
            played[game] = bots_play(visitor, game)
            visitor.leave()


def finished(game: str = CONCERT) -> tuple[str, Record]:
    """A game that three bots have played, and a copy of its record to do with as one likes."""
    return copy.deepcopy(played[game])


def bots_play(visitor: Visitor, game: str) -> tuple[str, Record]:
    table = visitor.open_table(game, ["easy"] * 3, options=SHORT[game])
    where = f"/api/tables/{table}"
    visitor.until(lambda: visitor.call("GET", where)["phase"] == "over", "the bots' game", 40)
    return table, visitor.call("GET", f"{where}/record")


def watching(visitor: Visitor, game: str = CONCERT) -> tuple[str, Record]:
    """The same, with its replay on the page."""
    table, record = finished(game)
    visitor.go(f"/replay/{table}", ".rp-slider")
    return table, record


def step(visitor: Visitor) -> int:
    return int(visitor.page.locator(".rp-slider").input_value())


def last(visitor: Visitor) -> int:
    return int(visitor.page.locator(".rp-slider").get_attribute("max") or 0)


def playing(visitor: Visitor) -> bool:
    return visitor.page.locator(".rp-play").get_attribute("aria-label") == "Pause"


def open_file(visitor: Visitor, content: bytes, button: str = ".rp-file button") -> None:
    """Choose a file as one does: press the button, pick it in the browser's own window."""
    with visitor.page.expect_file_chooser() as asked:
        visitor.press(button)
    asked.value.set_files({"name": "game.json", "mimeType": "application/json", "buffer": content})


def from_menu(visitor: Visitor, content: bytes) -> None:
    visitor.press(MENU)
    open_file(visitor, content, "dialog[open] .rp-file button")


def verdict(visitor: Visitor) -> tuple[str, list[str]]:
    """What "verify this deal" says at first sight, and how it knows."""
    visitor.press(VERIFY)
    visitor.wait_for("dialog[open] .verdict details")
    said = visitor.page.locator(".verdict p").first.inner_text()
    if not visitor.page.locator(".verdict details").evaluate("node => node.open"):
        visitor.press(".verdict summary")
    return said, visitor.page.locator(".verdict li").all_inner_texts()


# --- playing ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_it_plays_until_somebody_stops_it(page_at: PageAt, size: str) -> None:
    visitor = page_at(size)
    watching(visitor)
    visitor.press(FASTEST)
    visitor.press(".rp-play")
    assert playing(visitor)
    visitor.until(lambda: step(visitor) >= 3, "three steps")
    visitor.press(".rp-play")
    stopped = step(visitor)
    assert not playing(visitor)
    visitor.page.wait_for_timeout(2 * BEAT)
    assert step(visitor) == stopped, "it went on after it was stopped"


def test_it_plays_to_the_end_and_stops_there(page_at: PageAt) -> None:
    visitor = page_at()
    watching(visitor)
    visitor.press(FASTEST)
    visitor.page.keyboard.press("End")
    for _ in range(3):
        visitor.page.keyboard.press("ArrowLeft")
    assert step(visitor) == last(visitor) - 3
    visitor.press(".rp-play")
    visitor.until(lambda: step(visitor) == last(visitor), "the end", 10)
    visitor.until(lambda: not playing(visitor), "stopping at the end", 2)
    visitor.page.wait_for_timeout(2 * BEAT)
    assert step(visitor) == last(visitor), "it began anew by itself"
    visitor.press(".rp-play")
    assert playing(visitor)
    assert step(visitor) == 0, "from the end it plays from the beginning"


def test_going_by_hand_stops_the_playing(page_at: PageAt) -> None:
    visitor = page_at()
    watching(visitor)
    visitor.press(".rp-play")
    visitor.press(ON)
    assert not playing(visitor)
    assert step(visitor) == 1


@pytest.mark.parametrize("game", [CONCERT, DICE])
def test_a_turn_is_jumped_to(page_at: PageAt, game: str) -> None:
    visitor = page_at()
    _, record = watching(visitor, game)
    begins = turns(record)
    picker = visitor.page.locator(".rp-more select")
    assert picker.locator("option").count() == len(begins)
    picker.select_option(index=2)
    assert step(visitor) == begins[2]
    visitor.press(TURN_ON)
    assert step(visitor) == begins[3]
    assert picker.evaluate("node => node.selectedIndex") == 3
    visitor.press(ON)
    visitor.press(TURN_BACK)
    assert step(visitor) == begins[3], "first to the beginning of this turn"
    visitor.press(TURN_BACK)
    assert step(visitor) == begins[2]


def turns(record: Record) -> list[int]:
    """The step at which every turn begins, from the rules alone."""
    count = [state.turns for state, _ in records.steps(record)]
    return [at for at, turn in enumerate(count) if at == 0 or turn != count[at - 1]]


# --- eyes -------------------------------------------------------------------------------------


def hands_at(record: Record, number: int) -> list[list[str]]:
    """Every hand after that many moves, from the rules alone."""
    for at, (state, _) in enumerate(records.steps(record)):
        if at == number:
            return [sorted(state.view(seat)["hand"]) for seat in range(state.players)]
    raise AssertionError(f"the game has no step {number}")


def open_hands(visitor: Visitor) -> list[list[str]]:
    """The names of the cards that lie open beside each Rocker."""
    rockers = visitor.page.locator(".hu-rocker").all()
    look = "nodes => nodes.map((node) => node.getAttribute('aria-label'))"
    return [rocker.locator(".hu-mini").evaluate_all(look) for rocker in rockers]


def held(visitor: Visitor) -> list[str]:
    look = "nodes => nodes.map((node) => node.dataset.card)"
    return sorted(visitor.page.locator(".hu-held").evaluate_all(look))


def test_each_view_shows_its_hands_and_no_others(page_at: PageAt) -> None:
    visitor = page_at()
    _, record = watching(visitor)
    page = visitor.page
    names = i18n.catalogue("en", "cards")["names"]
    at = turns(record)[4]
    page.locator(".rp-more select").select_option(index=4)
    truth = hands_at(record, at)
    assert [sorted(hand) for hand in open_hands(visitor)] == [
        sorted(names[card] for card in hand) for hand in truth
    ]
    assert held(visitor) == [], "with all hands open none lies at the bottom"
    for seat in range(3):
        page.select_option(".rp-eyes", str(seat))
        visitor.until(lambda seat=seat: held(visitor) == truth[seat], f"the hand of seat {seat}")  # type: ignore[misc] # bound at once
        assert open_hands(visitor) == [[], [], []], "somebody else's hand can be seen"
        assert step(visitor) == at
    page.select_option(".rp-eyes", "table")
    visitor.until(lambda: held(visitor) == [], "the view of the table")
    assert open_hands(visitor) == [[], [], []]


def test_a_seat_is_told_only_its_own_cards(page_at: PageAt) -> None:
    visitor = page_at()
    watching(visitor)
    lines = visitor.page.locator(".rp-line:has-text(' starts with ')")
    open_cards = lines.all_inner_texts()
    assert len(open_cards) == 3
    visitor.page.select_option(".rp-eyes", "1")
    visitor.until(lambda: lines.all_inner_texts() != open_cards, "the log with one seat's eyes")
    expected = [f"Bot {letter} starts with 4 cards." for letter in "AC"]
    expected += [text for text in open_cards if text.startswith("Bot B ")]
    assert sorted(lines.all_inner_texts()) == sorted(expected)


# --- files ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "size"), [(CONCERT, "phone"), (DICE, "laptop")])
def test_a_file_is_shown_like_a_game_of_this_server(page_at: PageAt, game: str, size: str) -> None:
    visitor = page_at(size)
    _, record = finished(game)
    record["seats"][0]["name"] = "Zoë"
    visitor.go("/replay")
    open_file(visitor, json.dumps(record).encode())
    visitor.wait_for(".rp-slider")
    assert last(visitor) == len(record["moves"])
    assert "As Zoë saw it" in visitor.page.locator(".rp-eyes").inner_text()
    visitor.press(ON)
    assert step(visitor) == 1
    assert visitor.page.locator(".rp-caption").inner_text().strip()


def test_a_file_takes_the_place_of_the_game_before_it(page_at: PageAt) -> None:
    visitor = page_at()
    table, _ = watching(visitor)
    visitor.press(ON)
    visitor.page.wait_for_url(f"**/replay/{table}?step=1")
    _, other = bots_play(visitor, DICE)
    from_menu(visitor, json.dumps(other).encode())
    visitor.page.locator("dialog[open]").wait_for(state="detached")
    assert last(visitor) == len(other["moves"])
    assert step(visitor) == 0
    visitor.press(ON)
    visitor.page.wait_for_timeout(500)  # the address follows a step after 350 ms
    assert visitor.page.url == f"{visitor.base}/replay", "the address names another game"
    visitor.page.keyboard.press("ArrowRight")
    assert step(visitor) == 2, "the keys move the new game once"
    visitor.press(MENU)
    assert visitor.page.locator("dialog[open] a[download]").count() == 0
    visitor.page.reload()
    visitor.wait_for("main .rp-file button")
    assert visitor.page.locator("h1").inner_text().lower() == "replay"


def garbled(_record: Record) -> bytes:
    return b'{"format": '


def foreign(_record: Record) -> bytes:
    return b'{"shopping": ["beer", "more beer"]}'


def against_the_rules(record: Record) -> bytes:
    return json.dumps({**record, "moves": ["enter 99,99", *record["moves"][1:]]}).encode()


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (garbled, i18n.text("en", "web_more.replay.bad-file")),
        (foreign, "this is no record"),
        (against_the_rules, "move 1 of the record"),
    ],
)
def test_a_broken_file_says_so_and_nothing_is_lost(
    page_at: PageAt, spoil: Callable[[Record], bytes], said: str
) -> None:
    visitor = page_at("phone")
    visitor.allow("status of 400")
    visitor.allow("status 400")
    table, record = watching(visitor)
    visitor.press(ON)
    visitor.press(ON)
    visitor.page.select_option(".rp-eyes", "2")
    visitor.until(lambda: bool(held(visitor)), "the hand")
    hand = held(visitor)
    from_menu(visitor, spoil(record))
    visitor.wait_for("dialog[open] .dishonest")
    answer = visitor.page.locator("dialog[open] .dishonest")
    assert said in answer.inner_text()
    assert answer.evaluate(REACHED), "what it says lies under something else"
    visitor.page.keyboard.press("Escape")
    assert (step(visitor), held(visitor)) == (2, hand)
    visitor.page.wait_for_url(f"**/replay/{table}?step=2&seat=2")
    visitor.press(ON)
    assert step(visitor) == 3


def test_a_broken_file_leaves_the_first_page_as_it_was(page_at: PageAt) -> None:
    visitor = page_at()
    _, record = finished()
    visitor.go("/replay")
    open_file(visitor, garbled(record))
    visitor.wait_for(".toast.bad")
    assert visitor.page.locator(".toast").inner_text() == i18n.text(
        "en", "web_more.replay.bad-file"
    )
    assert visitor.page.locator(".toast").evaluate(REACHED)
    open_file(visitor, json.dumps(record).encode())
    visitor.wait_for(".rp-slider")


def test_the_download_is_the_record_itself(page_at: PageAt, tmp_path: Path) -> None:
    visitor = page_at("phone")
    table, record = watching(visitor)
    visitor.press(MENU)
    with visitor.page.expect_download() as coming:
        visitor.press("dialog[open] a[download]")
    assert coming.value.suggested_filename == f"hornsup-{table[:8]}.json"
    coming.value.save_as(tmp_path / "game.json")
    assert json.loads((tmp_path / "game.json").read_text()) == record


# --- the proof --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [CONCERT, DICE])
def test_an_honest_deal_is_called_honest(page_at: PageAt, game: str) -> None:
    visitor = page_at()
    _, record = watching(visitor, game)
    visitor.press(MENU)
    said, lines = verdict(visitor)
    assert said.startswith("Honest: dealt again from the sealed secret")
    assert lines[0].startswith("Honest: ")
    assert f"all {len(record['moves'])} moves are legal" in lines[0]
    assert any(line.startswith("The promise was kept") for line in lines)


def test_a_changed_record_is_called_dishonest_from_its_first_wrong_move(page_at: PageAt) -> None:
    visitor = page_at("phone")
    _, record = finished()
    for wrong in (7, 12):
        record["checks"][wrong] = record["checks"][wrong - 1]
    visitor.go("/replay")
    open_file(visitor, json.dumps(record).encode())
    visitor.wait_for(".rp-slider")
    visitor.press(MENU)
    said, lines = verdict(visitor)
    assert said == "Not honest: the record does not match the sealed deal."
    assert visitor.page.locator(".verdict li").first.is_visible(), "what is wrong need not be asked"
    assert lines[0].startswith(f"NOT HONEST: move 8, '{record['moves'][7]}'")
    assert any(line.startswith("The seal is broken") for line in lines)
    assert not any("move 13" in line for line in lines), "what follows a wrong move is no news"

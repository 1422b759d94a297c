"""The board is large and still, and everybody is in sight, at six window sizes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.players import Rocker
from tests.browser.prepared import CONCERT, DICE, Prepared, Wanted, prepare
from tests.browser.remote import SeededRemote
from tests.browser.visitor import Visitor, script
from tests.conftest import seed_of


class Window(NamedTuple):
    """A window, and how large the board of Horns Up is in it at least, in pixels."""

    width: int
    height: int
    touch: bool
    board_width: float
    board_height: float


WINDOWS = {
    "laptop": Window(1280, 800, False, 800, 400),
    "desktop": Window(1920, 1080, False, 1300, 600),
    "old laptop": Window(1024, 768, False, 640, 380),
    "tablet": Window(820, 1180, True, 0.95 * 820, 0.55 * 1180),
    "phone": Window(390, 844, True, 390, 0.45 * 844),
    "phone on its side": Window(844, 390, True, 0.6 * 844, 0.55 * 390),
}
TABLES = (
    *(Wanted(CONCERT, players) for players in (3, 4, 9)),
    *(Wanted(DICE, players) for players in (3, 4, 9, 12)),
    *(Wanted(CONCERT, players, "over") for players in (4, 9)),
    *(Wanted(DICE, players, "over") for players in (4, 12)),
)
LEAST_TRAY = 60
"""Pixels that a throw of dice needs in either direction."""
OVER_SHARE = 1.0
"""The share of the least height that a board keeps when the game is over."""
TOUCHING = 2
"""Pixels by which two seats may overlap, for borders and shadows."""

MEASURE = script("sizes")
ENTER = """(path) => {
  history.pushState(null, "", path);
  dispatchEvent(new PopStateEvent("popstate"));
}"""
WATCH_FOOT = """() => {
  window.seen = { foot: new Set(), board: new Set() };
  const height = (selector) => document.querySelector(selector).getBoundingClientRect().height;
  const look = () => {
    if (document.querySelector(".end-bar")) return; // the end has a bar of its own
    window.seen.foot.add(Math.round(height(".hu-foot")));
    window.seen.board.add(Math.round(height(".hu-concert")));
    requestAnimationFrame(look);
  };
  look();
}"""
SEEN = "[...window.seen.foot].sort() + ' and ' + [...window.seen.board].sort()"


@pytest.fixture(scope="module")
def tables(server: SeededRemote, pytestconfig: pytest.Config) -> Prepared:
    server.set_seed(seed_of(pytestconfig.getoption("seed"), "sizes"))
    return prepare(server.base, TABLES)


@pytest.fixture
def visitor(
    browser: Browser, tables: Prepared, window: Window, server: SeededRemote, seed: int
) -> Iterator[Visitor]:
    """Somebody in front of a window of that size, who sits at all the tables."""
    server.set_seed(seed)
    context = browser.new_context(
        viewport={"width": window.width, "height": window.height},
        has_touch=window.touch,
        is_mobile=window.touch,
        reduced_motion="reduce",
        locale="en-GB",
    )
    tables.enter(context)
    context.add_init_script(f"({script('pending')})()")
    seen = Visitor(context, tables.base, window.touch, Random(seed))
    yield seen
    troubles = seen.troubles()
    seen.leave()
    assert not troubles, "\n".join(troubles)


def each_window(test: Any) -> Any:
    return pytest.mark.parametrize("window", WINDOWS.values(), ids=WINDOWS)(test)


@each_window
def test_everybody_is_in_sight_and_the_board_is_large(
    visitor: Visitor, tables: Prepared, window: Window
) -> None:
    visitor.go("/rules")
    found = []
    for wanted, table in tables.tables.items():
        visitor.page.evaluate(ENTER, f"/t/{table}")
        measured = measure(visitor.page, wanted)
        found += [f"{wanted}: {each}" for each in complaints(measured, wanted, window)]
    size = f"{window.width}×{window.height}"
    assert not found, f"at {size}:\n" + "\n".join(found)


@each_window
def test_the_bottom_bar_keeps_its_height_over_a_turn(visitor: Visitor, window: Window) -> None:
    """Own turn and the others' turns: what is chosen or asked never resizes the board."""
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".hu-foot")
    rocker = Rocker(visitor)
    rocker.play_step()  # the Entrance
    rocker.wait_turn()
    visitor.page.evaluate(WATCH_FOOT)
    turn = rocker.look()["turn"]
    rocker.play_while(lambda offer: offer["turn"] == turn and not offer["over"], 40)
    rocker.wait_turn()
    heights = str(visitor.page.evaluate(SEEN))
    size = f"{window.width}×{window.height}"
    assert "," not in heights, f"at {size} the heights of bottom bar and board vary: {heights} px"


def measure(page: Page, wanted: Wanted) -> dict[str, Any]:
    """The table once all its players, and at the end its last bar, are there."""
    selector = ".hu-rocker" if wanted.game == CONCERT else ".ring-seat"
    page.locator(selector).nth(wanted.players - 1).wait_for(state="attached")
    if wanted.state == "over":
        page.locator(".end-bar").wait_for(state="attached")
    page.evaluate("document.fonts.ready")
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


def complaints(found: dict[str, Any], wanted: Wanted, window: Window) -> Iterator[str]:
    """What is wrong with what was measured, in words."""
    if len(found["players"]) != wanted.players:
        yield f"{len(found['players'])} players are drawn"
    for player in found["players"]:
        if player["wrong"]:
            yield f"player “{player['name']}”: {player['wrong']}"
    if found["tooWide"] > 0:
        yield f"the page is {found['tooWide']} px too wide"
    if found["scrolled"]:
        yield f"the page itself scrolls, by {found['scrolled']} px"
    if wanted.state == "over" and not found["end"]:
        yield "the bar of a finished game is hidden"
    if wanted.game == CONCERT:
        yield from concert_complaints(found, wanted, window)
    else:
        yield from dice_complaints(found, wanted)


def concert_complaints(found: dict[str, Any], wanted: Wanted, window: Window) -> Iterator[str]:
    board, foot = found["board"], found["foot"]
    least = window.board_height * (1 if wanted.state == "turn" else OVER_SHARE)
    if not board or not foot:
        yield "board or bottom bar are hidden"
        return
    if board["width"] < window.board_width - 1:
        yield f"the board is {board['width']:.0f} px wide instead of {window.board_width:.0f}"
    if board["height"] < least - 1:
        yield f"the board is {board['height']:.0f} px high instead of {least:.0f}"
    if foot["bottom"] > window.height + 1:
        yield f"the bottom bar ends {foot['bottom'] - window.height:.0f} px below the window"
    if found["cards"] and found["cards"][0]["wrong"]:
        yield f"the first card of the hand: {found['cards'][0]['wrong']}"


def dice_complaints(found: dict[str, Any], wanted: Wanted) -> Iterator[str]:
    for one, other in combinations(found["players"], 2):
        if overlap(one["box"], other["box"]) > TOUCHING:
            yield f"the seats of “{one['name']}” and “{other['name']}” overlap"
    tray = found["tray"]
    if wanted.state == "turn":
        if not tray or min(tray["width"], tray["height"]) < LEAST_TRAY:
            yield f"the dice have no room: {tray}"
        for die in found["dice"]:
            if die["wrong"]:
                yield f"a die to choose: {die['wrong']}"


def overlap(one: dict[str, float], other: dict[str, float]) -> float:
    """By how many pixels two boxes overlap in the direction in which they overlap less."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return min(across, down)

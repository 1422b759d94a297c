"""A browser and a terminal at one table: both play, and both are told the same."""

from __future__ import annotations

import pytest

from hornsup import i18n
from hornsup.i18n import Plain
from hornsup.tui import words
from tests.browser.conftest import PageAt
from tests.browser.players import player
from tests.browser.terminal_seat import Terminal, terminal_at
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.timeout(300)


def host(page_at: PageAt, game: str, options: dict[str, object]) -> tuple[Visitor, str]:
    """Somebody at a browser whose table has a free seat and a bot."""
    visitor = page_at()
    table = visitor.open_table(game, ["me", "open", "easy"], start=False, options=options)
    visitor.go(f"/t/{table}", ".lobby-go .primary.loud")
    return visitor, table


def begin(visitor: Visitor, terminal: Terminal) -> None:
    """Start when the other one is seated, as the page shows it."""
    assert "has not begun" in terminal.told()["seated"]
    visitor.until(lambda: "Tom" in visitor.page.locator("main").inner_text(), "Tom in the lobby")
    visitor.press(".lobby-go .primary.loud")
    visitor.wait_for(".tbl .tbl-status")


def test_a_whole_game_between_a_browser_and_a_terminal(page_at: PageAt) -> None:
    visitor, table = host(page_at, "raise-your-horns", {"end_value": 2})
    with terminal_at(f"{visitor.base}/t/{table}", "Tom") as terminal:
        begin(visitor, terminal)
        player("raise-your-horns", visitor).play()
        visitor.wait_for("dialog.end .end-title")
        told = terminal.told()
        assert told["over"]
    names = ["Ann", "Tom", "Bot C"]
    winners = [Plain(names[seat]) for seat in told["view"]["outcome"]["winners"]]
    key = "you-win" if "Ann" in winners else "wins"
    title = i18n.text("en", f"web.end.{key}", n=len(winners), names=winners)
    assert visitor.page.locator("dialog.end .end-title").inner_text().lower() == title.lower()
    assert words.ending(told["view"], [1], names, "en") in told["shown"].splitlines()


def test_some_turns_of_cards_between_a_browser_and_a_terminal(page_at: PageAt) -> None:
    """What one does the other sees: the log of the terminal names who sits at the browser."""
    visitor, table = host(page_at, "horns-up", {})
    with terminal_at(f"{visitor.base}/t/{table}", "Tom", turns=2) as terminal:
        begin(visitor, terminal)
        ann = player("horns-up", visitor)
        for _ in range(3):  # the first of them chooses the Entrance
            ann.play_turn(120)
        told = terminal.told()
    assert not told["over"]
    assert "Ann" in told["shown"]
    visitor.until(lambda: "Tom" in visitor.page.locator(".tbl").inner_text(), "Tom at the table")

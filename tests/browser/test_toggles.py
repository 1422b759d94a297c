"""What is switched on can be seen to be on, in both themes and under the pointer."""

from __future__ import annotations

from typing import Literal

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import Rocker
from tests.browser.visitor import Visitor, script

CONCERT = "horns-up"
LEAST = 3.0
"""The contrast that WCAG 1.4.11 asks of controls."""
THEMES: list[Literal["dark", "light"]] = ["dark", "light"]
themes = pytest.mark.parametrize("theme", THEMES)


def check(visitor: Visitor, selector: str, beside: str | None = None) -> None:
    """It stands out from what it lies on, or from what is beside it, also under the pointer."""
    other = visitor.page.locator(beside).element_handle() if beside else None
    found = visitor.page.locator(selector).locator("visible=true").first
    found.wait_for()
    for under in (False, True):
        if under:
            found.hover()
        else:
            visitor.page.mouse.move(0, 0)
        told = found.evaluate(script("contrast"), other)
        where = f"{selector} {'under the pointer' if under else ''}: {told}"
        assert told["text"] >= LEAST, where
        assert told["ground"] >= LEAST, where


@themes
def test_a_switch_in_the_header_of_the_own_turn(
    page_at: PageAt, theme: Literal["dark", "light"]
) -> None:
    visitor, screen = page_at(theme=theme), page_at()
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".hu-svg")
    screen.go(f"/tv/{table}", ".tv-game .hu-svg")
    rocker = Rocker(visitor)
    rocker.wait_turn()
    switch = ".tbl-head button[aria-pressed]"
    visitor.press(switch)
    visitor.wait_for(".my-turn .tbl-head [aria-pressed=true]")
    check(visitor, ".my-turn .tbl-head [aria-pressed=true]")
    visitor.page.evaluate("document.querySelector('.tbl').classList.remove('my-turn')")
    check(visitor, ".tbl-head [aria-pressed=true]")


@themes
def test_the_question_mark_while_asking(page_at: PageAt, theme: Literal["dark", "light"]) -> None:
    visitor = page_at(theme=theme)
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".tbl")
    Rocker(visitor).play_to_cards()
    visitor.press(".hu-why")
    check(visitor, ".hu-why[aria-pressed=true]", beside=".hu-list")


@themes
def test_the_chosen_language_and_an_open_chat(
    page_at: PageAt, theme: Literal["dark", "light"]
) -> None:
    visitor = page_at("phone", theme=theme)
    visitor.go("/learn")
    check(visitor, ".languages [aria-pressed=true]")
    table = visitor.open_table(CONCERT, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".tbl")
    Rocker(visitor).wait_turn()
    visitor.press("[data-chat]")
    check(visitor, ".my-turn .tbl-head [aria-expanded=true]")

"""Whole games of both kinds, from the first page to the end, by clicks and taps alone."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import Dicer, player

SHORT = {
    "horns-up": {"entrance_distance": 5, "stage_width": 3},
    "raise-your-horns": {"end_value": 2},
}


@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_a_whole_game_by_clicks(page_at: PageAt, game: str, size: str) -> None:
    visitor = page_at(size, motion=size == "laptop")
    table = visitor.open_table(game, ["me", "easy", "easy"], options=SHORT[game])
    visitor.go(f"/t/{table}", ".tbl")
    player(game, visitor).play()
    visitor.wait_for("dialog.end .end-title")
    assert visitor.frames.messages("answer")
    assert all(answer["ok"] for answer in visitor.frames.messages("answer"))


def test_a_show_that_falls_behind_ends_where_the_game_is(page_at: PageAt) -> None:
    """Seven bots throw faster than dice can fly; whoever watches must still get their turn."""
    visitor = page_at(motion=True)
    table = visitor.open_table("raise-your-horns", ["me", *["easy"] * 7], options={"end_value": 1})
    visitor.go(f"/t/{table}", ".tbl")
    dicer = Dicer(visitor)
    dicer.pause = lambda _offer: visitor.page.wait_for_timeout(40)  # type: ignore[method-assign]
    dicer.play()


@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_one_click_leads_from_the_first_page_into_a_game(
    page_at: PageAt, game: str, size: str
) -> None:
    visitor = page_at(size).go("/")
    visitor.press(f".game-{game} .primary.loud")
    visitor.wait_for(".tbl .tbl-status")
    visitor.wait_for(".hu-svg" if game == "horns-up" else ".dice-tray")
    assert visitor.page.locator(".tbl-status").inner_text().strip()

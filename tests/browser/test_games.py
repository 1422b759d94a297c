"""Whole games of both kinds, from the first page to the end, by clicks and taps alone."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import Dicer, player, typist
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.timeout(480)  # against hanging; a slow machine needs minutes

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
    moves = {each["id"] for each in visitor.frames.commands("move")}
    answers = [each for each in visitor.frames.messages("answer") if each["id"] in moves]
    assert answers
    assert all(each["ok"] for each in answers), "the page offered what the rules refuse"
    watch_again(visitor, table)


def watch_again(visitor: Visitor, table: str) -> None:
    """The replay of what was just played: steps, turns, another seat's eyes, a link to a step."""
    visitor.press(f"dialog.end a[href='/replay/{table}']")
    visitor.wait_for(".rp .rp-slider")
    page = visitor.page
    last = int(page.locator(".rp-slider").get_attribute("max") or 0)
    assert last > 3
    page.keyboard.press("End")
    visitor.until(lambda: page.locator(".rp-slider").input_value() == str(last), "the last step")
    page.keyboard.press("Home")
    visitor.press(".rp-buttons button:nth-child(4)")
    visitor.press(".rp-buttons button:nth-child(4)")
    assert page.locator(".rp-slider").input_value() == "2"
    page.select_option(".rp-eyes", "1")
    page.wait_for_url("**/replay/*?step=2&seat=1")
    page.reload()
    visitor.wait_for(".rp .rp-slider")
    assert page.locator(".rp-slider").input_value() == "2"
    assert page.locator(".rp-eyes").input_value() == "1"
    assert page.locator(".rp-line").count() > 3


def test_a_show_that_falls_behind_ends_where_the_game_is(page_at: PageAt) -> None:
    """Seven bots throw faster than dice can fly; whoever watches must still get their turn."""
    visitor = page_at(motion=True)
    table = visitor.open_table("raise-your-horns", ["me", *["easy"] * 7], options={"end_value": 1})
    visitor.go(f"/t/{table}", ".tbl")
    dicer = Dicer(visitor)
    dicer.patient = True
    dicer.play()
    assert dicer.look()["over"]


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


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_a_whole_game_by_keys_alone(page_at: PageAt, game: str) -> None:
    visitor = page_at()
    table = visitor.open_table(game, ["me", "easy", "easy"], options=SHORT[game])
    visitor.go(f"/t/{table}", ".tbl")
    typist(game, visitor).play()
    visitor.wait_for("dialog.end")
    assert visitor.page.evaluate("document.activeElement.matches('dialog.end .primary')")
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("?")
    visitor.wait_for("dialog[open] .key-list")
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("Tab")
    focus = "getComputedStyle(document.activeElement).outlineStyle"
    assert visitor.page.evaluate(focus) != "none", "the focus can be seen"

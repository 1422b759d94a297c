"""What the bar of Horns Up offers and what it answers when somebody asks why not."""

from __future__ import annotations

from typing import Any

import pytest

from hornsup import i18n
from tests.browser.conftest import PageAt
from tests.browser.players import Rocker
from tests.browser.reading import CELL, place
from tests.browser.staged import Staged
from tests.browser.test_board import CONCERT, click_cell, held, rect
from tests.browser.visitor import Visitor

AHEAD: dict[str, Any] = {
    "turn": "A",
    "actions": 2,
    "pawns": {"A": "0,4", "B": "1,7", "C": "0,8", "D": "-1,7"},
    "paths": ["NESW 0,4", "NESW 0,5"],
    "walls": ["troublemakers 0,3"],
    "hands": {"A": ["path-ne", "cold-beer", "horns-up"]},
    "stage_draw": ["downpour"],
}


def said(name: str) -> str:
    return i18n.text("en", f"web_horns_up.{name}")


def answer(visitor: Visitor) -> str:
    visitor.wait_for(".hu-bubble")
    return visitor.page.locator(".hu-bubble").inner_text().strip()


@pytest.mark.parametrize(("where", "told"), [("0,5", "can.walk"), ("0,3", "can.clear")])
def test_what_can_be_done_at_a_place_is_told_to_who_asks_why_not(
    page_at: PageAt, where: str, told: str
) -> None:
    ann = page_at("laptop")
    Staged(ann, CONCERT, AHEAD)
    ann.wait_for(".hu-cell")
    ann.press(".hu-why")
    click_cell(ann, where)
    assert answer(ann).splitlines()[0] == f"{said(told)}."
    assert i18n.text("en", "cards.names.cold-beer") not in answer(ann), "it would only be discarded"


def test_a_card_that_can_be_played_is_not_said_to_be_of_no_use(page_at: PageAt) -> None:
    ann = page_at("phone")
    Staged(ann, CONCERT, AHEAD)
    ann.wait_for(".hu-cell")
    ann.press(".hu-why")
    ann.press(held("cold-beer"))
    assert answer(ann) == said("can.card")


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_places_are_read_in_words_wherever_they_are_named(page_at: PageAt, language: str) -> None:
    ann = page_at("laptop", language)
    table = ann.open_table(CONCERT, ["me", "easy", "easy"])
    ann.go(f"/t/{table}", ".tbl")
    Rocker(ann).play_to_cards()
    ann.press(".hu-why")
    click_cell(ann, "1,2")
    assert place(language, "1", "2") in answer(ann)
    assert not CELL.search(answer(ann))
    ann.press(".hu-bubble")
    ann.press(".hu-list")
    moves = " ".join(ann.page.locator(".hu-all-moves .hu-moves").all_inner_texts())
    cells = [each for each in ann.frames.legal() if CELL.search(each)]
    assert cells
    for x, y in CELL.findall(" ".join(cells)):
        assert place(language, x, y) in moves
    assert not CELL.search(moves)


def test_a_card_to_discard_cannot_be_turned(page_at: PageAt) -> None:
    ann = page_at("phone")
    staged = Staged(ann, CONCERT, AHEAD)
    ann.wait_for(".hu-cell")
    ann.press(held("path-ne"))
    ann.wait_for(".hu-turn")
    ann.press(".hu-cancel")
    staged.act("play horns-up")
    ann.wait_for(held("path-ne") + ".usable")
    ann.until(lambda: said("do.end").upper() not in ann.text().upper(), "the choice of a card")
    ann.press(held("path-ne"))
    ann.wait_for(".hu-go")
    assert not ann.sees(".hu-turn")


def test_a_label_has_the_colon_of_its_language(page_at: PageAt) -> None:
    ann = page_at("phone", "fr")
    table = ann.open_table(CONCERT, ["me", "easy", "easy"])
    ann.go(f"/t/{table}", ".tbl")
    Rocker(ann).play_to_cards()
    status = str(ann.page.locator(".tbl-status").text_content())
    assert status.partition("\u00a0: ")[1], status


def test_a_question_of_two_lines_leaves_its_buttons_inside_the_bar(page_at: PageAt) -> None:
    ann = page_at("laptop", "fr")
    ann.page.set_viewport_size({"width": 960, "height": 800})  # as wide as beside a log
    Staged(ann, CONCERT, AHEAD)
    ann.wait_for(".hu-end")
    ann.press(".hu-end")  # asks once more, in two lines
    _, top, _, height = rect(ann, ".hu-prompt")
    for part in (".hu-now", ".hu-ask", ".hu-end"):
        _, y, _, tall = rect(ann, part)
        assert y >= top, part
        assert y + tall <= top + height, part

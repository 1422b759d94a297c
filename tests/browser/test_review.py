"""From the end of a game to the shared picture: graph, ledger, decisions, what if, practice."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hornsup import i18n
from tests.browser.conftest import PageAt
from tests.browser.remote import SeededRemote
from tests.browser.reviewed import ALONE, played
from tests.browser.test_tour import WORDS, axe
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.timeout(420)

CONCERT, DICE = "horns-up", "raise-your-horns"
BEYOND = """() => [...document.querySelectorAll(".rv-ledger th, .rv-ledger td")]
  .filter((cell) => cell.getBoundingClientRect().right > innerWidth - 8)
  .map((cell) => cell.textContent)"""
"""Cells of the ledger that stick out to the right."""
LOOSE = """() => [...document.querySelectorAll(".rv-panel .log-die")]
  .filter((die) => !die.parentElement.matches(".no-break"))
  .map((die) => die.nextSibling)
  .filter((next) => /^[.,;:!?]/.test(next?.textContent ?? ""))
  .map((next) => next.textContent)"""
"""Marks that a line could end before, with their die at its end."""
DEAL = 4_901
SHOWN = 6
"""Decisions that are listed at first."""
PATIENCE = 200_000
"""A review has 20 seconds of processor time, beside everything else that the machine does."""


def reviewed(visitor: Visitor, game: str) -> str:
    """A finished game, from its last page into the whole review."""
    table = played(visitor, game)
    look_at(visitor, table)
    return table


def look_at(visitor: Visitor, table: str) -> None:
    visitor.go(f"/t/{table}", ".end-bar")
    visitor.press(".end-bar button")
    visitor.wait_for("dialog.end .end-buttons")
    visitor.press("dialog.end .end-buttons a[href$='review=1']")
    visitor.page.wait_for_selector(".rv-plot svg", timeout=PATIENCE)
    visitor.page.wait_for_selector("[data-part=share] img", timeout=PATIENCE)


def parts(visitor: Visitor, table: str) -> dict[str, dict[str, Any]]:
    """The review of a table that the server has kept, by the names of its parts."""
    body = visitor.context.request.get(f"{visitor.base}/api/tables/{table}/review").text()
    return {part["part"]: part for part in map(json.loads, body.splitlines())}


def step(visitor: Visitor) -> int:
    return int(visitor.page.locator(".rp-slider").input_value())


def tab(visitor: Visitor, name: str) -> None:
    """On a phone the side is in front of the board, or behind it."""
    if visitor.touch:
        visitor.press(f"[data-tab={name}]")


@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("game", [CONCERT, DICE])
def test_the_whole_way_to_the_shared_picture(
    page_at: PageAt, game: str, size: str, tmp_path: Path, axe_source: str | None
) -> None:
    visitor = page_at(size)
    table = reviewed(visitor, game)
    assert visitor.page.evaluate(LOOSE) == []
    last = step(visitor)
    assert last == int(visitor.page.locator(".rp-slider").get_attribute("max") or 0)
    if axe_source is not None:
        assert axe(visitor, axe_source) == []
    _look_at_the_parts(visitor, parts(visitor, table))
    _go_by_the_graph(visitor, last)
    tab(visitor, "review")
    with visitor.page.expect_download() as saved:
        visitor.page.locator("[data-part=share] .picture-buttons button").last.click()
    saved.value.save_as(tmp_path / "picture.png")
    data = (tmp_path / "picture.png").read_bytes()
    assert struct.unpack(">II", data[16:24]) == (1200, 630)
    shared = visitor.context.request.get(f"{visitor.base}/replay/{table}").text()
    assert f"/api/tables/{table}/preview.png" in shared
    assert visitor.name not in shared


def _look_at_the_parts(visitor: Visitor, found: dict[str, dict[str, Any]]) -> None:
    page = visitor.page
    points = found["review"]["turning_points"]
    assert page.locator(".rv-points li").count() == len(points) > 0
    assert page.locator(".rv-ledger tbody tr").count() == 3
    deeds = [value for row in found["ledger"]["grudges"] for value in row if value not in (0, "0")]
    assert page.locator(".rv-ring").count() == bool(deeds)
    assert page.locator(".rv-now li").count() == 3
    assert page.locator(".rv-left-out").count() == bool(found["review"]["left_out"])
    page.locator("summary", has_text="The odds as a table").click()
    assert page.locator(".rv-details .rv-table tbody tr").count() > 2
    assert page.evaluate(WORDS) == []


def _go_by_the_graph(visitor: Visitor, last: int) -> None:
    page = visitor.page
    tab(visitor, "board")
    plot = page.locator(".rv-plot")
    box = plot.bounding_box()
    assert box is not None
    plot.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    visitor.until(lambda: abs(step(visitor) - last / 2) <= 1 + last * 0.02, "the middle")
    at = step(visitor)
    page.keyboard.press("ArrowRight")
    visitor.until(lambda: step(visitor) == at + 1, "one step on")
    page.locator(".rv-mark").first.click()
    visitor.until(lambda: step(visitor) != at + 1, "the turning point")
    assert page.evaluate("location.search").startswith("?")


@pytest.mark.parametrize(("language", "game"), [("it", DICE), ("fr", DICE), ("fr", CONCERT)])
def test_every_language_has_its_words(page_at: PageAt, language: str, game: str) -> None:
    visitor = page_at("phone", language)
    visitor.go(f"/replay/{played(visitor, game)}?review=1", ".rp-slider")
    visitor.page.wait_for_selector("[data-part=share] img", timeout=PATIENCE)
    assert visitor.page.evaluate(WORDS) == []
    assert visitor.page.evaluate(BEYOND) == [], "all columns are to be seen without a finger"
    said = visitor.page.locator(".rv-body").inner_text()
    assert i18n.text(language, "review.heads.turning").casefold() in said.casefold()


def test_another_viewpoint_is_another_review(page_at: PageAt) -> None:
    visitor = page_at()
    visitor.go(f"/replay/{played(visitor, CONCERT)}?review=1", ".rp-slider")
    visitor.page.wait_for_selector(".rv-plot svg", timeout=PATIENCE)
    bands = visitor.page.locator(".rv-band")
    before = bands.first.get_attribute("d")
    visitor.page.locator(".rp-eyes").select_option("0")
    visitor.until(
        lambda: bands.count() == 3 and bands.first.get_attribute("d") != before,
        "the chances as seat A saw them",
        120,
    )
    assert bands.first.get_attribute("d") not in (None, before)
    assert visitor.page.locator(".rp-eyes").input_value() == "0"


def test_another_move_and_a_table_for_practice(page_at: PageAt, server: SeededRemote) -> None:
    """The same game at every run: one deal, and all its seats are the visitor's."""
    visitor = page_at()
    server.set_seed(DEAL)
    visitor.draw = Random(DEAL)
    table = played(visitor, CONCERT, seats=ALONE)
    look_at(visitor, table)
    page = visitor.page
    own = page.locator(".rv-decision").nth(_decision_with_an_end(visitor, table))
    own.locator(".rv-eye").last.click()
    page.wait_for_selector(".rp-note:not([hidden])")
    own.locator(".rv-actions button").first.click()
    _choose_to_end(visitor)
    page.keyboard.press("Escape")
    own.locator(".rv-actions button").last.click()
    page.wait_for_selector(".tbl-head .tag", timeout=PATIENCE)
    practice = page.url.rsplit("/", 1)[1]
    assert practice != table
    assert visitor.call("GET", f"/api/tables/{practice}")["practice"] is True


def test_a_game_of_dice_is_played_on_before_the_same_roll(
    page_at: PageAt, server: SeededRemote
) -> None:
    visitor = page_at()
    server.set_seed(DEAL + 1)
    visitor.draw = Random(DEAL + 1)
    table = played(visitor, DICE, seats=ALONE)
    look_at(visitor, table)
    page = visitor.page
    page.locator(".rv-decision").first.locator(".rv-actions button").last.click()
    page.wait_for_selector(".tbl-head .tag", timeout=PATIENCE)
    practice = page.url.rsplit("/", 1)[1]
    assert practice != table
    assert visitor.call("GET", f"/api/tables/{practice}")["practice"] is True


def _decision_with_an_end(visitor: Visitor, table: str) -> int:
    """The first listed decision at which the turn could have been ended and was not."""
    named = [each for each in parts(visitor, table)["review"]["decisions"] if each["word"]]
    named.sort(key=lambda each: -each["loss"])
    for at, decision in enumerate(named[:SHOWN]):
        path = f"/api/tables/{table}/choices?move={decision['move']}"
        if decision["played"] != "end" and "end" in visitor.call("GET", path)["legal"]:
            return at
    raise AssertionError(f"no such decision among {named}")


def _choose_to_end(visitor: Visitor) -> None:
    """Choose on the board of a decision, and read how that compares."""
    page = visitor.page
    page.wait_for_selector("dialog.rv-what-if .rv-board .hu")
    answer = page.locator("dialog.rv-what-if .rv-answer")
    asked = answer.inner_text()
    end = page.locator("dialog.rv-what-if .hu-end")
    end.click()
    if answer.inner_text() == asked:  # with actions left the button asks once more
        page.wait_for_timeout(900)
        end.click()
    answer.locator("strong").wait_for(timeout=PATIENCE)
    assert answer.locator(".rv-other").inner_text() == f"{visitor.name} ends the turn."
    assert answer.inner_text() != asked


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_evening_is_for_those_who_played(page_at: PageAt, size: str) -> None:
    visitor = page_at(size)
    table = played(visitor, DICE)
    visitor.go(f"/evening/{table}", ".evening table")
    assert visitor.page.locator(".evening tbody tr").count() == 3
    assert visitor.page.locator(".evening .mine").count() == 1
    stranger = page_at(size, name="Eve")
    stranger.call("POST", "/api/session", {"name": "Eve", "language": "en"})
    stranger.allow("404")
    stranger.go(f"/evening/{table}", ".missing")


HOSTILE = "<img src=x onerror=a()>"


def test_names_are_text_everywhere(page_at: PageAt) -> None:
    visitor = page_at("laptop", name=HOSTILE)
    visitor.go(f"/replay/{played(visitor, DICE)}?review=1", ".rv-points")
    assert visitor.page.locator("img[src=x]").count() == 0
    assert HOSTILE in visitor.page.locator(".rv-ledger").inner_text()

"""The end of a game: the bar, the dialog with order and figures, the picture, the celebration."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, Literal

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import player
from tests.browser.test_tour import WORDS, axe
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.timeout(240)

GAMES = ["horns-up", "raise-your-horns"]
SHORT: dict[str, dict[str, Any]] = {
    "horns-up": {"entrance_distance": 5, "stage_width": 3},
    "raise-your-horns": {"end_value": 2},
}
HEARD = """() => {
  window.heard = [];
  addEventListener("hornsup:sound", ({ detail }) => {
    if (["win", "lose"].includes(detail)) window.heard.push(detail);
  });
  window.pieces = 0;
  const fill = CanvasRenderingContext2D.prototype.fillRect;
  let inFrame = 0;
  CanvasRenderingContext2D.prototype.fillRect = function (...how) {
    inFrame += 1;
    return fill.apply(this, how);
  };
  const count = () => {
    window.pieces = Math.max(window.pieces, inFrame);
    inFrame = 0;
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}"""
CONTRAST = """(node) => {
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => {
    const part = (v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  let ground = node;
  while (parse(getComputedStyle(ground).backgroundColor)[3] === 0) ground = ground.parentElement;
  const one = light(parse(getComputedStyle(node).color));
  const two = light(parse(getComputedStyle(ground).backgroundColor));
  return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
}"""


def bots_game(visitor: Visitor, game: str, players: int = 3) -> str:
    """A game that only bots play, seen when it is over."""
    table = visitor.open_table(game, ["easy"] * players, options=SHORT[game])
    where = f"/api/tables/{table}"
    visitor.until(lambda: visitor.call("GET", where)["phase"] == "over", "the bots' game", 60)
    return table


def open_result(visitor: Visitor, table: str) -> None:
    visitor.go(f"/t/{table}", ".tbl .end-bar")
    visitor.press(".end-bar button")
    visitor.wait_for("dialog.end .figures")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_ends_is_celebrated_and_told(page_at: PageAt, game: str) -> None:
    """Played to the end: order, figures, sentences, a sound, confetti that goes away."""
    visitor = page_at(motion=True)
    table = visitor.open_table(game, ["me", "easy", "easy"], options=SHORT[game])
    visitor.go(f"/t/{table}", ".tbl")
    visitor.page.evaluate(HEARD)
    player(game, visitor).play()
    visitor.wait_for("dialog.end .figures")
    page = visitor.page
    told = visitor.call("GET", f"/api/tables/{table}/figures")
    names = page.locator(".podium-name, .end-name").all_inner_texts()
    called = ["Ann", "Bot B", "Bot C"]
    assert sorted(names) == sorted(called)
    assert names == [called[seat] for place in told["order"] for seat in place]
    shown = [row["title"] for row in told["rows"] if any(row["values"])]
    assert page.locator(".figures tbody th").all_inner_texts() == shown
    assert page.locator(".end-told li").count() == len(told["highlights"]) > 0
    heard = page.evaluate("window.heard")
    assert heard[-1] == ("win" if 0 in told["order"][0] else "lose")
    assert len(heard) == 1 or game == "raise-your-horns"  # there a lost round is heard too
    visitor.until(lambda: not visitor.sees("canvas.confetti"), "the confetti's end", 8)
    assert 0 < page.evaluate("window.pieces") <= 120


@pytest.mark.parametrize("game", GAMES)
def test_without_movement_there_is_no_confetti(page_at: PageAt, game: str) -> None:
    visitor = page_at()
    table = visitor.open_table(game, ["me", "easy", "easy"], options=SHORT[game])
    visitor.go(f"/t/{table}", ".tbl")
    visitor.page.evaluate(HEARD)
    player(game, visitor).play()
    visitor.wait_for("dialog.end .figures")
    assert visitor.page.evaluate("window.pieces") == 0
    assert visitor.page.locator("canvas").count() == 0
    heard = visitor.page.evaluate("window.heard")
    assert heard[-1] in ("win", "lose")
    assert len(heard) == 1 or game == "raise-your-horns"  # there a lost round is heard too


def test_a_game_that_was_over_before_is_not_celebrated_again(page_at: PageAt) -> None:
    visitor = page_at(motion=True)
    table = bots_game(visitor, "raise-your-horns")
    visitor.go(f"/t/{table}", ".tbl .end-bar")
    visitor.page.evaluate(HEARD)
    visitor.press(".end-bar button")
    visitor.wait_for("dialog.end .figures")
    assert visitor.page.evaluate("window.heard") == []
    assert visitor.page.locator("canvas").count() == 0


@pytest.mark.parametrize(
    ("size", "language", "theme"),
    [
        ("laptop", "en", "dark"),
        ("laptop", "it", "light"),
        ("phone", "fr", "dark"),
        ("phone", "en", "light"),
    ],
)
@pytest.mark.parametrize(("game", "players"), [("horns-up", 9), ("raise-your-horns", 12)])
def test_the_result_fits_and_is_accessible(
    page_at: PageAt,
    axe_source: str | None,
    size: str,
    language: str,
    theme: Literal["dark", "light"],
    game: str,
    players: int,
) -> None:
    visitor = page_at(size, language, theme=theme)
    open_result(visitor, bots_game(visitor, game, players))
    assert visitor.page.evaluate(WORDS) == []
    heads = visitor.page.locator(".figures thead th").count()
    assert heads == players
    if axe_source is not None:
        assert axe(visitor, axe_source) == []


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_picture_is_saved_as_a_png(page_at: PageAt, tmp_path: Path, size: str) -> None:
    visitor = page_at(size)
    open_result(visitor, bots_game(visitor, "horns-up"))
    with visitor.page.expect_download() as download:
        visitor.press(".picture-buttons button:last-child")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    data = file.read_bytes()
    assert file.suffix == ".png"
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (1080, 1350)
    assert len(data) > 50_000, "it is not empty"


def test_the_picture_goes_to_the_share_sheet_where_there_is_one(page_at: PageAt) -> None:
    visitor = page_at("phone")
    visitor.context.add_init_script(
        """navigator.canShare = () => true;
        navigator.share = async ({files: [file]}) => { window.shared = [file.name, file.type]; };"""
    )
    table = bots_game(visitor, "raise-your-horns")
    open_result(visitor, table)
    visitor.press(".picture-buttons button:first-child")
    visitor.until(lambda: bool(visitor.page.evaluate("window.shared")), "the share sheet")
    assert visitor.page.evaluate("window.shared") == [f"hornsup-{table[:8]}.png", "image/png"]


def test_a_dialog_that_cannot_be_loaded_is_told(page_at: PageAt) -> None:
    visitor = page_at()
    table = bots_game(visitor, "raise-your-horns")
    visitor.allow("ERR_FAILED")
    visitor.context.route("**/ui/end/dialog.js", lambda route: route.abort())
    visitor.go(f"/t/{table}", ".tbl .end-bar")
    visitor.press(".end-bar button")
    visitor.wait_for(".toast.bad")
    assert visitor.sees(".end-bar button"), "it can be asked for again"


def test_figures_that_cannot_be_loaded_can_be_asked_for_again(page_at: PageAt) -> None:
    visitor = page_at()
    table = bots_game(visitor, "raise-your-horns")
    visitor.allow("ERR_FAILED")
    visitor.context.route("**/api/tables/*/figures*", lambda route: route.abort())
    visitor.go(f"/t/{table}", ".tbl .end-bar")
    visitor.press(".end-bar button")
    visitor.wait_for("dialog.end .end-missing button")
    assert visitor.sees("dialog.end .end-title")
    visitor.context.unroute("**/api/tables/*/figures*")
    visitor.press("dialog.end .end-missing button")
    visitor.wait_for("dialog.end .figures")


@pytest.mark.parametrize("size", ["laptop", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_the_bar_is_one_line_within_48_pixels(page_at: PageAt, game: str, size: str) -> None:
    """French has the longest button; a long name is cut, and nothing becomes wider."""
    visitor = page_at(size, "fr")
    visitor.go(f"/t/{bots_game(visitor, game)}", ".tbl .end-bar")
    page = visitor.page
    page.evaluate("document.querySelector('.end-line').textContent = 'W'.repeat(80)")
    box = page.locator(".end-bar").bounding_box()
    button = page.locator(".end-bar button").bounding_box()
    assert box
    assert button
    assert box["height"] <= 48
    assert button["height"] >= 40
    assert box["width"] <= page.viewport_size["width"]  # type: ignore[index] # it has one
    assert button["x"] + button["width"] <= box["x"] + box["width"]
    assert box["y"] + box["height"] <= page.viewport_size["height"]  # type: ignore[index] # as above


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_own_row_of_a_winner_can_be_read(
    page_at: PageAt, theme: Literal["dark", "light"]
) -> None:
    visitor = page_at(theme=theme)
    table = visitor.open_table("horns-up", ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".hu-rocker.mine")
    mine = visitor.page.locator(".hu-rocker.mine")
    mine.evaluate("node => node.classList.add('won')")
    for part in (".hu-rocker-name", ".hu-count"):
        assert mine.locator(part).first.evaluate(CONTRAST) >= 4.5


def test_the_shared_screen_shows_the_final_order(page_at: PageAt) -> None:
    visitor = page_at()
    table = bots_game(visitor, "horns-up", 4)
    visitor.go(f"/tv/{table}", ".tv-end .tv-places li")
    told = visitor.call("GET", f"/api/tables/{table}/figures")
    names = visitor.page.locator(".tv-places li > span:first-of-type").all_inner_texts()
    order = [seat for place in told["order"] for seat in place]
    assert names == [f"Bot {'ABCD'[seat]}" for seat in order]

"""The picture of a finished game: valid, whole, and safe whatever people call themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.art.test_horns_up_art import parse

import hornsup
from hornsup.art.shapes import fitted, relative_width
from hornsup.art.souvenir import HEIGHT, WIDTH, Place, Souvenir, Tile, souvenir_svg

SVG = "{http://www.w3.org/2000/svg}"
SCRIPT = "<script>alert('&\"')</script>"
NAMES = [
    SCRIPT,
    "Ann",
    "W" * 24,
    "日本語の名前です",
    "x",
    'a" onload="b',
    "Bot G",
    "\x07bell",
    "Ida",
]


def told(names: list[str], board: Any = None) -> Souvenir:
    places = [Place(at + 1, at, name, f"{at} steps short") for at, name in enumerate(names)]
    tiles = [Tile("Most steps", "41", ((0, names[0]),)), Tile("Pushes", "3", ((1, names[1]),))]
    return Souvenir(
        title="Raise Your Horns!",
        headline=f"{names[0]} wins!",
        winners=(0,),
        order_title="Order of arrival",
        places=places,
        tiles=tiles,
        sentence=f"{names[1]} walks.",
        board=board,
    )


def texts(root: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in root.iter(f"{SVG}text")]


def test_it_is_an_svg_of_a_fixed_size_that_needs_nothing_from_outside() -> None:
    root = parse(souvenir_svg(told(["Ann", "Bea", "Carl"])))
    assert (root.attrib["width"], root.attrib["height"]) == (str(WIDTH), str(HEIGHT))
    assert (WIDTH, HEIGHT) == (1080, 1350)


def test_names_are_text_whatever_they_are() -> None:
    root = parse(souvenir_svg(told(NAMES)))
    assert f"{SCRIPT.upper()} WINS!" in texts(root)
    assert 'a" onload="b' in texts(root)
    assert "bell" in texts(root), "what XML cannot hold is left out"


@pytest.mark.parametrize("count", [3, 9, 12, 20])
def test_everybody_fits_in(count: int) -> None:
    names = [f"Player {at}" for at in range(count)]
    root = parse(souvenir_svg(told(names)))
    shown = [name for name in names if name in texts(root)]
    assert shown == names[:12]
    heights = [float(node.attrib["y"]) for node in root.iter(f"{SVG}text")]
    assert max(heights) < HEIGHT


@pytest.mark.parametrize("count", [0, 1, 2, 6, 12])
def test_all_winners_stand_in_the_light(count: int) -> None:
    few = replace(told(["Ann", "Bea"]), winners=tuple(range(count)), places=(), tiles=())
    pawns = [node for node in parse(souvenir_svg(few)).iter() if "data-pawn" in node.attrib]
    assert len(pawns) == count


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_the_table_of_either_game_is_in_it(game: str) -> None:
    state = hornsup.new(game, players=4, seed=3)
    draw = state.game.final_board
    assert draw is not None
    board = draw(state.view(None), "fr")
    root = parse(souvenir_svg(told(["Ann", "Bea"], board)))
    (inner,) = root.findall(f"{SVG}svg")
    assert inner.attrib["viewBox"] == f"0 0 {board[1]} {board[2]}"
    assert len(list(inner.iter())) > 20


def test_a_long_line_is_cut_before_it_becomes_too_small_to_read() -> None:
    line, size = fitted("A very long name that nobody could read", 120, 30, 16)
    assert line.endswith("…")
    assert 16 <= size <= 30
    assert relative_width(line) * size <= 121
    assert fitted("Ann", 120, 30, 16) == ("Ann", 30)


def test_letters_as_wide_as_high_count_as_such() -> None:
    assert relative_width("日本") > 2 * relative_width("n")

"""The picture of the table: valid, complete, for every number of players and every moment."""

from __future__ import annotations

import random
from typing import Any
from xml.etree import ElementTree

import pytest

from hornsup.art.raise_your_horns import die, table_svg
from tests.games.raise_your_horns.harness import ODD_DICE, lay, new, play, playing

SVG = "{http://www.w3.org/2000/svg}"


def drawn(view: dict[str, Any], name: str) -> list[str]:
    """What the picture of a view holds under a data attribute."""
    root = ElementTree.fromstring(table_svg(view))
    assert root.tag == f"{SVG}svg"
    for node in root.iter():
        assert node.tag not in (f"{SVG}script", f"{SVG}image", f"{SVG}style")
        assert not any("nan" in value or "url(" in value for value in node.attrib.values())
    return [node.attrib[name] for node in root.iter() if name in node.attrib]


@pytest.mark.parametrize("players", [3, 4, 9, 20])
def test_every_moment_of_a_game_can_be_drawn(players: int) -> None:
    state = new(players, 5, dice=ODD_DICE)
    for _ in playing(state, random.Random(1), 60):
        view = state.view(None)
        assert drawn(view, "data-seat") == [str(seat) for seat in range(players)]
        dice = drawn(view, "data-die")
        assert all(die in dice for die in view["kept"] if die)
        assert all(die in dice for die in view["roll"] or [])


def test_dice_in_hand_show_no_face_and_rolled_ones_do() -> None:
    state = lay("WH B4 B0 F!", kept={})
    assert drawn(state.view(None), "data-die") == ["W", "B", "B", "F"]
    play(state, "roll")
    assert drawn(state.view(None), "data-die") == ["WH", "B4", "B0", "F!"]


def test_the_direction_is_shown() -> None:
    assert drawn(lay(direction=1).view(None), "data-direction") == ["1"]
    assert drawn(lay(direction=-1).view(None), "data-direction") == ["-1"]


def test_a_notebook_shows_the_table_in_english_and_clients_in_their_language() -> None:
    state = lay(round=3)
    assert "Round 3" in state._repr_svg_()
    assert "Manche 3" in table_svg(state.view(None), "fr-CA")
    assert "Chi comincia?" in table_svg(new().view(None), "it")


@pytest.mark.parametrize("face", ["W1", "W6", "WH", "B0", "B12", "F5", "F!", "W", "B", "F"])
def test_every_face_can_be_drawn(face: str) -> None:
    drawn = ElementTree.fromstring(die(face, 10, 10, 40))
    assert len(list(drawn.iter())) > 1, "more than an empty group"

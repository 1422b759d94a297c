"""The menu of legal moves: words that moves share are chosen first."""

from __future__ import annotations

from random import Random

import pytest

import hornsup
from hornsup.tui.choices import FEW, Choices


def test_moves_with_the_same_first_words_are_one_option() -> None:
    cells = [f"path NS {x},1" for x in range(12)]
    choices = Choices([*cells, "end"])
    assert [option.words for option in choices.options] == [("path", "NS"), ("end",)]
    assert choices.pick(choices.options[0]) is None
    assert choices.chosen == ("path", "NS")
    assert len(choices.options) == 12
    assert choices.pick(choices.options[3]) == "path NS 3,1"
    assert choices.back()
    assert not choices.back()


def test_few_moves_are_listed_at_once() -> None:
    choices = Choices(["walk 0,1", "walk 0,2", "end"])
    assert [option.move for option in choices.options] == ["walk 0,1", "walk 0,2", "end"]
    assert choices.lit() == {"walk", "0,1", "0,2", "end"}


def test_a_move_that_begins_another_can_be_chosen() -> None:
    choices = Choices(["play crowd-surfing N", "play crowd-surfing N path EW"])
    assert {option.move for option in choices.options} == {
        "play crowd-surfing N",
        "play crowd-surfing N path EW",
    }


def test_pointing_at_a_word_leaves_the_moves_that_have_it() -> None:
    cells = [f"path {sides} {x},1" for sides in ("NS", "EW") for x in range(12)]
    choices = Choices([*cells, "walk 0,1"])
    assert choices.narrow("5,5") is None
    assert not choices.deep
    assert choices.narrow("7,1") is None
    assert [option.move for option in choices.options] == ["path NS 7,1", "path EW 7,1"]


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_every_legal_move_can_be_reached_and_nothing_else(game: str) -> None:
    rng = Random(game)
    state = hornsup.new(game, players=5, seed=7)
    for _ in range(150):
        if state.over:
            break
        legal = [str(move) for move in state.legal_moves()]
        assert sorted(reached(Choices(legal))) == sorted(legal)
        state.apply(rng.choice(legal))


def reached(choices: Choices) -> list[str]:
    """Every move that some way through the menus leads to."""
    found: list[str] = []
    for option in list(choices.options):
        move = choices.pick(option)
        if move is not None:
            found.append(move)
            continue
        found += reached(choices)
        choices.back()
    assert len(choices.options) <= FEW or choices.chosen or len(found) > FEW
    return found

"""Moves and action numbers: one number for each legal move, and the same move back."""

from __future__ import annotations

from typing import Any

import pytest

from hornsup.core.moves import Move
from hornsup.envs.horns_up import actions as horns_up
from hornsup.envs.raise_your_horns import actions as dice
from hornsup.errors import BadInput
from hornsup.games.horns_up.moves import OP_MASK, VERBS, WALK
from hornsup.games.horns_up.options import read_options
from hornsup.games.raise_your_horns.options import Options as DiceOptions
from tests.envs.harness import SIZES, dice_positions, horns_up_positions, odd_deck


@pytest.mark.parametrize("players", SIZES)
def test_every_legal_move_of_horns_up_has_its_own_number_and_comes_back(players: int) -> None:
    positions, kinds = 0, set()
    for state in horns_up_positions(players, games=21):
        mapping = horns_up.action_map(state.options, players)
        moves = state.legal_moves()
        numbers = mapping.legal(state, "all")
        seat = state.to_move if state.to_move is not None else 0
        assert numbers == [mapping.encode(move, seat) for move in moves]
        assert len(set(numbers)) == len(numbers)
        assert [mapping.decode(number, seat) for number in numbers] == moves
        assert all(0 <= number < mapping.size for number in numbers)
        positions += 1
        kinds |= {move.verb for move in moves}
    assert positions > 1000
    assert kinds >= {*VERBS} - {"keep"}


@pytest.mark.parametrize("players", SIZES)
def test_every_legal_move_of_the_dice_has_its_own_number_and_comes_back(players: int) -> None:
    positions, kinds = 0, set()
    for state in dice_positions(players, games=40):
        mapping = dice.action_map(state.options, players)
        moves = state.legal_moves()
        numbers = mapping.legal(state)
        seat = state.seat
        assert numbers == [mapping.encode(move, seat) for move in moves]
        assert len(set(numbers)) == len(numbers)
        assert [mapping.decode(number, seat) for number in numbers] == moves
        assert all(0 <= number < mapping.size for number in numbers)
        positions += 1
        kinds |= {move.verb for move in moves}
    assert positions > 1000
    assert kinds == {"roll", "keep", "name", "stop", "foul"}


@pytest.mark.parametrize("options", [None, "fr", {"deck": odd_deck()}, {"entrance_distance": 12}])
@pytest.mark.parametrize("players", SIZES)
def test_all_numbers_of_horns_up_are_different_moves(players: int, options: Any) -> None:
    mapping = horns_up.action_map(read_options(options), players)
    for seat in range(0, players, 4):
        moves = {mapping.decode(number, seat).text for number in range(mapping.size)}
        assert len(moves) == mapping.size
    last = mapping.blocks[-1]
    assert last.start + last.size == mapping.size


def test_the_blocks_say_what_the_numbers_mean() -> None:
    mapping = horns_up.action_map(read_options(None), 4)
    blocks = {block.name: block for block in mapping.blocks}
    path = blocks["path"]
    sides, cells = path.fields
    number = path.start + sides.values.index("NES") * len(cells.values) + cells.values.index("-2,7")
    assert mapping.decode(number, 1).text == "path NES -2,7"
    push = blocks["play pushed-away"]
    assert push.shape == (3, 4)
    assert mapping.decode(push.start + 1 * 4 + 2, 3).text == "play pushed-away B S"
    assert str(blocks["walk"]) == "walk  9-628  cell = 620"
    assert [block.start for block in mapping.blocks[1:]] == [
        block.start + block.size for block in mapping.blocks[:-1]
    ]


def test_rockers_are_counted_from_the_one_who_plays() -> None:
    mapping = dice.action_map(DiceOptions(), 4)
    assert mapping.decode(mapping.names_from, 2).text == "name C"
    assert mapping.decode(mapping.names_from + 3, 2).text == "name B"
    assert [str(block) for block in mapping.blocks][3:] == [
        "keep  3-19  face = 17",
        "name  20-23  place = 4",
    ]


@pytest.mark.parametrize("number", [-1, 10**6])
def test_a_number_out_of_range_is_refused(number: int) -> None:
    for mapping in (
        horns_up.action_map(read_options(None), 3),
        dice.action_map(DiceOptions(), 3),
    ):
        with pytest.raises(BadInput, match=f"not {number}"):
            mapping.decode(number, 0)
        with pytest.raises(BadInput, match="no action number"):
            mapping.encode(Move("fly to the moon"), 0)


@pytest.mark.parametrize("players", SIZES)
def test_a_window_has_one_free_walk_and_something_else_to_do(players: int) -> None:
    walks = refused = 0
    for state in horns_up_positions(players, games=14, free_walks="one"):
        if state.over:
            continue
        played = [str(move) for move in state.moves_played()[-1:]]
        codes = horns_up.offered_codes(state, "one")
        assert codes, "something can always be chosen"
        walking = [code for code in codes if code & OP_MASK == WALK]
        legal = [code for code in state.legal_codes() if code & OP_MASK == WALK]
        walks += len(walking)
        if played and played[0].startswith("walk"):
            refused += len(legal)
            assert not walking
        else:
            assert walking == legal
        assert horns_up.offered_codes(state, "all") == state.legal_codes()
    assert walks
    assert refused


def test_one_walk_goes_wherever_two_would() -> None:
    checked = 0
    for state in horns_up_positions(4, games=6):
        walks = [move for move in state.legal_moves() if move.verb == "walk"]
        for move in walks[:3]:
            after = state.clone()
            after.apply(move)
            again = {str(m) for m in after.legal_moves() if m.verb == "walk"}
            assert again <= {str(m) for m in walks} | {f"walk {_cell(state)}"}
            checked += 1
    assert checked > 50


def _cell(state: Any) -> str:
    pawn = state.view(None)["rockers"][state.to_move]["pawn"]
    return str(pawn)

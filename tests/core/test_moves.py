"""A move's fields, and its `repr` that can be pasted back."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import hornsup
from hornsup import Move
from hornsup.core import registry
from hornsup.core.notation import seat_letter
from hornsup.games.horns_up import moves as horns_up_moves
from hornsup.games.horns_up.board import CELL_TEXT, DIRECTIONS, SIDES_TEXT

FIELDS = ("verb", "card", "cell", "seat", "direction", "sides", "half", "face")


def fields(move: Move) -> dict[str, object]:
    return {name: getattr(move, name) for name in FIELDS if getattr(move, name) is not None}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("enter -1,7", {"cell": "-1,7"}),
        ("path NS 0,6", {"sides": "NS", "cell": "0,6"}),
        ("wall mosh-pit 0,3", {"card": "mosh-pit", "cell": "0,3"}),
        ("clear 0,3 path-ns", {"card": "path-ns", "cell": "0,3"}),
        ("play pushed-away E E", {"card": "pushed-away", "seat": 4, "direction": "E"}),
        ("play crowd-surfing E", {"card": "crowd-surfing", "direction": "E"}),
        (
            "play crowd-surfing N path EW",
            {"card": "crowd-surfing", "direction": "N", "sides": "EW"},
        ),
        ("play slow-song C", {"card": "slow-song", "seat": 2}),
        ("play steward left 0,3", {"card": "steward", "half": "left", "cell": "0,3"}),
        ("part 0,4 left", {"cell": "0,4", "half": "left"}),
        ("discard path-nesw", {"card": "path-nesw"}),
        ("end", {}),
        ("keep WH", {"face": "WH"}),
        ("keep F!", {"face": "F!"}),
        ("name N", {"seat": 13}),
        ("roll", {}),
    ],
)
def test_the_fields_of_a_text(text: str, expected: dict[str, object]) -> None:
    assert fields(Move(text)) == {"verb": text.split()[0], **expected}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", registry.names())
def test_every_legal_move_can_be_pasted_back(game: str, seed: int) -> None:
    rng = random.Random(seed)
    state = hornsup.new(game, players=rng.choice((5, 6, 9)), seed=seed)
    for _ in range(150):
        if state.over:
            break
        for move in state.legal_moves():
            pasted = eval(repr(move), {"Move": Move})
            assert pasted == move, f"seed {seed}"
            assert fields(pasted) == fields(move), f"seed {seed}"
            assert state.why_not(pasted) is None
            assert fields(copy.copy(move)) == fields(pickle.loads(pickle.dumps(move)))
        pasted = eval(repr(rng.choice(state.legal_moves())), {"Move": Move})
        state.apply(pasted)


@pytest.mark.parametrize("seed", range(4))
def test_the_fields_say_what_the_code_says(seed: int) -> None:
    state = hornsup.new("horns-up", players=6, seed=seed)
    rng = random.Random(seed)
    for _ in range(200):
        for move in state.legal_moves():
            code = move.code
            seat, way = horns_up_moves.seat_of(code), horns_up_moves.way_of(code)
            assert move.seat == (seat if seat >= 0 else None), f"{move}, seed {seed}"
            assert move.direction == (DIRECTIONS[way] if way >= 0 else None), f"{move}, seed {seed}"
            assert (move.cell or "-16,0") == CELL_TEXT[horns_up_moves.cell_of(code)]
            assert (move.sides or "") == SIDES_TEXT[horns_up_moves.sides_of(code)]
            assert (move.half or "") == horns_up_moves.HALVES[horns_up_moves.half_of(code)]
        state.apply(rng.choice(state.legal_moves()))


def test_a_seat_that_looks_like_a_direction_is_kept_in_the_repr() -> None:
    state = hornsup.new("horns-up", players=5, seed=1)
    move = state.parse("play slow-song E")
    assert seat_letter(move.seat or 0) == "E"
    assert move.direction is None
    assert repr(move) == "Move('play slow-song E', seat=4)"


def test_a_move_made_from_its_text_is_equal_and_hashes_alike() -> None:
    state = hornsup.new("raise-your-horns", players=4, seed=1)
    assert Move("roll") == state.legal_moves()[0]
    assert {Move("roll"), state.legal_moves()[0]} == {Move("roll")}
    assert Move("roll") != "roll"

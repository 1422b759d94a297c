"""A full state out of a view: the same dice on the table, others to come."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings

import hornsup
from hornsup.games.raise_your_horns import GAME
from hornsup.games.raise_your_horns.state import RaiseYourHorns
from tests.games.raise_your_horns.harness import fingerprint, games, lay, new, playing

Dealt = tuple[RaiseYourHorns, random.Random]


def sent(state: RaiseYourHorns, seat: int | None) -> Any:
    """The view as it arrives at the other end of a wire."""
    return json.loads(json.dumps(state.view(seat)))


def imagined(view: Any) -> RaiseYourHorns:
    state = GAME.imagine(view, random.Random(1))
    assert isinstance(state, RaiseYourHorns)
    return state


def compare(state: RaiseYourHorns, seat: int | None) -> RaiseYourHorns:
    view = sent(state, seat)
    guess = imagined(view)
    assert guess.view(seat) == view == state.view(seat)
    assert guess.legal_moves() == state.legal_moves()
    assert guess.to_move == state.to_move
    assert guess.outcome == state.outcome
    assert guess.origin is None
    assert guess.seed != state.seed
    return guess


def on_the_table(state: RaiseYourHorns) -> tuple[Any, ...]:
    """What the fingerprint says of this round, without history, stream and the order of piles."""
    whole = fingerprint(state)
    return (*whole[:4], *whole[6:8], *whole[9:14], sorted(state.pile), *whole[15:17])


@settings(max_examples=40, deadline=None)
@given(games())
def test_a_view_is_enough_for_the_whole_table(game: Dealt) -> None:
    state, rng = game
    for _ in playing(state, rng, 60):
        guess = compare(state, rng.choice([None, *range(state.players)]))
        assert state.over or on_the_table(guess) == on_the_table(state)


def test_every_phase_can_be_imagined() -> None:
    phases = set()
    for seed in range(12):
        state = new(4, seed, end_value=3)
        for _ in playing(state, random.Random(seed), 300):
            compare(state, 0)
            phases.add(state.view(0)["phase"])
    assert phases == {"start", "roll", "keep", "name", "over"}


@pytest.mark.parametrize("players", GAME.seats)
def test_every_number_of_players(players: int) -> None:
    state = new(players, players)
    for _ in playing(state, random.Random(players), 30):
        compare(state, state.to_move)


def test_a_move_that_needs_no_die_has_the_same_consequences() -> None:
    state = lay("WH B4 F3", kept={"A": "B3"}, turn="B", losses={"C": 2})
    state.apply("roll")
    guess = compare(state, 1)
    assert guess.apply("keep WH") == state.apply("keep WH")
    assert on_the_table(guess) == on_the_table(state)


def test_forfeits_dealt_are_not_dealt_again_before_the_pile_is_empty() -> None:
    state = new(3, 5, end_value=40)
    for _ in playing(state, random.Random(5), 60):
        pass
    guess = compare(state, 0)
    assert state.pile
    assert sorted(guess.pile) == sorted(state.pile)
    assert guess.pending_forfeits == state.pending_forfeits


BROKEN = {
    "players": (2, "players"),
    "options": ({"dice": []}, "dice"),
    "phase": ("sleep", "phase"),
    "turn": (4, "turn"),
    "round": (0, "round"),
    "direction": (0, "direction"),
    "order": ([0, 0, 1, 2], "order"),
    "kept": (["F!", None, None, None], "kept"),
    "roll": (["W1"], "roll"),
    "losses": ([0, 0], "losses"),
    "losers": ([-1], "losers"),
    "forfeits_left": (["fly"], "forfeits_left"),
    "pending_forfeits": ([3], "pending_forfeits"),
    "forfeits_served": ("none", "forfeits_served"),
    "hand": (["W"], "hand"),
    "to_move": (None, "to_move"),
    "dice": ({}, "dice"),
    "seat": (4, "seat"),
}


@pytest.mark.parametrize("key", BROKEN)
def test_a_view_that_cannot_be_is_refused_by_its_key(key: str) -> None:
    state = lay("W3 B4 B1 F3", turn="A")
    state.apply("roll")
    view = sent(state, 0)
    value, named = BROKEN[key]
    with pytest.raises(hornsup.BadInput, match=named):
        imagined({**view, key: value})
    del view[key]
    with pytest.raises(hornsup.BadInput, match=key):
        imagined(view)


JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**12,
    2.5,
    "",
    "W1",
    "F!",
    [],
    [[]],
    {},
    {"a": 1},
    ["A", None],
)


def spoilt(data: Any, rng: random.Random) -> Any:
    """A copy with one value anywhere inside replaced by something else."""
    if isinstance(data, dict) and data and rng.random() < 0.9:
        key = rng.choice(list(data))
        return {**data, key: spoilt(data[key], rng)}
    if isinstance(data, list) and data and rng.random() < 0.9:
        place = rng.randrange(len(data))
        return [*data[:place], spoilt(data[place], rng), *data[place + 1 :]]
    return rng.choice(JUNK)


def test_a_spoilt_view_is_refused_or_harmless_and_nothing_else() -> None:
    refused = 0
    for seed in range(40):
        rng = random.Random(seed)
        for state, _ in playing(new(3 + seed % 5, seed), rng, 40):
            view = spoilt(sent(state, 0), rng)
            try:
                guess = imagined(view)
            except hornsup.BadInput as error:
                assert str(error)
                refused += 1
            else:
                assert guess.view(view["seat"]) == view
    assert refused > 1000

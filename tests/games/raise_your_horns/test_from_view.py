"""A full state out of a view: the same dice on the table, others to come."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings

from hornsup.games.raise_your_horns import GAME
from hornsup.games.raise_your_horns.state import RaiseYourHorns
from tests.games.mangled_views import (
    assert_refused_by_key,
    assert_refused_or_harmless,
    mangled,
    sent,
)
from tests.games.raise_your_horns.harness import fingerprint, games, lay, new, playing

Dealt = tuple[RaiseYourHorns, random.Random]


def from_view(view: Any) -> RaiseYourHorns:
    state = GAME.state_from_view(view, random.Random(1))
    assert isinstance(state, RaiseYourHorns)
    return state


def assert_same_to_seat(state: RaiseYourHorns, seat: int | None) -> RaiseYourHorns:
    """A state from a view is the same game, but for dice to come; gives it."""
    view = sent(state, seat)
    guess = from_view(view)
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
        guess = assert_same_to_seat(state, rng.choice([None, *range(state.players)]))
        assert state.over or on_the_table(guess) == on_the_table(state)


def test_every_phase_can_be_made_from_a_view() -> None:
    phases = set()
    for seed in range(12):
        state = new(4, seed, end_value=3)
        for _ in playing(state, random.Random(seed), 300):
            assert_same_to_seat(state, 0)
            phases.add(state.view(0)["phase"])
    assert phases == {"start", "roll", "keep", "name", "over"}


@pytest.mark.parametrize("players", GAME.seats)
def test_every_number_of_players(players: int) -> None:
    state = new(players, players)
    for _ in playing(state, random.Random(players), 30):
        assert_same_to_seat(state, state.to_move)


def test_a_move_that_needs_no_die_has_the_same_consequences() -> None:
    state = lay("WH B4 F3", kept={"A": "B3"}, turn="B", losses={"C": 2})
    state.apply("roll")
    guess = assert_same_to_seat(state, 1)
    assert guess.apply("keep WH") == state.apply("keep WH")
    assert on_the_table(guess) == on_the_table(state)


def test_forfeits_dealt_are_not_dealt_again_before_the_pile_is_empty() -> None:
    state = new(3, 5, end_value=40)
    for _ in playing(state, random.Random(5), 60):
        pass
    guess = assert_same_to_seat(state, 0)
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
    assert_refused_by_key(from_view, sent(state, 0), key, *BROKEN[key])


def test_a_mangled_view_is_refused_or_harmless_and_nothing_else() -> None:
    refused = 0
    for seed in range(40):
        rng = random.Random(seed)
        for state, _ in playing(new(3 + seed % 5, seed), rng, 40):
            view = mangled(sent(state, 0), rng, "W1", "F!")
            refused += assert_refused_or_harmless(from_view, view)
    assert refused > 1000

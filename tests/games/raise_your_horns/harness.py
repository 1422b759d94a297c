"""One-line builders, random games of every kind, and a state's fingerprint."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import note
from hypothesis import strategies as st

import hornsup
from hornsup.core import registry
from hornsup.core.notation import seat_letter
from hornsup.games.raise_your_horns.state import RaiseYourHorns

GAME = "raise-your-horns"
ODD_DICE = {
    "name": "odd",
    "faces": {"W": ["H", 1, "H", 7], "B": [0, 0, 12], "F": [3, "!", "!", 9, 20, 41, 7, 8]},
}
OWN_FORFEITS = {
    "name": "ours",
    "forfeit": [
        {"id": "sing", "tags": ["loud"], "text": "Sing!"},
        {"id": "hush", "tags": [], "text": "Hush, {not a placeholder}."},
    ],
}


def new(players: int = 4, seed: int | str | bytes = 1, **options: Any) -> RaiseYourHorns:
    state = hornsup.new(GAME, players=players, seed=seed, options=options)
    assert isinstance(state, RaiseYourHorns)
    return state


def lay(*rolls: str, players: int = 4, options: Any = None, **position: Any) -> RaiseYourHorns:
    """A position with the dice to come."""
    game = registry.get(GAME)
    data = {**position, "rolls": list(rolls)}
    state = game.position(players, game.read_options(options), data)
    assert isinstance(state, RaiseYourHorns)
    return state


def play(state: RaiseYourHorns, *moves: str) -> list[Any]:
    """Play the moves and return everything that happened."""
    return [event for move in moves for event in state.apply(move)]


def legal(state: RaiseYourHorns) -> list[str]:
    return [str(move) for move in state.legal_moves()]


def letters(seats: Any) -> str:
    return "".join(seat_letter(seat) for seat in seats)


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    return draw(
        st.fixed_dictionaries(
            {},
            optional={
                "dice": st.sampled_from(["standard", "high", ODD_DICE]),
                "name_only_in_round": st.booleans(),
                "fouls": st.booleans(),
                "end_goal": st.sampled_from(["losses", "rounds", "time", "stop"]),
                "end_value": st.integers(1, 12),
                "family_friendly": st.booleans(),
                "forfeits": st.sampled_from(["standard", "off", OWN_FORFEITS]),
            },
        )
    )


@st.composite
def games(draw: st.DrawFn) -> tuple[RaiseYourHorns, random.Random]:
    """A fresh game of any kind with 3 to 9 players, and a generator to play it with."""
    seed = draw(st.integers(0, 1 << 32))
    players, chosen = draw(st.integers(3, 9)), draw(options())
    note(f"new({players}, {seed}, **{chosen}), random.Random({seed})")
    return new(players, seed, **chosen), random.Random(seed)


def playing(
    state: RaiseYourHorns, rng: random.Random, most: int = 150
) -> Iterator[tuple[RaiseYourHorns, list[Any]]]:
    """Play at random, giving the state and the events of every move; stopping is put off."""
    for _ in range(most):
        if state.over:
            return
        moves = state.legal_moves()
        wanted = [move for move in moves if str(move) != "stop" or rng.random() < 0.05]
        yield state, state.apply(rng.choice(wanted or moves))


def fingerprint(state: RaiseYourHorns) -> tuple[Any, ...]:
    """Everything that makes up a state, caches left out."""
    return (
        state.players,
        state.phase,
        state.seat,
        tuple(state.choices.values()),
        state.contenders,
        state.throws,
        (state.round_number, state.starter, state.direction, state.order),
        state.kept,
        state.hand.dice,
        state.roll and state.roll.texts,
        (state.lowest, state.lowest_seats, state.horns_kept),
        tuple(state.losses),
        state.losers,
        state.reason,
        tuple(state.pile),
        tuple(state.pending_forfeits),
        state.served,
        (state.seed, state.words_used, state.pile_words_used),
        state.script,
        tuple(map(str, state.moves_played())),
    )

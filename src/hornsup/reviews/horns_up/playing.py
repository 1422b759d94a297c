"""Moves played on for everyone by one quick policy, which sees of others what everybody sees."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from hornsup.bots.horns_up import chances
from hornsup.bots.horns_up.evaluation import Weights, lookahead_weights
from hornsup.bots.horns_up.lookahead import candidates, rate
from hornsup.bots.horns_up.tree import forced_move, sure_win
from hornsup.games.horns_up.state import HornsUp

MAX_MOVES: Final = 60
"""In one turn; a turn that never ends is judged where it stands."""


@lru_cache(maxsize=1)
def weights() -> Weights:
    return lookahead_weights()


def ratings(state: HornsUp, codes: list[int]) -> list[float]:
    """What the lookahead thinks of moves of the seat that must decide."""
    return rate([state], state.mover, codes, [0.0] * state.players, weights())


def policy(state: HornsUp) -> int:
    """A win that is there, the walk forward, else the move that the lookahead rates best."""
    code = sure_win(state)
    if code < 0:
        code = forced_move(state)
    if code >= 0:
        return code
    codes = candidates(state, state.mover)
    if len(codes) == 1:
        return codes[0]
    found = ratings(state, codes)
    return codes[found.index(max(found))]


def play_turns(state: HornsUp, code: int, turns: int = 1) -> list[float]:
    """The chances after a move and the rest of so many turns; the state is used up."""
    end = state.turn_number + turns
    state.advance(state.move_of(code))
    moves = 0
    while state.winner < 0 and state.turn_number < end and moves < MAX_MOVES * turns:
        state.advance(state.move_of(policy(state)))
        moves += 1
    return chances(state)

"""Greedy: looks one move ahead and takes the move with the best odds to win."""

from __future__ import annotations

from typing import Final

from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up import lookahead
from hornsup.bots.horns_up.evaluation import lookahead_weights
from hornsup.bots.horns_up.grudges import Grudges
from hornsup.bots.horns_up.tree import sure_win
from hornsup.core.moves import Move
from hornsup.games.horns_up.moves import CELL, WALK
from hornsup.games.horns_up.state import HornsUp

SAMPLES: Final = 4  # for moves whose effect depends on hidden cards


class Greedy(Bot):
    """Races, blocks the leader, and plays Tickets for what they change on the table."""

    def __init__(self, retaliation: float = 0.0, sees_wins: bool = True) -> None:
        self.sees_wins = sees_wins  # plays a win of several moves, not only of the next one
        self.weights = lookahead_weights()
        self.grudges = Grudges(retaliation)

    def choose(self, info: Info) -> Move:
        if len(info.legal) == 1:
            return info.legal[0]
        state = sample_state(info)
        code = sure_win(state) if self.sees_wins else -1
        if code >= 0:
            return state.move_of(code)
        if not state.agenda and state.turn_number:
            target = lookahead.walk_target(state)
            if target:
                return state.move_of(WALK | target << CELL)
        return state.move_of(self._best(info, state))

    def _best(self, info: Info, state: HornsUp) -> int:
        codes = lookahead.candidates(state, info.seat)
        if len(codes) == 1:
            return codes[0]
        samples = [state]
        if any(lookahead.is_random(state.rules, code) for code in codes):
            samples += [sample_state(info) for _ in range(SAMPLES - 1)]
        rivals = self.grudges.rival_weights(state, info.seat)
        ratings = lookahead.rate(samples, info.seat, codes, rivals, self.weights)
        top = max(ratings)
        best = [code for code, rating in zip(codes, ratings, strict=True) if rating >= top]
        return info.rng.choice(best)


def sample_state(info: Info) -> HornsUp:
    """A sample of the whole state."""
    state = info.sample()
    assert isinstance(state, HornsUp)
    return state

"""Greedy: looks one move ahead and takes what betters its own prospects over the others' most."""

from __future__ import annotations

from typing import Final

from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up import lookahead
from hornsup.bots.horns_up.grudges import Grudges
from hornsup.bots.horns_up.prospects import Weights, racing_weights
from hornsup.core.moves import Move
from hornsup.games.horns_up.moves import CELL, WALK
from hornsup.games.horns_up.state import HornsUp

GUESSES: Final = 4


class Greedy(Bot):
    """Races, blocks whoever leads, and plays Tickets for what they change on the table."""

    def __init__(self, temper: float = 0.0, weights: Weights | None = None) -> None:
        self.weights = weights or racing_weights()
        self.grudges = Grudges(temper)

    def choose(self, info: Info) -> Move:
        if len(info.legal) == 1:
            return info.legal[0]
        state = sampled(info)
        if not state.agenda and state.turn_number:
            stand = lookahead.better_stand(state)
            if stand:
                return state.move_of(WALK | stand << CELL)
        return state.move_of(self._best(info, state))

    def _best(self, info: Info, state: HornsUp) -> int:
        codes = lookahead.worth_a_look(state, info.seat)
        if len(codes) == 1:
            return codes[0]
        guesses = [state]
        if any(lookahead.by_chance(state.rules, code) for code in codes):
            guesses += [sampled(info) for _ in range(GUESSES - 1)]
        spite = self.grudges.spite(state, info.seat)
        rates = lookahead.rate(guesses, info.seat, codes, spite, self.weights)
        top = max(rates)
        best = [code for code, rate in zip(codes, rates, strict=True) if rate >= top]
        return info.rng.choice(best)


def sampled(info: Info) -> HornsUp:
    """A guess of the whole state."""
    state = info.sample()
    assert isinstance(state, HornsUp)
    return state

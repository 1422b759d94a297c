"""Easy: a racer that makes mistakes, for players who are new to the game."""

from __future__ import annotations

from typing import Final

from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up.greedy import sample_state
from hornsup.bots.horns_up.racer import Racer
from hornsup.bots.horns_up.tree import sure_win
from hornsup.core.moves import Move

MISTAKE_RATE: Final = 0.25


class Easy(Bot):
    """Races, but every fourth choice is random among the moves that are not walks.

    A win that its hand has in this turn it takes: a new player sees those too.
    """

    def __init__(self) -> None:
        self.racer = Racer()

    def choose(self, info: Info) -> Move:
        win = self._win(info)
        if win is not None:
            return win
        if info.rng.random() >= MISTAKE_RATE:
            return self.racer.choose(info)
        others = [move for move in info.legal if not move.text.startswith("walk ")]
        return info.rng.choice(others or info.legal)

    @staticmethod
    def _win(info: Info) -> Move | None:
        """The next move of a win in this turn, if one is seen."""
        before = info.rng.getstate()
        state = sample_state(info)
        info.rng.setstate(before)  # as if nothing had been dealt: only the own hand matters here
        code = sure_win(state)
        return state.move_of(code) if code >= 0 else None

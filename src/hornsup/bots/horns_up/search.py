"""Search: a Monte Carlo tree search over guesses of what its seat cannot see."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up import tree
from hornsup.bots.horns_up.greedy import sampled
from hornsup.bots.horns_up.grudges import Grudges
from hornsup.bots.horns_up.lookahead import worth_a_look
from hornsup.bots.horns_up.prospects import Weights, judging_weights, racing_weights
from hornsup.core.moves import Move
from hornsup.games.horns_up.state import HornsUp

ROUNDS: Final = 100


class Search(Bot):
    """Thinks for a number of rounds, or for a time in seconds, about every choice it has."""

    def __init__(
        self,
        rounds: int = 0,
        seconds: float = 0.0,
        temper: float = 0.0,
        judge: Weights | None = None,
        settings: tree.Settings | None = None,
    ) -> None:
        self.rounds = rounds if rounds or seconds else ROUNDS
        self.seconds = seconds
        self.weights = racing_weights()
        self.judge = judge or judging_weights()
        self.settings = settings or tree.Settings()
        self.grudges = Grudges(temper)
        self.thought = 0  # rounds so far, for those who measure

    def choose(self, info: Info) -> Move:
        if len(info.legal) == 1:
            return info.legal[0]
        state = sampled(info)
        code = tree.forced(state)
        if code < 0:
            codes = worth_a_look(state, info.seat)
            code = codes[0] if len(codes) == 1 else self._think(info, state)
        return state.move_of(code)

    def _think(self, info: Info, state: HornsUp) -> int:
        spite = self.grudges.spite(state, info.seat)
        mind = tree.Mind(info.seat, spite, self.weights, self.judge, self.settings)
        root = tree.Node()
        stop = perf_counter() + self.seconds if self.seconds else 0.0
        rounds = 0
        while rounds < self.rounds or not rounds or perf_counter() < stop:
            tree.explore(root, sampled(info), mind)
            rounds += 1
        self.thought += rounds
        return tree.favourite(root)

"""Search: a Monte Carlo tree search over samples of what its seat cannot see."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up import tree
from hornsup.bots.horns_up.evaluation import lookahead_weights, playout_weights
from hornsup.bots.horns_up.greedy import sample_state
from hornsup.bots.horns_up.grudges import Grudges
from hornsup.bots.horns_up.lookahead import candidates
from hornsup.core.moves import Move
from hornsup.games.horns_up.state import HornsUp

DEFAULT_ROUNDS: Final = 100


class Search(Bot):
    """Searches for a number of rounds, or for a time in seconds, at every decision."""

    def __init__(self, rounds: int = 0, seconds: float = 0.0, retaliation: float = 0.0) -> None:
        self.rounds = rounds if rounds or seconds else DEFAULT_ROUNDS
        self.seconds = seconds
        self.weights = lookahead_weights()
        self.playout_weights = playout_weights()
        self.grudges = Grudges(retaliation)
        self.rounds_done = 0  # in all decisions so far, for measurements

    def choose(self, info: Info) -> Move:
        if len(info.legal) == 1:
            return info.legal[0]
        state = sample_state(info)
        code = tree.forced_move(state)
        if code < 0:
            codes = candidates(state, info.seat)
            code = codes[0] if len(codes) == 1 else self._search(info, state)
        return state.move_of(code)

    def _search(self, info: Info, state: HornsUp) -> int:
        rivals = self.grudges.rival_weights(state, info.seat)
        searcher = tree.Searcher(info.seat, rivals, self.weights, self.playout_weights)
        root = tree.Node()
        stop = perf_counter() + self.seconds if self.seconds else 0.0
        rounds = 0
        while rounds < self.rounds or not rounds or perf_counter() < stop:
            tree.run_round(root, sample_state(info), searcher)
            rounds += 1
        self.rounds_done += rounds
        return tree.most_visited(root)

"""Search: a Monte Carlo tree search over guesses of what its seat cannot see."""

from __future__ import annotations

from time import perf_counter

from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up import tree
from hornsup.bots.horns_up.lookahead import worth_a_look
from hornsup.bots.horns_up.prospects import Weights, racing_weights
from hornsup.core.moves import Move
from hornsup.games.horns_up.state import HornsUp


class Search(Bot):
    """Thinks for a number of rounds, or for a time in seconds, about every choice it has."""

    def __init__(
        self,
        rounds: int = 0,
        seconds: float = 0.0,
        weights: Weights | None = None,
        judge: Weights | None = None,
        settings: tree.Settings | None = None,
    ) -> None:
        self.rounds = rounds
        self.seconds = seconds
        self.weights = weights or racing_weights()
        self.judge = judge or self.weights
        self.settings = settings or tree.Settings()
        self.done = 0

    def choose(self, info: Info) -> Move:
        if len(info.legal) == 1:
            return info.legal[0]
        state = info.sample()
        assert isinstance(state, HornsUp)
        code = tree.forced(state)
        if code < 0:
            codes = worth_a_look(state, info.seat)
            code = codes[0] if len(codes) == 1 else self._think(info, state.players)
        return state.move_of(code)

    def _think(self, info: Info, players: int) -> int:
        root = tree.Node()
        spite = [0.0] * players
        stop = perf_counter() + self.seconds
        rounds = 0
        while rounds < self.rounds or (self.seconds and perf_counter() < stop):
            guess = info.sample()
            assert isinstance(guess, HornsUp)
            tree.explore(root, guess, spite, self.weights, self.judge, self.settings, info.rng)
            rounds += 1
        self.done += rounds
        return tree.favourite(root)

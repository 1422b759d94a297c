"""A search that sees every card, to measure how far luck alone lets any bot go. For tests only."""

from __future__ import annotations

from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up.search import Search
from hornsup.core.contract import GameState
from hornsup.core.moves import Move


class Seer(Bot):
    """Search whose every guess is the truth: hands, decks and the stream of chance."""

    def __init__(self, rounds: int = 200, seconds: float = 0.0) -> None:
        self.search = Search(rounds, seconds)
        self.truth: GameState | None = None

    def watch(self, state: GameState) -> None:
        """The true state before each choice; no bot of the package is ever given this."""
        self.truth = state

    def choose(self, info: Info) -> Move:
        truth = self.truth
        assert truth is not None
        seeing = Info(info.seat, info.legal, info.rng, lambda: info.view, truth.clone)
        return self.search.choose(seeing)

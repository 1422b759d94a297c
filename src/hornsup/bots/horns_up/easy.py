"""Easy: a racer that makes mistakes, for players who are new to the game."""

from __future__ import annotations

from typing import Final

from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up.racer import Racer
from hornsup.core.moves import Move

MISTAKE_RATE: Final = 0.25


class Easy(Bot):
    """Races, but every fourth choice is random among the moves that are not walks."""

    def __init__(self) -> None:
        self.racer = Racer()

    def choose(self, info: Info) -> Move:
        if info.rng.random() >= MISTAKE_RATE:
            return self.racer.choose(info)
        others = [move for move in info.legal if not move.text.startswith("walk ")]
        return info.rng.choice(others or info.legal)

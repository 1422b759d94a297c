"""Horns Up and Raise Your Horns!: two party games, one exact rules engine.

>>> import hornsup
>>> state = hornsup.new("horns-up", players=4, seed=7)
>>> str(state.legal_moves()[0])
'enter -4,4'
"""

from __future__ import annotations

from hornsup import games  # registers the games
from hornsup.core import registry
from hornsup.core.contract import GameState
from hornsup.core.moves import Move
from hornsup.core.outcome import Outcome
from hornsup.core.randomness import Seed
from hornsup.core.record import replay
from hornsup.core.refusal import Refusal
from hornsup.errors import BadInput, HornsUpError, IllegalMove
from hornsup.version import __version__

__all__ = [
    "BadInput",
    "GameState",
    "HornsUpError",
    "IllegalMove",
    "Move",
    "Outcome",
    "Refusal",
    "__version__",
    "games",
    "new",
    "replay",
]


def new(game: str, *, players: int, seed: Seed | None = None, options: object = None) -> GameState:
    """A fresh game. The same arguments give the same game; without a seed the deal is a secret."""
    if seed is None:
        import secrets

        seed = secrets.token_bytes(32)
    return registry.start(game, players, seed, options)

"""Horns Up and Raise Your Horns!: two party games, one exact rules engine.

>>> import hornsup
>>> state = hornsup.new("horns-up", players=4, seed=7)
>>> str(state.legal_moves()[0])
'enter -4,4'

The public API is `__all__`; docs/api.md has every name with an example. Importing the package loads
the engine alone. Bots, simulations and the client are imported when their names are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from hornsup import games  # declares the games
from hornsup.core import displays, registry
from hornsup.core.contract import Game, GameState
from hornsup.core.events import Event
from hornsup.core.events import to_json as event_to_json
from hornsup.core.moves import Move
from hornsup.core.outcome import Outcome
from hornsup.core.randomness import Seed
from hornsup.core.record import replay, verify
from hornsup.core.record import steps as replay_steps
from hornsup.core.refusal import Refusal
from hornsup.core.verification import Verification
from hornsup.errors import BadInput, HornsUpError, IllegalMove
from hornsup.record_files import read_record, write_record
from hornsup.version import __version__

if TYPE_CHECKING:
    from hornsup.bots.base import Bot, Info
    from hornsup.bots.lineup import bot_names, line_up, make_bot
    from hornsup.client import BotPlayer, Guest, TableClient, TablePlayer
    from hornsup.lab.simulate import simulate
    from hornsup.notebook.displays import card, hand
    from hornsup.reviews import Review, review

__all__ = [
    "BadInput",
    "Bot",
    "BotPlayer",
    "Event",
    "Game",
    "GameState",
    "Guest",
    "HornsUpError",
    "IllegalMove",
    "Info",
    "Move",
    "Outcome",
    "Refusal",
    "Review",
    "TableClient",
    "TablePlayer",
    "Verification",
    "__version__",
    "bot_names",
    "card",
    "event_to_json",
    "game_names",
    "games",
    "hand",
    "line_up",
    "make_bot",
    "new",
    "read_record",
    "replay",
    "replay_steps",
    "review",
    "simulate",
    "verify",
    "write_record",
]

_CLIENT: Final = "hornsup.client"
# Names that are imported when they are first used, by module.
_LAZY: Final = {
    "Bot": "hornsup.bots.base",
    "Info": "hornsup.bots.base",
    "bot_names": "hornsup.bots.lineup",
    "line_up": "hornsup.bots.lineup",
    "make_bot": "hornsup.bots.lineup",
    "card": "hornsup.notebook.displays",
    "hand": "hornsup.notebook.displays",
    "simulate": "hornsup.lab.simulate",
    "Review": "hornsup.reviews",
    "review": "hornsup.reviews",
    "BotPlayer": _CLIENT,
    "Guest": _CLIENT,
    "TableClient": _CLIENT,
    "TablePlayer": _CLIENT,
}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module 'hornsup' has no attribute {name!r}")
    from importlib import import_module

    if _LAZY[name] == _CLIENT:
        from hornsup.lab.extras import need

        need(f"hornsup.{name}", "client", "msgspec", "websockets")
    value = globals()[name] = getattr(import_module(_LAZY[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def game_names() -> list[str]:
    """The games that can be played, as `new` calls them."""
    return registry.names()


def new(game: str, *, players: int, seed: Seed | None = None, options: object = None) -> GameState:
    """A fresh game. The same arguments give the same game; without a seed the deal is a secret."""
    if seed is None:
        import secrets

        seed = secrets.token_bytes(32)
    return registry.start(game, players, seed, options)


def _record_html(record: dict[str, Any]) -> str | None:
    """A record in a notebook; what draws it is imported when one is shown."""
    from hornsup.notebook.displays import record_html

    return record_html(record)


displays.Drawing.record = staticmethod(_record_html)

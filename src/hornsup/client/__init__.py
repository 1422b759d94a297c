"""The Python client of a hornsup server: HTTP calls, one table's websocket, bots that take a seat.

guest = await Guest.sign_in("http://127.0.0.1:8000", "Robo")
opened = await guest.open_table({"game": "horns-up", "players": 3})
async with guest.table(opened["id"]) as client:
    print(client.version, client.legal)

A name is imported when it is used: a table in the same process needs no websockets.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from hornsup.client.address import read_address
    from hornsup.client.bot import BotPlayer, Player, ProgramPlayer, TablePlayer
    from hornsup.client.connection import TableConnection
    from hornsup.client.errors import RequestRefused, Unreachable
    from hornsup.client.http import Guest, request
    from hornsup.client.local import LocalClient
    from hornsup.client.table import TableClient

__all__ = [
    "BotPlayer",
    "Guest",
    "LocalClient",
    "Player",
    "ProgramPlayer",
    "RequestRefused",
    "TableClient",
    "TableConnection",
    "TablePlayer",
    "Unreachable",
    "read_address",
    "request",
]

MODULES: Final = {
    "address": ("read_address",),
    "bot": ("BotPlayer", "Player", "ProgramPlayer", "TablePlayer"),
    "connection": ("TableConnection",),
    "errors": ("RequestRefused", "Unreachable"),
    "http": ("Guest", "request"),
    "local": ("LocalClient",),
    "table": ("TableClient",),
}
"""Where each name is."""


def __getattr__(name: str) -> Any:
    for module, names in MODULES.items():
        if name == module:
            return import_module(f"{__name__}.{module}")
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

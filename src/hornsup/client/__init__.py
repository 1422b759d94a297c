"""The Python client of a hornsup server: HTTP calls, one table's websocket, bots that take a seat.

guest = await Guest.sign_in("http://127.0.0.1:8000", "Robo")
opened = await guest.open_table({"game": "horns-up", "players": 3})
async with guest.table(opened["id"]) as client:
    print(client.version, client.legal)
"""

from hornsup.client.bot import BotPlayer, Player, ProgramPlayer, TablePlayer, read_address
from hornsup.client.errors import RequestRefused, Unreachable
from hornsup.client.http import Guest, request
from hornsup.client.table import TableClient

__all__ = [
    "BotPlayer",
    "Guest",
    "Player",
    "ProgramPlayer",
    "RequestRefused",
    "TableClient",
    "TablePlayer",
    "Unreachable",
    "read_address",
    "request",
]

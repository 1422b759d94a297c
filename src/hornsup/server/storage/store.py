"""Everything the server stores, by subject."""

from __future__ import annotations

from hornsup.play.runtime import Clock
from hornsup.server.storage.database import Database
from hornsup.server.storage.log import LogStore
from hornsup.server.storage.players import PlayerStore
from hornsup.server.storage.presence import PresenceStore
from hornsup.server.storage.tables import TableStore


class Store:
    """The database and the queries on it."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.database = Database(url, clock)
        self.log = LogStore(self.database)
        self.tables = TableStore(self.database)
        self.players = PlayerStore(self.database)
        self.presence = PresenceStore(self.database)

"""Everything the server stores, by subject."""

from __future__ import annotations

from hornsup.play.runtime import Clock
from hornsup.server.storage.database import Database
from hornsup.server.storage.devices.calls import CallStore
from hornsup.server.storage.devices.links import LinkStore
from hornsup.server.storage.devices.own_data import OwnDataStore
from hornsup.server.storage.devices.store import DeviceStore
from hornsup.server.storage.log import LogStore
from hornsup.server.storage.owner import OwnerStore
from hornsup.server.storage.players import PlayerStore
from hornsup.server.storage.presence import PresenceStore
from hornsup.server.storage.reviews.store import ReviewStore
from hornsup.server.storage.tables import TableStore


class Store:
    """The database and the queries on it."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.database = Database(url, clock)
        self.log = LogStore(self.database)
        self.tables = TableStore(self.database)
        self.players = PlayerStore(self.database)
        self.presence = PresenceStore(self.database)
        self.owner = OwnerStore(self.database)
        self.devices = DeviceStore(self.database)
        self.links = LinkStore(self.database)
        self.own_data = OwnDataStore(self.database)
        self.calls = CallStore(self.database)
        self.reviews = ReviewStore(self.database)

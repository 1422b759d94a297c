"""What every request handler of a worker can reach."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from hornsup.server.config import Config
from hornsup.server.house import House
from hornsup.server.hub import Hub
from hornsup.server.limits import Buckets
from hornsup.server.sessions import Sessions
from hornsup.server.sockets import Sockets
from hornsup.server.store import Store
from hornsup.server.sweeper import Sweeper
from hornsup.server.thinkers import Thinkers


@dataclass(slots=True)
class Services:
    """The parts of one worker."""

    config: Config
    store: Store
    hub: Hub
    thinkers: Thinkers
    house: House
    sessions: Sessions
    sockets: Sockets
    sweeper: Sweeper
    new_guests: Buckets = field(init=False)
    new_tables: Buckets = field(init=False)
    codes: Buckets = field(init=False)
    checks: Buckets = field(init=False)
    lessons: Buckets = field(init=False)

    def __post_init__(self) -> None:
        config, now = self.config, time.monotonic
        guests, tables = config.sessions_per_minute, config.tables_per_hour
        self.new_guests = Buckets(guests / 60, guests, now)
        self.new_tables = Buckets(tables / 3600, tables, now)
        self.codes = Buckets(1.0, 60, now)
        self.checks = Buckets(0.5, 20, now)
        self.lessons = Buckets(5.0, 100, now)

"""The rate limits of HTTP requests: by address, or by player where one is known."""

from __future__ import annotations

from hornsup.play.runtime import Clock
from hornsup.server.auth.rate_limit import Buckets
from hornsup.server.config import Config


class TooMany(Exception):
    """A limit is reached; its name finds the text, which says when to try again."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Limits:
    """A rate limit by name, each with a bucket for every address or player."""

    def __init__(self, config: Config, clock: Clock) -> None:
        guests, tables = config.sessions_per_minute, config.tables_per_hour
        records = Buckets(0.5, 20, clock.monotonic)  # checking and showing cost the same
        self._buckets = {
            "guests": Buckets(guests / 60, guests, clock.monotonic),
            "tables": Buckets(tables / 3600, tables, clock.monotonic),
            "codes": Buckets(1.0, 60, clock.monotonic),
            "checks": records,
            "replays": records,
            "lessons": Buckets(5.0, 100, clock.monotonic),
            "calls": Buckets(0.2, 20, clock.monotonic),
            "make-links": Buckets(0.1, 20, clock.monotonic),
            "links": Buckets(0.5, 30, clock.monotonic),
            "reviews": Buckets(0.2, 30, clock.monotonic),
            "data": Buckets(0.05, 10, clock.monotonic),  # it reads every log
        }

    @property
    def names(self) -> set[str]:
        return set(self._buckets)

    def take(self, name: str, key: str) -> None:
        """Count one request; raises TooMany."""
        if not self._buckets[name].take(key):
            raise TooMany(name)

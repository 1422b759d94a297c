"""Rate limits by token bucket: so much at once, so much in the long run."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable


class Bucket:
    """Holds up to `burst` and fills at `rate` a second."""

    __slots__ = ("_at", "_level", "burst", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self._level = float(burst)
        self._at = now

    def take(self, now: float) -> bool:
        """Take one out if it is there."""
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now
        if self._level < 1.0:
            return False
        self._level -= 1.0
        return True


class Buckets:
    """A bucket for every key, the longest unused forgotten first."""

    def __init__(
        self, rate: float, burst: float, monotonic: Callable[[], float], most: int = 50_000
    ) -> None:
        self._rate, self._burst, self._now, self._most = rate, burst, monotonic, most
        self._buckets: OrderedDict[Hashable, Bucket] = OrderedDict()

    def of(self, key: Hashable) -> Bucket:
        """The bucket of a key, for somebody who wants to hold on to it."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst, self._now())
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket

    def take(self, key: Hashable) -> bool:
        return self.of(key).take(self._now())

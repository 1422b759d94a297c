"""The server's time: the database's clock at the start, carried on by a monotonic one.

A wall clock that jumps (NTP, daylight saving, an administrator) changes nothing, and all workers
of one database agree.
"""

from __future__ import annotations

import time
from collections.abc import Callable


class SteadyClock:
    """Milliseconds that never jump; `anchor` sets them once."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._offset = int(time.time() * 1000) - int(monotonic() * 1000)

    def anchor(self, now: int) -> None:
        """From this moment on, now is `now`."""
        self._offset = now - int(self._monotonic() * 1000)

    def __call__(self) -> int:
        return int(self._monotonic() * 1000) + self._offset

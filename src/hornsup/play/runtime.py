"""Time and randomness, handed to whatever needs them so that tests and simulations choose both."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Literal, Protocol


class Clock(Protocol):
    """Time that never jumps."""

    def now(self) -> int:
        """Milliseconds since the epoch; all workers of one database agree on them."""

    def monotonic(self) -> float:
        """Seconds, to measure durations with."""

    def set(self, now: int) -> None:
        """From this moment on, now is `now`: a database's time, so that all its workers agree."""


Purpose = Literal[
    "table",
    "code",
    "secret",
    "player",
    "device",
    "token",
    "link",
    "worker",
    "command",
    "bot",
    "push",
]
"""What random bits are for."""


class Randomness(Protocol):
    """Unpredictable bits. A test or a simulation hands in seeded ones, a stream per purpose."""

    def token_bytes(self, count: int, purpose: Purpose) -> bytes: ...


class SteadyClock:
    """A wall clock read once and carried on by a monotonic one.

    A wall clock that is set (NTP, daylight saving, an administrator) changes nothing.
    """

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self._offset = int(time.time() * 1000) - int(monotonic() * 1000)

    def set(self, now: int) -> None:
        self._offset = now - int(self.monotonic() * 1000)

    def now(self) -> int:
        return int(self.monotonic() * 1000) + self._offset


class SystemRandomness:
    """The operating system's random bits."""

    def token_bytes(self, count: int, purpose: Purpose) -> bytes:
        del purpose
        return secrets.token_bytes(count)

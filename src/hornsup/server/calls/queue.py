"""The queue of calls: a bounded number waits, a few are under way, a host that hangs holds few."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

import structlog

from hornsup.server import metrics

MOST_WAITING: Final = 1_000
AT_ONCE: Final = 32
AT_ONCE_PER_HOST: Final = 8
logger = structlog.get_logger("calls")


@dataclass(frozen=True, slots=True)
class Call:
    """One message. `key` is its receiver: a newer call replaces one that still waits.

    `send` tells after how many seconds to try again, or None. `wanted` says whether the message
    still means something.
    """

    key: str
    way: str
    host: str
    wanted: Callable[[], Awaitable[bool]]
    send: Callable[[], Awaitable[float | None]]


class CallQueue:
    """Calls that wait, those under way, and those that will be tried again."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._most = most
        self._waiting: dict[str, Call] = {}
        self._later: dict[str, asyncio.TimerHandle] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._hosts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._waiting) + len(self._later)

    @property
    def under_way(self) -> int:
        return len(self._running)

    def put(self, call: Call, seconds: float = 0.0) -> bool:
        """Send a call when its turn comes, or after a while; False when too many wait."""
        self._forget(call.key)
        if len(self) >= self._most:
            metrics.calls.labels(call.way, "dropped").inc()
            return False
        if seconds > 0:
            loop = asyncio.get_running_loop()
            self._later[call.key] = loop.call_later(seconds, self._due, call)
        else:
            self._waiting[call.key] = call
            self._start()
        return True

    def _forget(self, key: str) -> None:
        self._waiting.pop(key, None)
        timer = self._later.pop(key, None)
        if timer is not None:
            timer.cancel()

    def _due(self, call: Call) -> None:
        self._later.pop(call.key, None)
        self.put(call)

    def _start(self) -> None:
        """Start what may start: one call to a receiver, a few to a host, so many in all."""
        for call in list(self._waiting.values()):
            if len(self._running) >= AT_ONCE:
                return
            if call.key not in self._running and self._hosts[call.host] < AT_ONCE_PER_HOST:
                del self._waiting[call.key]
                self._hosts[call.host] += 1
                self._running[call.key] = asyncio.create_task(self._run(call))

    async def _run(self, call: Call) -> None:
        again: float | None = None
        try:
            if await call.wanted():
                again = await call.send()
        except Exception as error:  # never the error's own text: it may hold the address
            logger.warning("call failed", way=call.way, error=type(error).__name__)
        finally:
            del self._running[call.key]
            self._hosts[call.host] -= 1
            if not self._hosts[call.host]:
                del self._hosts[call.host]
        if again is not None and call.key not in self._waiting and call.key not in self._later:
            self.put(call, again)
        self._start()

    async def stop(self) -> None:
        """What waits is given up; another worker makes calls of later turns."""
        self._waiting.clear()
        for timer in self._later.values():
            timer.cancel()
        self._later.clear()
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

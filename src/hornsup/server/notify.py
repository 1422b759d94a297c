"""How workers notify each other of a changed table: hints of (table, version), nothing else.

A hint may be lost, doubled or late; the log is the truth, and a worker that was cut off polls it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import redis.asyncio as redis
import structlog
from redis.exceptions import RedisError

from hornsup.play.live.table import PEOPLE
from hornsup.server import metrics

CHANNEL: Final = "hornsup:table:"
RETRY_SECONDS: Final = (0.05, 0.1, 0.2, 0.5, 1.0)
HEARTBEAT_SECONDS: Final = 2.0
"""How often we send ourselves something through Redis, to notice when nothing comes back."""
SILENCE_SECONDS: Final = 6.0

OnHint = Callable[[str, int], None]
OnGap = Callable[[], Awaitable[None]]
logger = structlog.get_logger("notify")


class Notifier:
    """Notifies nobody: a worker alone needs nothing else, several find each other's writes by
    polling."""

    healthy = True
    connected = False  # whether hints arrive, so that polling may be slow

    async def start(self, on_hint: OnHint, on_gap: OnGap) -> None:
        del on_hint, on_gap

    async def stop(self) -> None:
        return

    def publish(self, table: str, version: int) -> None:
        del table, version

    def subscribe(self, table: str) -> None:
        del table

    def unsubscribe(self, table: str) -> None:
        del table


class RedisNotifier(Notifier):
    """Redis pub/sub under supervision: every break is noticed, repaired, and the gap reported."""

    def __init__(self, url: str) -> None:
        self._redis = redis.from_url(url, socket_timeout=2, socket_connect_timeout=1)
        self._listener = redis.from_url(url, socket_connect_timeout=1)
        self._wanted: set[str] = set()
        self._outbox: asyncio.Queue[tuple[str, int]] = asyncio.Queue(maxsize=10_000)
        self._tasks: list[asyncio.Task[None]] = []
        self._pubsub: Any = None
        self.healthy = False

    async def start(self, on_hint: OnHint, on_gap: OnGap) -> None:
        self._tasks = [
            asyncio.create_task(self._keep_listening(on_hint, on_gap)),
            asyncio.create_task(self._keep_publishing()),
            asyncio.create_task(self._send_heartbeats()),
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()
        await self._listener.aclose()

    def publish(self, table: str, version: int) -> None:
        with suppress(asyncio.QueueFull):  # a hint more or less; the others poll
            self._outbox.put_nowait((table, version))

    def subscribe(self, table: str) -> None:
        self._wanted.add(table)
        self._send_to_redis("subscribe", table)

    def unsubscribe(self, table: str) -> None:
        self._wanted.discard(table)
        self._send_to_redis("unsubscribe", table)

    def _send_to_redis(self, verb: str, table: str) -> None:
        if self._pubsub is not None:
            task = asyncio.create_task(self._try(verb, table))
            self._tasks.append(task)
            task.add_done_callback(self._tasks.remove)

    async def _try(self, verb: str, table: str) -> None:
        with suppress(RedisError, OSError, AttributeError):
            await getattr(self._pubsub, verb)(CHANNEL + table)

    async def _keep_listening(self, on_hint: OnHint, on_gap: OnGap) -> None:
        failures = 0
        while True:
            try:
                await self._listen(on_hint, on_gap)
            except (TimeoutError, RedisError, OSError) as error:
                logger.warning("hub lost", error=type(error).__name__)
            failures = 0 if self.healthy else min(failures + 1, len(RETRY_SECONDS) - 1)
            self._set_health(False)
            await asyncio.sleep(RETRY_SECONDS[failures])

    async def _listen(self, on_hint: OnHint, on_gap: OnGap) -> None:
        """One connection: subscribe to all that is wanted, catch up, then listen."""
        pubsub, clock = self._listener.pubsub(), asyncio.get_running_loop().time
        try:
            async with asyncio.timeout(SILENCE_SECONDS) as deadline:
                await self._subscribe(pubsub)
                await self._next(pubsub, on_hint)  # Redis confirms
                self._set_health(True)
                deadline.reschedule(None)
                await on_gap()
                while True:
                    deadline.reschedule(clock() + SILENCE_SECONDS)
                    await self._next(pubsub, on_hint)
        finally:
            self._pubsub = None
            with suppress(RedisError, OSError):
                await pubsub.aclose()  # type: ignore[no-untyped-call] # untyped in redis-py

    async def _subscribe(self, pubsub: Any) -> None:
        asked = set(self._wanted)
        await pubsub.subscribe(CHANNEL, *(CHANNEL + table for table in asked))
        self._pubsub = pubsub
        for table in self._wanted ^ asked:  # came or went while we connected
            self._send_to_redis("subscribe" if table in self._wanted else "unsubscribe", table)

    async def _next(self, pubsub: Any, on_hint: OnHint) -> None:
        """Take one message. redis-py repairs a broken connection by itself and loses what was
        sent meanwhile, so a break is made to surface here."""
        reply = await pubsub.connection.read_response(timeout=None, push_request=True)
        message = await pubsub.handle_message(reply)
        if message is None or message["type"] != "message":
            return
        table = message["channel"].decode()[len(CHANNEL) :]
        with suppress(ValueError):
            on_hint(table, int(message["data"]))

    async def _send_heartbeats(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self.publish("", PEOPLE)

    async def _keep_publishing(self) -> None:
        while True:
            table, version = await self._outbox.get()
            with suppress(RedisError, OSError, asyncio.TimeoutError):
                await self._redis.publish(CHANNEL + table, version)

    def _set_health(self, healthy: bool) -> None:
        self.healthy = self.connected = healthy
        metrics.notifier_up.set(healthy)


def open_notifier(url: str) -> Notifier:
    """The notifier for a Redis address; without one, workers poll."""
    return RedisNotifier(url) if url else Notifier()

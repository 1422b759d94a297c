"""What a worker does by itself: look after due tables, heartbeats, polling, cleaning up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import structlog

from hornsup.play.live.ports import StorageError
from hornsup.play.refused import Refused
from hornsup.server.auth.sessions import Sessions
from hornsup.server.live.presence import ALIVE_MS
from hornsup.server.live.registry import Registry

LOOK_SECONDS: Final = 1.0
HEARTBEAT_SECONDS: Final = 2.0
POLL_SECONDS: Final = 0.5
POLL_WITH_NOTIFIER_SECONDS: Final = 10.0
SESSIONS_SECONDS: Final = 0.4
"""How often a worker looks for sessions that another one has ended."""
CLEAN_SECONDS: Final = 60.0
OUTAGE_MS: Final = 3_000
"""A gap between heartbeats that counts as a time without any worker."""
logger = structlog.get_logger("maintenance")


class Connections(Protocol):
    """The sockets of this worker."""

    def close_slow(self) -> None: ...

    def close_player(self, player: str) -> None: ...

    def close_guests(self) -> None: ...


class Maintenance:
    """Jobs that are repeated for as long as the worker lives."""

    def __init__(self, registry: Registry, sessions: Sessions, connections: Connections) -> None:
        self.registry = registry
        self.store = registry.store
        self.sessions = sessions
        self.connections = connections
        self._tasks: list[asyncio.Task[None]] = []
        self._polled_at = float("-inf")

    def start(self) -> None:
        jobs: list[tuple[float, Callable[[], Awaitable[None]]]] = [
            (LOOK_SECONDS, self.look_after_due_tables),
            (HEARTBEAT_SECONDS, self.heartbeat),
            (POLL_SECONDS, self.poll),
            (SESSIONS_SECONDS, self.end_revoked_sessions),
            (LOOK_SECONDS, self.advance_late_viewers),
            (LOOK_SECONDS, self.close_slow_sockets),
            (CLEAN_SECONDS, self.clean_up),
        ]
        self._tasks = [asyncio.create_task(self._repeat(seconds, job)) for seconds, job in jobs]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _repeat(self, seconds: float, job: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await job()
            except (StorageError, Refused) as error:
                logger.warning("maintenance", job=job.__name__, error=str(error))
            except Exception:
                logger.exception("maintenance failed", job=job.__name__)
            await asyncio.sleep(seconds)

    async def look_after_due_tables(self) -> None:
        for table_id in await self.store.tables.due(self.registry.clock.now()):
            live = await self.registry.get(table_id)
            if live is not None:
                live.look_after()

    async def close_slow_sockets(self) -> None:
        """Whatever the database does, a peer that does not read is not kept."""
        self.connections.close_slow()

    async def heartbeat(self) -> None:
        now = self.registry.clock.now()
        await self.store.presence.heartbeat(self.registry.worker, now)
        await self.registry.presence.save()

    async def poll(self) -> None:
        """Often where no hints arrive, now and then where they do."""
        now = self.registry.clock.monotonic()
        connected = self.registry.notifier.connected
        wait = POLL_WITH_NOTIFIER_SECONDS if connected else POLL_SECONDS
        if self.registry.config.alone or now - self._polled_at < wait:
            return
        self._polled_at = now
        await self.registry.poll()

    async def end_revoked_sessions(self) -> None:
        """Close the sockets of players who were signed out, here or on another worker."""
        if self.registry.config.alone:
            return  # `DELETE /api/me` has done it
        revoked = await self.sessions.find_revoked()
        if revoked is None:
            self.connections.close_guests()
            return
        for player in revoked:
            self.connections.close_player(player)

    async def advance_late_viewers(self) -> None:
        for live in list(self.registry.tables.values()):
            if live.viewers.late is not None:
                live.enqueue(live.viewers.advance_late)

    async def clean_up(self) -> None:
        registry, now = self.registry, self.registry.clock.now()
        registry.drop_unused()
        await self.store.presence.remove_dead_workers(now - 60 * ALIVE_MS)
        await self.sessions.save_seen()
        await self._close_old_lobbies(now)
        if registry.config.keep_days:
            await self._delete_old(now - registry.config.keep_days * 86_400_000)

    async def _delete_old(self, before: int) -> None:
        for phase in ("over", "closed"):
            old = await self.store.tables.unused(phase, before)
            if old:
                await self.store.tables.delete(old)
        await self.store.players.delete_unseen(before)

    async def _close_old_lobbies(self, now: int) -> None:
        before = now - self.registry.config.keep_lobby_hours * 3_600_000
        for table_id in await self.store.tables.unused("lobby", before):
            live = await self.registry.get(table_id)
            if live is not None:
                live.close_idle()


async def after_outage(registry: Registry, last_heartbeat: int | None) -> None:
    """Give clocks back the time in which no worker lived, once."""
    now = registry.clock.now()
    if last_heartbeat is None or now - last_heartbeat < OUTAGE_MS:
        return
    for table_id in await registry.store.tables.due(now + 86_400_000, limit=10_000):
        live = await registry.get(table_id)
        if live is not None and live.table.at <= last_heartbeat + OUTAGE_MS:
            live.extend(now - last_heartbeat)

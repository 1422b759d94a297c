"""What a worker does by itself: look after due tables, heartbeats, polling, cleaning up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Final, Protocol

import structlog

from hornsup.play.live.ports import StorageError
from hornsup.play.live.table import LiveTable
from hornsup.play.refused import Refused
from hornsup.play.settings import by_days
from hornsup.server.auth.sessions import Sessions
from hornsup.server.live.orders import Orders
from hornsup.server.live.presence import ALIVE_MS
from hornsup.server.live.registry import Registry
from hornsup.server.storage.tables import pages

LOOK_SECONDS: Final = 1.0
HEARTBEAT_SECONDS: Final = 2.0
POLL_SECONDS: Final = 0.5
POLL_WITH_NOTIFIER_SECONDS: Final = 10.0
SESSIONS_SECONDS: Final = 0.4
"""How often a worker looks for sessions that another one has ended."""
ORDERS_SECONDS: Final = 0.5
"""How often a worker looks for orders of the server's owner: they hold within a second."""
CALLS_SECONDS: Final = 1.0
"""How often a worker looks whom it must call."""
CLEAN_SECONDS: Final = 60.0
OUTAGE_MS: Final = 3_000
"""A gap between heartbeats that counts as a time without any worker."""
LONG_OUTAGE_MS: Final = 600_000
FAR_MS: Final = 3_600_000
"""After an outage that was not long, a table at which nothing is due for that long is left alone:
minutes of a turn that has days are not worth loading all such tables before anybody is answered."""
GIVEN_TOGETHER: Final = 20
"""How many tables get their time back at once: commits are shared, and few connections taken."""
DAYS_LOBBY_MS: Final = 7 * 86_400_000
"""How long a table that is to be played over days waits for its players at least."""
logger = structlog.get_logger("maintenance")


class Connections(Protocol):
    """The sockets of this worker."""

    def close_slow(self) -> None: ...

    def close_sessions(self, subjects: Collection[str]) -> None: ...

    def close_guests(self) -> None: ...


class Caller(Protocol):
    """Calls players whose turn it is."""

    async def look(self) -> None: ...


class Maintenance:
    """Jobs that are repeated for as long as the worker lives."""

    def __init__(
        self,
        registry: Registry,
        sessions: Sessions,
        connections: Connections,
        orders: Orders,
        calls: Caller,
    ) -> None:
        self.registry = registry
        self.store = registry.store
        self.sessions = sessions
        self.connections = connections
        self.orders = orders
        self.calls = calls
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
            (ORDERS_SECONDS, self.orders.carry_out),
            (CALLS_SECONDS, self.calls.look),
        ]
        self._tasks = [asyncio.create_task(self._repeat(seconds, job)) for seconds, job in jobs]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.orders.stop()

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
            live = await _sound_table(self.registry, table_id)
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
        """Close the sockets of players and devices that were signed out on another worker."""
        if self.registry.config.alone:
            return  # whoever signed them out has done it
        ended = await self.sessions.find_ended()
        if ended is None:
            self.connections.close_guests()
        else:
            self.connections.close_sessions(ended)

    async def advance_late_viewers(self) -> None:
        for live in list(self.registry.tables.values()):
            if live.viewers.late is not None:
                live.enqueue(live.viewers.advance_late)

    async def clean_up(self) -> None:
        registry, now = self.registry, self.registry.clock.now()
        registry.drop_unused()
        await self.store.presence.remove_dead_workers(now - 60 * ALIVE_MS)
        await self.sessions.save_seen()
        await self.orders.forget_old()
        await self.store.links.delete_expired(now)
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
        unused = self.store.tables.unused
        async for page in pages(lambda after: unused("lobby", before, after)):
            for table_id in page:
                live = await _sound_table(self.registry, table_id)
                if live is None:
                    continue
                over_days = by_days(live.table.settings.clock)
                if not over_days or live.table.at < min(before, now - DAYS_LOBBY_MS):
                    live.close_idle()


async def _sound_table(registry: Registry, table_id: str) -> LiveTable | None:
    """A table; one that cannot be rebuilt is logged, and must not hold up the others."""
    try:
        return await registry.get(table_id)
    except StorageError:
        raise
    except Exception:
        logger.exception("a table cannot be rebuilt", table=table_id[:8])
        return None


async def after_outage(registry: Registry, last_heartbeat: int | None) -> None:
    """Give clocks back the time in which no worker lived, once. Nobody is answered before that."""
    now = registry.clock.now()
    if last_heartbeat is None or now - last_heartbeat < OUTAGE_MS:
        return
    before = now + FAR_MS if now - last_heartbeat < LONG_OUTAGE_MS else None
    timed = registry.store.tables.timed
    async for page in pages(lambda after: timed(before, after, GIVEN_TOGETHER)):
        loaded = await asyncio.gather(*(_sound_table(registry, each) for each in page))
        await _give_back([live for live in loaded if live is not None], last_heartbeat, now)
        for live in loaded:
            if live is not None:
                registry.drop_unless_used(live)


async def _give_back(tables: list[LiveTable], since: int, now: int) -> None:
    for live in tables:
        # What happened since was written by a worker that ended before it had begun, or just now.
        lost = now - max(since, live.table.at)
        if lost >= OUTAGE_MS:
            live.extend(lost)
    await asyncio.gather(*(live.settle() for live in tables))

"""The janitor: looks after tables whose time has come, pulses, polls and tidies up."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import structlog

from hornsup.play.refused import Refused
from hornsup.server import collector
from hornsup.server.attendance import ALIVE_MS
from hornsup.server.house import House
from hornsup.server.writer import StorageError

SWEEP_SECONDS: Final = 1.0
POLL_SECONDS: Final = 0.5
POLL_WITH_HUB_SECONDS: Final = 10.0
SLOW_SEND_SECONDS: Final = 10.0
OUTAGE_MS: Final = 3_000
logger = structlog.get_logger("sweeper")


class Sweeper:
    """Tasks that go round for as long as the worker lives."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._tasks: list[asyncio.Task[None]] = []
        self._polled_at = 0.0

    def start(self) -> None:
        rounds: list[tuple[float, Callable[[], Awaitable[None]]]] = [
            (SWEEP_SECONDS, self._sweep),
            (2.0, self._pulse),
            (POLL_SECONDS, self._poll),
            (1.0, self._late),
            (1.0, self._collect),
            (60.0, self._tidy),
        ]
        self._tasks = [
            asyncio.create_task(self._go_round(seconds, job), name=job.__name__)
            for seconds, job in rounds
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _go_round(self, seconds: float, job: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await job()
            except (StorageError, Refused) as error:
                logger.warning("sweep", job=job.__name__, error=str(error))
            except Exception:
                logger.exception("sweep failed", job=job.__name__)
            await asyncio.sleep(seconds)

    async def _sweep(self) -> None:
        for table_id in await self.house.store.due(self.house.now()):
            room = await self.house.room(table_id)
            if room is not None:
                room.look_after()
        self._drop_stuck_sockets()

    def _drop_stuck_sockets(self) -> None:
        """A socket whose reader sleeps holds up nobody but itself, and not for long."""
        now = asyncio.get_running_loop().time()
        for room in self.house.rooms.values():
            late = room.hall.late.sockets if room.hall.late is not None else {}
            for connection in [*room.live.sockets, *late]:
                since = connection.sending_since
                if since is not None and now - since > SLOW_SEND_SECONDS:
                    connection.close(1013, "slow")

    async def _pulse(self) -> None:
        await self.house.store.pulse(self.house.worker, self.house.now())
        await self.house.attendance.catch_up()

    async def _poll(self) -> None:
        """Often where no hints arrive, now and then where they do."""
        now = asyncio.get_running_loop().time()
        wait = POLL_WITH_HUB_SECONDS if self.house.hub.connected else POLL_SECONDS
        if self.house.config.alone or now - self._polled_at < wait:
            return
        self._polled_at = now
        await self.house.poll()

    async def _late(self) -> None:
        for room in list(self.house.rooms.values()):
            if room.hall.late is not None:
                room.enqueue(room.hall.advance_late)

    async def _collect(self) -> None:
        collector.visit(self.house.store.writer.silence())

    async def _tidy(self) -> None:
        house, now = self.house, self.house.now()
        house.close_idle()
        await house.store.bury(now - 60 * ALIVE_MS)
        await self._close_old_lobbies(now)
        if house.config.keep_days:
            before = now - house.config.keep_days * 86_400_000
            for phase in ("over", "closed"):
                old = await house.store.stale_tables(phase, before)
                if old:
                    await house.store.delete_tables(old)
            await house.store.delete_guests(before)

    async def _close_old_lobbies(self, now: int) -> None:
        before = now - self.house.config.keep_lobby_hours * 3_600_000
        for table_id in await self.house.store.stale_tables("lobby", before):
            room = await self.house.room(table_id)
            if room is not None:
                room.close_idle()


async def after_outage(house: House, last_pulse: int | None) -> None:
    """Give clocks back the time in which no worker lived, once."""
    now = house.now()
    if last_pulse is None or now - last_pulse < OUTAGE_MS:
        return
    for table_id in await house.store.due(now + 86_400_000, limit=10_000):
        room = await house.room(table_id)
        if room is not None and room.table.at <= last_pulse + OUTAGE_MS:
            room.enqueue(partial(room.extend, now - last_pulse))

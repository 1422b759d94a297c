"""Orders of the server's owner, as a worker carries them out.

`hornsup admin` writes them into the database; every worker looks twice a second. A table is closed
by an ordinary entry of its log, through its queue, by the worker that comes first. An order may be
heard twice, or by a worker that starts later: where it has been done it changes nothing.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any, Final, Protocol

import structlog

from hornsup.play import wire
from hornsup.play.live import upkeep
from hornsup.play.live.ports import StorageError
from hornsup.play.runtime import Clock
from hornsup.play.table import ENDED
from hornsup.server import failpoints
from hornsup.server.auth.bans import Bans
from hornsup.server.live.registry import Registry
from hornsup.server.storage.owner import CLOSE

HEARD_MS: Final = 3_600_000
"""How long an order that every worker must hear of stays listed."""
RELOAD_SECONDS: Final = 60.0
"""Bans and the announcement are read again after that long even without an order."""
CLOSE_SECONDS: Final = 5.0
"""How long a table may take to be closed before it is left to the next look."""
CLOSED_TOGETHER: Final = 10
"""How many tables a worker closes at the same time."""
logger = structlog.get_logger("orders")


class Board:
    """The announcement that is shown on every page now."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._text = ""
        self._until = 0
        self._number = 0

    def set(self, row: Any) -> bool:
        """Take the newest row, or None; whether what is shown has changed."""
        before = (self._number, self._until)
        if row is None:
            self._number, self._until, self._text = 0, 0, ""
        else:
            self._number, self._until, self._text = row.id, row.until, row.text
        return before != (self._number, self._until)

    @property
    def message(self) -> wire.Announcement:
        """What pages are told; without a text there is nothing to show."""
        left = self._until - self._clock.now()
        if left <= 0:
            return wire.Announcement()
        return wire.Announcement(self._number, self._text, -(-left // 1000))


class Connections(Protocol):
    """The sockets of this worker."""

    def announce(self) -> None: ...

    def close_banned(self) -> None: ...


class Orders:
    """Hears of orders and carries them out."""

    def __init__(
        self, registry: Registry, bans: Bans, board: Board, connections: Connections
    ) -> None:
        self._registry = registry
        self._store = registry.store.owner
        self._bans = bans
        self._board = board
        self._connections = connections
        self._heard: set[tuple[Any, ...]] = set()
        self._closing: dict[tuple[Any, ...], asyncio.Task[None]] = {}
        self._free = asyncio.Semaphore(CLOSED_TOGETHER)
        self._read_at = float("-inf")

    async def carry_out(self) -> None:
        """One look."""
        found = await self._store.orders()
        monotonic = self._registry.clock.monotonic()
        late = monotonic - self._read_at > RELOAD_SECONDS
        listed = {tuple(order) for order in found}  # SQLite gives the number of a deleted one again
        if late or not listed <= self._heard:
            await self._read()
            self._read_at = monotonic
        self._heard = listed
        for order in found:
            if order.kind == CLOSE:
                self._start_closing(order)

    async def stop(self) -> None:
        """Wait for tables that are being closed."""
        await asyncio.gather(*self._closing.values())

    def _start_closing(self, order: Any) -> None:
        """In a task of its own: a table that is stuck must hold up no ban."""
        key = tuple(order)
        if key not in self._closing:
            self._closing[key] = task = asyncio.create_task(self._try_close(order))
            task.add_done_callback(lambda _: self._closing.pop(key))

    async def _read(self) -> None:
        """Read bans and the announcement, and let them hold from now on."""
        self._bans.set(row.subject for row in await self._store.bans())
        self._connections.close_banned()
        if self._board.set(await self._store.announcement(self._registry.clock.now())):
            self._connections.announce()

    async def _try_close(self, order: Any) -> None:
        """Close a table. One that cannot be rebuilt is not tried for ever."""
        try:
            async with self._free:
                try:
                    await self._close(order)
                except StorageError:
                    raise
                except Exception:
                    logger.exception("a table cannot be closed", table=order.subject[:8])
                    await self._store.done(order)
        except StorageError as error:  # the next look tries again
            logger.warning("storage", error=str(error))

    async def _close(self, order: Any) -> None:
        """Close a table; the order is deleted when the log says that it is closed."""
        live = await self._registry.get(order.subject)
        if live is not None:
            live.enqueue(partial(upkeep.close_by_owner, live))
            with suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await live.settle()
            if live.table.phase not in ENDED:
                return  # the storage is away; the next look tries again
            failpoints.reach("order.closed")
        await self._store.done(order)

    async def forget_old(self) -> None:
        """Delete orders that every worker has heard of."""
        await self._store.delete_heard(self._registry.clock.now() - HEARD_MS)

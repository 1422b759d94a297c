"""Who is there: a worker that is alone knows by itself, several write it down for each other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from hornsup.server.store import Store
from hornsup.server.writer import StorageError

ALIVE_MS: Final = 10_000
"""A worker that has not been heard of for that long is taken for dead."""
GATHER_SECONDS: Final = 0.05
"""After a deploy everybody comes back at once; arrivals are written down together."""

Place = tuple[str, str]  # table and player


class Attendance(Protocol):
    """What a table asks about its people."""

    async def note(self, table_id: str, player: str, here: bool) -> None:
        """A player's first socket on this worker has opened, or the last one closed."""

    async def present(self, table_id: str) -> frozenset[str]:
        """The players with a socket on another worker, or on any."""

    async def left_at(self, table_id: str, player: str) -> int | None:
        """When a player who is not there went, if anybody saw it."""

    async def catch_up(self) -> None:
        """Write down what could not be written when it happened."""

    async def stop(self) -> None: ...


class Alone:
    """One worker and its own database: what it sees is all there is."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._left: dict[Place, int] = {}

    async def note(self, table_id: str, player: str, here: bool) -> None:
        if here:
            self._left.pop((table_id, player), None)
        else:
            self._left[table_id, player] = self._now()

    async def present(self, table_id: str) -> frozenset[str]:
        del table_id
        return frozenset()

    async def left_at(self, table_id: str, player: str) -> int | None:
        return self._left.get((table_id, player))

    async def catch_up(self) -> None:
        return

    async def stop(self) -> None:
        return


class Shared:
    """Several workers: arrivals and departures go into the database in groups."""

    def __init__(self, store: Store, worker: str, now: Callable[[], int]) -> None:
        self._store = store
        self._worker = worker
        self._now = now
        self._waiting: dict[Place, bool] = {}
        self._flush: asyncio.Task[None] | None = None

    async def note(self, table_id: str, player: str, here: bool) -> None:
        self._waiting[table_id, player] = here
        await self.catch_up()

    async def catch_up(self) -> None:
        if self._flush is None and self._waiting:
            self._flush = asyncio.create_task(self._write(), name="attendance")
        if self._flush is not None:
            await asyncio.shield(self._flush)

    async def _write(self) -> None:
        await asyncio.sleep(GATHER_SECONDS)
        places, self._waiting, self._flush = self._waiting, {}, None
        here = [place for place, came in places.items() if came]
        gone = [place for place, came in places.items() if not came]
        try:
            await self._store.attend(self._worker, here, gone, self._now())
        except StorageError:
            self._waiting = {**places, **self._waiting}  # the next pulse tries again
            raise

    async def present(self, table_id: str) -> frozenset[str]:
        return await self._store.present(table_id, self._now() - ALIVE_MS)

    async def left_at(self, table_id: str, player: str) -> int | None:
        return await self._store.left_at(table_id, player)

    async def stop(self) -> None:
        if self._flush is not None:
            await asyncio.wait({self._flush}, timeout=2)

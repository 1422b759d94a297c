"""Presence that several workers share: arrivals and departures go into the database in groups."""

from __future__ import annotations

import asyncio
from typing import Final

from hornsup.play.live.ports import StorageError
from hornsup.play.live.presence import LocalPresence
from hornsup.play.runtime import Clock
from hornsup.server.storage.presence import PresenceStore

ALIVE_MS: Final = 10_000
"""A worker that has not been heard of for that long is taken for dead."""
GROUP_SECONDS: Final = 0.05
"""After a restart everybody comes back at once; arrivals are saved together."""

Place = tuple[str, str]  # table and player


class SavedPresence(LocalPresence):
    """The presence of the only worker. It asks no database; what changed is saved with the next
    heartbeat, so that the owner's tools see who is connected."""

    def __init__(self, store: PresenceStore, worker: str, clock: Clock) -> None:
        super().__init__(clock)
        self._store = store
        self._worker = worker
        self._waiting: dict[Place, bool] = {}

    async def note(self, table_id: str, player: str, here: bool) -> None:
        await super().note(table_id, player, here)
        self._waiting[table_id, player] = here

    async def save(self) -> None:
        places, self._waiting = self._waiting, {}
        if not places:
            return
        here = [place for place, came in places.items() if came]
        gone = [place for place, came in places.items() if not came]
        try:
            await self._store.save(self._worker, here, gone, self._clock.now())
        except StorageError:
            self._waiting = {**places, **self._waiting}  # the next heartbeat tries again
            raise


class SharedPresence:
    """Who is connected to which worker, saved for the others."""

    def __init__(self, store: PresenceStore, worker: str, clock: Clock) -> None:
        self._store = store
        self._worker = worker
        self._clock = clock
        self._waiting: dict[Place, bool] = {}
        self._saving: asyncio.Task[None] | None = None

    async def note(self, table_id: str, player: str, here: bool) -> None:
        self._waiting[table_id, player] = here
        await self.save()

    async def save(self) -> None:
        if self._saving is None and self._waiting:
            self._saving = asyncio.create_task(self._save())
        if self._saving is not None:
            await asyncio.shield(self._saving)

    async def _save(self) -> None:
        await asyncio.sleep(GROUP_SECONDS)
        places, self._waiting, self._saving = self._waiting, {}, None
        here = [place for place, came in places.items() if came]
        gone = [place for place, came in places.items() if not came]
        try:
            await self._store.save(self._worker, here, gone, self._clock.now())
        except StorageError:
            self._waiting = {**places, **self._waiting}  # the next heartbeat tries again
            raise

    async def elsewhere(self, table_id: str) -> frozenset[str]:
        alive_since = self._clock.now() - ALIVE_MS
        return (await self._store.of_tables([table_id], alive_since)).get(table_id, frozenset())

    async def left_at(self, table_id: str, player: str) -> int | None:
        return await self._store.left_at(table_id, player)

    async def names(self, players: list[str]) -> dict[str, str]:
        return await self._store.names(players) if players else {}

    async def stop(self) -> None:
        if self._saving is not None:
            await asyncio.wait({self._saving}, timeout=2)

"""All tables on this worker: opened from the log when somebody asks, closed when nobody does."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from functools import partial
from typing import Any

import structlog

from hornsup.core import fairness
from hornsup.play import entries as log
from hornsup.play import rematch
from hornsup.play import settings as table_settings
from hornsup.play.settings import Settings
from hornsup.play.table import PLAYING, Table, rebuild
from hornsup.server import indexing, metrics, tokens
from hornsup.server.attendance import ALIVE_MS, Alone, Attendance, Shared
from hornsup.server.config import Config
from hornsup.server.hub import Hub
from hornsup.server.room import Room
from hornsup.server.store import Store
from hornsup.server.thinkers import Thinkers
from hornsup.server.writer import Append, StorageError

RESTART_GRACE_MS = 20_000
logger = structlog.get_logger("house")


class House:
    """The rooms of this worker, and what they share."""

    def __init__(
        self,
        config: Config,
        store: Store,
        hub: Hub,
        thinkers: Thinkers,
        now: Callable[[], int],
    ) -> None:
        self.config = config
        self.store = store
        self.hub = hub
        self.thinkers = thinkers
        self.now = now
        self.worker = tokens.new_id()
        self.attendance: Attendance = (
            Alone(now) if config.alone else Shared(store, self.worker, now)
        )
        self.rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room | None]] = {}

    # --- rooms --------------------------------------------------------------------------------

    async def room(self, table_id: str) -> Room | None:
        """The room of a table, rebuilt from its log if need be; None if there is no such table."""
        room = self.rooms.get(table_id)
        if room is not None:
            room.used_at = self.now()  # whoever asked is about to come in
            return room
        if not tokens.ID.fullmatch(table_id):
            return None
        task = self._opening.get(table_id)
        if task is None:
            task = asyncio.create_task(self._open(table_id), name="opening")
            self._opening[table_id] = task
            task.add_done_callback(lambda _: self._opening.pop(table_id, None))
        return await asyncio.shield(task)

    async def _open(self, table_id: str) -> Room | None:
        self.hub.subscribe(table_id)  # before reading, so that nothing falls between
        try:
            room = await self._read(table_id)
        except BaseException:
            self.hub.unsubscribe(table_id)
            raise
        if room is None:
            self.hub.unsubscribe(table_id)
            return None
        self.rooms[table_id] = room
        metrics.rooms.set(len(self.rooms))
        return room

    async def _read(self, table_id: str) -> Room | None:
        row = await self.store.table(table_id)
        if row is None:
            return None
        table = Table(row.id, row.code or "", bytes.fromhex(row.secret))
        rebuild(table, await self.store.entries(table_id))
        room = Room(self, table)
        room.due_at = row.due_at
        return room

    def close_idle(self) -> None:
        """Forget tables that nobody looks at; the log has them."""
        before = self.now() - self.config.idle_minutes * 60_000
        for table_id, room in list(self.rooms.items()):
            watched = room.live.sockets or room.hall.late is not None
            if not watched and not room.busy and room.used_at < before:
                del self.rooms[table_id]
                self.hub.unsubscribe(table_id)
        metrics.rooms.set(len(self.rooms))

    # --- opening tables -----------------------------------------------------------------------

    async def open_table(self, settings: Settings, host: str) -> Room:
        """A new table with a fresh secret."""
        settings = table_settings.check(settings)
        table_id, secret = tokens.new_id(), secrets.token_bytes(32)
        created = log.Created(host, fairness.commitment(secret), settings)
        await self._insert(table_id, secret, [created])
        room = await self.room(table_id)
        assert room is not None
        return room

    async def open_rematch(self, table: Table, host: str) -> str:
        """A table like another one, its bots seated again and everybody's seat kept."""
        table_id, secret = tokens.new_id(), secrets.token_bytes(32)
        made = rematch.opening(table, host, fairness.commitment(secret))
        await self._insert(table_id, secret, made)
        return table_id

    async def _insert(self, table_id: str, secret: bytes, made: list[log.AnyEntry]) -> None:
        now = self.now()
        first = made[0]
        assert isinstance(first, log.Created)
        for version, entry in enumerate(made, 1):
            item = Append(indexing.row(table_id, log.Logged(version, now, entry)))
            if version == 1:
                item.table = await self._row(table_id, secret, first, now)
            if not await self.store.append(item):
                raise StorageError("a new table could not be written")

    async def _row(
        self, table_id: str, secret: bytes, first: log.Created, now: int
    ) -> dict[str, Any]:
        code = tokens.new_code()
        while await self.store.table_by_code(code) is not None:
            code = tokens.new_code()
        return {
            "id": table_id,
            "code": code,
            "secret": secret.hex(),
            "game": first.settings.game,
            "players": first.settings.players,
            "host": first.host,
            "public": first.settings.public,
            "phase": "lobby",
            "created_at": now,
            "updated_at": now,
            "due_at": None,
        }

    # --- news from others ---------------------------------------------------------------------

    def hint(self, table_id: str, version: int) -> None:
        """Another worker says that a table is at this version."""
        room = self.rooms.get(table_id)
        if room is not None:
            room.hint(version)

    async def poll(self) -> None:
        """Look for what hints did not tell, at every table that somebody watches."""
        watched = [table_id for table_id, room in self.rooms.items() if room.live.sockets]
        for start in range(0, len(watched), 500):
            await self._poll(watched[start : start + 500])

    async def _poll(self, table_ids: list[str]) -> None:
        newest = await self.store.versions(table_ids)
        present = await self.store.all_present(table_ids, self.now() - ALIVE_MS)
        for table_id in table_ids:
            room = self.rooms.get(table_id)
            if room is not None:
                room.polled(newest.get(table_id, 0), present.get(table_id, frozenset()))

    async def gap(self) -> None:
        """The hub was away: whatever it would have said is in the log."""
        try:
            await self.poll()
        except StorageError as error:
            logger.warning("poll failed", error=str(error))

    # --- people -------------------------------------------------------------------------------

    async def arrive(self, table_id: str, player: str) -> None:
        await self.attendance.note(table_id, player, True)

    async def leave(self, table_id: str, player: str) -> None:
        await self.attendance.note(table_id, player, False)

    async def present(self, table_id: str) -> frozenset[str]:
        """The players with a socket here or on another worker that lives."""
        room = self.rooms.get(table_id)
        here = room.hall.here() if room is not None else frozenset()
        return here | await self.attendance.present(table_id)

    # --- the end ------------------------------------------------------------------------------

    async def give_time_back(self) -> None:
        """Before this worker goes: clocks that run at its tables get the time to come back."""
        for room in list(self.rooms.values()):
            if room.live.sockets and room.table.phase == PLAYING:
                room.enqueue(partial(room.extend, RESTART_GRACE_MS))
        await asyncio.gather(*(room.settle() for room in list(self.rooms.values())))

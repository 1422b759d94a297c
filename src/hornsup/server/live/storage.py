"""The log of one table in the database, as the table's queue uses it."""

from __future__ import annotations

from functools import partial

from hornsup.play import timing
from hornsup.play.entries import Logged, Moved
from hornsup.play.live.ports import Outcome, StorageError, Then
from hornsup.play.opening import Opening
from hornsup.play.table import Table
from hornsup.server import metrics
from hornsup.server.storage import rows
from hornsup.server.storage.rows import Append
from hornsup.server.storage.store import Store


class StoredTable:
    """One table's part of the database. `due_at` is what the index says, never later than true."""

    def __init__(self, store: Store, table_id: str, shared: bool, due_at: int | None) -> None:
        self._store = store
        self._id = table_id
        self.shared = shared
        self.due_at = due_at

    def append(
        self, table: Table, logged: Logged, then: Then, opening: Opening | None = None
    ) -> None:
        item = rows.for_entry(table, logged, self.due_at, opening)
        self._store.log.put(item, partial(self._appended, item, logged, then))

    def _appended(self, item: Append, logged: Logged, then: Then, outcome: Outcome) -> None:
        if isinstance(outcome, StorageError):
            metrics.storage_errors.inc()
        elif not outcome:
            metrics.conflicts.inc()
        else:
            if item.index is not None and "due_at" in item.index:
                self.due_at = item.index["due_at"]
            if isinstance(logged.entry, Moved):
                metrics.moves_by[logged.entry.by].inc()
        then(outcome)

    async def entries(self, after: int) -> list[Logged]:
        return await self._store.log.entries(self._id, after)

    async def answered(self, player: str, command: str) -> int | None:
        return await self._store.log.answered(self._id, player, command)

    async def schedule(self, table: Table, now: int) -> None:
        """Correct the index; if another worker has changed it, the next look goes by that."""
        due = timing.due(table)
        if due is not None:
            due = max(due, now + 1000)
        if due == self.due_at:
            return
        if await self._store.tables.set_due(self._id, self.due_at, due):
            self.due_at = due
        else:
            row = await self._store.tables.get(self._id)
            self.due_at = None if row is None else row.due_at

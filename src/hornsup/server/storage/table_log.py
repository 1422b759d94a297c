"""The log of one table in the database, as the table's queue uses it.

Here an entry becomes rows: one of the log, and what else changes with it.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from hornsup.play import entries as log
from hornsup.play import timing
from hornsup.play.live.ports import Outcome, StorageError, Then
from hornsup.play.opening import Opening
from hornsup.play.settings import Settings
from hornsup.play.table import LOBBY, OVER, PLAYING, Table
from hornsup.server import metrics
from hornsup.server.storage.group_commit import Append, Row
from hornsup.server.storage.store import Store


class StoredTable:
    """One table's part of the database. `due_at` is what the index says, never later than true."""

    def __init__(self, store: Store, table_id: str, shared: bool, due_at: int | None) -> None:
        self._store = store
        self._id = table_id
        self.shared = shared
        self.due_at = due_at

    def append(
        self, table: Table, logged: log.Logged, then: Then, opening: Opening | None = None
    ) -> None:
        item = for_entry(table, logged, self.due_at, opening)
        self._store.database.group_commit.put(item, partial(self._appended, item, logged, then))

    def _appended(self, item: Append, logged: log.Logged, then: Then, outcome: Outcome) -> None:
        if isinstance(outcome, StorageError):
            metrics.storage_errors.inc()
        elif not outcome:
            metrics.conflicts.inc()
        else:
            if item.index is not None and "due_at" in item.index:
                self.due_at = item.index["due_at"]
            if isinstance(logged.entry, log.Moved):
                metrics.moves_by[logged.entry.by].inc()
        then(outcome)

    async def entries(self, after: int) -> list[log.Logged]:
        return await self._store.log.entries(self._id, after)

    async def answered(self, player: str, command: str) -> int | None:
        return await self._store.log.answered(self._id, player, command)

    async def schedule(self, table: Table, now: int, also: int | None = None) -> None:
        """Correct the index; if another worker has changed it, the next look goes by that."""
        times = [each for each in (timing.due(table, now), also) if each is not None]
        due = max(min(times), now + 1000) if times else None
        if due == self.due_at:
            return
        if await self._store.tables.set_due(self._id, self.due_at, due):
            self.due_at = due
        else:
            row = await self._store.tables.get(self._id)
            self.due_at = None if row is None else row.due_at


def for_entry(
    table: Table, logged: log.Logged, due_at: int | None, opening: Opening | None
) -> Append:
    """The rows of an entry that is about to be committed, and of the table that it opens.

    `due_at` is what the index says about when to look at the table next.
    """
    entry = logged.entry
    item = Append(_row(table.id, logged), index=_index(table, logged, due_at))
    if isinstance(entry, (log.Sat, log.HandedOver)):
        item.sit = [_seat(table.id, entry.seat, entry.player)]
    elif isinstance(entry, log.TakenBack):
        item.sit = [_seat(table.id, entry.seat, table.handovers[entry.seat].player)]
    elif isinstance(entry, log.Stood):
        item.stand = {"b_table": table.id, "b_seat": entry.seat}
    if opening is not None:
        opened = for_opening(opening)
        item.new_table = opened.new_table
        item.more_rows = [opened.row, *opened.more_rows]
        item.sit += opened.sit
    return item


def for_opening(opening: Opening) -> Append:
    """The rows of a new table with all of its first entries."""
    table, entries = opening
    first, *more = (_row(table.id, logged) for logged in entries)
    seated = [each.entry for each in entries if isinstance(each.entry, log.Sat)]
    sit = [_seat(table.id, entry.seat, entry.player) for entry in seated]
    return Append(first, more, new_table=_new_table(opening), sit=sit)


def _new_table(opening: Opening) -> Row:
    table, settings, now = opening.table, opening.table.settings, opening.entries[0].at
    wait = timing.shortest_wait(table, settings) if table.phase == PLAYING else None
    return {
        "id": table.id,
        "code": table.code,
        "secret": table.secret.hex(),
        "game": settings.game,
        "players": settings.players,
        "host": table.host,
        "public": _is_listed(settings, table.phase),
        "phase": table.phase,
        "created_at": now,
        "updated_at": now,
        "due_at": None if wait is None else now + wait,
    }


def _row(table_id: str, logged: log.Logged) -> Row:
    return {
        "table_id": table_id,
        "version": logged.version,
        "at": logged.at,
        "player": logged.player,
        "command": logged.command,
        "entry": log.encode(logged.entry).decode(),
    }


def _seat(table_id: str, seat: int, player: str) -> Row:
    return {"table_id": table_id, "seat": seat, "player": player}


def _index(table: Table, logged: log.Logged, due_at: int | None) -> Row | None:
    """New values for the table's row, where an entry changes any of them."""
    entry = logged.entry
    changes: Row = {}
    if isinstance(entry, log.Started):
        changes = {"phase": PLAYING, "public": _is_listed(table.settings, PLAYING)}
    elif isinstance(entry, log.Closed):
        changes = {"phase": "closed", "due_at": None, "code": None}
    elif isinstance(entry, log.Changed):
        new = entry.settings
        listed = _is_listed(new, table.phase)
        changes = {"public": listed, "game": new.game, "players": new.players}
    elif isinstance(entry, log.Stood):
        changes = {"host": table.host_without(entry.seat)}
    elif isinstance(entry, log.PassedOn):
        changes = {"host": table.seat(entry.seat).player}
    elif isinstance(entry, log.HostBack):
        changes = {"host": entry.player}
    elif table.would_end(entry):
        changes = {"phase": OVER, "due_at": None, "code": None}
    due = _earlier_due(table, logged, due_at)
    if due is not None and "due_at" not in changes:
        changes["due_at"] = due
    return {"updated_at": logged.at, **changes} if changes else None


def _is_listed(settings: Settings, phase: str) -> bool:
    """Whether everybody is told of a table: before the start to sit down, later only to watch."""
    return settings.public and (phase == LOBBY or settings.spectators)


def _earlier_due(table: Table, logged: log.Logged, known: int | None) -> int | None:
    """A time to look at the table that is earlier than the one in the index.

    The index may be too early, never too late: the maintenance corrects an early one. So most moves
    leave it alone, and a move costs one row. One that has passed was corrected by another worker.
    """
    settings = _settings_after(table, logged.entry)
    wait = None if settings is None else timing.shortest_wait(table, settings)
    if wait is None:
        return None
    if isinstance(logged.entry, log.GaveBack):  # with what was left of the time, however little
        wait = min(wait, timing.CLOCK_WATCH_MS)
    due = logged.at + wait
    running = timing.no_later_than(table, logged.at)
    if running is not None:
        due = min(due, max(running, logged.at + timing.CLOCK_WATCH_MS))
    return due if known is None or known > due or known < logged.at else None


_RUNS_A_CLOCK: Final = (
    log.Started,
    log.Moved,
    log.TimedOut,
    log.TookOver,
    log.GaveBack,
    log.HandedOver,
    log.TakenBack,
)


def _settings_after(table: Table, entry: log.AnyEntry) -> Settings | None:
    """The settings to go by after an entry that may change when to look; None for others."""
    if isinstance(entry, log.Changed) and table.phase == PLAYING:
        return entry.settings  # the host no longer wants to wait for those who left, say
    if isinstance(entry, _RUNS_A_CLOCK):
        return table.settings
    return None

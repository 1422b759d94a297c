"""The rows that an entry of the log becomes, and what else changes with it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from hornsup.play import entries as log
from hornsup.play import timing
from hornsup.play.opening import Opening
from hornsup.play.settings import Settings
from hornsup.play.table import OVER, PLAYING, Table

Row = dict[str, Any]


@dataclass(slots=True)
class Append:
    """A row for the log and, should its place be free, what else is written with it."""

    row: Row
    more_rows: list[Row] = field(default_factory=list)  # of a table that is new
    new_table: Row | None = None
    index: Row | None = None  # new values for the row of `tables` that is there
    sit: list[Row] = field(default_factory=list)
    stand: Row | None = None

    @property
    def log_only(self) -> bool:
        """Whether nothing but the log changes, as with nearly every move."""
        return not (self.more_rows or self.new_table or self.index or self.sit or self.stand)

    @property
    def key(self) -> tuple[str, int]:
        return self.row["table_id"], self.row["version"]


def for_entry(
    table: Table, logged: log.Logged, due_at: int | None, opening: Opening | None
) -> Append:
    """The rows of an entry that is about to be committed, and of the table that it opens.

    `due_at` is what the index says about when to look at the table next.
    """
    entry = logged.entry
    item = Append(_row(table.id, logged), index=_index(table, logged, due_at))
    if isinstance(entry, log.Sat):
        item.sit = [_seat(table.id, entry)]
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
    sit = [_seat(table.id, entry) for entry in seated]
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
        "public": settings.public,
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


def _seat(table_id: str, entry: log.Sat) -> Row:
    return {"table_id": table_id, "seat": entry.seat, "player": entry.player}


def _index(table: Table, logged: log.Logged, due_at: int | None) -> Row | None:
    """New values for the table's row, where an entry changes any of them."""
    entry = logged.entry
    changes: Row = {}
    if isinstance(entry, log.Started):
        changes = {"phase": PLAYING}
    elif isinstance(entry, log.Closed):
        changes = {"phase": "closed", "due_at": None, "code": None}
    elif isinstance(entry, log.Changed):
        new = entry.settings
        changes = {"public": new.public, "game": new.game, "players": new.players}
    elif isinstance(entry, log.Stood):
        changes = {"host": table.host_without(entry.seat)}
    elif isinstance(entry, log.PassedOn):
        changes = {"host": table.seat(entry.seat).player}
    elif timing.ends(table, entry):
        changes = {"phase": OVER, "due_at": None, "code": None}
    due = _earlier_due(table, logged, due_at)
    if due is not None and "due_at" not in changes:
        changes["due_at"] = due
    return {"updated_at": logged.at, **changes} if changes else None


def _earlier_due(table: Table, logged: log.Logged, known: int | None) -> int | None:
    """A time to look at the table that is earlier than the one in the index.

    The index may be too early, never too late: the maintenance corrects an early one. So most moves
    leave it alone, and a move costs one row. One that has passed was corrected by another worker.
    """
    settings = _settings_after(table, logged.entry)
    wait = None if settings is None else timing.shortest_wait(table, settings)
    if wait is None:
        return None
    due = logged.at + wait
    return due if known is None or known > due or known < logged.at else None


def _settings_after(table: Table, entry: log.AnyEntry) -> Settings | None:
    """The settings to go by after an entry that may change when to look; None for others."""
    if isinstance(entry, log.Changed) and table.phase == PLAYING:
        return entry.settings  # the host no longer wants to wait for those who left, say
    if isinstance(entry, (log.Started, log.Moved, log.TimedOut, log.TookOver, log.GaveBack)):
        return table.settings
    return None

"""What besides the log changes with an entry: the index of tables and the list of seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hornsup.play import entries as log
from hornsup.play import timing
from hornsup.play.table import PLAYING
from hornsup.server.writer import Append

if TYPE_CHECKING:
    from hornsup.server.room import Room


def appended(room: Room, logged: log.Logged) -> Append:
    """The rows for an entry that is about to be committed."""
    table_id = room.table.id
    item = Append(row(table_id, logged))
    entry = logged.entry
    if isinstance(entry, log.Sat):
        item.sit = {"table_id": table_id, "seat": entry.seat, "player": entry.player}
    elif isinstance(entry, log.Stood):
        item.stand = {"b_table": table_id, "b_seat": entry.seat}
    item.index = _index(room, logged)
    return item


def row(table_id: str, logged: log.Logged) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "version": logged.version,
        "at": logged.at,
        "player": logged.player,
        "command": logged.command,
        "entry": log.encode(logged.entry).decode(),
    }


def _index(room: Room, logged: log.Logged) -> dict[str, Any] | None:
    """New values for the table's row, where an entry changes any of them."""
    entry, values = logged.entry, {"updated_at": logged.at}
    table = room.table
    changes: dict[str, Any] = {}
    if isinstance(entry, log.Started):
        changes = {"phase": "playing"}
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
        changes = {"phase": "over", "due_at": None, "code": None}
    due = _sooner(room, logged)
    if due is not None and "due_at" not in changes:
        changes["due_at"] = due
    return {**values, **changes} if changes else None


def _sooner(room: Room, logged: log.Logged) -> int | None:
    """A time to look at the table that is earlier than the one in the index.

    The index may be too early, never too late: the sweeper puts an early one right. So most moves
    leave it alone, and a move costs one row. One that has passed was put right by somebody else.
    """
    entry, settings = logged.entry, room.table.settings
    if isinstance(entry, log.Changed) and room.table.phase == PLAYING:
        settings = entry.settings  # the host now wants to be rid of leavers, say
    elif not isinstance(entry, (log.Started, log.Moved, log.TimedOut, log.TookOver, log.GaveBack)):
        return None
    wait = timing.shortest_wait(room.table, settings)
    if wait is None:
        return None
    due = logged.at + wait
    known = room.due_at
    return due if known is None or known > due or known < logged.at else None

"""Group commit: what many tables want to log at the same moment goes into one transaction.

Every move waits for this, so it costs no task and no future: whoever has something for the log
leaves a function to call.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol, TypeVar

import structlog
from sqlalchemy import Connection, bindparam, delete, update
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from hornsup.play.live.ports import Outcome, StorageError, Then
from hornsup.play.runtime import Clock
from hornsup.play.table import ENDED
from hornsup.server import metrics
from hornsup.server.storage import schema

GROUP_SIZE: Final = 500
"""How many entries are committed together at most."""
logger = structlog.get_logger("storage")

T = TypeVar("T")
Row = dict[str, Any]
Key = tuple[str, int]
Done = Callable[[list[Outcome]], None]


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
    def key(self) -> Key:
        return self.row["table_id"], self.row["version"]


class Writer(Protocol):
    """The only connection that writes to a database."""

    def commit(self, batch: list[Append], done: Done) -> None:
        """Commit a group; `done` gets an outcome for each, on the event loop."""

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction of its own."""

    async def close(self) -> None:
        """Finish what was asked for, then end."""


class _Waiting(NamedTuple):
    """`then` as a rule refers to the row: in one object they would form a reference cycle."""

    item: Append
    then: Then


class GroupCommit:
    """Collects entries while a group is being written, and writes them as the next group."""

    def __init__(self, writer: Writer, clock: Clock) -> None:
        self._writer = writer
        self._clock = clock
        self._waiting: list[_Waiting] = []
        self._scheduled = False
        self._writing = False
        self._since = 0.0  # when the group that is being written was handed over

    def put(self, item: Append, then: Then) -> None:
        """Log an entry with the next group; `then` is called, and not before this returns."""
        self._waiting.append(_Waiting(item, then))
        if not self._writing and not self._scheduled:
            self._scheduled = True  # others may add to this group in the same loop iteration
            asyncio.get_running_loop().call_soon(self._begin)

    async def close(self) -> None:
        """Write what waits, then end."""
        while self._waiting or self._writing:
            await asyncio.sleep(0.01)
        await self._writer.close()

    def _begin(self) -> None:
        self._scheduled = False
        group = self._waiting[:GROUP_SIZE]
        del self._waiting[:GROUP_SIZE]
        self._writing = True
        self._since = self._clock.monotonic()
        self._writer.commit([each.item for each in group], lambda out: self._finish(group, out))

    def _finish(self, group: list[_Waiting], outcomes: Sequence[Outcome]) -> None:
        """Hand over the next group before telling those of this one."""
        metrics.commits.observe(self._clock.monotonic() - self._since)
        self._writing = False
        if self._waiting:
            self._begin()
        for waiting, outcome in zip(group, outcomes, strict=True):
            try:
                waiting.then(outcome)
            except Exception:  # the others' entries are committed, too
                logger.exception("after a commit")


# --- one group in one transaction -------------------------------------------------------------


def write_rest(connection: Connection, items: Sequence[Append], insert: Any) -> None:
    """Write what goes with the entries whose place was free; `insert` is the dialect's."""
    new_tables = [item.new_table for item in items if item.new_table]
    more_rows = [row for item in items for row in item.more_rows]
    sit = [row for item in items for row in item.sit]
    if new_tables:
        connection.execute(schema.tables.insert(), new_tables)
    if more_rows:
        connection.execute(schema.log.insert(), more_rows)
    for item in items:
        if item.index:
            change = update(schema.tables).where(schema.tables.c.id == item.row["table_id"])
            connection.execute(change.values(**item.index))
            if item.index.get("phase") in ENDED:
                connection.execute(_DROP_WEBHOOK, {"b_table": item.row["table_id"]})
        if item.stand:
            connection.execute(_STAND, item.stand)
    if sit:
        connection.execute(_upsert_seat(insert), sit)


_STAND: Final = delete(schema.seats).where(
    schema.seats.c.table_id == bindparam("b_table"), schema.seats.c.seat == bindparam("b_seat")
)

_DROP_WEBHOOK: Final = delete(schema.webhooks).where(
    schema.webhooks.c.table_id == bindparam("b_table")
)


def _upsert_seat(insert: Any) -> Any:
    statement = insert(schema.seats)
    return statement.on_conflict_do_update(
        index_elements=[schema.seats.c.table_id, schema.seats.c.seat],
        set_={"player": statement.excluded.player, "left_at": None},
    )


def outcome_of(error: Exception) -> Outcome:
    """What an entry that raised this in a transaction of its own has come to."""
    if isinstance(error, (IntegrityError, sqlite3.IntegrityError)):
        return False  # the short code of a new table was taken
    return StorageError(f"the database: {first_line(error)}")


def may_split(error: Exception, batch: Sequence[Append]) -> bool:
    """Whether one bad entry of a group may be to blame, so that each should be tried alone."""
    away = isinstance(error, (OperationalError, sqlite3.OperationalError))
    refused = isinstance(error, (DBAPIError, sqlite3.Error)) and not away
    return refused and len(batch) > 1


def first_line(error: Exception) -> str:
    """What an error says, without the statements that databases add; never nothing."""
    return (str(error).splitlines() or [type(error).__name__])[0]

"""Group commit: what many tables want to log at the same moment goes into one transaction.

This is what every move waits for, so on a busy server it costs no task and no future: whoever has
something for the log leaves a function to call, and the clerk's answer calls it.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeVar

import structlog
from sqlalchemy import Connection, bindparam, delete, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from hornsup.errors import HornsUpError
from hornsup.server import failpoints, metrics, schema
from hornsup.server.scribe import MOST, Scribe

logger = structlog.get_logger("writer")

T = TypeVar("T")


class StorageError(HornsUpError):
    """The database did not take it, or we do not know whether it did."""


Outcome = bool | StorageError
"""True for a row that is committed, False for one whose place (or command) was taken."""
Then = Callable[[Outcome], None]


@dataclass(slots=True)
class Append:
    """A row for the log and, should it be taken, what else changes with it."""

    row: dict[str, Any]
    table: dict[str, Any] | None = None  # a new row of `tables`
    index: dict[str, Any] | None = None  # new values for the row that is there
    sit: dict[str, Any] | None = None
    stand: dict[str, Any] | None = None

    @property
    def alone(self) -> bool:
        """Whether nothing changes but the log, as with nearly every move."""
        return not (self.table or self.index or self.sit or self.stand)

    @property
    def key(self) -> tuple[str, int]:
        return self.row["table_id"], self.row["version"]


class Put(NamedTuple):
    """What waits for its turn. They are kept apart: `then` as a rule knows the row, and two that
    know each other are never freed by themselves."""

    item: Append
    then: Then


class Writer:
    """The only place that writes to the log."""

    def __init__(self, engine: AsyncEngine, scribe: Scribe | None = None) -> None:
        self._engine = engine
        self._scribe = scribe  # writes where the database is within the process
        self._waiting: list[Put] = []
        self._called = False  # to write what waits
        self._writing = False
        self._since = 0.0  # when the group that is being written was handed over
        self._task: asyncio.Task[None] | None = None
        self._settled_at = time.monotonic()
        self.groups = 0
        self.rows = 0
        insert: Any = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert
        log = schema.log
        self._insert = insert(log).on_conflict_do_nothing().returning(log.c.table_id, log.c.version)
        self._sit = _upsert_seat(insert)

    async def stop(self) -> None:
        """Write what waits, then end."""
        while self._waiting or self._writing:
            await asyncio.sleep(0.01)
        if self._scribe is not None:
            await self._scribe.close()

    def silence(self) -> float:
        """For how many seconds nobody has been waiting for a commit."""
        return 0.0 if self._waiting or self._writing else time.monotonic() - self._settled_at

    def put(self, item: Append, then: Then) -> None:
        """Log a row with the next group; `then` is told, and not before this returns."""
        self._waiting.append(Put(item, then))
        if not self._writing and not self._called:
            self._called = True  # others may have something for this group, too
            asyncio.get_running_loop().call_soon(self._begin)

    def _begin(self) -> None:
        """Write what waits."""
        self._called = False
        batch = self._waiting[:MOST]
        del self._waiting[:MOST]
        self._writing = True
        self._since = time.monotonic()
        try:
            posted = self._post(batch)
        except Exception:  # it comes again on the long way, where everyone is told
            logger.exception("not posted")
            posted = False
        if not posted:
            self._task = asyncio.create_task(self._write_by_task(batch), name="writer")

    def _post(self, batch: list[Put]) -> bool:
        """The shortest way, for nothing but rows of the log; False when it does not go."""
        items = [put.item for put in batch]
        if self._scribe is None or not self._scribe.may_post or not _all_alone(items):
            return False
        failpoints.reach("commit.before")
        self._scribe.post([item.row for item in items], lambda done: self._posted(batch, done))
        return True

    def _posted(self, batch: list[Put], done: bool) -> None:
        if done:
            failpoints.reach("commit.after")
            self._conclude(batch, [True] * len(batch))
        else:  # why not, and for which of them, we see on the long way
            self._task = asyncio.create_task(self._write_by_task(batch), name="writer")

    def _conclude(self, batch: list[Put], outcomes: Sequence[Outcome]) -> None:
        """Tell everyone, while the next group is already on its way to the disk."""
        self._settled_at = time.monotonic()
        metrics.commits.observe(self._settled_at - self._since)
        self.groups += 1
        self.rows += len(batch)
        self._writing = False
        if self._waiting:
            self._begin()
        for put, outcome in zip(batch, outcomes, strict=True):
            try:
                put.then(outcome)
            except Exception:  # the others' rows are committed, too
                logger.exception("after a commit")

    async def _write_by_task(self, batch: list[Put]) -> None:
        self._conclude(batch, await self._outcomes([put.item for put in batch]))

    async def _outcomes(self, batch: list[Append]) -> list[Outcome]:
        """A group that the database refused goes in one by one, so that one bad row harms one."""
        try:
            taken = await self._commit(batch)
        except Exception as error:  # whatever it was, everyone who waits must be told
            refused = isinstance(error, DBAPIError) and not isinstance(error, OperationalError)
            if refused and len(batch) > 1:
                return [told for item in batch for told in await self._outcomes([item])]
            trouble = StorageError(f"the database: {first_line(error)}")
            return [trouble] * len(batch)
        return [item.key in taken for item in batch]

    async def _commit(self, batch: Sequence[Append]) -> set[tuple[str, int]]:
        """One transaction for all; the keys of the rows that found their place free."""
        taken = await self._log_alone(batch)
        if taken is None:
            taken = await self.do(lambda connection: self._write(connection, batch))
        failpoints.reach("commit.after")
        return taken

    async def _log_alone(self, batch: Sequence[Append]) -> set[tuple[str, int]] | None:
        """The short way, for nothing but rows of the log; None when it does not go."""
        if self._scribe is None or not _all_alone(batch):
            return None
        failpoints.reach("commit.before")
        every = await self._scribe.log([item.row for item in batch])
        return {item.key for item in batch} if every else None

    async def do(self, job: Callable[[Connection], T]) -> T:
        """Do something that writes, in a transaction of its own."""
        if self._scribe is not None:
            return await self._scribe.do(job)
        async with self._engine.begin() as connection:
            return await connection.run_sync(job)

    def _write(self, connection: Connection, batch: Sequence[Append]) -> set[tuple[str, int]]:
        rows = connection.execute(self._insert, [item.row for item in batch])
        taken = {(row[0], row[1]) for row in rows}
        items = [item for item in batch if item.key in taken]
        new = [item.table for item in items if item.table]
        if new:
            connection.execute(schema.tables.insert(), new)
        for item in items:
            self._follow(connection, item)
        failpoints.reach("commit.before")
        return taken

    def _follow(self, connection: Connection, item: Append) -> None:
        """What else changes with a row that was taken."""
        if item.index:
            change = update(schema.tables).where(schema.tables.c.id == item.row["table_id"])
            connection.execute(change.values(**item.index))
        if item.sit:
            connection.execute(self._sit, item.sit)
        if item.stand:
            connection.execute(_STAND, item.stand)


_STAND: Final = delete(schema.seats).where(
    schema.seats.c.table_id == bindparam("b_table"), schema.seats.c.seat == bindparam("b_seat")
)


def _upsert_seat(insert: Any) -> Any:
    seats = schema.seats
    statement = insert(seats)
    return statement.on_conflict_do_update(
        index_elements=[seats.c.table_id, seats.c.seat],
        set_={"player": statement.excluded.player, "left_at": None},
    )


def _all_alone(batch: Sequence[Append]) -> bool:
    return all(item.alone for item in batch)


def first_line(error: Exception) -> str:
    """What an error says, without the statements that databases like to add; never nothing."""
    return (str(error).splitlines() or [type(error).__name__])[0]

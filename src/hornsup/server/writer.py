"""Group commit: what many tables want to log at the same moment goes into one transaction."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, bindparam, delete, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine

from hornsup.errors import HornsUpError
from hornsup.server import failpoints, metrics, schema
from hornsup.server.scribe import MOST, Scribe

T = TypeVar("T")


class StorageError(HornsUpError):
    """The database did not take it, or we do not know whether it did."""


@dataclass(slots=True)
class Append:
    """A row for the log and, should it be taken, what else changes with it."""

    row: dict[str, Any]
    table: dict[str, Any] | None = None  # a new row of `tables`
    index: dict[str, Any] | None = None  # new values for the row that is there
    sit: dict[str, Any] | None = None
    stand: dict[str, Any] | None = None
    done: asyncio.Future[bool] = field(init=False)

    @property
    def alone(self) -> bool:
        """Whether nothing changes but the log, as with nearly every move."""
        return not (self.table or self.index or self.sit or self.stand)

    @property
    def key(self) -> tuple[str, int]:
        return self.row["table_id"], self.row["version"]


class Writer:
    """The only place that writes to the log."""

    def __init__(self, engine: AsyncEngine, scribe: Scribe | None = None) -> None:
        self._engine = engine
        self._scribe = scribe  # writes where the database is within the process
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._writing = False
        self._settled_at = time.monotonic()
        self.groups = 0
        self.rows = 0
        insert: Any = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert
        log = schema.log
        self._insert = insert(log).on_conflict_do_nothing().returning(log.c.table_id, log.c.version)
        self._sit = _upsert_seat(insert)

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what waits, then end."""
        while self._waiting or self._writing:
            await asyncio.sleep(0.01)
        if self._task is not None:
            self._task.cancel()
        if self._scribe is not None:
            await self._scribe.close()

    def silence(self) -> float:
        """For how many seconds nobody has been waiting for a commit."""
        return 0.0 if self._waiting or self._writing else time.monotonic() - self._settled_at

    async def append(self, item: Append) -> bool:
        """True once the row is committed, False if its place (or its command) was taken."""
        item.done = asyncio.get_running_loop().create_future()
        self._waiting.append(item)
        self._wake.set()
        return await item.done

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            batch = self._waiting[:MOST]
            del self._waiting[:MOST]
            if not self._waiting:
                self._wake.clear()
            if batch:
                self._writing = True
                await self._settle(batch)
                self._writing = False

    async def _settle(self, batch: list[Append]) -> None:
        try:
            with metrics.commits.time():
                taken = await self._commit(batch)
        except Exception as error:  # whatever it was, everyone who waits must be told
            await self._failed(batch, error)
            return
        self._settled_at = time.monotonic()
        self.groups += 1
        self.rows += len(batch)
        for item in batch:
            if not item.done.done():
                item.done.set_result(item.key in taken)

    async def _failed(self, batch: list[Append], error: Exception) -> None:
        """A group that the database refused goes in one by one, so that one bad row harms one."""
        refused = isinstance(error, DBAPIError) and not isinstance(error, OperationalError)
        if refused and len(batch) > 1:
            for item in batch:
                await self._settle([item])
            return
        for item in batch:
            if not item.done.done():
                item.done.set_exception(StorageError(f"the database: {first_line(error)}"))

    async def _commit(self, batch: Sequence[Append]) -> set[tuple[str, int]]:
        """One transaction for all; the keys of the rows that found their place free."""
        taken = await self._log_alone(batch)
        if taken is None:
            taken = await self.do(lambda connection: self._write(connection, batch))
        failpoints.reach("commit.after")
        return taken

    async def _log_alone(self, batch: Sequence[Append]) -> set[tuple[str, int]] | None:
        """The short way, for nothing but rows of the log; None when it does not go."""
        if self._scribe is None or not all(item.alone for item in batch):
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


def first_line(error: Exception) -> str:
    """What an error says, without the statements that databases like to add; never nothing."""
    return (str(error).splitlines() or [type(error).__name__])[0]

"""Group commit: what many tables want to log at the same moment goes into one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, bindparam, delete, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from hornsup.errors import HornsUpError
from hornsup.server import failpoints, schema

MOST: Final = 500


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
    def key(self) -> tuple[str, int]:
        return self.row["table_id"], self.row["version"]


class Writer:
    """The only place that writes to the log."""

    def __init__(self, engine: AsyncEngine, plain: Engine | None = None) -> None:
        self._engine = engine
        self._plain = plain  # an engine without asyncio, for a database within the process
        self._thread = ThreadPoolExecutor(1, "writer") if plain is not None else None
        self._held: Connection | None = None
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.groups = 0
        self.rows = 0
        insert: Any = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert
        log = schema.log
        self._insert = insert(log).on_conflict_do_nothing().returning(log.c.table_id, log.c.version)
        self._sit = _upsert_seat(insert)

    def let_go(self) -> None:
        """Take a fresh connection for the next group."""
        if self._held is not None:
            self._held.close()
            self._held = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="writer")

    async def stop(self) -> None:
        """Write what waits, then end."""
        while self._waiting:
            await asyncio.sleep(0.01)
        if self._task is not None:
            self._task.cancel()
        if self._thread is not None and self._plain is not None:
            self._thread.shutdown()
            self.let_go()
            self._plain.dispose()

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
                await self._settle(batch)

    async def _settle(self, batch: list[Append]) -> None:
        try:
            taken = await self._commit(batch)
        except Exception as error:  # whatever it was, everyone who waits must be told
            await self._failed(batch, error)
            return
        self.groups += 1
        self.rows += len(batch)
        for item in batch:
            if not item.done.done():
                item.done.set_result(item.key in taken)

    async def _failed(self, batch: list[Append], error: Exception) -> None:
        """A group that the database refused goes in one by one, so that one bad row harms one."""
        refused = isinstance(error, DBAPIError) and not error.connection_invalidated
        if refused and len(batch) > 1:
            for item in batch:
                await self._settle([item])
            return
        for item in batch:
            if not item.done.done():
                item.done.set_exception(StorageError(f"the database: {first_line(error)}"))

    async def _commit(self, batch: Sequence[Append]) -> set[tuple[str, int]]:
        """One transaction for all; SQLite's runs whole in its thread, where no step of it waits
        for the event loop."""
        if self._thread is not None:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, self._commit_here, batch)
        async with self._engine.begin() as connection:
            taken = await connection.run_sync(self._write, batch)
            failpoints.reach("commit.before")
        failpoints.reach("commit.after")
        return taken

    def _commit_here(self, batch: Sequence[Append]) -> set[tuple[str, int]]:
        """The same in the writer's thread."""

        def job(connection: Connection) -> set[tuple[str, int]]:
            taken = self._write(connection, batch)
            failpoints.reach("commit.before")
            return taken

        taken = self._do_here(job)
        failpoints.reach("commit.after")
        return taken

    async def do(self, job: Callable[[Connection], T]) -> T:
        """Do something else that writes, in a transaction of its own."""
        if self._thread is not None:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._thread, self._do_here, job)
        async with self._engine.begin() as connection:
            return await connection.run_sync(job)

    def _do_here(self, job: Callable[[Connection], T]) -> T:
        """A transaction on a connection that is kept while all goes well."""
        assert self._plain is not None
        connection = self._held or self._plain.connect()
        self._held = None
        try:
            with connection.begin():
                done = job(connection)
        except BaseException:
            connection.close()
            raise
        self._held = connection
        return done

    def _insert_rows(self, connection: Connection, rows: list[dict[str, Any]]) -> Any:
        """One statement for all rows. SQLite's is written out: this is what every move costs, and
        half of that was building the statement anew."""
        if self._plain is None:
            return connection.execute(self._insert, rows)
        values = tuple(row[name] for row in rows for name in _COLUMNS)
        return connection.exec_driver_sql(_insert_text(len(rows)), values)

    def _write(self, connection: Connection, batch: Sequence[Append]) -> set[tuple[str, int]]:
        rows = self._insert_rows(connection, [item.row for item in batch])
        taken = {(row[0], row[1]) for row in rows}
        items = [item for item in batch if item.key in taken]
        new = [item.table for item in items if item.table]
        if new:
            connection.execute(schema.tables.insert(), new)
        for item in items:
            self._follow(connection, item)
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


_COLUMNS: Final = tuple(schema.log.c.keys())


@lru_cache(maxsize=MOST)
def _insert_text(count: int) -> str:
    row = f"({', '.join('?' * len(_COLUMNS))})"
    return (
        f"INSERT INTO log ({', '.join(_COLUMNS)}) VALUES {', '.join([row] * count)} "
        "ON CONFLICT DO NOTHING RETURNING table_id, version"
    )


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

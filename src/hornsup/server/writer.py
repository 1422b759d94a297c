"""Group commit: what many tables want to log at the same moment goes into one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import bindparam, delete, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from hornsup.errors import HornsUpError
from hornsup.server import failpoints, schema

MOST: Final = 500


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

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[Append] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
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
        while self._waiting:
            await asyncio.sleep(0.01)
        if self._task is not None:
            self._task.cancel()

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
                item.done.set_exception(StorageError(_reason(error)))

    async def _commit(self, batch: Sequence[Append]) -> set[tuple[str, int]]:
        async with self._engine.connect() as connection, connection.begin():
            rows = await connection.execute(self._insert, [item.row for item in batch])
            taken = {(row[0], row[1]) for row in rows}
            await self._follow(connection, [item for item in batch if item.key in taken])
            failpoints.reach("commit.before")
        failpoints.reach("commit.after")
        return taken

    async def _follow(self, connection: AsyncConnection, items: list[Append]) -> None:
        new = [item.table for item in items if item.table]
        if new:
            await connection.execute(schema.tables.insert(), new)
        for item in items:
            if item.index:
                change = update(schema.tables).where(schema.tables.c.id == item.row["table_id"])
                await connection.execute(change.values(**item.index))
            if item.sit:
                await connection.execute(self._sit, item.sit)
            if item.stand:
                await connection.execute(_STAND, item.stand)


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


def _reason(error: Exception) -> str:
    if isinstance(error, SQLAlchemyError):
        return f"the database: {str(error).splitlines()[0]}"
    return f"the database: {error}"

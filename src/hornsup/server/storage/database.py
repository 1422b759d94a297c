"""One database: a pool of connections that read, and the one writer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from hornsup.play.live.ports import StorageError
from hornsup.play.runtime import Clock
from hornsup.server.storage import engine as engines
from hornsup.server.storage import migrate
from hornsup.server.storage.group_commit import GroupCommit, Writer, first_line
from hornsup.server.storage.postgres_writer import PostgresWriter
from hornsup.server.storage.sqlite_writer import SqliteWriter

T = TypeVar("T")


class Database:
    """Reads on connections of a pool; everything that writes goes through `writer`."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.engine = engines.open_engine(url)
        self.writer: Writer
        if url.startswith("sqlite"):
            self.writer = SqliteWriter(engines.open_sync_engine(url))
        else:
            self.writer = PostgresWriter(self.engine)
        self.group_commit = GroupCommit(self.writer, clock)

    async def open(self) -> int | None:
        """Check the schema, and tell the database's time where it has a clock of its own."""
        await migrate.check(self.engine)
        async with self.reading() as connection:
            return await engines.database_time(connection)

    async def close(self) -> None:
        await self.group_commit.close()
        await self.engine.dispose()

    async def ping(self) -> None:
        await self.read(text("SELECT 1"))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.connect() as connection:
                yield await connection.execution_options(reading=True)
        except engines.DATABASE_ERRORS as error:
            raise StorageError(f"the database: {first_line(error)}") from error

    async def read(self, query: Executable) -> list[Any]:
        """The rows of a query."""
        async with self.reading() as connection:
            return list((await connection.execute(query)).all())

    async def read_column(self, query: Executable) -> list[Any]:
        """The first column of a query."""
        return [row[0] for row in await self.read(query)]

    async def read_one(self, query: Executable) -> Any:
        """The first row of a query, or None."""
        rows = await self.read(query)
        return rows[0] if rows else None

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction of its own."""
        try:
            return await self.writer.run(job)
        except IntegrityError:
            raise
        except engines.DATABASE_ERRORS as error:
            raise StorageError(f"the database: {first_line(error)}") from error

    async def execute(self, statement: Executable, values: Any = None) -> int:
        """Run one statement that writes; gives the number of rows that it changed."""
        return await self.write(lambda connection: _rows(connection.execute(statement, values)))


def _rows(result: Any) -> int:
    return int(result.rowcount)

"""`hornsup backup`: all rows as they are at one moment, beside a running server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO, Any, Final

from sqlalchemy import Table, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from hornsup.admin.archive import Writer, private_file
from hornsup.admin.check import Progress, check_logs
from hornsup.admin.database import Opened, opened
from hornsup.server.config import Config
from hornsup.server.storage import migrate
from hornsup.server.storage.schema import log, metadata, tables
from hornsup.version import __version__

PASSING: Final = ("workers", "presence", "reviews")
"""Tables about the processes of this moment, which mean nothing anywhere else, and what can be
worked out again."""
TOGETHER: Final = 2000
"""How many rows are read at a time."""

Data = dict[str, Any]


def parts() -> list[Table]:
    """The tables of a backup, in the order in which they are written: the log comes last, when
    a reader has the index with the tables' secrets."""
    names = sorted(set(metadata.tables) - {*PASSING, log.name})
    return [*(metadata.tables[name] for name in names), log]


async def write(config: Config, target: Path, overwrite: bool, progress: Progress) -> Data:
    """Write a backup, read it again, and replay every log in it; gives what is in it."""
    with private_file(target, overwrite) as (file, path):
        async with opened(config) as database:
            await _write(database, file, progress)
        file.flush()
        return {**check_logs(path, progress), "file": str(target)}


async def _write(database: Opened, file: IO[bytes], progress: Progress) -> None:
    async with _snapshot(database) as connection:
        total = await connection.scalar(select(func.count()).select_from(tables)) or 0
        writer = Writer(file, _head(connection, database.clock.now()))
        for table in parts():
            writer.begin(table.name, [column.name for column in table.columns])
            await _copy(connection, table, writer, lambda done: progress("copying", done, total))
            writer.end()
    writer.close()


def _head(connection: AsyncConnection, now: int) -> Data:
    return {
        "revision": migrate.newest(),
        "made_at": now,
        "made_by": f"hornsup {__version__}",
        "database": connection.dialect.name,
    }


@asynccontextmanager
async def _snapshot(database: Opened) -> AsyncIterator[AsyncConnection]:
    """A connection that sees the database as it is at its first query, whatever is written later.

    SQLite's WAL gives that to every reader; writers do not wait for it.
    """
    engine = database.store.database.engine
    async with engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            await connection.execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            )
        else:
            await connection.execution_options(reading=True)
        yield connection


async def _copy(
    connection: AsyncConnection, table: Table, writer: Writer, tell: Callable[[int], None]
) -> None:
    """All rows of a table, by key: a log is read in the order in which it is replayed."""
    query = select(table).order_by(*table.primary_key.columns)
    done, last = 0, None
    result = await connection.stream(query.execution_options(yield_per=TOGETHER))
    async for rows in result.partitions(TOGETHER):
        writer.rows([list(row) for row in rows])
        if table is log:
            done += len({row.table_id for row in rows} - {last})
            last = rows[-1].table_id
            tell(done)

"""`hornsup restore`: a backup becomes the database, wholly or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby, islice
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Boolean, Connection, MetaData, Table, func, inspect, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from hornsup.admin.archive import Damaged, Reader, Row
from hornsup.admin.backup import PASSING
from hornsup.admin.check import Progress, contents, need_whole_logs
from hornsup.admin.database import file_of, place, unreachable
from hornsup.errors import BadInput, HornsUpError
from hornsup.play.runtime import SteadyClock
from hornsup.server.config import Config
from hornsup.server.live.presence import ALIVE_MS
from hornsup.server.storage import migrate
from hornsup.server.storage.engine import DATABASE_ERRORS, database_time, open_engine
from hornsup.server.storage.schema import metadata, workers

TOGETHER: Final = 1000
RESTORED: Final = "restored"
"""The worker that ended at the moment of the backup: clocks get the time since back."""
VERSIONS: Final = "alembic_version"

Data = dict[str, Any]
Job = Callable[[Connection], None]


async def restore(config: Config, file: Path, force: bool, progress: Progress) -> Data:
    """Put the rows of a backup into a database; gives what was in it."""
    reader = Reader(file)
    need_whole_logs(reader)
    _check_revision(reader)
    was_there = not config.is_sqlite or file_of(config).exists()
    engine = open_engine(config.database, size=1)
    try:
        await _in_one_transaction(engine, lambda at: _replace(at, reader, force, config, progress))
    except BaseException as error:
        await engine.dispose()
        if not was_there:
            file_of(config).unlink(missing_ok=True)
        if isinstance(error, DATABASE_ERRORS) and not isinstance(error, HornsUpError):
            raise unreachable(config, error) from error
        raise
    await engine.dispose()
    return contents(reader)


async def _in_one_transaction(engine: AsyncEngine, job: Callable[[int], Job]) -> None:
    async with engine.begin() as connection:
        now = await database_time(connection)
        await connection.run_sync(job(SteadyClock().now() if now is None else now))


def _check_revision(reader: Reader) -> None:
    revision = reader.head["revision"]
    if revision not in migrate.revisions():
        raise Damaged(
            f"{reader.file} has a database of revision {revision}, which this version does not "
            "know; it was made by a newer hornsup, so update this one"
        )
    unknown = set(reader.manifest) - set(metadata.tables)
    if unknown or set(reader.manifest) & set(PASSING):
        raise Damaged(f"{reader.file} is damaged: it has parts that no backup has")


def _replace(now: int, reader: Reader, force: bool, config: Config, progress: Progress) -> Job:
    def job(connection: Connection) -> None:
        migrate.need_known(connection)
        there = set(inspect(connection).get_table_names())
        _refuse_running(connection, there, now)
        if not force:
            _refuse_rows(connection, there, config)
        _drop(connection, there)
        migrate.upgrade_connection(connection, reader.head["revision"])
        _insert(connection, reader, progress)
        migrate.upgrade_connection(connection, "head")
        _after(connection, reader)

    return job


# --- when a restore is refused --------------------------------------------------------------------


def _refuse_running(connection: Connection, there: set[str], now: int) -> None:
    """Whatever is forced: a server that runs would go on with what it has in memory."""
    if workers.name not in there:
        return
    seen = connection.execute(select(func.max(workers.c.seen_at))).scalar()
    if seen is not None and now - seen < ALIVE_MS:
        raise HornsUpError(
            f"a server runs on this database: it was heard of {max(0, now - seen) / 1000:.0f} s "
            f"ago. Stop it first; one that was killed is forgotten after {ALIVE_MS // 1000} s"
        )


def _refuse_rows(connection: Connection, there: set[str], config: Config) -> None:
    for name in sorted((set(metadata.tables) - set(PASSING)) & there):
        if connection.execute(select(text("1")).select_from(text(name)).limit(1)).first():
            raise BadInput(
                f"the database {place(config)} is not empty; "
                "--force deletes what is in it and restores the backup"
            )


# --- the rows -------------------------------------------------------------------------------------


def _drop(connection: Connection, there: set[str]) -> None:
    """Drop our own tables; what else is in the database stays."""
    for name in sorted({*metadata.tables, VERSIONS} & there):
        connection.execute(text(f"DROP TABLE {name}"))


def _insert(connection: Connection, reader: Reader, progress: Progress) -> None:
    known = MetaData()
    known.reflect(connection)
    total = sum(part["rows"] for part in reader.manifest.values())
    done = 0
    for part, rows in groupby(reader.rows(), key=lambda row: row.part):
        table = known.tables.get(part)
        for chunk in _chunks(rows):
            if table is None or set(chunk[0].columns) != set(table.columns.keys()):
                raise Damaged(f"{reader.file} is damaged: its {part} has other columns")
            connection.execute(table.insert(), [_values(table, row) for row in chunk])
            done += len(chunk)
            progress("restoring", done, total)


def _chunks(rows: Iterator[Row]) -> Iterator[list[Row]]:
    while chunk := list(islice(rows, TOGETHER)):
        yield chunk


def _values(table: Table, row: Row) -> Data:
    """The values of a row. SQLite tells truth values as numbers, PostgreSQL does not take those."""
    values = dict(zip(row.columns, row.values, strict=True))
    for name, value in values.items():
        if value is not None and isinstance(table.columns[name].type, Boolean):
            values[name] = bool(value)
    return values


def _after(connection: Connection, reader: Reader) -> None:
    """Let clocks go on where they were, and numbers count on from the last row."""
    connection.execute(workers.insert(), {"id": RESTORED, "seen_at": -reader.head["made_at"]})
    if connection.dialect.name != "postgresql":
        return  # SQLite takes the next number by itself
    for name in ("orders", "announcements"):
        connection.execute(
            text(
                f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), "
                f"coalesce((SELECT max(id) FROM {name}), 0) + 1, false)"
            )
        )

"""Database engines: SQLite in the mode in which it loses nothing, or PostgreSQL."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped] # it ships no types
from sqlalchemy import Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

DATABASE_ERRORS: Final = (
    SQLAlchemyError,
    asyncpg.PostgresError,  # what a server says that is starting or stopping; not wrapped
    asyncpg.InterfaceError,
    OSError,
    TimeoutError,
)
"""What may be raised when the database is unavailable or failing."""
BUSY_SECONDS: Final = 5
CHECKPOINT_PAGES: Final = 16_000
"""How large the write-ahead log grows (64 MB) before a commit has to copy it into the database. As
a rule the writer does that in a quiet moment."""


def open_engine(url: str, *, size: int = 5) -> AsyncEngine:
    """An engine for reading and writing."""
    if url.startswith("sqlite"):
        return _open_sqlite(url, size)
    return create_async_engine(
        url,
        pool_size=size,
        max_overflow=size,
        pool_timeout=5,
        connect_args={"timeout": 5, "command_timeout": 10},
    )


def _open_sqlite(url: str, size: int) -> AsyncEngine:
    database = make_url(url).database
    if database:
        _make_private(Path(database))
    engine = create_async_engine(
        url, connect_args={"timeout": BUSY_SECONDS}, pool_size=size, max_overflow=0
    )
    event.listen(engine.sync_engine, "connect", _on_connect)
    event.listen(engine.sync_engine, "begin", _on_begin)
    return engine


def _make_private(file: Path) -> None:
    """Make a database that is not there, for its owner alone: it holds the secrets of all games.

    SQLite gives the files beside it, -wal and -shm, the same mode. What is there keeps its own.
    """
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not file.exists():
        file.touch(mode=0o600)


def open_sync_engine(url: str) -> Engine:
    """An engine for the thread that writes to SQLite."""
    plain = make_url(url).set(drivername="sqlite")
    engine = create_engine(
        plain, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}
    )
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: Any, _record: Any) -> None:
    """The driver's own transactions lose updates silently, so it gets none."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
    cursor.close()


def _on_begin(connection: Any) -> None:
    """Take the write lock at once unless the transaction only reads."""
    reading = connection.get_execution_options().get("reading")
    connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")


async def database_time(connection: AsyncConnection) -> int | None:
    """Milliseconds by the database's clock; None for SQLite, which has ours."""
    if connection.dialect.name != "postgresql":
        return None
    found = await connection.execute(
        text("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    )
    return int(found.scalar_one())

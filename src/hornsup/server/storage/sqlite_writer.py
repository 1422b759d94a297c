"""SQLite's only writer: a thread with one connection.

A second writer would only wait for the first, so everything that writes comes here and is done in
order. No step of a transaction waits for the event loop.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeVar

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.dialects import sqlite

from hornsup.play.live.ports import Outcome
from hornsup.server import failpoints
from hornsup.server.storage import schema
from hornsup.server.storage.group_commit import (
    GROUP_SIZE,
    Append,
    Done,
    Key,
    may_split,
    outcome_of,
    write_rest,
)

QUIET_SECONDS: Final = 0.3
"""How long nothing must have been written before the WAL is copied into the database."""
CHECKPOINT_ROWS: Final = 200
"""How many rows make that worth while."""
logger = structlog.get_logger("storage")

T = TypeVar("T")
_COLUMNS: Final = tuple(schema.log.c.keys())


class SqliteWriter:
    """Does one job after the other, and tells the event loop when each is done."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._connection: Connection | None = None
        self._uncopied = 0  # rows written since the last checkpoint
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="sqlite writer", daemon=True)
        self._thread.start()

    def commit(self, batch: list[Append], done: Done) -> None:
        """Commit a group; `done` gets the outcomes on the event loop."""
        call = asyncio.get_running_loop().call_soon_threadsafe

        def job() -> None:
            outcomes = self._outcomes(batch)
            with suppress(RuntimeError):  # the loop has closed: nobody waits any more
                call(done, outcomes)

        self._jobs.put(job)

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction of its own."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()

        def work() -> None:
            result, error = None, None
            try:
                result = self._transact(job)
            except BaseException as raised:
                error = raised
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_resolve, done, result, error)

        self._jobs.put(work)
        return await done

    async def close(self) -> None:
        """Finish what was asked for, then end."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        self.reconnect()
        self.engine.dispose()

    def reconnect(self) -> None:
        """Take a fresh connection for the next job."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    # --- in the thread ------------------------------------------------------------------------

    def _work(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=QUIET_SECONDS if self._uncopied else None)
            except Empty:
                self._checkpoint()
                continue
            if job is None:
                return
            job()

    def _outcomes(self, batch: Sequence[Append]) -> list[Outcome]:
        """A group that the database refused goes in one by one, so that one bad entry harms one."""
        try:
            inserted = self._write(batch)
        except Exception as error:
            if may_split(error, batch):
                return [outcome for item in batch for outcome in self._outcomes([item])]
            return [outcome_of(error)] * len(batch)
        failpoints.reach("commit.after")
        self._uncopied += len(batch)
        return [item.key in inserted for item in batch]

    def _write(self, batch: Sequence[Append]) -> set[Key]:
        """Commit a group. Entries that change nothing but the log are one statement, which is its
        own transaction: each further statement would wait for the interpreter lock once more."""
        if all(item.log_only for item in batch):
            return self._with_connection(lambda connection: self._insert(connection, batch))

        def job(connection: Connection) -> set[Key]:
            inserted = self._insert(connection, batch)
            write_rest(connection, [item for item in batch if item.key in inserted], sqlite.insert)
            return inserted

        return self._transact(job)

    def _insert(self, connection: Connection, batch: Sequence[Append]) -> set[Key]:
        """Insert the rows whose place is free, and return their keys."""
        failpoints.reach("commit.before")
        values = [item.row[name] for item in batch for name in _COLUMNS]
        return self.execute(
            connection.connection.driver_connection, _insert_text(len(batch)), values
        )

    def execute(self, driver: Any, statement: str, values: list[Any]) -> set[Key]:
        return set(driver.execute(statement, values).fetchall())

    def _transact(self, job: Callable[[Connection], T]) -> T:
        def inside(connection: Connection) -> T:
            with connection.begin():
                return job(connection)

        return self._with_connection(inside)

    def _with_connection(self, job: Callable[[Connection], T]) -> T:
        """Use the connection, which is kept only when all went well."""
        connection, self._connection = self._connection or self.engine.connect(), None
        try:
            result = job(connection)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        return result

    def _checkpoint(self) -> None:
        """Copy the write-ahead log into the database while nobody waits for a commit."""
        rows, self._uncopied = self._uncopied, 0
        if rows < CHECKPOINT_ROWS:
            return
        try:
            self._with_connection(
                lambda connection: connection.connection.driver_connection.execute(  # type: ignore[union-attr] # it is open
                    "PRAGMA wal_checkpoint(PASSIVE)"
                ).fetchall()
            )
        except Exception as error:  # a later commit does it
            logger.warning("checkpoint failed", error=str(error))


def _resolve(done: asyncio.Future[Any], result: Any, error: BaseException | None) -> None:
    """Whoever asked may have given up waiting."""
    if done.done():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(result)


@lru_cache(maxsize=GROUP_SIZE)
def _insert_text(count: int) -> str:
    row = f"({', '.join('?' * len(_COLUMNS))})"
    return (
        f"INSERT INTO log ({', '.join(_COLUMNS)}) VALUES {', '.join([row] * count)} "
        "ON CONFLICT DO NOTHING RETURNING table_id, version"
    )

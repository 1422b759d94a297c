"""SQLite's only writer: one thread with one connection.

A second writer would only wait for the first, and badly; and in a thread no step of a transaction
waits for the event loop.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from queue import SimpleQueue
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine

from hornsup.server import schema

MOST: Final = 500
"""Rows of the log that one statement takes."""

T = TypeVar("T")
_COLUMNS: Final = tuple(schema.log.c.keys())
_Errand = tuple[Callable[[], Any], "asyncio.Future[Any]"]


class Scribe:
    """Does one errand after the other, and tells the event loop when each is done."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._held: Connection | None = None
        self._errands: SimpleQueue[_Errand | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="scribe", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Finish what was asked for, then end."""
        self._errands.put(None)
        self._thread.join()
        self.let_go()
        self.engine.dispose()

    def let_go(self) -> None:
        """Take a fresh connection for the next errand."""
        if self._held is not None:
            self._held.close()
            self._held = None

    async def do(self, job: Callable[[Connection], T]) -> T:
        """Do a job in a transaction of its own."""
        return await self._ask(lambda: self._transact(job))

    async def log(self, rows: Sequence[dict[str, Any]]) -> bool:
        """Commit rows to the log, all of them or, if any one's place is taken, none."""
        values = [row[name] for row in rows for name in _COLUMNS]
        return await self._ask(lambda: self._log(_insert_text(len(rows)), values))

    # --- in the thread ------------------------------------------------------------------------

    async def _ask(self, errand: Callable[[], T]) -> T:
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._errands.put((errand, done))
        return await done

    def _work(self) -> None:
        while (asked := self._errands.get()) is not None:
            errand, done = asked
            try:
                found, error = errand(), None
            except BaseException as trouble:  # whatever it was, whoever asked must be told
                found, error = None, trouble
            with suppress(RuntimeError):  # the loop has closed: nobody waits any more
                done.get_loop().call_soon_threadsafe(_settle, done, found, error)

    def _take(self) -> Connection:
        """The connection, which is put back only when all went well."""
        connection, self._held = self._held or self.engine.connect(), None
        return connection

    def _transact(self, job: Callable[[Connection], T]) -> T:
        connection = self._take()
        try:
            with connection.begin():
                done = job(connection)
        except BaseException:
            connection.close()
            raise
        self._held = connection
        return done

    def _log(self, statement: str, values: list[Any]) -> bool:
        """One statement that is its own transaction, straight to the driver: this is what every
        move waits for, and each step more would be one more wait for the interpreter."""
        connection = self._take()
        try:
            self.execute(connection.connection.driver_connection, statement, values)
            taken = True
        except sqlite3.IntegrityError:
            taken = False
        except BaseException:
            connection.close()
            raise
        self._held = connection
        return taken

    def execute(self, driver: Any, statement: str, values: list[Any]) -> None:
        driver.execute(statement, values)


def _settle(done: asyncio.Future[T], found: T, error: BaseException | None) -> None:
    """Whoever asked may have given up waiting."""
    if done.done():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(found)


@lru_cache(maxsize=MOST)
def _insert_text(count: int) -> str:
    row = f"({', '.join('?' * len(_COLUMNS))})"
    return f"INSERT INTO log ({', '.join(_COLUMNS)}) VALUES {', '.join([row] * count)}"

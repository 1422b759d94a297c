"""SQLite's only writer.

A second one would only wait for the first, and badly, so everything that writes comes here and is
done in order: by a thread with one connection, where no step of a transaction waits for the event
loop. But a thread shares the interpreter with the loop, and where many tables play at once each of
them waits for the other. So a busy server hires a clerk, a process that writes rows of the log and
nothing else; should it be lost, the thread takes over.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import lru_cache
from queue import SimpleQueue
from typing import Any, Final, TypeVar

import structlog
from sqlalchemy import Connection, Engine

from hornsup.server import metrics, pen, schema
from hornsup.server.clerk import Clerk, Gone

MOST: Final = 500
"""Rows of the log that one statement takes."""
BUSY: Final = 100
"""Rows of the log in one second that make a clerk worth hiring."""
PATIENCE: Final = 10.0
"""Seconds from hiring one clerk to hiring another, when the first was lost or did not come."""
logger = structlog.get_logger("scribe")

T = TypeVar("T")
_COLUMNS: Final = tuple(schema.log.c.keys())
_Errand = tuple[Callable[[], Any], "asyncio.Future[Any]"]


class Scribe:
    """Does one errand after the other, and tells the event loop when each is done."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.busy: float = BUSY
        self.clerk: Clerk | None = None
        self._door: asyncio.Task[None] | None = None  # a clerk who is coming or going
        self._hire_after = 0.0
        self._second, self._rows = 0, 0
        self._turn = asyncio.Lock()  # one writer at a time; nothing but the disk waits on it
        self._posted = asyncio.Event()  # not set while the clerk has rows that nobody awaits
        self._posted.set()
        self._held: Connection | None = None
        self._errands: SimpleQueue[_Errand | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="scribe", daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Finish what was asked for, then end."""
        if self._door is not None:
            await asyncio.wait({self._door})
        if self.clerk is not None:
            await self.clerk.dismiss()
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
        async with self._turn:
            await self._posted.wait()
            return await self._ask(lambda: self._transact(job))

    async def log(self, rows: Sequence[dict[str, Any]]) -> bool:
        """Commit rows to the log, all of them or, if any one's place is taken, none."""
        statement = _insert_text(len(rows))
        values = [row[name] for row in rows for name in _COLUMNS]
        self._count(len(rows))
        async with self._turn:
            await self._posted.wait()
            if self.clerk is not None:
                try:
                    done = await self.clerk.commit(statement, values)
                    metrics.by_clerk.inc()
                    return done
                except Gone:  # what it has written all the same is found to be taken
                    self._see_off(self.clerk)
            return await self._ask(lambda: self._log(statement, values))

    @property
    def may_post(self) -> bool:
        """Whether there is a clerk, and nobody else writes or waits to."""
        return self.clerk is not None and self._posted.is_set() and not self._turn.locked()

    def post(self, rows: Sequence[dict[str, Any]], then: Callable[[bool], None]) -> None:
        """`log` without waiting: `then` gets True once all rows are committed, and False when
        they have to go the other way, whatever the reason."""
        clerk = self.clerk
        assert clerk is not None
        self._count(len(rows))
        values = [row[name] for row in rows for name in _COLUMNS]

        def answered(answer: bytes | None) -> None:
            self._posted.set()
            if answer is None:
                self._see_off(clerk)
            elif answer == pen.DONE:
                metrics.by_clerk.inc()
            then(answer == pen.DONE)

        clerk.post(_insert_text(len(rows)), values, answered)
        self._posted.clear()

    # --- the clerk ----------------------------------------------------------------------------

    def _count(self, rows: int) -> None:
        """See whether there is enough to write for a clerk."""
        now = time.monotonic()
        if int(now) != self._second:
            self._second, self._rows = int(now), 0
        self._rows += rows
        free = self.clerk is None and self._door is None
        if free and self._rows >= self.busy and now >= self._hire_after:
            self._at_door(self._hire())

    def _at_door(self, moving: Coroutine[Any, Any, None]) -> None:
        self._door = asyncio.create_task(moving, name="clerk at the door")
        self._door.add_done_callback(self._shut)

    def _shut(self, passed: asyncio.Task[None]) -> None:
        if self._door is passed:
            self._door = None

    async def _hire(self) -> None:
        self._hire_after = time.monotonic() + PATIENCE
        url = self.engine.url
        try:
            if not url.database or url.query:
                raise Gone("only a plain file can be written by another process")
            self.clerk = await Clerk.hire(url.database)
        except Exception as error:  # whatever it was, the thread is there
            logger.warning("no clerk", error=str(error), exc_info=not isinstance(error, Gone))

    def _see_off(self, clerk: Clerk) -> None:
        logger.warning("clerk lost", pid=clerk.pid)
        self.clerk = None
        self._at_door(clerk.dismiss())

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

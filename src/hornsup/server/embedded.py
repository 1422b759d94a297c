"""The embedded database: SQLite in the mode in which it loses nothing.

Whoever opens it sets it up here. A process that only writes needs no more of the server than this,
so nothing else of the server is imported.

What is committed goes first into a file beside the database, SQLite's log of changes, and from
there into the database when somebody clears that log. As a rule that is whoever's commit finds it
too long, and they wait for it; a busy server has a `Sweep` instead.
"""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing, suppress
from typing import Final

BUSY_SECONDS: Final = 5
CHECKPOINT_PAGES: Final = 4_000
"""How large the log of changes grows (16 MB) before somebody's commit must clear it: four times
the default, so that four times fewer people wait for that."""
SWEPT_PAGES: Final = 16_000
"""The same where a sweep goes on beside the commits, and leaves them little to clear."""
SWEEP_ROWS: Final = 1_000
"""Rows that are worth a sweep."""


def prepare(connection: sqlite3.Connection, checkpoint_pages: int = CHECKPOINT_PAGES) -> None:
    """The driver's own transactions lose updates silently; whoever wants one begins it."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA wal_autocheckpoint={checkpoint_pages}")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
    cursor.close()


class Sweep:
    """A thread that clears the log of changes while others add to it.

    It is empty afterwards unless something new has come by the time the thread is through; then
    the next commit beyond `SWEPT_PAGES` empties it, and finds hardly anything left to do.
    """

    def __init__(self, path: str, rows: int = SWEEP_ROWS) -> None:
        self._path = path
        self._rows = rows
        self._next = rows
        self._due = threading.Event()
        self._ended = False
        self._thread = threading.Thread(target=self._run, name="sweep", daemon=True)
        self._thread.start()

    def wrote(self, rows: int) -> None:
        """So many rows were written in all."""
        if rows >= self._next:
            self._next = rows + self._rows
            self._due.set()

    def end(self) -> None:
        """Finish what is under way."""
        self._ended = True
        self._due.set()
        self._thread.join()

    def _run(self) -> None:
        with closing(sqlite3.connect(self._path, timeout=BUSY_SECONDS)) as database:
            prepare(database, SWEPT_PAGES)
            while not self._called_off():
                with suppress(sqlite3.Error):  # what is left lying a commit will clear
                    database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()

    def _called_off(self) -> bool:
        """Wait to be called; whether that was for the last time."""
        self._due.wait()
        self._due.clear()  # and look only then: a call that comes in between is not lost
        return self._ended

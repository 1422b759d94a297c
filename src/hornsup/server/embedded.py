"""The embedded database: SQLite in the mode in which it loses nothing.

Whoever opens it sets it up here. This imports nothing, since a process that only writes needs no
more of the server than this.
"""

from __future__ import annotations

import sqlite3
from typing import Final

BUSY_SECONDS: Final = 5
CHECKPOINT_PAGES: Final = 4_000
"""How large SQLite's log of changes grows (16 MB) before somebody's commit must clear it: four
times the default, so that four times fewer people wait for that."""


def prepare(connection: sqlite3.Connection) -> None:
    """The driver's own transactions lose updates silently; whoever wants one begins it."""
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
    cursor.execute(f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}")
    cursor.close()

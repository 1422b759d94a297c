"""The embedded database's log of changes is cleared while others go on writing."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from hornsup.server import embedded
from hornsup.server.embedded import Sweep

PAGE = 4_096


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "swept.db")


@contextmanager
def opened(path: str, checkpoint_pages: int = embedded.SWEPT_PAGES) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path)) as database:
        embedded.prepare(database, checkpoint_pages)
        database.execute("CREATE TABLE IF NOT EXISTS told (number INTEGER PRIMARY KEY, words TEXT)")
        yield database


def write(database: sqlite3.Connection, numbers: range, sweep: Sweep) -> None:
    for number in numbers:
        database.execute("INSERT INTO told VALUES (?, ?)", (number, "horns up " * 100))
        sweep.wrote(database.total_changes)


def count_without_changes(path: str) -> int:
    """The rows that are in the database itself, not in the log beside it."""
    copy = f"{path}.{time.monotonic_ns()}"
    Path(copy).write_bytes(Path(path).read_bytes())
    try:
        with closing(sqlite3.connect(copy)) as database:
            found: int = database.execute("SELECT count(*) FROM told").fetchone()[0]
            return found
    except sqlite3.DatabaseError:  # no table yet, or copied in the middle of a sweep
        return 0


def wait_for(what: Callable[[], bool], seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never came true"
        time.sleep(0.02)


def test_without_a_sweep_rows_stay_in_the_log_of_changes(path: str) -> None:
    with opened(path) as database:
        sweep = Sweep(path, rows=1_000)
        write(database, range(200), sweep)
        sweep.end()
        assert count_without_changes(path) == 0


def test_a_sweep_brings_them_home_after_so_many_rows(path: str) -> None:
    with opened(path) as database:
        sweep = Sweep(path, rows=50)
        write(database, range(120), sweep)
        wait_for(lambda: count_without_changes(path) >= 50)
        write(database, range(120, 180), sweep)
        wait_for(lambda: count_without_changes(path) >= 150)
        sweep.end()
        assert database.execute("SELECT count(*) FROM told").fetchone()[0] == 180


def test_the_log_of_changes_stays_short_however_much_is_written(path: str) -> None:
    pages = 100
    with opened(path, pages) as database:
        sweep = Sweep(path, rows=20)
        write(database, range(3_000), sweep)
        sweep.end()
        size = Path(f"{path}-wal").stat().st_size
        assert size < 4 * pages * PAGE
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("SELECT count(*) FROM told").fetchone()[0] == 3_000


def test_a_sweep_that_fails_harms_no_commit_and_is_tried_again(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    class Broken:
        def execute(self, statement: str) -> None:
            tried.append(statement)
            raise sqlite3.OperationalError("disk I/O error")

        def close(self) -> None: ...

    with opened(path) as database:
        monkeypatch.setattr(embedded, "prepare", lambda *_: None)
        monkeypatch.setattr(embedded.sqlite3, "connect", lambda *_, **__: Broken())
        sweep = Sweep(path, rows=10)
        write(database, range(10), sweep)
        wait_for(lambda: len(tried) == 1)
        write(database, range(10, 20), sweep)
        wait_for(lambda: len(tried) == 2)
        sweep.end()
        assert database.execute("SELECT count(*) FROM told").fetchone()[0] == 20


def test_a_sweep_with_nothing_to_do_ends_at_once(path: str) -> None:
    with opened(path):
        sweep = Sweep(path)
        began = time.monotonic()
        sweep.end()
        assert time.monotonic() - began < 2.0


def test_an_end_that_comes_just_as_a_sweep_is_called_is_not_lost(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(path):
        sweep = Sweep(path, rows=1)
        clear = sweep._due.clear

        def clear_too_late() -> None:
            sweep._ended = True
            sweep._due.set()
            clear()

        monkeypatch.setattr(sweep._due, "clear", clear_too_late)
        sweep.wrote(1)
        sweep._thread.join(5)
        assert not sweep._thread.is_alive(), "it did not hear that it was to end"

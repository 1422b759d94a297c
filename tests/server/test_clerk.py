"""The process that writes a busy server's log: hired, asked, broken, killed and left behind."""

from __future__ import annotations

import asyncio
import math
import os
import re
import resource
import signal
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from benchmarks.server.hornsup_server import HornsUp, Running
from benchmarks.server.measure import Load
from benchmarks.server.turns import play_by_turns
from sqlalchemy import Connection, text

from hornsup.server import embedded, pen
from hornsup.server.clerk import Clerk, Gone
from hornsup.server.store import Store
from hornsup.server.writer import StorageError
from tests.server.harness import Remote
from tests.server.test_writing import opened, row, scribe_of, versions


@asynccontextmanager
async def with_clerk(tmp_path: Path) -> AsyncIterator[tuple[Store, Clerk]]:
    """A store that has a clerk from the first row on."""
    async with opened(tmp_path) as store:
        scribe_of(store).busy = 0
        assert await store.append(row(1, table="first"))
        yield store, await clerk_of(store)


async def clerk_of(store: Store, seconds: float = 10.0) -> Clerk:
    """The clerk, once it has come."""
    async with asyncio.timeout(seconds):
        while (clerk := scribe_of(store).clerk) is None:
            await asyncio.sleep(0.01)
    return clerk


def never_by_thread(store: Store) -> None:
    def execute(*_: Any) -> None:
        raise AssertionError("the thread wrote")

    scribe_of(store).execute = execute  # type: ignore[method-assign] # to notice


def database_size(tmp_path: Path) -> int:
    """The database itself, without the log of changes beside it."""
    return (tmp_path / "log.db").stat().st_size


def ended(pid: int) -> bool:
    """Whether a process has gone, or is only waiting for its parent to notice."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def wait_ended(pid: int, seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not ended(pid):
        assert time.monotonic() < end, f"process {pid} is still there"
        time.sleep(0.02)


# --- hiring ---------------------------------------------------------------------------------------


async def test_a_quiet_server_has_no_clerk(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        for at in range(1, 21):
            assert await store.append(row(at))
        assert scribe_of(store).clerk is None


async def test_a_busy_server_hires_one_that_writes_all_rows_from_then_on(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        await asyncio.gather(*(store.append(row(at)) for at in range(1, 301)))
        await clerk_of(store)
        never_by_thread(store)
        taken = await asyncio.gather(*(store.append(row(at)) for at in range(301, 1501)))
        assert all(taken)
        assert await versions(store) == list(range(1, 1501))


async def test_a_clerk_clears_the_log_of_changes_without_being_asked(tmp_path: Path) -> None:
    async with with_clerk(tmp_path) as (store, _):
        before = database_size(tmp_path)
        never_by_thread(store)
        await asyncio.gather(*(store.append(row(at)) for at in range(1, 2_001)))
        async with asyncio.timeout(10):
            while database_size(tmp_path) < before + 50_000:
                await asyncio.sleep(0.02)
        assert database_size(tmp_path) >= before + 50_000
        assert await versions(store) == list(range(1, 2_001))


async def test_a_clerk_goes_with_the_store(tmp_path: Path) -> None:
    async with with_clerk(tmp_path) as (_, clerk):
        pid = clerk.pid
        assert not ended(pid)
    assert ended(pid)


async def test_a_store_that_closes_while_a_clerk_is_on_its_way_leaves_none(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        scribe_of(store).busy = 0
        assert await store.append(row(1))
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    commands = [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in children]
    assert not any(str(tmp_path).encode() in command for command in commands)


async def test_a_clerk_that_does_not_come_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    async def hire(_path: str) -> Clerk:
        nonlocal asked
        asked += 1
        raise Gone("no process to be had")

    monkeypatch.setattr(Clerk, "hire", hire)
    async with opened(tmp_path) as store:
        scribe_of(store).busy = 0
        for at in range(1, 31):
            assert await store.append(row(at))
        assert await versions(store) == list(range(1, 31))
    assert asked == 1, "and it is not asked for again with every move"


async def test_a_clerk_that_cannot_open_the_database_says_so(tmp_path: Path) -> None:
    with pytest.raises(Gone):
        await Clerk.hire(str(tmp_path / "no such folder" / "log.db"))


# --- writing --------------------------------------------------------------------------------------


async def test_by_clerk_too_a_taken_place_harms_nobody_else(tmp_path: Path) -> None:
    async with with_clerk(tmp_path) as (store, _):
        assert await store.append(row(1))
        wanted = [row(1), row(2), row(1, table="other"), row(3)]
        taken = await asyncio.gather(*(store.append(item) for item in wanted))
        assert taken == [False, True, True, True]
        assert await versions(store) == [1, 2, 3]


async def test_by_clerk_too_a_command_is_logged_once(tmp_path: Path) -> None:
    async with with_clerk(tmp_path) as (store, _):
        assert await store.append(row(1, command="c"))
        assert not await store.append(row(2, command="c"))
        assert await versions(store) == [1]


async def test_clerk_and_thread_write_in_turns(tmp_path: Path) -> None:
    """Neither waits for the other's lock in the database, which only looks every now and then."""
    async with with_clerk(tmp_path) as (store, _):

        def pulse(number: int) -> Any:
            statement = text("INSERT INTO workers (id, seen_at) VALUES (:id, 1)")
            return lambda connection: connection.execute(statement, {"id": f"w{number}"})

        def count(connection: Connection) -> int:
            return int(connection.execute(text("SELECT count(*) FROM workers")).scalar_one())

        jobs = [scribe_of(store).do(pulse(number)) for number in range(50)]
        rows = [store.append(row(at)) for at in range(1, 51)]
        await asyncio.gather(*jobs, *rows)
        assert await scribe_of(store).do(count) == 50
        assert await versions(store) == list(range(1, 51))


async def test_whoever_gives_up_does_not_get_the_next_ones_answer(tmp_path: Path) -> None:
    async with with_clerk(tmp_path) as (store, clerk):
        statement = "INSERT INTO log (table_id, version, at, entry) VALUES (?, ?, 1, '{}')"
        asked = asyncio.create_task(clerk.commit(statement, ["t", 1]))
        await asyncio.sleep(0)
        asked.cancel()
        with suppress(asyncio.CancelledError):
            await asked
        with pytest.raises(Gone):
            await clerk.commit(statement, ["t", 1])
        assert await store.append(row(2)), "the thread goes on"


# --- faults ---------------------------------------------------------------------------------------


async def test_case_10_a_disk_that_is_full_under_the_clerk_refuses_and_then_goes_on(
    tmp_path: Path,
) -> None:
    async with with_clerk(tmp_path) as (store, clerk):
        log = next(tmp_path.glob("*-wal"))
        no_more = (log.stat().st_size, resource.RLIM_INFINITY)
        was = resource.prlimit(clerk.pid, resource.RLIMIT_FSIZE, no_more)
        for at in (1, 2, 3):
            with pytest.raises(StorageError):
                await store.append(row(at))
        resource.prlimit(clerk.pid, resource.RLIMIT_FSIZE, was)
        never_by_thread(store)
        for at in (1, 2, 3):
            assert await store.append(row(at))
        assert await versions(store) == [1, 2, 3]


async def test_case_7_a_clerk_that_is_killed_loses_nothing_that_was_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hornsup.server.scribe.PATIENCE", 0.0)
    killed: set[int] = set()
    async with with_clerk(tmp_path) as (store, _):
        sure: dict[str, list[int]] = {f"t{number}": [] for number in range(20)}

        async def play(table: str) -> None:
            version = 1
            while len(killed) < 8:
                if await store.append(row(version, table, command=str(version))):
                    sure[table].append(version)
                version += 1  # a row that was written and not acknowledged has its place as well

        async def kill() -> None:
            while len(killed) < 8:
                clerk = await clerk_of(store)
                await asyncio.sleep(0.03)
                os.kill(clerk.pid, signal.SIGKILL)
                killed.add(clerk.pid)
                async with asyncio.timeout(10):  # until somebody's move has noticed
                    while scribe_of(store).clerk is clerk and len(killed) < 8:
                        await asyncio.sleep(0.001)

        await asyncio.gather(kill(), *(play(table) for table in sure))
        assert sum(map(len, sure.values())) > 100
        for table, acknowledged in sure.items():
            written = await versions(store, table)
            assert set(acknowledged) <= set(written)
            assert written == list(range(1, len(written) + 1))


def test_a_killed_server_leaves_no_clerk_behind(tmp_path: Path) -> None:
    server = Remote(tmp_path, frame_rate=1e6, frame_burst=1_000_000, tables_per_hour=10_000)
    server.start()
    assert server.process is not None
    try:
        load = Load(tables=8, seconds=1.5, warm_up=0.0)
        adapter = HornsUp(Running(server.process.pid, server.port))
        (found,) = asyncio.run(play_by_turns(load, [(adapter, [server.process.pid])]))
        assert found.moves > 150
        clerks = server.children("hornsup.server.pen")
        assert len(clerks) == 1
        told = urlopen(f"{server.base}/metrics").read().decode()
        written = re.search(r"^hornsup_clerk_groups_total (\S+)$", told, re.MULTILINE)
        assert written is not None
        assert float(written[1]) > 50, "it is there, and it writes"
        os.kill(clerks[0], signal.SIGTERM)  # as a service manager does with the whole group
        time.sleep(0.2)
        assert not ended(clerks[0]), "it ends with the server, not before"
    finally:
        server.kill()
    wait_ended(clerks[0])
    server.start()
    server.stop()


# --- the process itself ---------------------------------------------------------------------------


@pytest.fixture
def database(tmp_path: Path) -> sqlite3.Connection:
    made = sqlite3.connect(tmp_path / "pen.db")
    embedded.prepare(made)
    made.execute("CREATE TABLE log (place INTEGER PRIMARY KEY)")
    return made


@pytest.mark.parametrize(
    ("request_line", "said"),
    [
        (b'["INSERT INTO log VALUES (?), (?)", [1, 2]]\n', pen.DONE),
        (b'["INSERT INTO log VALUES (?), (?)", [8, 7]]\n', pen.TAKEN),
        (b'["INSERT INTO nowhere VALUES (?)", [1]]\n', b"failed no such table: nowhere"),
    ],
)
def test_what_the_process_answers(
    database: sqlite3.Connection, request_line: bytes, said: bytes
) -> None:
    database.execute("INSERT INTO log VALUES (7)")
    assert pen.answer(database, request_line) == said
    places = [place for (place,) in database.execute("SELECT place FROM log ORDER BY place")]
    assert places == ([1, 2, 7] if said == pen.DONE else [7]), "all of a group or nothing"


def test_the_process_writes_as_safely_as_the_server(database: sqlite3.Connection) -> None:
    assert database.execute("PRAGMA synchronous").fetchone() == (2,)
    assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert math.isclose(database.execute("PRAGMA busy_timeout").fetchone()[0], 5000)


async def test_what_the_clerk_cannot_be_told_holds_up_nobody_after_it(tmp_path: Path) -> None:
    async with with_clerk(tmp_path) as (store, _):
        odd = row(1)
        odd.row["entry"] = "\ud800"  # no text that could be sent to another process
        with pytest.raises(StorageError):
            await store.append(odd)
        assert await store.append(row(2))
        assert await versions(store) == [2]

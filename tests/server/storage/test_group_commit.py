"""Group commit: what is asked for at once is written together, and one bad entry harms one."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from hornsup.play.live.ports import StorageError
from hornsup.play.runtime import SteadyClock
from hornsup.server.storage import group_commit, migrate
from hornsup.server.storage.group_commit import Append
from hornsup.server.storage.sqlite_writer import SqliteWriter
from hornsup.server.storage.store import Store


@asynccontextmanager
async def opened(tmp_path: Path) -> AsyncIterator[Store]:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'log.db'}", SteadyClock())
    await migrate.upgrade(store.database.engine)
    await store.database.open()
    try:
        yield store
    finally:
        await store.database.close()


def row(version: int, table: str = "t", command: str | None = None) -> Append:
    return Append(
        {
            "table_id": table,
            "version": version,
            "at": version,
            "player": None if command is None else "p",
            "command": command,
            "entry": "{}",
        }
    )


async def versions(store: Store, table: str = "t") -> list[int]:
    async with store.database.reading() as connection:
        query = text("SELECT version FROM log WHERE table_id = :table ORDER BY version")
        found = await connection.execute(query, {"table": table})
        return list(found.scalars())


def writer_of(store: Store) -> SqliteWriter:
    writer = store.database.writer
    assert isinstance(writer, SqliteWriter)
    return writer


def count_statements(store: Store) -> list[str]:
    """The statements that the writer tells the driver from now on."""
    writer, told = writer_of(store), []
    execute = writer.execute

    def counting(driver: Any, statement: str, values: list[Any]) -> Any:
        told.append(statement)
        return execute(driver, statement, values)

    writer.execute = counting  # type: ignore[method-assign] # to listen
    return told


async def test_what_is_asked_for_at_once_is_committed_in_few_groups(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        told = count_statements(store)
        taken = await asyncio.gather(*(store.log.append(row(at)) for at in range(1, 301)))
        assert all(taken)
        assert await versions(store) == list(range(1, 301))
        assert len(told) < 30, "a group is one statement"
        assert all(statement.startswith("INSERT INTO log") for statement in told)


async def test_a_group_is_no_larger_than_its_limit(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        told = count_statements(store)
        count = group_commit.GROUP_SIZE * 2 + 1
        await asyncio.gather(*(store.log.append(row(at)) for at in range(1, count + 1)))
        assert [statement.count("(?") for statement in told] == [500, 500, 1]


async def test_a_place_that_is_taken_harms_nobody_else_of_the_group(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        assert await store.log.append(row(1))
        wanted = [row(1), row(2), row(1, table="other"), row(3)]
        taken = await asyncio.gather(*(store.log.append(item) for item in wanted))
        assert taken == [False, True, True, True]
        assert await versions(store) == [1, 2, 3]


async def test_a_command_is_logged_once_whatever_its_version(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        assert await store.log.append(row(1, command="c"))
        assert not await store.log.append(row(2, command="c"))
        assert await versions(store) == [1]


async def test_a_disk_that_fails_fails_everyone_once_and_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as store:
        writer = writer_of(store)
        broken = 0

        def execute(*_: Any) -> None:
            nonlocal broken
            broken += 1
            raise sqlite3.OperationalError("disk I/O error")

        monkeypatch.setattr(writer, "execute", execute)
        wanted = (store.log.append(row(at)) for at in range(1, 6))
        found = await asyncio.gather(*wanted, return_exceptions=True)
        assert all(isinstance(each, StorageError) for each in found)
        assert broken <= 2, "nobody waits for the same broken disk once per table"
        monkeypatch.undo()
        assert await store.log.append(row(1))
        assert await versions(store) == [1]


async def test_a_job_that_fails_leaves_nothing_and_the_next_one_works(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:

        def half(connection: Connection) -> None:
            connection.execute(text("INSERT INTO workers (id, seen_at) VALUES ('w', 1)"))
            raise ValueError("in the middle")

        with pytest.raises(ValueError, match="in the middle"):
            await writer_of(store).run(half)

        def count(connection: Connection) -> int:
            return int(connection.execute(text("SELECT count(*) FROM workers")).scalar_one())

        assert await writer_of(store).run(count) == 0


async def test_whoever_gives_up_waiting_does_not_stop_the_writing(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        tasks = [asyncio.create_task(store.log.append(row(at))) for at in (1, 2)]
        await asyncio.sleep(0)
        tasks[0].cancel()
        assert await tasks[1]
        assert await store.log.append(row(3))
        assert (await versions(store))[-2:] == [2, 3]


async def test_whoever_fails_after_a_commit_keeps_it_from_nobody_else(tmp_path: Path) -> None:
    async with opened(tmp_path) as store:
        told: list[object] = []

        def fail(_: object) -> None:
            raise RuntimeError("no voice")

        store.database.group_commit.put(row(1), fail)
        store.database.group_commit.put(row(2), told.append)
        assert await store.log.append(row(3))
        assert told == [True]
        assert await versions(store) == [1, 2, 3]

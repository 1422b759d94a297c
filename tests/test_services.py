"""The real servers that other tests stand on: they start, lose power, and come back."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import services
from tests.services import Missing, Postgres, Redis, alive, children, need

pytestmark = pytest.mark.slow  # PostgreSQL is started and killed several times

# Servers of our own, since these tests kill them.


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    with need(lambda: Postgres(durable=True)) as server:
        yield server


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    with need(Redis) as server:
        yield server


@pytest.mark.parametrize("name", ["postgres", "redis"])
def test_servers_run_without_root(name: str, request: pytest.FixtureRequest) -> None:
    server = request.getfixturevalue(name)
    assert Path(f"/proc/{server.pid}").stat().st_uid != 0
    assert server.folder.stat().st_uid == Path(f"/proc/{server.pid}").stat().st_uid


def test_fresh_databases_know_nothing_of_each_other(postgres: Postgres) -> None:
    first, second = (postgres.fresh_database().rpartition("/")[2] for _ in range(2))
    postgres.sql("CREATE TABLE here (n int)", first)
    assert postgres.sql("SELECT to_regclass('here')", first) == "here"
    assert postgres.sql("SELECT to_regclass('here')", second) == ""


def test_the_url_is_one_for_asyncpg(postgres: Postgres) -> None:
    asyncpg = pytest.importorskip("asyncpg", reason="asyncpg comes with the server extra")

    async def ask() -> int:
        link = await asyncpg.connect(postgres.fresh_database().replace("+asyncpg", ""))
        try:
            return int(await link.fetchval("SELECT 6 * 7"))
        finally:
            await link.close()

    assert asyncio.run(ask()) == 42


def test_only_the_durable_kind_waits_for_the_disk(postgres: Postgres) -> None:
    assert postgres.sql("SHOW fsync") == "on"
    assert postgres.sql("SHOW synchronous_commit") == "on"
    with need(Postgres) as fast:
        assert fast.sql("SHOW fsync") == "off"


def test_a_killed_postgres_returns_with_what_it_committed(postgres: Postgres) -> None:
    database = postgres.fresh_database().rpartition("/")[2]
    postgres.sql("CREATE TABLE kept (n int); INSERT INTO kept VALUES (7)", database)
    port, family = postgres.port, [postgres.pid, *children(postgres.pid)]
    assert len(family) > 1
    postgres.kill()
    assert not any(map(alive, family))
    with pytest.raises(RuntimeError, match="refused"):
        postgres.sql("SELECT 1")
    assert postgres.start().port == port
    assert postgres.sql("SELECT n FROM kept", database) == "7"


def test_a_stopped_postgres_leaves_no_lock_behind(postgres: Postgres) -> None:
    postgres.stop()
    assert not (Path(postgres.data) / "postmaster.pid").exists()
    assert postgres.start().sql("SELECT 1") == "1"


@pytest.mark.parametrize("ending", ["stop", "kill"])
def test_redis_returns_empty_on_the_same_port(redis: Redis, ending: str) -> None:
    url = redis.url
    assert redis.ask("SET horns up") == "+OK"
    getattr(redis, ending)()
    with pytest.raises(OSError, match="refused"):
        redis.ask("PING")
    assert redis.start().url == url
    assert redis.ask("EXISTS horns") == ":0"


def test_ending_twice_and_starting_twice_does_nothing_more(redis: Redis) -> None:
    pid = redis.pid
    assert redis.start().pid == pid
    redis.stop()
    redis.stop()
    redis.kill()
    assert not redis.running
    redis.start()


def test_closing_removes_the_folder() -> None:
    with need(Redis) as server:
        assert server.folder.is_dir()
    assert not server.folder.exists()
    assert not server.running


def test_a_server_that_cannot_start_says_what_it_said(
    redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    rival = need(Redis)
    rival.port = redis.port
    monkeypatch.setattr(rival, "ready", lambda: False)  # the other one would answer
    with pytest.raises(RuntimeError, match="Address already in use"):
        rival.start()
    rival.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of a parent's death")
def test_servers_end_with_a_test_process_that_was_killed() -> None:
    need(Redis).close()
    code = (
        "from tests.services import Redis; import os\n"
        "server = Redis().start()\n"
        "print(server.pid, server.folder, flush=True); os.kill(os.getpid(), 9)"
    )
    root = Path(services.__file__).parents[1]
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=False
    ).stdout
    pid, folder = said.split()
    services.wait_until(lambda: not alive(int(pid)), "the orphan's end", 5)
    assert not alive(int(pid))
    shutil.rmtree(folder)


def absent() -> Redis:
    raise Missing("Redis is not installed")


def test_a_missing_server_skips_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(services.REQUIRE, raising=False)
    with pytest.raises(pytest.skip.Exception, match="Redis is not installed"):
        need(absent)


def test_a_missing_server_fails_where_it_must_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(services.REQUIRE, "1")
    with pytest.raises(pytest.fail.Exception, match="says that it must be"):
        need(absent)


def test_the_finders_look_on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", os.fspath(tmp_path))
    with pytest.raises(Missing, match="redis-server"):
        services.find_redis()

"""The check-up: every line says how something is and what to do."""

from __future__ import annotations

import shutil
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import insert, text

from hornsup.admin import doctor
from hornsup.admin.database import opened
from hornsup.admin.doctor import Finding, examine, worst
from hornsup.server.storage import schema
from tests.admin.owner import config_of, fill
from tests.server.harness import local_server
from tests.services import Postgres, Redis, free_port


def about(found: list[Finding], what: str) -> Finding:
    return next(each for each in found if each.what == what)


@contextmanager
def listening() -> Iterator[int]:
    """Another program on a port; it never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


async def test_a_machine_before_the_first_start(tmp_path: Path) -> None:
    found = await examine(config_of(tmp_path / "none", port=free_port()))
    assert about(found, "port").state == "ok"
    assert "free" in about(found, "port").text
    assert about(found, "database")[1:3] == (
        "warn",
        f"there is none yet at {tmp_path / 'none' / 'hornsup.db'}",
    )
    assert not (tmp_path / "none").exists(), "looking makes nothing"
    assert worst(found) == "warn"
    assert all(each.advice for each in found if each.state != "ok")


async def test_our_own_server_is_known_by_its_answer(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        port = int(server.base.rpartition(":")[2])
        import asyncio

        config = config_of(tmp_path, port=port)
        found = await asyncio.to_thread(doctor._port, config)
        assert found.state == "ok"
        assert "hornsup server answers" in found.text


async def test_a_port_of_another_program_is_bad(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "_our_server", lambda _config: None)
    with listening() as port:
        found = await examine(config_of(tmp_path, port=port))
    assert about(found, "port").state == "bad"
    assert f"--port {port + 1}" in about(found, "port").advice
    assert worst(found) == "bad"


async def test_databases_of_every_kind(tmp_path: Path, postgres: Postgres) -> None:
    embedded, real = (
        config_of(tmp_path),
        config_of(tmp_path, database_url=postgres.fresh_database()),
    )
    for config, name in ((embedded, "SQLite"), (real, "PostgreSQL")):
        await fill(config)
        found = await examine(config)
        assert about(found, "database").text.startswith(name)
        assert about(found, "revision").state == about(found, "skew").state == "ok"
        async with opened(config) as owner:
            change = "UPDATE alembic_version SET version_num = '{}'"
            await owner.store.database.execute(text(change.format("0001")))
        assert "--migrate" in about(await examine(config), "revision").advice
        async with opened_anyway(config) as owner:
            await owner.execute(text(change.format("9999")))
            await owner.commit()
        newer = about(await examine(config), "revision")
        assert (newer.state, newer.advice) == ("bad", "update hornsup")


def opened_anyway(config: Any) -> Any:
    return doctor._connected(config)


async def test_a_database_that_does_not_answer_is_bad(tmp_path: Path) -> None:
    url = f"postgresql+asyncpg://test:hidden@127.0.0.1:{free_port()}/none"
    found = about(await examine(config_of(tmp_path, database_url=url)), "database")
    assert found.state == "bad"
    assert "hidden" not in found.text
    (tmp_path / "hornsup.db").write_bytes(b"no database at all " * 1000)
    assert about(await examine(config_of(tmp_path)), "database").state == "bad"


async def test_a_clock_that_went_back_is_seen(tmp_path: Path) -> None:
    config = config_of(tmp_path)
    await fill(config)
    async with opened(config) as owner:
        later = int(time.time() * 1000) + 60_000
        row = {"id": "w", "seen_at": later}
        await owner.store.database.execute(insert(schema.workers), row)
    found = about(await examine(config), "skew")
    assert found.state == "warn"
    assert "in the future" in found.text


def test_a_clock_that_jumps_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    wall = iter([1000.0, 1060.0])
    steady = iter([5.0, 5.3])
    clock = SimpleNamespace(
        time=lambda: next(wall), monotonic=lambda: next(steady), sleep=lambda _seconds: None
    )
    monkeypatch.setattr(doctor, "time", clock)
    assert doctor._steady().state == "warn"


@pytest.mark.parametrize(("free", "state"), [(50_000_000, "bad"), (500_000_000, "warn")])
def test_a_disk_that_is_nearly_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, state: str
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=free))
    found = doctor._disk(config_of(tmp_path / "not" / "yet"))
    assert found.state == state
    assert found.advice


async def test_redis_answers_or_does_not(tmp_path: Path, redis: Redis) -> None:
    found = await doctor._redis(config_of(tmp_path, redis_url=redis.url))
    assert [each.state for each in found] == ["ok"]
    nowhere = f"redis://127.0.0.1:{free_port()}/0"
    found = await doctor._redis(config_of(tmp_path, redis_url=nowhere))
    assert [each.state for each in found] == ["bad"]
    assert await doctor._redis(config_of(tmp_path)) == []


def test_push_needs_an_extra_and_https(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "missing_of_extra", lambda _extra: ["somelib"])
    extra, https = doctor._push(config_of(tmp_path))
    assert (extra.state, https.state) == ("warn", "warn")
    assert "hornsup[push]" in extra.advice
    monkeypatch.setattr(doctor, "missing_of_extra", lambda _extra: [])
    extra, https = doctor._push(config_of(tmp_path, public_url="https://horns.example.org"))
    assert (extra.state, https.state) == ("ok", "ok")


def test_extras_are_read_from_the_installed_package() -> None:
    assert doctor.missing_of_extra("server") == []
    assert doctor.missing_of_extra("no-such-extra") is None

"""Databases of every released revision are migrated with games open; newer ones are refused."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from hornsup.client import Guest, TableClient
from hornsup.errors import HornsUpError
from hornsup.server.storage import engine as database
from hornsup.server.storage import migrate
from hornsup.server.storage.schema import metadata
from tests.server import released
from tests.server.harness import FAST, Local, local_server
from tests.server.players import play_on
from tests.services import Postgres

OLD = sorted(released.DATABASES.glob("r*.json"))


ENGINES = ("sqlite", "postgres")


@pytest.fixture
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of the kind that a test asks for."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'hornsup.db'}"
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.fresh_database()


@asynccontextmanager
async def _engine(url: str) -> AsyncIterator[AsyncEngine]:
    engine = database.open_engine(url, size=2)
    try:
        yield engine
    finally:
        await engine.dispose()


async def _fill(engine: AsyncEngine, rows: dict[str, list[dict[str, Any]]]) -> None:
    """Rows as an old server left them, by the columns that it knew."""
    async with engine.begin() as connection:
        for name, found in rows.items():
            for row in found:
                columns = ", ".join(row)
                marks = ", ".join(f":{column}" for column in row)
                statement = f"INSERT INTO {name} ({columns}) VALUES ({marks})"
                await connection.execute(text(statement), _typed(row))


def _typed(row: dict[str, Any]) -> dict[str, Any]:
    return {key: bool(value) if key == "public" else value for key, value in row.items()}


async def _rows(engine: AsyncEngine, rows: dict[str, list[dict[str, Any]]]) -> Any:
    """The same columns as the database has them now."""
    async with engine.connect() as connection:
        found = {}
        for name, before in rows.items():
            if before:
                columns = ", ".join(before[0])
                answer = await connection.execute(text(f"SELECT {columns} FROM {name}"))
                found[name] = [_typed(dict(row._mapping)) for row in answer]
        return found


def _as_kept_now(rows: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    """Where the rows of an old server are to be found: a player's token is now a device's."""
    kept = {name: [_typed(row) for row in found] for name, found in rows.items()}
    if "token_hash" not in kept["players"][0]:
        return kept
    columns = {"token_hash": "token_hash", "player": "id", "created_at": "created_at"}
    kept["devices"] = [{now: row[then] for now, then in columns.items()} for row in kept["players"]]
    for row in kept["players"]:
        del row["token_hash"]
    return kept


def _sorted(found: Any) -> Any:
    return {name: sorted(map(repr, rows)) for name, rows in found.items() if rows}


def test_case_38_every_released_revision_has_a_database() -> None:
    kept = [json.loads(path.read_text(encoding="utf-8"))["revision"] for path in OLD]
    assert kept == migrate.revisions(), "run `python -m tests.server.released`"


@pytest.mark.parametrize("empty", ENGINES, indirect=True)
async def test_case_38_an_empty_database_gets_the_tables_of_the_schema(empty: str) -> None:
    async with _engine(empty) as engine:
        with pytest.raises(HornsUpError, match=r"revision nothing.*--migrate"):
            await migrate.check(engine)
        await migrate.upgrade(engine)
        await migrate.upgrade(engine)  # nothing to do is no harm
        await migrate.check(engine)
        async with engine.connect() as connection:
            differences = await connection.run_sync(_differences)
        assert differences == []


def _differences(connection: Connection) -> list[Any]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, metadata))


@pytest.mark.parametrize("empty", ENGINES, indirect=True)
@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
async def test_case_38_a_game_goes_on_after_migrating(
    path: Path, empty: str, tmp_path: Path
) -> None:
    """From every revision: what lay in the database stays, and its running games are finished."""
    old = json.loads(path.read_text(encoding="utf-8"))
    async with _engine(empty) as engine:
        await migrate.upgrade(engine, old["revision"])
        await _fill(engine, old["rows"])
        await migrate.upgrade(engine)
        before = _as_kept_now(old["rows"])
        assert _sorted(await _rows(engine, before)) == _sorted(before)
    async with local_server(tmp_path, database_url=empty, **FAST) as server:
        for game in old["games"]:
            await _go_on(server, game)


async def _go_on(server: Local, game: dict[str, Any]) -> None:
    """The tokens of before still sign in, on a device each, and every seat is its player's."""
    for token in game["tokens"]:
        guest = Guest(server.base, token, "")
        (device,) = await guest.call("GET", "/api/me/devices")
        assert device["this"]
    lines = [await TableClient.open(server.base, game["table"], token) for token in game["tokens"]]
    assert {line.version for line in lines} == {game["version"]}
    assert [line.you and line.you.seats for line in lines] == [[0], [1], [2]]
    answers = await play_on(lines, 10)
    assert answers[0].version == game["version"] + 1
    logged = await server.services.store.log.entries(game["table"])
    assert [each.version for each in logged] == list(range(1, lines[0].version + 1))
    for line in lines:
        await line.close()


@pytest.mark.parametrize("empty", ENGINES, indirect=True)
async def test_case_38_tokens_survive_a_migration_back_and_forth(empty: str) -> None:
    """A player without a device keeps none."""
    old = json.loads(OLD[1].read_text(encoding="utf-8"))
    async with _engine(empty) as engine:
        await migrate.upgrade(engine, "0002")
        await _fill(engine, old["rows"])
        before = await _rows(engine, old["rows"])
        await migrate.upgrade(engine)
        async with engine.begin() as connection:
            lonely = before["players"][0]["id"]
            gone = text("DELETE FROM devices WHERE player = :player")
            await connection.execute(gone, {"player": lonely})
            await connection.run_sync(_downgrade, "0002")
        found = await _rows(engine, old["rows"])
        (kept,) = [row for row in found["players"] if row["id"] == lonely]
        assert len(kept["token_hash"]) == 32, "no token has this hash"
        kept["token_hash"] = before["players"][0]["token_hash"]
        assert _sorted(found) == _sorted(before)
        await migrate.upgrade(engine)
        await migrate.check(engine)


def _downgrade(connection: Connection, target: str) -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.downgrade(config, target)


@pytest.mark.parametrize("empty", ENGINES, indirect=True)
async def test_case_38_a_newer_database_is_refused_clearly(empty: str) -> None:
    async with _engine(empty) as engine:
        await migrate.upgrade(engine)
        async with engine.begin() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        for attempt in (migrate.check, migrate.upgrade):
            with pytest.raises(HornsUpError, match=r"revision 9999.*update hornsup"):
                await attempt(engine)
        await asyncio.to_thread(_serve_refuses, empty)


def _serve_refuses(url: str) -> None:
    """The command ends with one sentence, not with a traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "hornsup", "serve", "--no-open", "--port", "0"],
        env={**os.environ, "HORNSUP_DATABASE_URL": url},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode != 0
    assert "update hornsup" in done.stderr
    assert "Traceback" not in done.stderr

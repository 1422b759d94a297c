"""Cases 38 and 39: old clients, old databases and old logs.

`wire/v1.json` is the wire as it was released; `golden_logs/` are tables as they were played. Both
are written anew by `python -m tests.server.released` when a change is meant.
"""

from __future__ import annotations

import asyncio
import copy
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine
from websockets.asyncio.client import connect

from hornsup.client import TableClient
from hornsup.core import record, registry
from hornsup.errors import HornsUpError
from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.server import database, migrate
from hornsup.server.schema import metadata
from tests.server import released
from tests.server.harness import Local, local_server, people_at_table, play_on, table_id
from tests.services import Postgres

FAST: dict[str, Any] = {"frame_rate": 1000, "frame_burst": 5000}


# --- 38: the wire ---------------------------------------------------------------------------------


async def test_case_38_another_wire_is_refused_politely(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        guest = await server.guest()
        opened = await guest.open_table({"game": "horns-up", "players": 3})
        address = f"{server.base.replace('http', 'ws')}/ws/{opened['id']}"
        headers = {"authorization": f"Bearer {guest.token}"}
        for spoken in (0, wire.WIRE - 1, wire.WIRE + 1, 10**9):
            async with connect(address, additional_headers=headers) as socket:
                hello = {"type": "hello", "wire": spoken, "language": "it"}
                await socket.send(json.dumps(hello))
                bye = json.loads(await socket.recv())
                assert (bye["type"], bye["code"]) == ("bye", "wire")
                assert str(spoken) in bye["message"]
                assert "versione" in bye["message"], "in the client's language"
                await socket.wait_closed()
                assert socket.close_code == 1002
        async with guest.table(opened["id"]) as line:
            assert line.version > 0, "others are not disturbed"


def _released() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(released.WIRE_FILE.read_text(encoding="utf-8"))
    return found


def test_case_38_frames_of_the_released_wire_are_still_understood() -> None:
    """Every sample that a client of this wire sends or is sent can be read, with the same sense."""
    found = _released()
    assert found["wire"] == wire.WIRE, "a raised WIRE needs a file of its own"
    for sample in found["from_client"]:
        frame = wire.read_frame(json.dumps(sample))
        assert _within(sample, msgspec.to_builtins(frame)), sample
    for sample in found["from_server"]:
        message = wire.read_message(json.dumps(sample))
        assert _within(sample, json.loads(wire.encode(message))), sample


def _within(old: Any, new: Any) -> bool:
    if isinstance(old, dict):
        return isinstance(new, dict) and all(
            k in new and _within(v, new[k]) for k, v in old.items()
        )
    return bool(old == new)


def test_case_38_a_change_that_breaks_clients_raises_the_wire() -> None:
    """New messages and new fields with a default may come; nothing that was there may change."""
    problems = _problems(_released()["schema"]["$defs"], wire.schema())
    assert not problems, "raise WIRE, or keep to the released wire: " + "; ".join(problems)


def test_case_38_breaking_changes_are_noticed() -> None:
    old = _released()["schema"]["$defs"]
    for change in (
        lambda defs: defs.pop("Undo"),
        lambda defs: defs["Welcome"]["properties"].pop("view"),
        lambda defs: defs["Move"]["properties"]["move"].update(maxLength=5),
        lambda defs: defs["Ping"].update(required=["type", "at"]),
        lambda defs: defs["Update"]["properties"]["version"].update(type="string"),
        lambda defs: defs["Hello"]["properties"]["language"]["enum"].remove("it"),
    ):
        schema = copy.deepcopy(wire.schema())
        change(schema["$defs"])
        assert _problems(old, schema)


def _problems(old: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    new = schema["$defs"]
    found = [problem for name in old for problem in _broken(name, old[name], new.get(name))]
    for name in set(_sent_by_clients(schema)) & set(old) & set(new):
        more = set(new[name].get("required", ())) - set(old[name].get("required", ()))
        found += [f"{name}: old clients do not send {field!r}" for field in sorted(more)]
    return found


def _sent_by_clients(schema: dict[str, Any]) -> list[str]:
    return [each["$ref"].rpartition("/")[2] for each in schema["from_client"]["anyOf"]]


def _broken(name: str, old: dict[str, Any], new: dict[str, Any] | None) -> list[str]:
    if new is None:
        return [f"{name} is gone"]
    was, now = old.get("properties", {}), new.get("properties", {})
    return [
        f"{name}.{field} has changed"
        for field in was
        if _plain(was[field]) != _plain(now.get(field)) and not _wider(was[field], now.get(field))
    ]


def _plain(schema: Any) -> Any:
    """What matters to a reader: no descriptions and no defaults."""
    if isinstance(schema, dict):
        skipped = ("description", "default", "title")
        return {key: _plain(value) for key, value in schema.items() if key not in skipped}
    return [_plain(each) for each in schema] if isinstance(schema, list) else schema


def _wider(old: Any, new: Any) -> bool:
    """A list of words may grow."""
    return bool(new) and "enum" in old and "enum" in new and set(old["enum"]) <= set(new["enum"])


# --- 38: the database -----------------------------------------------------------------------------

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
        before = {name: [_typed(row) for row in rows] for name, rows in old["rows"].items()}
        assert _sorted(await _rows(engine, old["rows"])) == _sorted(before)
    async with local_server(tmp_path, database_url=empty, **FAST) as server:
        for game in old["games"]:
            await _go_on(server, game)


async def _go_on(server: Local, game: dict[str, Any]) -> None:
    lines = [await TableClient.open(server.base, game["table"], token) for token in game["tokens"]]
    assert {line.version for line in lines} == {game["version"]}
    answers = await play_on(lines, 10)
    assert answers[0].version == game["version"] + 1
    logged = await server.services.store.entries(game["table"])
    assert [each.version for each in logged] == list(range(1, lines[0].version + 1))
    for line in lines:
        await line.close()


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


# --- 39: the log ----------------------------------------------------------------------------------

GOLDEN = sorted(released.LOGS.glob("*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_case_39_a_golden_log_replays_to_the_same_views(path: Path) -> None:
    """Every entry of a released log leads every seat to the view that it had then."""
    head, logged = released.read_log(path)
    table = released.fresh(head)
    for each, digest in logged:
        table.fold(each)
        assert released.digest(table) == digest, f"{path.stem} differs from version {each.version}"
    assert released.digest(table) == head["digest"]
    assert table.phase == "over"
    assert table.engine == head["engine"], "the version of the rules is in the log"
    assert record.verify(table.record()).honest
    written = [log.decode(log.encode(each.entry)) for each, _ in logged]
    assert written == [each.entry for each, _ in logged]


def test_case_39_the_golden_logs_have_all_that_happens_at_tables() -> None:
    seen: set[str] = set()
    games: set[str] = set()
    for path in GOLDEN:
        _, logged = released.read_log(path)
        seen |= {str(each.entry.__struct_config__.tag) for each, _ in logged}
        seen |= {each.entry.by for each, _ in logged if isinstance(each.entry, log.Moved)}
        first = logged[0][0].entry
        assert isinstance(first, log.Created)
        games.add(first.settings.game)
    assert games == {"horns-up", "raise-your-horns"}
    rare = {"undone", "timed-out", "took-over", "gave-back", "said", "reacted", "renamed", "muted"}
    assert {*rare, "confirmed", "player", "bot"} <= seen


async def test_case_39_the_version_of_the_rules_is_kept_with_the_game(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, "raise-your-horns", 3) as lines,
    ):
        engine = registry.get("raise-your-horns").engine
        logged = await server.services.store.entries(table_id(lines[0]))
        assert [each.entry.engine for each in logged if isinstance(each.entry, log.Started)] == [
            engine
        ]
        assert lines[0].table.engine == engine
        await play_on(lines, 3)

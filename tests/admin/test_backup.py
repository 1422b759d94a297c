"""Backups: complete, of one moment, checked, private; and restored into either database."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import stat
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, update

from hornsup.admin import archive, orders
from hornsup.admin.archive import FOOT, MAGIC, Damaged, Reader
from hornsup.admin.check import check_logs
from hornsup.admin.database import Opened, file_of, opened
from hornsup.admin.restore import restore
from hornsup.errors import BadInput, HornsUpError
from hornsup.server.config import Config
from hornsup.server.process import serve
from hornsup.server.storage import migrate, schema
from hornsup.server.storage.engine import open_engine
from tests.admin.owner import (
    as_text,
    backup_of,
    config_of,
    fill,
    put_secrets,
    rows_of,
    tables_of,
)
from tests.server.faults import BOUNDLESS, digest, play_through, returning_players
from tests.server.harness import FAST, local_server, remote_server
from tests.server.players import people_at_table, play_on
from tests.services import Postgres


def quiet(_what: str, _done: int, _total: int) -> None:
    """No progress bar."""


async def played(folder: Path, **settings: Any) -> Config:
    """A database with a running game of each kind, talk and a lobby; its server has ended."""
    async with local_server(folder, **FAST, **settings) as server:
        for game in ("horns-up", "raise-your-horns"):
            async with people_at_table(server.base, game, bots=1) as lines:
                await play_on(lines, 12)
                await lines[0].command("chat", text="è 🤘 “quoted” \\ and {braces}")
        await (await server.guest("Lone")).open_table({"game": "horns-up"}, seats=["me"])
        config = server.services.config
    await put_secrets(config)
    return config


# --- what is in it --------------------------------------------------------------------------------


async def test_a_backup_restored_is_the_same_database(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    config = await played(tmp_path / "one", **database)
    file = tmp_path / "all.backup"
    told = await backup_of(config, file)
    assert told["bad"] == {}
    assert told["rows"]["tables"] == 3
    other = config_of(tmp_path / "two")
    await restore(other, file, False, quiet)
    before, after = await rows_of(config), await rows_of(other)
    assert _plain(before) == _plain(after)
    assert {key: digest(table) for key, table in (await tables_of(config)).items()} == {
        key: digest(table) for key, table in (await tables_of(other)).items()
    }
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_a_new_database_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    """With the files that SQLite lays beside it, by the server and by `restore`."""
    before = os.umask(0o022)
    try:
        served = config_of(tmp_path / "served" / "here")
        await asyncio.to_thread(serve.migrate, served)
        async with opened(served) as owner:
            await owner.store.presence.heartbeat("w", 1)
            modes = _modes(file_of(served).parent)
        assert modes == dict.fromkeys([".", "hornsup.db", "hornsup.db-shm", "hornsup.db-wal"], 0)
        await backup_of(served, tmp_path / "all.backup")
        restored = config_of(tmp_path / "restored")
        await restore(restored, tmp_path / "all.backup", False, quiet)
        assert set(_modes(file_of(restored).parent).values()) == {0}
        open_to_group = config_of(tmp_path / "group")
        file_of(open_to_group).parent.mkdir()
        file_of(open_to_group).touch(0o640)
        await asyncio.to_thread(serve.migrate, open_to_group)
        assert _modes(file_of(open_to_group).parent)["hornsup.db"] == 0o040, "left as it was"
    finally:
        os.umask(before)


def _modes(folder: Path) -> dict[str, int]:
    """What others than the owner may do with a folder and the files in it."""
    found = [(".", folder), *((each.name, each) for each in folder.iterdir())]
    return {name: stat.S_IMODE(each.stat().st_mode) & 0o077 for name, each in found}


def _plain(rows: Any) -> Any:
    """SQLite tells truth values as numbers where nobody says what they are."""
    return {
        name: sorted(repr([int(v) if isinstance(v, bool) else v for v in row]) for row in found)
        for name, found in rows.items()
    }


async def test_sqlite_to_postgresql_and_back_and_the_game_goes_on(
    tmp_path: Path, postgres: Postgres
) -> None:
    config = await played(tmp_path / "one")
    await backup_of(config, tmp_path / "a")
    other = config_of(tmp_path / "pg", database_url=postgres.fresh_database())
    await restore(other, tmp_path / "a", False, quiet)
    await backup_of(other, tmp_path / "b")
    third = config_of(tmp_path / "three")
    await restore(third, tmp_path / "b", False, quiet)
    first = _plain(await rows_of(config))
    assert first == _plain(await rows_of(other)) == _plain(await rows_of(third))
    async with local_server(tmp_path / "pg", database_url=other.database_url) as server:
        for ident, table in (await tables_of(config)).items():
            live = await server.services.registry.get(ident)
            assert live is not None
            assert live.table.phase == table.phase
        guest = await server.guest()
        table_id = (await guest.open_table({"game": "horns-up"}, seats=["me"]))["id"]
        async with opened(other) as owner:  # numbers count on after those of the backup
            await owner.store.owner.announce("one", 1, 2)
            await owner.store.owner.close(table_id, 1)


async def test_a_backup_lists_no_secret_and_holds_all(tmp_path: Path) -> None:
    config = await played(tmp_path / "one")
    secrets = await _secrets(config)
    told = await backup_of(config, tmp_path / "all.backup")
    assert not [each for each in secrets if each in as_text(told)]
    held = as_text([row.values for row in Reader(tmp_path / "all.backup").rows()])
    assert [each for each in secrets if each not in held] == []


async def _secrets(config: Config) -> list[str]:
    rows = await rows_of(config)
    tables = [str(row[2]) for row in rows["tables"]]
    return [*tables, "HOOK-secret", "PUSH-secret", "AUTH-bits", "KEY-of-the-server", "LINK-hash"]


async def test_a_log_that_cannot_be_replayed_is_named_and_the_file_kept(tmp_path: Path) -> None:
    config = await played(tmp_path / "one")
    ids = sorted(await tables_of(config))
    log = schema.log
    async with opened(config) as owner:
        database = owner.store.database
        await database.execute(
            delete(log).where(log.c.table_id == ids[0], log.c.version == 3)
            if len(await owner.store.log.entries(ids[0])) > 3
            else delete(log).where(log.c.table_id == ids[0], log.c.version == 1)
        )
        await database.execute(
            update(log)
            .where(log.c.table_id == ids[1], log.c.version == 2)
            .values(entry='{"entry":"undone","seat":0}')
        )
        await database.execute(delete(log).where(log.c.table_id == ids[2]))
    told = await backup_of(config, tmp_path / "all.backup")
    assert set(told["bad"]) == set(ids)
    assert "gap" in told["bad"][ids[0]]
    assert "replayed" in told["bad"][ids[1]]
    assert "no log" in told["bad"][ids[2]]
    assert (tmp_path / "all.backup").exists()


async def test_a_file_that_is_there_stays_unless_forced(tmp_path: Path) -> None:
    config = config_of(tmp_path / "one")
    await fill(config, 1)
    file = tmp_path / "all.backup"
    file.write_text("precious")
    with pytest.raises(BadInput, match="there already"):
        await backup_of(config, file)
    assert file.read_text() == "precious"
    assert [each.name for each in tmp_path.iterdir() if "part" in each.name] == []


async def test_while_it_is_written_nobody_else_can_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = config_of(tmp_path / "one")
    await fill(config, 1)
    seen: list[int] = []
    end = archive.Writer.end

    def look(writer: archive.Writer) -> None:
        parts = list(tmp_path.glob(".all.backup.*.part"))
        seen.extend(stat.S_IMODE(each.stat().st_mode) for each in parts)
        end(writer)

    monkeypatch.setattr(archive.Writer, "end", look)
    before = os.umask(0)
    try:
        await backup_of(config, tmp_path / "all.backup")
    finally:
        os.umask(before)
    assert set(seen) == {0o600}


# --- case 46: full load ---------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
async def test_case_46_a_backup_under_full_load(
    tmp_path: Path, workers: int, request: pytest.FixtureRequest
) -> None:
    """Moves go on, and the copy has every move that was acknowledged before it began."""
    settings: dict[str, Any] = {}
    if workers > 1:
        postgres: Postgres = request.getfixturevalue("postgres")
        settings = {"database_url": postgres.fresh_database(), "workers": workers}
    with remote_server(tmp_path, **BOUNDLESS, **settings) as server:
        acked: list[dict[str, int]] = [{} for _ in range(4)]
        stop = asyncio.Event()
        ids: list[str] = []

        async def play(mine: dict[str, int]) -> None:
            options = {"end_goal": "rounds", "end_value": 1000, "forfeits": "off"}
            async with returning_players([server.base], options=options) as players:
                ids.append(players[0].table_id)
                await play_through(players, mine, stop.is_set)

        tasks = [asyncio.create_task(play(mine)) for mine in acked]
        try:
            await _until_moves(acked, [15] * len(acked), tasks)
            before = {command: at for mine in acked for command, at in mine.items()}
            process = await _start_backup(server.config, tmp_path / "all.backup")
            counts = [len(mine) for mine in acked]
            assert await asyncio.wait_for(process.wait(), 100) == 0
            assert sum(map(len, acked)) > sum(counts), "moves went on meanwhile"
            await _until_moves(acked, [len(mine) + 3 for mine in acked], tasks)
        finally:
            stop.set()
            await asyncio.gather(*tasks)
    told = check_logs(tmp_path / "all.backup", quiet)
    assert told["bad"] == {}
    kept = {row.values[4]: row.values[1] for row in _log_rows(tmp_path / "all.backup")}
    assert {command: kept.get(command) for command in before} == before
    assert {row.values[0] for row in _log_rows(tmp_path / "all.backup")} == set(ids)


def _log_rows(file: Path) -> list[archive.Row]:
    found = [row for row in Reader(file).rows() if row.part == "log"]
    assert found[0].columns[:5] == ["table_id", "version", "at", "player", "command"]
    return found


async def _until_moves(acked: list[dict[str, int]], counts: list[int], tasks: list[Any]) -> None:
    """Wait until every table has its number of moves.

    Never until a slow table has caught up with a fast one: that one would play its whole
    game meanwhile.
    """
    async with asyncio.timeout(60):
        while any(len(mine) < count for mine, count in zip(acked, counts, strict=True)):
            assert not any(task.done() for task in tasks)
            await asyncio.sleep(0.02)


async def _start_backup(config: Config, file: Path) -> asyncio.subprocess.Process:
    import sys

    where = ["--database-url", config.database_url] if config.database_url else []
    where = where or ["--data", config.data]
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "hornsup", "backup", str(file), *where
    )


# --- when a restore is refused --------------------------------------------------------------------


async def test_a_restore_does_not_overwrite_without_force(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    source, target = config_of(tmp_path / "one"), config_of(tmp_path / "two", **database)
    await fill(source, 3)
    await fill(target, 5)
    await backup_of(source, tmp_path / "all.backup")
    before = await rows_of(target)
    with pytest.raises(BadInput, match="not empty; --force"):
        await restore(target, tmp_path / "all.backup", False, quiet)
    assert await rows_of(target) == before
    await restore(target, tmp_path / "all.backup", True, quiet)
    assert _plain(await rows_of(target)) == _plain(await rows_of(source))


async def test_a_restore_never_touches_a_running_server(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    source = config_of(tmp_path / "one")
    await fill(source, 3)
    await backup_of(source, tmp_path / "all.backup")
    async with local_server(tmp_path / "two", **database) as server:
        await server.guest()
        for force in (False, True):
            with pytest.raises(HornsUpError, match="a server runs on this database"):
                await restore(server.services.config, tmp_path / "all.backup", force, quiet)
        assert len((await rows_of(server.services.config))["players"]) == 1


async def test_a_server_that_has_ended_does_not_count_as_running(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    async with local_server(tmp_path / "one", **database) as server:
        config = server.services.config
        async with opened(config) as owner:
            assert (await announced(owner))["workers"] == 1
    async with opened(config) as owner:
        ended = await owner.store.presence.last_heartbeat()
        assert ended is not None
        assert 0 <= owner.clock.now() - ended < 5_000, "it is known when it ended"
        assert (await announced(owner))["workers"] == 0
    await backup_of(config, tmp_path / "all.backup")
    await restore(config, tmp_path / "all.backup", True, quiet)  # at once


async def announced(owner: Opened) -> dict[str, Any]:
    return await orders.announce(owner, "Good evening.", 5)


async def test_clocks_get_back_the_time_since_the_backup(tmp_path: Path) -> None:
    source, target = config_of(tmp_path / "one"), config_of(tmp_path / "two")
    await fill(source, 1)
    told = await backup_of(source, tmp_path / "all.backup")
    await restore(target, tmp_path / "all.backup", False, quiet)
    async with opened(target) as owner:
        assert await owner.store.presence.last_heartbeat() == told["made_at"]
    await restore(target, tmp_path / "all.backup", True, quiet)  # that was no server


WITH_DEVICES = "0003"


@pytest.mark.parametrize("revision", [each for each in migrate.revisions() if each < WITH_DEVICES])
async def test_a_backup_from_before_devices_is_migrated(
    tmp_path: Path, revision: str, database: dict[str, Any]
) -> None:
    head = {"revision": revision, "made_at": 5, "made_by": "hornsup", "database": "sqlite"}
    columns = ["id", "token_hash", "name", "language", "created_at", "seen_at"]
    file = write_file(tmp_path / "old", head, {"players": (columns, [["a", "b", "n", "en", 1, 2]])})
    target = config_of(tmp_path / "two", **database)
    await restore(target, file, False, quiet)
    rows = await rows_of(target)
    assert rows["players"] == [("a", "n", "en", 1, 2)]
    assert rows["devices"] == [("b", "a", "a", "", 1, 2)], "tokens stand with devices now"


LATER = [each for each in migrate.revisions()[:-1] if each >= WITH_DEVICES]


@pytest.mark.parametrize("revision", LATER)
async def test_a_backup_of_an_older_revision_is_migrated(
    tmp_path: Path, revision: str, database: dict[str, Any]
) -> None:
    head = {"revision": revision, "made_at": 5, "made_by": "hornsup", "database": "sqlite"}
    columns = ["id", "name", "language", "created_at", "seen_at"]
    file = write_file(tmp_path / "old", head, {"players": (columns, [["a", "n", "en", 1, 2]])})
    target = config_of(tmp_path / "two", **database)
    await restore(target, file, False, quiet)
    assert (await rows_of(target))["players"] == [("a", "n", "en", 1, 2)]


async def test_a_newer_database_is_not_overwritten(tmp_path: Path) -> None:
    source, target = config_of(tmp_path / "one"), config_of(tmp_path / "two")
    await fill(source, 1)
    await fill(target, 0)
    await backup_of(source, tmp_path / "all.backup")
    async with opened(target) as owner:
        version = schema.metadata.tables["players"]
        assert version is not None
        from sqlalchemy import text

        await owner.store.database.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(HornsUpError, match="newer"):
        await restore(target, tmp_path / "all.backup", True, quiet)


# --- case 47: damaged files -----------------------------------------------------------------------


def write_file(
    file: Path,
    head: Any,
    parts: dict[str, tuple[list[str], list[Any]]],
    manifest: Any = None,
    number: int = 1,
    more: bytes = b"",
) -> Path:
    """A file in the form of a backup, with sums that fit, whatever it says; a row may be a text."""
    lines, told = [json.dumps(head)], {}
    for name, (columns, rows) in parts.items():
        texts = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        part = [json.dumps({"part": name, "columns": columns}), *texts]
        digest = sha256("".join(f"{line}\n" for line in part).encode()).hexdigest()
        told[name] = {"rows": len(rows), "sha256": digest}
        lines += part
    lines.append(json.dumps({"manifest": told if manifest is None else manifest}))
    body = MAGIC + b"%d\n" % number + gzip.compress("\n".join(lines).encode() + b"\n" + more)
    file.write_bytes(body + FOOT + sha256(body).hexdigest().encode() + b"\n")
    return file


HEAD = {"revision": "0003", "made_at": 5, "made_by": "hornsup", "database": "sqlite"}
BANS = (["subject", "at", "reason"], [["a", 1, ""], ["b", 2, ""]])
LOG = ["table_id", "version", "at", "player", "command", "entry"]


async def rows_after_refusal(config: Config, file: Path, match: str) -> dict[str, Any]:
    """What a database has after a restore from a file that is refused."""
    with pytest.raises(Damaged, match=match):
        await restore(config, file, True, quiet)
    return await rows_of(config)


async def test_case_47_every_byte_counts(tmp_path: Path) -> None:
    """A bit that is wrong anywhere, or an end anywhere, and the file is refused."""
    source, target = config_of(tmp_path / "one"), config_of(tmp_path / "two")
    await fill(source, 20)
    await fill(target, 2)
    await backup_of(source, tmp_path / "all.backup")
    whole = (tmp_path / "all.backup").read_bytes()
    bad = tmp_path / "bad"
    for place in range(len(whole)):
        data = bytearray(whole)
        data[place] ^= 1 << place % 8
        bad.write_bytes(data)
        with pytest.raises(Damaged):
            Reader(bad).check()
        bad.write_bytes(whole[:place])
        with pytest.raises(Damaged):
            Reader(bad).check()
    bad.write_bytes(whole + b"\n")
    with pytest.raises(Damaged):
        Reader(bad).check()
    Reader(tmp_path / "all.backup").check()


@pytest.mark.parametrize("part", ["first line", "middle", "end", "empty", "cut"])
async def test_case_47_a_damaged_file_leaves_the_database_alone(
    tmp_path: Path, part: str, database: dict[str, Any]
) -> None:
    source, target = config_of(tmp_path / "one"), config_of(tmp_path / "two", **database)
    await fill(source, 20)
    await fill(target, 2)
    await backup_of(source, tmp_path / "all.backup")
    whole = (tmp_path / "all.backup").read_bytes()
    middle = len(whole) // 2
    spoiled = {
        "first line": b"X" + whole[1:],
        "middle": whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :],
        "end": whole[:-3] + b"0\n",
        "empty": b"",
        "cut": whole[:middle],
    }
    bad = tmp_path / "bad"
    bad.write_bytes(spoiled[part])
    before = await rows_of(target)
    assert await rows_after_refusal(target, bad, "damaged|no backup") == before


@pytest.mark.parametrize(
    ("told", "match"),
    [
        ({"manifest": {"bans": {"rows": 3, "sha256": "0"}}}, "number of rows, or their hash, of"),
        ({"manifest": {}}, "of bans"),
        ({"more": b"[]\n"}, "after the manifest"),
        ({"number": 2}, "made by a newer hornsup"),
        ({"number": 0}, "no format 0"),
        ({"head": {**HEAD, "revision": "9999"}}, "made by a newer hornsup"),
        ({"head": []}, "the head"),
        ({"head": {"revision": "0003"}}, "the head"),
        ({"head": {**HEAD, "made_at": "5"}}, "the head"),
        ({"head": {**HEAD, "made_at": 10**18}}, "the head"),
        ({"head": {**HEAD, "made_by": "\x1b]0;mine\x07"}}, "the head"),
        ({"parts": {"bans": ([*BANS[0][:2], "\x1b[2J"], BANS[1])}}, "the name of a part"),
        ({"parts": {"\x1b[2J": BANS}}, "the name of a part"),
        ({"parts": {"bans": (BANS[0], ["[" * 100_000])}}, "recursion"),
        ({"parts": {"bans": (BANS[0], [["a", 1]])}}, "a row of 'bans'"),
        ({"parts": {"workers": (["id", "seen_at"], [["w", 1]])}}, "no backup has"),
        ({"parts": {"strange": (["id"], [["w"]])}}, "no backup has"),
        ({"parts": {"log": (LOG, [["t", 2, 1, None, None, "{}"]])}}, "version 1 of table"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_case_47_sums_that_fit_do_not_make_a_backup(
    tmp_path: Path, told: dict[str, Any], match: str
) -> None:
    target = config_of(tmp_path / "two")
    await fill(target, 2)
    file = tmp_path / "bad"
    write_file(file, **{"head": HEAD, "parts": {"bans": BANS}, **told})
    before = await rows_of(target)
    assert await rows_after_refusal(target, file, match) == before


async def test_case_47_rows_that_the_database_refuses_leave_it_alone(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    """The file is whole and says something that cannot be: all is taken back."""
    target = config_of(tmp_path / "two", **database)
    await fill(target, 2)
    before = await rows_of(target)
    twice = {"bans": (BANS[0], [["a", 1, ""], ["a", 2, ""]])}
    with pytest.raises(HornsUpError, match="cannot be used"):
        await restore(target, write_file(tmp_path / "bad", HEAD, twice), True, quiet)
    assert await rows_of(target) == before
    unknown = {"bans": (["subject", "at", "colour"], [["a", 1, ""]])}
    with pytest.raises(HornsUpError):
        await restore(target, write_file(tmp_path / "bad", HEAD, unknown), True, quiet)
    assert await rows_of(target) == before


async def test_case_47_a_database_that_was_not_there_is_not_there_afterwards(
    tmp_path: Path,
) -> None:
    target = config_of(tmp_path / "two")
    twice = {"bans": (BANS[0], [["a", 1, ""], ["a", 2, ""]])}
    with pytest.raises(HornsUpError):
        await restore(target, write_file(tmp_path / "bad", HEAD, twice), False, quiet)
    assert not file_of(target).exists()
    await restore(target, write_file(tmp_path / "good", HEAD, {"bans": BANS}), False, quiet)
    engine = open_engine(target.database, size=1)
    try:
        await migrate.check(engine)
    finally:
        await engine.dispose()
    async with opened(target) as owner:
        await owner.store.database.execute(
            insert(schema.bans), {"subject": "c", "at": 1, "reason": ""}
        )

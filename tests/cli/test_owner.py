"""`hornsup admin`, `backup`, `restore` and `doctor` as a server's owner meets them."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from hornsup.admin.database import opened
from hornsup.cli import backup, run
from hornsup.client import TableClient
from tests.admin.owner import config_of, fill, put_secrets, rows_of
from tests.server.harness import FAST, local_server, until
from tests.server.players import people_at_table, play_on
from tests.services import postgres

__all__ = ["postgres"]


@pytest.fixture(autouse=True)
def usual_priority(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process of the tests is not to become slow for good."""
    monkeypatch.setattr(backup, "_be_nice", lambda: None)


def owner(*words: str) -> tuple[int, str, str]:
    """Run a command: its exit code, and what it prints to stdout and stderr."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(list(words))
    return code, out.getvalue(), err.getvalue()


async def ask(*words: str) -> tuple[int, str, str]:
    """The same beside a server that runs in this process."""
    return await asyncio.to_thread(owner, *words)


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[dict[str, Any], list[str]]:
    """Settings of a server, and how its owner's commands find its database."""
    if request.param == "sqlite":
        return {}, ["--data", str(tmp_path)]
    url = request.getfixturevalue("postgres").fresh_database()
    return {"database_url": url}, ["--database-url", url]


async def test_an_evening_of_the_owner(
    tmp_path: Path, where: tuple[dict[str, Any], list[str]]
) -> None:
    settings, flags = where
    async with local_server(tmp_path, **FAST, **settings) as server:
        async with people_at_table(server.base, "horns-up") as lines:
            await play_on(lines, 4)
            table = lines[0].table
            code, out, _ = await ask("admin", "tables", *flags)
            assert code == 0
            assert table.id[:8] in out
            assert table.code not in out, "a private table's code is an invitation"
            code, out, _ = await ask("admin", "show", table.code, "--json", *flags)
            shown = json.loads(out)
            assert (shown["id"], shown["phase"]) == (table.id[:8], "playing")
            assert [seat["name"] for seat in shown["seats"]] == ["P0", "P1", "P2"]
            assert shown["seats"][0]["host"]
            assert shown["version"] >= 8
            player = shown["seats"][1]["player"]
            code, out, _ = await ask("admin", "ban", player, "--reason", "insults", *flags)
            assert (code, out) == (0, f"ban {player}: carried out within a second\n")
            await until(lambda: lines[1].closed is not None, "the ban")
            code, out, _ = await ask("admin", "bans", *flags)
            assert "insults" in out
            assert (await ask("admin", "unban", player, *flags))[0] == 0
            code, out, _ = await ask("admin", "announce", "Soon over", "--minutes", "5", *flags)
            assert code == 0
            code, out, _ = await ask("admin", "announce", "--clear", "--json", *flags)
            assert json.loads(out)["order"] == "clear"
            code, out, _ = await ask("admin", "close", table.id[:6], *flags)
            assert (code, out) == (0, f"close {table.id[:8]}: carried out within a second\n")
            await until(lambda: lines[0].table.phase == "closed", "closed")
        code, out, err = await ask("backup", str(tmp_path / "b"), "--json", *flags)
        assert (code, json.loads(out)["bad"]) == (0, {})
        assert "secrets" in err
        code, _, err = await ask("restore", str(tmp_path / "b"), "--force", *flags)
        assert code == 1
        assert "a server runs" in err


async def test_who_is_connected_is_known_also_of_a_single_worker(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        guest = await server.guest()
        table = (await guest.open_table({"game": "horns-up"}, seats=["me"]))["id"]
        line = await TableClient.open(server.base, table, guest.token)
        await server.services.maintenance.heartbeat()
        words = ("admin", "show", table, "--json", "--data", str(tmp_path))
        assert json.loads((await ask(*words))[1])["seats"][0]["connected"] is True
        await line.close()
        await until(lambda: not server.services.registry.tables[table].viewers.any, "gone")
        await server.services.registry.tables[table].settle()
        await server.services.maintenance.heartbeat()
        seat = json.loads((await ask(*words))[1])["seats"][0]
        assert (seat["connected"], seat["left_at"] is None) == (False, False)


async def test_nothing_that_is_printed_holds_a_secret(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, "horns-up", bots=1) as lines,
    ):
        await play_on(lines, 6)
        table = lines[0].table.id
        secrets = [line.guest.token or "" for line in lines]
        live = server.services.registry.tables[table]
        secrets += [live.table.secret.hex(), *(text for _, text in live.table.contributions)]
        secrets += await put_secrets(server.services.config)
        assert live.table.state is not None
        hands = [live.table.state.view(seat).get("hand") for seat in range(3)]
        flags = ["--data", str(tmp_path)]
        printed = ""
        for words in (
            ["admin", "tables", "--all"],
            ["admin", "tables", "--json"],
            ["admin", "show", table],
            ["admin", "show", table, "--json"],
            ["backup", str(tmp_path / "b")],
            ["backup", str(tmp_path / "b"), "--list"],
            ["backup", str(tmp_path / "b"), "--list", "--json"],
            ["doctor", "--json"],
        ):
            code, out, err = await ask(*words, *flags)
            assert code == 0, (words, err)
            printed += out + err
        rows = await rows_of(server.services.config)
    secrets += [str(row[0]) for row in rows["devices"]]  # hashes of tokens
    assert all(secrets)
    assert [each for each in secrets if each in printed] == []
    assert table not in printed, "the whole id is an invitation"
    assert '"hand"' not in printed
    assert any(hands)


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("admin show ffffffff", "there is no table 'ffffffff'"),
        ("admin close QQQQQQ", "there is no table 'QQQQQQ'"),
        ("admin show zz", "there is no table 'zz'"),
        ("admin ban ffffffff", "there is no player 'ffffffff'"),
        ("admin ban Ann", "there is no player 'Ann'"),
        ("admin ban", "either a player or --address"),
        ("admin ban --address nonsense", "neither an address nor a network"),
        ("admin unban ffffffff", "is not banned"),
        ("admin announce --clear", "no announcement to take down"),
        ("admin announce x --minutes 0", "1 to"),
        ("restore pyproject.toml", "no backup of hornsup"),
        ("backup --list pyproject.toml", "no backup of hornsup"),
        ("admin show 0000", "more than one table begins with '0000'"),
        ("admin ban 0000", "more than one player begins with '0000'"),
    ],
)
async def test_errors_are_one_clear_line(tmp_path: Path, words: str, part: str) -> None:
    config = config_of(tmp_path)
    await fill(config, 3)
    async with opened(config) as database:
        for number in range(2):
            ident = f"{number:032x}"
            values = f"'{ident}', '', 'horns-up', 3, 'h', false, 'lobby', 1, 1"
            columns = "id, secret, game, players, host, public, phase, created_at, updated_at"
            statement = f"INSERT INTO tables ({columns}) VALUES ({values})"
            await database.store.database.execute(text(statement))
    code, out, err = await ask(*words.split(), "--data", str(tmp_path))
    assert (code, out) == (1, "")
    assert part in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["admin tables", "backup x.backup"])
async def test_a_database_that_is_not_there_or_of_another_revision(
    tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = command.replace("x.backup", str(tmp_path / "x.backup")).split()
    code, _, err = await ask(*words, "--data", str(tmp_path / "none"))
    assert (code, err.count("\n")) == (1, 1)
    assert "there is no database" in err
    assert not (tmp_path / "none").exists()
    await fill(config_of(tmp_path))
    async with opened(config_of(tmp_path)) as database:
        await database.store.database.execute(text("UPDATE alembic_version SET version_num='0002'"))
    monkeypatch.setenv("HORNSUP_DATA", str(tmp_path))
    code, _, err = await ask(*words)
    assert (code, err.count("\n")) == (1, 1)
    assert "revision 0002" in err
    url = "postgresql+asyncpg://nobody:hidden@127.0.0.1:1/none"
    code, _, err = await ask(*words, "--database-url", url)
    assert (code, err.count("\n")) == (1, 1)
    assert "hidden" not in err
    assert not (tmp_path / "x.backup").exists()


def test_doctor_exits_with_1_when_something_is_bad(tmp_path: Path) -> None:
    (tmp_path / "hornsup.db").write_bytes(b"no database at all " * 1000)
    code, out, _ = owner("doctor", "--json", "--data", str(tmp_path), "--port", "0")
    assert code == 1
    assert json.loads(out)["state"] == "bad"
    code, out, _ = owner("doctor", "--data", str(tmp_path / "new"), "--port", "0")
    assert code == 0
    assert "hornsup serve makes it" in out

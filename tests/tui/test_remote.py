"""The terminal at a server's table, with another client at another seat."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from hornsup.client import Guest, TableClient
from hornsup.client.session import RemoteSession
from hornsup.core import record
from tests.conftest import ROOT
from tests.server.harness import FAST, Remote, remote_server
from tests.tui.players import Player, at_table

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Remote]:
    with remote_server(tmp_path_factory.mktemp("server"), **FAST) as started:
        yield started


async def opened_by_ann(base: str, **settings: Any) -> tuple[Guest, dict[str, Any]]:
    """A table with Ann, a free seat and a bot."""
    ann = await Guest.sign_in(base, "Ann")
    wanted = {"game": "raise-your-horns", "players": 3, "pace": 0, **settings}
    return ann, await ann.open_table(wanted, seats=["me", "open", "easy"])


async def play_at_random(client: TableClient) -> None:
    """The other client's game, to its end."""
    rng = Random(1)
    while client.phase == "playing":
        version = client.version
        if client.my_turn:
            await client.move(rng.choice(client.legal or []))
        while client.version == version and client.phase == "playing":
            await client.next_message()


async def play_by_keys(player: Player) -> None:
    while True:
        await player.until_asked()
        if player.table.phase == "over":
            return
        version = player.table.version
        await player.press("1")
        await player.until_changed(version)


async def test_a_game_at_a_servers_table_with_another_client(server: Remote) -> None:
    ann, table = await opened_by_ann(server.base, options={"end_value": 2})
    session = RemoteSession(f"{server.base}/{table['code']}", "Tom")
    async with at_table(session) as player, ann.table(table["id"]) as client:
        await player.until(lambda: "has not begun" in player.shown("question"))
        assert table["code"] in player.shown("board")
        assert (await client.command("start")).ok
        other = asyncio.create_task(play_at_random(client))
        await play_by_keys(player)
        await other
        assert "Tom (you)" in player.shown("board")
        assert record.verify(await session.record()).honest


async def test_chat_of_others_is_seen_and_a_lost_connection_comes_back(server: Remote) -> None:
    ann, table = await opened_by_ann(server.base)
    session = RemoteSession(f"{server.base}/t/{table['id']}", "Tom")
    async with at_table(session) as player, ann.table(table["id"]) as client:
        await client.command("start")
        await client.command("chat", text="Hello Tom")
        await player.until(lambda: "Ann: Hello Tom" in player.shown("log"))
        lost = player.table
        lost.abort()
        await player.until(lambda: player.table is not lost and player.table.closed is None)
        await client.command("chat", text="Back again?")
        await player.until(lambda: "Ann: Back again?" in player.shown("log"))
        assert player.table is not lost
        assert "Ann: Hello Tom" in player.shown("log"), "what was said before is still there"


async def test_whoever_finds_no_free_seat_watches(server: Remote) -> None:
    ann = await Guest.sign_in(server.base, "Ann")
    settings = {"game": "raise-your-horns", "players": 3}
    table = await ann.open_table(settings, seats=["me", "easy", "easy"], start=True)
    session = RemoteSession(f"{server.base}/{table['code']}", "Tom")
    async with at_table(session) as player:
        await player.until(lambda: player.table.view is not None)
        assert player.table.you.seats == []


async def test_line_mode_joins_a_servers_table(server: Remote) -> None:
    ann, table = await opened_by_ann(server.base, options={"end_value": 1})
    async with ann.table(table["id"]) as client:
        words = (
            "play",
            "--join",
            f"{server.base}/{table['code']}",
            "--name",
            "Tom",
            "--lang",
            "en",
        )
        process = await asyncio.to_thread(start, *words)
        while not all(seat.person or seat.bot for seat in client.table.seats):  # type: ignore[union-attr]  # told by the welcome
            await client.next_message()
        await client.command("start")
        other = asyncio.create_task(play_at_random(client))
        out, err = await asyncio.to_thread(process.communicate, "1\n" * 400, 60)
        await other
    assert (process.returncode, err) == (0, "")
    assert "Tom" in out
    assert "win" in out.splitlines()[-1]


def start(*words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "hornsup", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )


def test_a_table_that_cannot_be_reached_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    from hornsup.cli import run

    assert run(["play", "--join", "http://127.0.0.1:9/ABC234"]) == 1
    assert capsys.readouterr().err.count("\n") == 1

"""Cases 15, 16, 18, 23, 40: sockets that die, stall, never read, cheat, or wait for a bot."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from hornsup import client
from hornsup.client import BotPlayer, TableClient, TablePlayer
from hornsup.server import connection, worker
from hornsup.server.config import from_environment
from tests.server.faults import DICE, FAST, memory
from tests.server.harness import local_server, people_at_table, play_on, remote_server, table_id
from tests.server.raw import HELLO, PING, Proxy, Raw, proxy_to, until

SPEAK = b'{"type":"speak","language":"en"}'


async def metric(base: str, name: str) -> float:
    def read() -> float:
        with urlopen(f"{base}/metrics", timeout=10) as response:
            text = response.read().decode()
        return sum(
            float(line.rsplit(" ", 1)[1])
            for line in text.splitlines()
            if line.startswith(name) and line[len(name)] in " {"
        )

    return await asyncio.to_thread(read)


# --- 15: half open ----------------------------------------------------------------------------


def test_case_15_the_patience_of_both_sides_is_bounded() -> None:
    made = worker.uvicorn_config(from_environment({}))
    assert made.ws_ping_interval + made.ws_ping_timeout <= 40
    assert client.bot.PING_AFTER_SECONDS + client.bot.PONG_SECONDS <= 12
    assert client.table.COMMAND_SECONDS <= 12


def quick_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "PING_SECONDS", 0.3)
    monkeypatch.setattr(worker, "PONG_SECONDS", 0.6)


async def test_case_15_the_server_drops_a_socket_whose_peer_fell_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_pings(monkeypatch)
    async with (
        local_server(tmp_path) as server,
        proxy_to(server.base) as proxy,
        people_at_table(server.base) as lines,
    ):
        guest = lines[2].guest
        await lines[2].close()
        await TableClient.open(proxy.base, table_id(lines[0]), guest.token)
        await until(lambda: lines[0].online == [0, 1, 2], "all online")
        proxy.freeze()
        await until(lambda: lines[0].online == [0, 1], "dropped")
        assert len(server.services.sockets.open) == 2
        await asyncio.sleep(1.5)
        assert [line.closed for line in lines[:2]] == [None, None], "those who answer stay"


async def test_case_15_a_stopped_client_process_is_dropped_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_pings(monkeypatch)
    async with local_server(tmp_path, **FAST) as server:
        host = await server.guest()
        opened = await host.open_table(DICE, seats=["me", "open", "easy"])
        address = f"{server.base}/t/{opened['id']}"
        command = [sys.executable, "-m", "hornsup", "bot", address, "--bot", "random"]
        bot = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        try:
            async with host.table(opened["id"]) as line:
                await until(lambda: line.online == [0, 1], "the bot has come", 60)
                os.kill(bot.pid, signal.SIGSTOP)
                await until(lambda: line.online == [0], "dropped")
                os.kill(bot.pid, signal.SIGCONT)
                await until(lambda: line.online == [0, 1], "back again", 30)
                assert (await line.command("start")).ok
                await play_on([line], 500)
                assert line.table is not None
                assert line.table.phase == "over"
            assert await asyncio.to_thread(bot.wait, 30) == 0
        finally:
            bot.kill()
            bot.wait()


class Freezer:
    """A player in front of whom the line dies, once at every place where it can."""

    def __init__(self) -> None:
        self.proxy: Proxy | None = None
        self.asked = 0
        self.froze_at: list[float] = []

    async def start(self, game: str) -> None:
        del game

    async def choose(self, game: str, view: dict[str, Any], legal: list[str]) -> str:
        del game, view
        self.asked += 1
        if self.asked == 2:
            self.freeze()  # the move goes out and no answer comes
        if self.asked == 4:
            asyncio.get_running_loop().call_later(0.2, self.freeze)  # most likely while we wait
        return legal[0]

    def freeze(self) -> None:
        assert self.proxy is not None
        self.froze_at.append(time.monotonic())
        self.proxy.freeze()

    async def close(self) -> None:
        return


async def test_case_15_a_visitor_replaces_a_dead_line_and_its_move_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.bot, "PING_AFTER_SECONDS", 0.3)
    monkeypatch.setattr(client.bot, "PONG_SECONDS", 0.8)
    monkeypatch.setattr(client.table, "COMMAND_SECONDS", 1.0)
    async with local_server(tmp_path, **FAST) as server, proxy_to(server.base) as proxy:
        player = Freezer()
        player.proxy = proxy
        told: list[tuple[float, str]] = []
        visitor = TablePlayer(player, "Robo", lambda text: told.append((time.monotonic(), text)))
        settings = {**DICE, "pace": 50, "options": {"end_value": 5}}
        new = {"settings": settings, "seats": ["open", "easy", "easy"]}
        table = await asyncio.wait_for(visitor.play(proxy.base, new), 60)
        again = [at for at, text in told if "trying again" in text]
        assert len(player.froze_at) == 2
        for frozen in player.froze_at:
            assert any(0 < at - frozen < 4.0 for at in again), "as fast as its patience allows"
        room = await server.services.house.room(table)
        assert room is not None
        assert room.table.phase == "over"
        entries = await server.services.store.entries(table)
        keys = [entry.command for entry in entries if entry.command]
        assert len(keys) == len(set(keys))


# --- 16: stalls -------------------------------------------------------------------------------


async def test_case_16_stalls_of_two_seconds_on_either_side_end_no_socket(tmp_path: Path) -> None:
    assert min(worker.PONG_SECONDS, client.bot.PONG_SECONDS, client.table.COMMAND_SECONDS) > 2 * 2.0
    with remote_server(tmp_path, **FAST) as server:
        assert server.process is not None
        told: list[str] = []
        async with people_at_table(server.base, people=3, bots=1) as lines:
            visiting = await begin_visit(server.base, told)
            for _ in range(2):
                os.kill(server.process.pid, signal.SIGSTOP)
                await asyncio.sleep(2.0)
                os.kill(server.process.pid, signal.SIGCONT)
                await play_on(lines, 4)
                time.sleep(2.0)  # all clients stall, and no pong is sent
                await play_on(lines, 4)
            assert [line.closed for line in lines] == [None] * 3
            assert not [text for text in told if "again" in text]
            visiting.cancel()
            await asyncio.gather(visiting, return_exceptions=True)


async def begin_visit(base: str, told: list[str]) -> asyncio.Task[str]:
    """A visitor that waits at a table for people who never come."""
    visitor = TablePlayer(BotPlayer("random", 1), "Robo", told.append)
    new = {"settings": DICE, "seats": ["open"]}
    task = asyncio.create_task(visitor.play(base, new))
    await until(lambda: len(told) > 1 or task.done(), "seated")
    return task


# --- 18: slow readers -------------------------------------------------------------------------


async def never_read(base: str, table: str) -> Raw:
    raw = await Raw.shake(base, table, small=True)
    assert raw.status == 101
    raw.send(HELLO)
    return raw


async def nag(rude: list[Raw]) -> None:
    """Ask for everything again and again, faster than it is taken in: never."""
    while True:
        for raw in rude:
            for _ in range(20):
                raw.send(SPEAK)
        await asyncio.sleep(0.03)


async def test_case_18_sockets_that_never_read_are_closed_and_hurt_nobody(tmp_path: Path) -> None:
    with remote_server(tmp_path, **FAST) as server:
        assert server.process is not None
        async with people_at_table(server.base, "horns-up", people=4) as lines:
            await play_on(lines, 10)
            before = memory(server.process.pid)
            rude = [await never_read(server.base, table_id(lines[0])) for _ in range(4)]
            nagging = asyncio.create_task(nag(rude))
            slowest = 0.0
            for _ in range(25):
                start = time.monotonic()
                await play_on(lines, 1)
                slowest = max(slowest, time.monotonic() - start)
            await gone(server.base, 4)
            nagging.cancel()
            assert await metric(server.base, "hornsup_sockets_closed_total") >= 4
            assert memory(server.process.pid) - before < 24_000_000
            assert slowest < 3.0, "the others do not notice"
            assert [line.closed for line in lines] == [None] * 4
            for raw in rude:
                raw.end()


async def gone(base: str, left: int, seconds: float = 20.0) -> None:
    async with asyncio.timeout(seconds):
        while await metric(base, "hornsup_sockets") > left:
            await asyncio.sleep(0.1)


async def test_case_18_what_a_slow_reader_holds_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not only is the socket no longer written to: connection, buffer and file are gone."""
    monkeypatch.setattr(connection, "CLOSE_SECONDS", 0.5)
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, "horns-up") as lines,
    ):
        held = server.worker.server_state.connections
        before = len(held)
        raw = await never_read(server.base, table_id(lines[0]))
        nagging, most = asyncio.create_task(nag([raw])), 0
        async with asyncio.timeout(20):
            while len(server.services.sockets.open) > 3 or len(held) > before:
                for each in list(held):
                    most = max(most, each.transport.get_write_buffer_size())
                await asyncio.sleep(0.01)
        nagging.cancel()
        assert 65_536 < most < 300_000, "it was full, and not more than full"
        room = server.services.house.rooms[table_id(lines[0])]
        assert len(room.live.sockets) == 3
        raw.end()


async def test_case_18_pongs_that_nobody_reads_are_not_heaped_up(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server, people_at_table(server.base) as lines:
        raw = await Raw.shake(server.base, table_id(lines[0]), small=True)
        raw.send(HELLO)
        most = 0
        for _ in range(120):
            for _ in range(1000):
                raw.send(b"x" * 125, PING)
            await raw.writer.drain()
            held = [each.transport for each in server.worker.server_state.connections]
            most = max([most, *(each.get_write_buffer_size() for each in held)])
        assert most < 300_000
        raw.end()
        await play_on(lines, 3)


# --- 23: deflate ------------------------------------------------------------------------------


async def test_case_23_deflate_is_not_negotiated_and_compressed_frames_are_refused(
    tmp_path: Path,
) -> None:
    async with local_server(tmp_path) as server, people_at_table(server.base) as lines:
        offers = "permessage-deflate; client_max_window_bits, x-webkit-deflate-frame"
        raw = await Raw.shake(server.base, table_id(lines[0]), sec_websocket_extensions=offers)
        assert raw.status == 101
        assert "sec-websocket-extensions" not in raw.headers
        raw.send(HELLO)
        assert (await raw.receive())[0] == 1
        raw.send(b"\xab" * 100, rsv1=True)
        assert await raw.closed() == 1002
        raw.end()
        await play_on(lines, 3)


# --- 40: a bot that thinks --------------------------------------------------------------------


async def ping_times(line: TableClient, seconds: float) -> list[float]:
    """How long pongs take on a line where nothing else is said."""
    took, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.monotonic()
        await line.send_text('{"type":"ping"}')
        await line.next_message()
        took.append(time.monotonic() - start)
        await asyncio.sleep(0.05)
    return took


async def test_case_40_sockets_do_not_wait_for_a_bot_that_thinks(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, bot_seconds=20, **FAST) as server,
        people_at_table(server.base, "horns-up") as lines,
    ):
        room = server.services.house.rooms[table_id(lines[0])]
        state, seat = room.table.state, room.table.to_move
        assert state is not None
        legal = [str(move) for move in state.legal_moves()]
        think = server.services.thinkers.choose(
            "k", "horns-up", "search:4s", state.view(seat), legal
        )
        thinking = asyncio.create_task(think)
        watchers = [
            await TableClient.open(server.base, table_id(lines[0]), None) for _ in range(20)
        ]
        await asyncio.sleep(0.5)
        took = await asyncio.gather(*(ping_times(line, 2.5) for line in watchers))
        assert not thinking.done(), "it thought all the while"
        assert await thinking in legal
        every = sorted(each for line in took for each in line)
        assert len(every) > 200
        assert every[int(len(every) * 0.99)] < 0.25
        for line in watchers:
            await line.close()

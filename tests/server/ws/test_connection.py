"""Sockets that die, stall or never read."""

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
from hornsup.play.runtime import SteadyClock
from hornsup.server.app import create_app
from hornsup.server.config import from_environment
from hornsup.server.process import worker
from hornsup.server.ws import connection, endpoint
from tests.server.faults import DICE, memory, pragmas
from tests.server.harness import FAST, FakeTime, local_server, remote_server, until
from tests.server.players import people_at_table, play_on, table_id
from tests.server.raw import HELLO, PING, Proxy, Raw, proxy_to

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


def test_case_15_the_patience_of_both_sides_is_bounded() -> None:
    made = worker.uvicorn_config(create_app(from_environment({})))
    assert made.ws_ping_interval is not None
    assert made.ws_ping_timeout is not None
    assert made.ws_ping_interval + made.ws_ping_timeout <= 40
    assert client.bot.PING_AFTER_SECONDS + client.bot.PONG_SECONDS <= 12
    assert client.connection.COMMAND_SECONDS <= 12


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
        await asyncio.sleep(1.0)  # as long as the silent one was given
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


async def test_case_15_a_bot_client_replaces_a_dead_line_and_its_move_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.bot, "PING_AFTER_SECONDS", 0.3)
    monkeypatch.setattr(client.bot, "PONG_SECONDS", 0.8)
    monkeypatch.setattr(client.connection, "COMMAND_SECONDS", 1.0)
    async with local_server(tmp_path, **FAST) as server, proxy_to(server.base) as proxy:
        player = Freezer()
        player.proxy = proxy
        told: list[tuple[float, str]] = []
        bot_client = TablePlayer(player, "Robo", lambda text: told.append((time.monotonic(), text)))
        settings = {**DICE, "pace": 50, "options": {"end_value": 5}}
        new = {"settings": settings, "seats": ["open", "easy", "easy"]}
        table = await asyncio.wait_for(bot_client.play(proxy.base, new), 60)
        again = [at for at, text in told if "trying again" in text]
        assert len(player.froze_at) == 2
        for frozen in player.froze_at:
            assert any(0 < at - frozen < 4.0 for at in again), "as fast as its patience allows"
        live = await server.services.registry.get(table)
        assert live is not None
        assert live.table.phase == "over"
        entries = await server.services.store.log.entries(table)
        keys = [entry.command for entry in entries if entry.command]
        assert len(keys) == len(set(keys))


async def test_case_16_stalls_of_two_seconds_on_either_side_end_no_socket(tmp_path: Path) -> None:
    limits = (worker.PONG_SECONDS, client.bot.PONG_SECONDS, client.connection.COMMAND_SECONDS)
    assert min(limits) > 2 * 2.0
    with remote_server(tmp_path, **FAST) as server:
        assert server.process is not None
        told: list[str] = []
        async with people_at_table(server.base, people=3, bots=1) as lines:
            waiting = await begin_waiting(server.base, told)
            os.kill(server.process.pid, signal.SIGSTOP)
            await asyncio.sleep(2.0)
            os.kill(server.process.pid, signal.SIGCONT)
            await play_on(lines, 4)
            time.sleep(2.0)  # all clients stall, and no pong is sent
            await play_on(lines, 4)
            assert [line.closed for line in lines] == [None] * 3
            assert not [text for text in told if "again" in text]
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)


async def begin_waiting(base: str, told: list[str]) -> asyncio.Task[str]:
    """A bot client that waits at a table for people who never come."""
    bot_client = TablePlayer(BotPlayer("random", 1), "Robo", told.append)
    new = {"settings": DICE, "seats": ["open"]}
    task = asyncio.create_task(bot_client.play(base, new))
    await until(lambda: len(told) > 1 or task.done(), "seated")
    return task


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


async def test_case_18_what_a_slow_reader_holds_is_freed(
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
        live = server.services.registry.tables[table_id(lines[0])]
        assert len(live.viewers.live.viewers) == 3
        raw.end()


class BlockedSocket:
    """A socket whose peer has stopped reading."""

    def __init__(self) -> None:
        self.writable = asyncio.Event()
        self.aborted = False

    def read_with(self, take: Any) -> None:
        del take

    def write_with(self, on_writable: Any) -> None:
        del on_writable

    def write(self, messages: Any) -> bool:
        del messages
        return self.writable.is_set()

    def abort(self) -> None:
        self.aborted = True


class OpenSocket(BlockedSocket):
    """A socket whose peer reads; it keeps what was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.writable.set()
        self.written: list[bytes] = []

    def write(self, messages: Any) -> bool:
        if not self.writable.is_set():
            return False
        self.written += messages
        return True


def viewer(socket: Any, limit: int = 64) -> connection.Connection:
    async def send(_message: Any) -> None:
        return

    return connection.Connection(
        socket, send, None, limit=limit, batch=connection.WriteBatch(), clock=SteadyClock()
    )


async def test_what_was_said_before_a_close_is_sent_before_it() -> None:
    socket = OpenSocket()
    peer = viewer(socket)
    for number in range(60):
        peer.push(b"%d" % number)
    peer.close(1008, "flood")
    await peer.end()
    assert len(socket.written) == 60


async def test_case_18_many_messages_at_once_are_not_slowness() -> None:
    """A worker that catches up says hundreds of things in one iteration of its loop."""
    socket = OpenSocket()
    peer = viewer(socket)
    for _ in range(500):
        peer.push(b"{}")
    early = peer.closing
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert len(socket.written) == 500
    socket.writable.clear()
    peer.push(b"{}")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    for _ in range(64):
        peer.push(b"{}")
    assert (early, peer.closing) == (None, (1013, "slow")), "one that reads nothing is slow"
    await peer.end(0.01)


async def test_case_18_a_message_that_waits_too_long_closes_its_socket_without_a_database(
    tmp_path: Path,
) -> None:
    fake, sent = FakeTime(), []

    async def send(message: Any) -> None:
        sent.append(message)

    async with local_server(tmp_path, SteadyClock(fake)) as server:
        sockets, socket = server.services.sockets, BlockedSocket()
        slow = connection.Connection(
            socket, send, None, limit=64, batch=connection.WriteBatch(), clock=sockets.clock
        )
        sockets.open[slow] = None
        slow.push(b"{}")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        with pragmas(server.services.store, "query_only=1"):
            fake.forward(endpoint.SLOW_SECONDS - 1)
            await server.services.maintenance.close_slow_sockets()
            early = slow.closing
            fake.forward(2)
            await server.services.maintenance.close_slow_sockets()
        assert (early, slow.closing) == (None, (1013, "slow"))
        socket.writable.set()
        await slow.end()
        assert sent[-1]["code"] == 1013
        del sockets.open[slow]


async def test_case_18_pongs_that_nobody_reads_are_bounded(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server, people_at_table(server.base) as lines:
        raw = await Raw.shake(server.base, table_id(lines[0]), small=True)
        raw.send(HELLO)
        most = 0
        for _ in range(40):
            for _ in range(1000):
                raw.send(b"x" * 125, PING)
            await raw.writer.drain()
            held = [each.transport for each in server.worker.server_state.connections]
            most = max([most, *(each.get_write_buffer_size() for each in held)])
        assert most < 300_000
        raw.end()
        await play_on(lines, 3)

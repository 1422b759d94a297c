"""The memory of idle tables, and how many idle websockets one server process holds."""

from __future__ import annotations

import asyncio
import json
import resource
from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.server import hornsup_server
from benchmarks.server.usage import usage
from benchmarks.server.websocket import WebSocket
from hornsup.client import Guest
from hornsup.play.wire import WIRE

Say = Callable[[str], None]
OpenSocket = tuple[WebSocket, list[bytes]]
"""A connection and the messages that came on it."""


@dataclass(frozen=True, slots=True)
class Idle:
    tables: int
    kb_per_table: float
    sockets: int
    kb_per_socket: float
    answering: int

    def __str__(self) -> str:
        return (
            f"{self.tables} idle tables take {self.kb_per_table} kB each. One process holds "
            f"{self.sockets} idle sockets, {self.kb_per_socket} kB each; "
            f"{self.answering} of them answer a ping."
        )


def raise_file_limit() -> None:
    """Allow as many open sockets as the system does."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def measure_idle(tables: int, sockets: int, say: Say) -> Idle:
    raise_file_limit()
    with hornsup_server.running() as server:
        return asyncio.run(_measure(server, tables, sockets, say))


async def _measure(server: hornsup_server.Running, tables: int, sockets: int, say: Say) -> Idle:
    guest = await Guest.sign_in(server.base, "idle")
    settings = {"game": "horns-up", "players": 4, "leavers": "wait"}
    first = [await guest.open_table(settings, seats=["me"] * 4, start=True) for _ in range(50)]
    before = usage([server.pid]).rss_bytes
    say(f"{tables} idle tables of Horns Up")
    for _ in range(tables):
        await guest.open_table(settings, seats=["me"] * 4, start=True)
    after = usage([server.pid]).rss_bytes
    say(f"{sockets} idle sockets")
    opened = await _open_sockets(server, guest, first[0]["id"], sockets)
    with_sockets = usage([server.pid]).rss_bytes
    answering = await _count_answers(opened)
    for socket, _ in opened:
        socket.close()
    return Idle(
        tables,
        round((after - before) / tables / 1000, 1),
        sockets,
        round((with_sockets - after) / max(1, sockets) / 1000, 1),
        answering,
    )


async def _open_sockets(
    server: hornsup_server.Running, guest: Guest, table: str, count: int
) -> list[OpenSocket]:
    """Spectators of one table."""
    opened: list[OpenSocket] = []
    headers = {"Authorization": f"Bearer {guest.token}"}
    for _ in range(count):
        messages: list[bytes] = []
        socket = WebSocket(messages.append, lambda _why: None)
        await socket.open(hornsup_server.HOST, server.port, f"/ws/{table}", headers)
        socket.send(json.dumps({"type": "hello", "wire": WIRE, "role": "spectator"}).encode())
        opened.append((socket, messages))
    await asyncio.sleep(2.0)  # until the last welcome is there
    return opened


async def _count_answers(opened: list[OpenSocket]) -> int:
    """How many answer a ping within ten seconds."""
    for socket, messages in opened:
        messages.clear()
        socket.send(b'{"type":"ping"}')
    answering = 0
    for _ in range(100):
        await asyncio.sleep(0.1)
        answering = sum(any(b'"pong"' in each for each in messages) for _, messages in opened)
        if answering == len(opened):
            break
    return answering

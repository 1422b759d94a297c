"""Our own server: started as a process, played over HTTP and websocket."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from benchmarks.server.adapter import Adapter, Player, Seat
from hornsup.client import Guest, RequestRefused, Unreachable, request
from hornsup.errors import HornsUpError
from hornsup.play.wire import WIRE

NAME: Final = "hornsup"
HOST: Final = "127.0.0.1"
SEATS: Final = 4
ENDLESS: Final = {"end_goal": "rounds", "end_value": 1000, "forfeits": "off"}
# The load comes from four guests at one address; these limits would refuse it.
LIMITS: Final = {
    "HORNSUP_FRAME_RATE": "100000",
    "HORNSUP_FRAME_BURST": "100000",
    "HORNSUP_SOCKETS_PER_PLAYER": "100000",
    "HORNSUP_SOCKETS_PER_ADDRESS": "100000",
    "HORNSUP_TABLES_PER_HOUR": "100000",
    "HORNSUP_LOG_LEVEL": "warning",
}


@dataclass(frozen=True, slots=True)
class Running:
    """A running server."""

    pid: int
    port: int

    @property
    def base(self) -> str:
        return f"http://{HOST}:{self.port}"


SERVE: Final = ("-m", "hornsup", "serve", "--no-open")


@contextmanager
def running(
    source: str = "", program: Sequence[str] = SERVE, **environment: str
) -> Iterator[Running]:
    """Start `hornsup serve` with a database in a new folder, and stop it afterwards.

    `source` is the `src` folder of another version of the package to be started instead; `program`
    is what the interpreter is to run in place of the command.
    """
    with tempfile.TemporaryDirectory(prefix="hornsup-bench-") as folder:
        with socket.create_server((HOST, 0)) as probe:
            port = probe.getsockname()[1]
        known = {
            **os.environ,
            **LIMITS,
            "HORNSUP_DATA": folder,
            "HORNSUP_PORT": str(port),
            "HORNSUP_DATABASE_URL": "",
            "HORNSUP_REDIS_URL": "",
            "HORNSUP_WORKERS": "1",
            **({"PYTHONPATH": source} if source else {}),
            **environment,
        }
        command = [sys.executable, *program]
        process = subprocess.Popen(command, env=known, stdout=subprocess.DEVNULL)
        try:
            _wait_ready(process, f"http://{HOST}:{port}")
            yield Running(process.pid, port)
        finally:
            process.terminate()
            process.wait(30)


def _wait_ready(process: subprocess.Popen[bytes], base: str) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None:
        try:
            request(base, "GET", "/readyz")
            return
        except (Unreachable, RequestRefused):
            time.sleep(0.05)
    raise HornsUpError("our own server did not start")


class Message(msgspec.Struct):
    """The fields of our messages that a scripted player needs."""

    type: str
    version: int = -1
    ok: bool = True
    legal: list[str] | None = None
    code: str = ""


class HornsUp(Adapter):
    """Players at our server: the same four guests sit at every table."""

    def __init__(self, server: Running, game: str = "raise-your-horns", **settings: Any) -> None:
        self.server = server
        self.game = game
        self.settings = settings or {"options": ENDLESS}
        self._guests: list[Guest] = []
        self._decode = msgspec.json.Decoder(Message).decode
        self._lock = asyncio.Lock()
        self._starting: set[asyncio.Task[None]] = set()

    async def guests(self) -> list[Guest]:
        async with self._lock:
            while len(self._guests) < SEATS:
                name = f"load {len(self._guests)}"
                self._guests.append(await Guest.sign_in(self.server.base, name))
        return self._guests

    async def open_table(self, number: int) -> Sequence[Seat]:
        del number  # all tables are alike
        guests = await self.guests()
        settings = {"game": self.game, "players": SEATS, **self.settings}
        opened = await guests[0].open_table(settings)
        for guest in guests[1:]:
            await guest.sit(opened["id"])
        return [
            Seat(
                HOST,
                self.server.port,
                f"/ws/{opened['id']}",
                opened["id"],
                seat,
                guest.token,
                {"Authorization": f"Bearer {guest.token}"},
            )
            for seat, guest in enumerate(guests)
        ]

    def hello(self, player: Player) -> None:
        player.send(json.dumps({"type": "hello", "wire": WIRE}).encode())
        if player.seat.number == SEATS - 1:  # the last one is connected, so the host starts
            self._starting.add(task := asyncio.ensure_future(self._start(player.seat.table)))
            task.add_done_callback(self._starting.discard)

    async def _start(self, table: str) -> None:
        async with self._guests[0].table(table) as client:
            answer = await client.command("start")
            if not answer.ok:
                raise HornsUpError(f"the table did not start: {answer.message}")

    def read(self, player: Player, message: bytes) -> None:
        found = self._decode(message)
        if found.type in ("update", "welcome"):
            player.on_state(found.version, found.legal)
        elif found.type == "answer" and found.ok:
            player.on_ack(found.version)
        elif found.type == "answer":
            player.on_refusal(found.code or "refused")

    def write(self, player: Player, version: int, move: str) -> bytes:
        return b'{"type":"move","id":"%d-%d","version":%d,"move":"%s"}' % (
            player.seat.number,
            version,
            version,
            move.encode(),
        )

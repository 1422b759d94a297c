"""Our own server under load: started in a process of its own, driven over its own wire."""

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

from hornsup.client import Guest, RequestRefused, Unreachable, request
from hornsup.errors import HornsUpError
from hornsup.play.wire import WIRE
from hornsup.server.bench.adaptor import Adaptor, Player, Seat

HOST: Final = "127.0.0.1"
SEATS: Final = 4
ENDLESS: Final = {"end_goal": "rounds", "end_value": 1000, "forfeits": "off"}
# A load test is a flood by one guest; these are the limits that it would run into.
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
    """A server of ours that runs."""

    pid: int
    port: int

    @property
    def base(self) -> str:
        return f"http://{HOST}:{self.port}"


@contextmanager
def running(database_url: str = "", redis_url: str = "", workers: int = 1) -> Iterator[Running]:
    """Start `hornsup serve` with a database in a new folder (or the one given), and end it."""
    with tempfile.TemporaryDirectory(prefix="hornsup-bench-") as folder:
        with socket.create_server((HOST, 0)) as probe:
            port = probe.getsockname()[1]
        environment = {
            **os.environ,
            **LIMITS,
            "HORNSUP_DATA": folder,
            "HORNSUP_PORT": str(port),
            "HORNSUP_DATABASE_URL": database_url,
            "HORNSUP_REDIS_URL": redis_url,
            "HORNSUP_WORKERS": str(workers),
        }
        command = [sys.executable, "-m", "hornsup", "serve", "--no-open"]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        try:
            _wait(process, f"http://{HOST}:{port}")
            yield Running(process.pid, port)
        finally:
            process.terminate()
            process.wait(30)


def _wait(process: subprocess.Popen[bytes], base: str) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None:
        try:
            request(base, "GET", "/readyz")
            return
        except (Unreachable, RequestRefused):
            time.sleep(0.05)
    raise HornsUpError("our own server did not start")


class Said(msgspec.Struct):
    """The fields of our messages that a player without eyes needs."""

    type: str
    version: int = -1
    ok: bool = True
    legal: list[str] | None = None
    code: str = ""


class Ours(Adaptor):
    """Players at our server: four guests who sit at every table."""

    def __init__(self, server: Running, game: str = "raise-your-horns", **settings: Any) -> None:
        self.server = server
        self.game = game
        self.settings = settings or {"options": ENDLESS}
        self._guests: list[Guest] = []
        self._decode = msgspec.json.Decoder(Said).decode
        self._gate = asyncio.Lock()

    async def guests(self) -> list[Guest]:
        async with self._gate:
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

    def greet(self, player: Player) -> None:
        player.send(json.dumps({"type": "hello", "wire": WIRE}).encode())
        if player.seat.number == SEATS - 1:  # everybody is there: the host's word for it
            self._start.add(task := asyncio.ensure_future(self._begin(player.seat.table)))
            task.add_done_callback(self._start.discard)

    _start: set[asyncio.Task[None]] = set()  # noqa: RUF012  # tasks of one run

    async def _begin(self, table: str) -> None:
        async with self._guests[0].table(table) as line:
            answer = await line.command("start")
            if not answer.ok:
                raise HornsUpError(f"the table did not start: {answer.message}")

    def read(self, player: Player, message: bytes) -> None:
        said = self._decode(message)
        if said.type in ("update", "welcome"):
            player.saw(said.version, said.legal)
        elif said.type == "answer" and said.ok:
            player.acknowledged(said.version)
        elif said.type == "answer":
            player.refused(said.code or "refused")

    def write(self, player: Player, version: int, move: str) -> bytes:
        return b'{"type":"move","id":"%d-%d","version":%d,"move":"%s"}' % (
            player.seat.number,
            version,
            version,
            move.encode(),
        )

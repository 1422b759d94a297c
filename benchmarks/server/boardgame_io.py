"""The peer: a boardgame.io server, installed into a folder of its own, and its protocol.

Its clients speak socket.io 4 over engine.io 4. Both are written here by hand, over the same
websocket client as for our own server: `0` opens, `2` is a ping, `3` a pong, `40` joins a
namespace, `42` is an event.
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.server.adapter import Adapter, Player, Seat
from hornsup.errors import HornsUpError

SOURCE = Path(__file__).parent / "peer"
NAME = "boardgame.io 0.50.2"
GAME = "raise-your-horns"
HOST = "127.0.0.1"
PATH = "/socket.io/?EIO=4&transport=websocket"
EVENT = f"42/{GAME},".encode()
JOIN = f"40/{GAME},".encode()
UPDATE = EVENT + b'["update",'
SYNC = EVENT + b'["sync",'
SKIP = len(EVENT)


@dataclass(frozen=True, slots=True)
class Running:
    """A running peer: its process and its two ports."""

    pid: int
    game: int
    lobby: int


def install(folder: Path) -> None:
    """Copy the peer into a folder and install its packages there, unless they are there."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        raise HornsUpError("the peer needs node and npm on the PATH")
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "server.js"):
        shutil.copyfile(SOURCE / name, folder / name)
    if (folder / "node_modules" / "boardgame.io").is_dir():
        return
    command = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund", "--omit=dev"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise HornsUpError(f"npm install failed: {done.stderr.strip()[-500:]}")


@contextmanager
def running(folder: Path) -> Iterator[Running]:
    """Start the installed peer, and stop it afterwards."""
    process = subprocess.Popen(
        ["node", "server.js"],
        cwd=folder,
        stdin=subprocess.PIPE,  # the peer ends when this pipe closes, even if we are killed
        stdout=subprocess.PIPE,
        env={**os.environ, "NODE_ENV": "production"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        if not line:
            raise HornsUpError("the peer ended while starting")
        yield Running(process.pid, **json.loads(line))
    finally:
        process.stdin.close()
        process.stdout.close()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Board(msgspec.Struct):
    choices: list[str]


class Context(msgspec.Struct):
    currentPlayer: str  # noqa: N815  # the peer's spelling
    gameover: Any = None


class State(msgspec.Struct):
    """The fields of a state that a scripted player needs."""

    G: Board
    ctx: Context
    version: int = msgspec.field(name="_stateID")


class Sync(msgspec.Struct):
    state: State


class BoardgameIO(Adapter):
    """Players at a boardgame.io server; matches are opened through its lobby."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self._update = msgspec.json.Decoder(tuple[str, str, State, msgspec.Raw]).decode
        self._sync = msgspec.json.Decoder(tuple[str, str, Sync]).decode

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        request = urllib.request.Request(
            f"http://{HOST}:{self.server.lobby}/games/{GAME}/{path}",
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def _open(self, number: int) -> list[Seat]:
        match = self._post("create", {"numPlayers": 4})["matchID"]
        seats = []
        for seat in range(4):
            name = {"playerID": str(seat), "playerName": f"player {number}-{seat}"}
            token = self._post(f"{match}/join", name)["playerCredentials"]
            seats.append(Seat(HOST, self.server.game, PATH, match, seat, token))
        return seats

    async def open_table(self, number: int) -> Sequence[Seat]:
        return await asyncio.to_thread(self._open, number)

    def read(self, player: Player, message: bytes) -> None:
        if message.startswith(UPDATE):
            state = self._update(memoryview(message)[SKIP:])[2]
            player.on_ack(state.version)  # the update is its only acknowledgement
            self._report(player, state)
        elif message == b"2":
            player.send(b"3")
        elif message.startswith(b"0"):
            player.send(JOIN)
        elif message.startswith(JOIN):
            seat = player.seat
            sync = ["sync", seat.table, str(seat.number), seat.token, 4]
            player.send(EVENT + json.dumps(sync).encode())
        elif message.startswith(SYNC):
            self._report(player, self._sync(memoryview(message)[SKIP:])[2].state)
        elif message.startswith(b"44"):
            player.on_refusal(message.decode())

    @staticmethod
    def _report(player: Player, state: State) -> None:
        mine = state.ctx.currentPlayer == str(player.seat.number) and state.ctx.gameover is None
        player.on_state(state.version, state.G.choices if mine else None)

    def write(self, player: Player, version: int, move: str) -> bytes:
        verb, _, argument = move.partition(" ")
        seat = player.seat
        given = f'"{argument}"' if argument else ""
        action = (
            f'{{"type":"MAKE_MOVE","payload":{{"type":"{verb}","args":[{given}],'
            f'"playerID":"{seat.number}","credentials":"{seat.token}"}}}}'
        )
        return EVENT + f'["update",{action},{version},"{seat.table}","{seat.number}"]'.encode()

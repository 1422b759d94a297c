"""A table whose players are called: a server, three people, and the service that hears of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hornsup.client import TableClient
from hornsup.play.live.table import LiveTable
from hornsup.server.calls import turns
from hornsup.server.live import maintenance
from tests.server.calls.receiver import Device, Receiver
from tests.server.harness import FAST, Local, local_server, until
from tests.server.players import Player, people_at_table, play_on, random_choice, table_id

LONG = {"end_value": 20}


class Evening:
    """One server, and what is needed to play at it and to look whom it calls."""

    def __init__(self, server: Local, lines: list[Player], receiver: Receiver) -> None:
        self.server = server
        self.lines = lines
        self.receiver = receiver
        self.calls = server.services.calls
        self.table = table_id(lines[0])
        self._choose = random_choice()

    @property
    def live(self) -> LiveTable:
        return self.server.services.registry.tables[self.table]

    @property
    def hook(self) -> str:
        return f"/api/tables/{self.table}/webhook"

    async def subscribe(self, line: Player) -> Device:
        """Ask for push on the device of a player."""
        device = Device(f"{self.receiver.base}/push/{line.seat}-secret-endpoint")
        await line.guest.call("POST", "/api/push", device.subscription)
        return device

    async def set_webhook(self, kind: str = "json", path: str = "/hook-secret") -> None:
        wanted = {"kind": kind, "url": self.receiver.base + path}
        await self.lines[0].guest.call("PUT", self.hook, wanted)

    async def hide(self, line: Player, visible: bool = False) -> None:
        """The page of a player is hidden, or looked at again."""
        await self.say(line, {"type": "visible", "on": visible})

    async def say(self, line: Player, frame: dict[str, Any]) -> None:
        """Send a frame, and wait until the server has read it."""
        await line.send_text(msgspec.json.encode(frame).decode())
        await line.command("why", move="nothing")

    async def play(self, lines: Sequence[Player] | None = None, moves: int = 1) -> None:
        await play_on(lines or self.lines, moves, self._choose)

    async def turn_of(self, line: TableClient, lines: Sequence[Player] | None = None) -> None:
        """Play until this player must decide."""
        for _ in range(200):
            if line.you is not None and line.to_move in line.you.seats:
                return
            await self.play(lines)
        raise AssertionError("never their turn")

    async def turn_of_other(self, line: Player) -> None:
        """Play on until it is somebody else's turn."""
        for _ in range(50):
            if line.to_move not in line.you.seats:
                return
            await self.play()

    def time_runs_out(self) -> None:
        """What a look at a table over days notes when a reminder is due."""
        self.live.running_out.add(self.table)

    async def look(self, times: int = 3) -> list[Any]:
        """Look whom to call, a few times; gives what has arrived by then."""
        for _ in range(times):
            await self.calls.look()
            await until(lambda: self.calls.queue.under_way == 0, "calls under way")
        return self.receiver.got


@asynccontextmanager
async def evening(
    folder: Path, patch: pytest.MonkeyPatch, settle: float = 0.0, **more: Any
) -> AsyncIterator[Evening]:
    """People at a table; whom to call is looked for when the test says so, not every second."""
    patch.setattr(maintenance, "CALLS_SECONDS", 3600)
    for name in ("SETTLE_SECONDS", "SHARED_SETTLE_SECONDS"):
        patch.setattr(turns, name, settle)
    table = {"people": 3, "options": LONG, **more.pop("table", {})}
    with Receiver() as receiver:
        settings = {"calls_allow": "127.0.0.1", **FAST, **more}
        async with (
            local_server(folder, **settings) as server,
            people_at_table(server.base, **table) as lines,
        ):
            yield Evening(server, lines, receiver)

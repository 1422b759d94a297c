"""Scripted players at tables: they choose by a fixed rule, and measure how long a move takes."""

from __future__ import annotations

import asyncio
import time
from array import array
from collections import deque
from collections.abc import Sequence

from benchmarks.server.adapter import Adapter, Seat
from benchmarks.server.websocket import WebSocket
from hornsup.errors import HornsUpError

FIRST_STATE_SECONDS = 60.0

now = time.perf_counter


class Counts:
    """What is counted at all tables of one server; a move counts if it was due after `since`."""

    def __init__(self) -> None:
        self.since = float("inf")
        self.moves = self.overdue = 0
        self.latencies = array("d")  # seconds from the due time until another seat has the update
        self.due_at = array("d")  # the due time of each of these
        self.refusals: list[str] = []
        self.losses: list[str] = []
        self.playing = False

    def begin(self) -> None:
        self.overdue = 0
        self.since = now()


class Table:
    """One game: its players, when each move was due, and the move that waits for its time."""

    __slots__ = (
        "adapter",
        "counts",
        "due",
        "full_speed",
        "moved_at",
        "number",
        "players",
        "sent",
        "turn",
        "waiting",
    )

    def __init__(self, number: int, adapter: Adapter, counts: Counts) -> None:
        self.number = number
        self.adapter = adapter
        self.counts = counts
        self.full_speed = False  # whether seats play without waiting for a tick
        self.moved_at = 0.0  # when the last acknowledged move was due
        self.players: list[ScriptedPlayer] = []
        self.sent: dict[int, tuple[float, ScriptedPlayer]] = {}  # by the version a move leads to
        self.turn = -1  # the last version at which somebody moved or waits to move
        self.waiting: tuple[ScriptedPlayer, str] | None = None
        self.due: deque[float] = deque()  # times of moves that are due and not yet sent

    async def open(self) -> None:
        seats = await self.adapter.open_table(self.number)
        self.players = [ScriptedPlayer(self, seat) for seat in seats]
        for player in self.players:
            await player.connect()

    @property
    def at_rest(self) -> bool:
        """Whether every move that was due is acknowledged and the next seat has its choices."""
        return self.waiting is not None and not self.due

    def to_move(self, player: ScriptedPlayer, version: int, choices: Sequence[str]) -> None:
        """A seat has its choices; it plays now, or when its move is due."""
        if version <= self.turn:
            return
        self.turn = version
        # Any fixed rule will do; with this one the tables do not all play the same game.
        self.waiting = (player, choices[(version * 7 + self.number) % len(choices)])
        self.play_due()

    def tick(self) -> None:
        """A move is due now."""
        if not self.counts.playing:
            return
        self.due.append(now())
        if self.waiting is None:
            self.counts.overdue += 1
        self.play_due()

    def play_due(self) -> None:
        """Send the move that waits, if it is due."""
        if self.waiting is None or not self.counts.playing:
            return
        if self.full_speed:
            since = now()
        elif self.due:
            since = self.due.popleft()
        else:
            return
        player, move = self.waiting
        self.waiting = None
        self.sent[self.turn + 1] = (since, player)
        player.send(self.adapter.write(player, self.turn, move))


class ScriptedPlayer:
    """One player: takes what the adapter reports and measures it."""

    __slots__ = ("acked", "ready", "seat", "send", "socket", "table", "version")

    def __init__(self, table: Table, seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self.version = -1
        self.acked = -1  # the version of the last acknowledged move
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.socket = WebSocket(self.on_message, self.on_close)
        self.send = self.socket.send

    async def connect(self) -> None:
        """Connect and wait for the first state."""
        seat = self.seat
        await self.socket.open(seat.host, seat.port, seat.path, seat.headers)
        self.table.adapter.hello(self)
        await asyncio.wait_for(self.ready, FIRST_STATE_SECONDS)

    def on_message(self, message: bytes) -> None:
        self.table.adapter.read(self, message)

    def on_state(self, version: int, choices: Sequence[str] | None) -> None:
        if version <= self.version:
            return
        self.version = version
        table = self.table
        if version in table.sent:
            since, mover = table.sent[version]
            if mover is not self and since >= table.counts.since:
                table.counts.latencies.append(now() - since)
                table.counts.due_at.append(since)
        elif not self.ready.done():
            self.ready.set_result(None)
        if choices:
            table.to_move(self, version, choices)

    def on_ack(self, version: int) -> None:
        since, mover = self.table.sent.get(version, (0.0, None))
        if mover is self and version > self.acked:
            self.acked = version
            self.table.moved_at = since
            if since >= self.table.counts.since:
                self.table.counts.moves += 1

    def on_refusal(self, why: str) -> None:
        self.table.counts.refusals.append(why)

    def on_close(self, why: str) -> None:
        if not self.ready.done():
            self.ready.set_exception(HornsUpError(f"{why} before the first state came"))
        elif self.table.counts.playing:
            self.table.counts.losses.append(why)

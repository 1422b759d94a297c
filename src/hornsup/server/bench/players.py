"""Scripted players: they choose without eyes, keep the stopwatch, and know no wire and no rules."""

from __future__ import annotations

import asyncio
import time
from array import array
from collections import deque
from collections.abc import Sequence

from hornsup.errors import HornsUpError
from hornsup.server.bench.adaptor import Adaptor, Seat
from hornsup.server.bench.websocket import Client

PATIENCE = 60.0
"""How many seconds a seat waits for its first state."""

now = time.perf_counter


class Tally:
    """What is counted while the window of measurement is open."""

    def __init__(self, enough: int) -> None:
        self.enough = enough
        self.full = asyncio.Event()
        self.since = float("inf")
        self.moves = self.messages = self.overdue = 0
        self.latencies = array("d")
        self.sent = array("d")  # when what took that long was sent
        self.acks = array("d")
        self.refusals: list[str] = []
        self.losses: list[str] = []
        self.playing = True

    def begin(self) -> None:
        """What is sent from now on counts."""
        self.overdue = 0
        self.since = now()

    def move_done(self, took: float) -> None:
        self.moves += 1
        self.acks.append(took)
        if self.moves >= self.enough:
            self.playing = False
            self.full.set()


class Table:
    """One game: who sits there, when each move was sent, and whose move waits for its time."""

    __slots__ = (
        "adaptor",
        "due",
        "free",
        "moved_at",
        "number",
        "players",
        "sent",
        "tally",
        "turn",
        "waiting",
    )

    def __init__(self, number: int, adaptor: Adaptor, tally: Tally) -> None:
        self.number = number
        self.adaptor = adaptor
        self.tally = tally
        self.free = False  # whether seats play without waiting for a tick
        self.moved_at = 0.0  # when the last acknowledged move was sent
        self.players: list[Scripted] = []
        self.sent: dict[int, tuple[float, Scripted]] = {}  # by the version that a move leads to
        self.turn = -1  # the last version that somebody moved at or waits to move at
        self.waiting: tuple[Scripted, str] | None = None
        self.due: deque[float] = deque()  # moves whose time came before the server had answered

    async def open(self) -> None:
        seats = await self.adaptor.open_table(self.number)
        self.players = [Scripted(self, seat) for seat in seats]
        for player in self.players:
            await player.sit_down()

    @property
    def at_rest(self) -> bool:
        """Whether all that was to be played has been, and the next seat has its choices."""
        return self.waiting is not None and not self.due

    def to_move(self, player: Scripted, version: int, choices: Sequence[str]) -> None:
        """A seat has its choices: it plays now, or when the schedule says."""
        if version <= self.turn:
            return
        self.turn = version
        # Any fixed way to choose will do; this one keeps tables from marching in step.
        move = choices[(version * 7 + self.number) % len(choices)]
        if self.free:
            self.play(player, move, now())
        elif self.due:
            self.play(player, move, self.due.popleft())
        else:
            self.waiting = (player, move)

    def tick(self) -> None:
        """The time of a move has come."""
        if not self.tally.playing:
            return
        if self.waiting is None:
            self.due.append(now())
            self.tally.overdue += 1
            return
        player, move = self.waiting
        self.waiting = None
        self.play(player, move, now())

    def play(self, player: Scripted, move: str, since: float) -> None:
        if self.tally.playing:
            self.sent[self.turn + 1] = (since, player)
            player.send(self.adaptor.write(player, self.turn, move))


class Scripted:
    """One player without eyes: takes what the adaptor reports and measures it."""

    __slots__ = ("client", "ready", "seat", "send", "table", "version", "vouched")

    def __init__(self, table: Table, seat: Seat) -> None:
        self.table = table
        self.seat = seat
        self.version = -1
        self.vouched = -1
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.client = Client(self.heard, self.lost)
        self.send = self.client.send

    async def sit_down(self) -> None:
        """Connect and wait for the first state."""
        seat = self.seat
        await self.client.open(seat.host, seat.port, seat.path, seat.headers)
        self.table.adaptor.greet(self)
        await asyncio.wait_for(self.ready, PATIENCE)

    def heard(self, message: bytes) -> None:
        self.table.tally.messages += 1
        self.table.adaptor.read(self, message)

    def saw(self, version: int, choices: Sequence[str] | None) -> None:
        if version <= self.version:
            return
        self.version = version
        table = self.table
        if version in table.sent:
            since, mover = table.sent[version]
            if mover is not self and since >= table.tally.since:
                table.tally.latencies.append(now() - since)
                table.tally.sent.append(since)
        elif not self.ready.done():
            self.ready.set_result(None)
        if choices:
            table.to_move(self, version, choices)

    def acknowledged(self, version: int) -> None:
        since, mover = self.table.sent.get(version, (0.0, None))
        if mover is self and version > self.vouched:
            self.vouched = version
            self.table.moved_at = since
            if since >= self.table.tally.since:
                self.table.tally.move_done(now() - since)

    def refused(self, why: str) -> None:
        self.table.tally.refusals.append(why)

    def lost(self, why: str) -> None:
        if not self.ready.done():
            self.ready.set_exception(HornsUpError(f"{why} before the first state came"))
        elif self.table.tally.playing:
            self.table.tally.losses.append(why)

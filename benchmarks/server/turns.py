"""The same load on several servers, which take turns.

Stolen time comes and goes within seconds. Of two servers measured one after the other, one may get
all of it. So the servers run side by side with all their tables connected, and take turns: second
by second at a steady load. At full load each has one turn of the whole time, and the order changes
from round to round. A move that was due in a turn counts, however late it is answered.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from benchmarks.server.adapter import Adapter
from benchmarks.server.measure import Figures, Load, Reading, Used, figures_of
from benchmarks.server.players import Counts, Table, now
from benchmarks.server.stolen_time import StolenTime
from benchmarks.server.usage import stolen_seconds

TURN_SECONDS: Final = 1.0
FINISH_SECONDS: Final = 5.0
"""How long the last moves of a turn may take; what comes later is played in the next turn."""
LAST_UPDATES_SECONDS: Final = 0.05
"""The time for the last update to reach the seats that need not move."""
OPENED_AT_ONCE: Final = 32

Server = tuple[Adapter, Sequence[int]]
"""How to talk to a server, and its process ids."""


@dataclass(slots=True)
class ServerUnderLoad:
    """One server with its tables, and what was counted in its turns."""

    load: Load
    pids: Sequence[int]
    tables: list[Table]
    counts: Counts
    used: Used = field(default_factory=Used)

    @classmethod
    async def open(cls, load: Load, server: Server) -> ServerUnderLoad:
        """Open all tables and connect every seat, a few tables at a time."""
        adapter, pids = server
        counts = Counts()
        tables = [Table(number, adapter, counts) for number in range(load.tables)]
        at_once = asyncio.Semaphore(OPENED_AT_ONCE)

        async def open_one(table: Table) -> None:
            async with at_once:
                await table.open()

        await asyncio.gather(*map(open_one, tables))
        return cls(load, pids, tables, counts)

    async def warm_up(self) -> None:
        if self.load.warm_up > 0:
            await self.play(self.load.warm_up)
        self.used = Used()
        self.counts.begin()

    async def play(self, seconds: float) -> None:
        """One turn: moves are due for so long, then the server finishes them."""
        self.counts.playing = True
        start = Reading.take(self.pids, self.counts)
        if self.load.rate is None:
            await self._play_at_full_speed(seconds)
        else:
            await self._play_on_schedule(seconds, self.load.rate)
        self.used.add(start, Reading.take(self.pids, self.counts))
        await self._finish()
        self.counts.playing = False

    async def _play_at_full_speed(self, seconds: float) -> None:
        for table in self.tables:
            table.full_speed = True
            table.play_due()
        await asyncio.sleep(seconds)
        for table in self.tables:
            table.full_speed = False

    async def _play_on_schedule(self, seconds: float, rate: float) -> None:
        """Each table `rate` times a second, evenly spread, however slow the server is."""
        start, step = now(), 1 / (rate * len(self.tables))
        done, end = 0, start + seconds
        while now() < end:
            wanted = int((now() - start) / step) + 1
            for number in range(done, wanted):
                self.tables[number % len(self.tables)].tick()
            done = wanted
            # uvloop does not sleep at all for less than a millisecond; a busy loop would take
            # processor time from the server
            await asyncio.sleep(max(0.001, min(end, start + wanted * step) - now()))

    async def _finish(self) -> None:
        end = now() + FINISH_SECONDS
        while now() < end and not all(table.at_rest for table in self.tables):
            await asyncio.sleep(0.01)
        await asyncio.sleep(LAST_UPDATES_SECONDS)

    def close(self) -> None:
        self.counts.playing = False
        for table in self.tables:
            for player in table.players:
                player.socket.close()


async def play_by_turns(load: Load, servers: Sequence[Server]) -> list[Figures]:
    """Put the load on servers in turn, `load.seconds` on each of them."""
    load.check()
    opened: list[ServerUnderLoad] = []
    stolen = StolenTime(now, stolen_seconds)
    sampling = asyncio.create_task(stolen.run())
    try:
        for server in servers:
            each = await ServerUnderLoad.open(load, server)
            opened.append(each)  # at once, so that it is closed if the next one fails
        with no_garbage_collection():
            await _take_turns(load, opened)
    finally:
        sampling.cancel()
        for each in opened:
            each.close()
    return [figures_of(each.tables, each.counts, each.used, stolen) for each in opened]


async def _take_turns(load: Load, servers: Sequence[ServerUnderLoad]) -> None:
    """The order is reversed after every turn."""
    for server in servers:
        await server.warm_up()
    turns = 1 if load.rate is None else math.ceil(load.seconds / TURN_SECONDS)
    for number in range(turns):
        for server in servers if number % 2 == 0 else reversed(servers):
            await server.play(load.seconds / turns)


@contextlib.contextmanager
def no_garbage_collection() -> Iterator[None]:
    """A pause of the client would be counted as a pause of the server."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()

"""Several servers under the same steady load, second by second in turn.

What a host takes from a virtual machine comes and goes within seconds, so that of two servers that
are measured one after the other each has weather of its own. Here both stand side by side, with all
their tables, and play by turns. Whatever falls due in a turn counts, however late it is answered.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from hornsup.errors import HornsUpError
from hornsup.server.bench.adaptor import Adaptor
from hornsup.server.bench.driver import (
    Figures,
    Instant,
    Plan,
    Spent,
    figures,
    keep_time,
    leave,
    no_collections,
    sit_down,
)
from hornsup.server.bench.players import Table, Tally, now
from hornsup.server.bench.quiet import Watch
from hornsup.server.bench.usage import stolen_seconds

TURN: Final = 1.0
"""Seconds that one server plays before another one does."""
PATIENCE: Final = 5.0
"""Seconds that the last moves of a turn may take; what is later still is played in the next."""
LAST_UPDATES: Final = 0.05
"""Seconds for the seats that need not move to hear of the last moves, too."""

Server = tuple[Adaptor, Sequence[int]]
"""How to talk to a server, and its processes."""


@dataclass(slots=True)
class Stand:
    """One server with its tables, and what was counted in its turns."""

    rate: float
    pids: Sequence[int]
    tally: Tally
    tables: list[Table]
    spent: Spent = field(default_factory=Spent)

    async def play(self, seconds: float) -> None:
        """One turn: moves fall due for so long, and then the server may finish."""
        self.tally.playing = True
        start = Instant.take(self.pids, self.tally)
        clock = asyncio.create_task(keep_time(self.tables, self.rate))
        await asyncio.sleep(seconds)
        clock.cancel()
        self.spent = self.spent.and_then(start.until(Instant.take(self.pids, self.tally)))
        await self._finish()
        self.tally.playing = False

    async def _finish(self) -> None:
        end = now() + PATIENCE
        while now() < end and not all(table.at_rest for table in self.tables):
            await asyncio.sleep(0.01)
        await asyncio.sleep(LAST_UPDATES)

    async def warm_up(self, seconds: float) -> None:
        if seconds > 0:
            await self.play(seconds)
        self.spent = Spent()
        self.tally.begin()


async def drive_by_turns(plan: Plan, servers: Sequence[Server]) -> list[Figures]:
    """Put the same steady load on servers in turn, `plan.seconds` on each of them."""
    plan.check()
    if plan.rate is None:
        raise HornsUpError("only a steady load can be played by turns")
    stands: list[Stand] = []
    watch = Watch(now, stolen_seconds)
    watching = asyncio.create_task(watch.run())
    try:
        for adaptor, pids in servers:
            tally = Tally(plan.moves)
            stands.append(Stand(plan.rate, pids, tally, await sit_down(plan, adaptor, tally)))
        with no_collections():
            await _take_turns(plan, stands)
    finally:
        watching.cancel()
        for stand in stands:
            stand.tally.playing = False
            leave(stand.tables)
    return [figures(plan, each.tables, each.tally, each.spent, watch) for each in stands]


async def _take_turns(plan: Plan, stands: Sequence[Stand]) -> None:
    """Nobody always comes first."""
    for stand in stands:
        await stand.warm_up(plan.warm_up)
    turns = math.ceil(plan.seconds / TURN)
    for number in range(turns):
        for stand in stands if number % 2 == 0 else reversed(stands):
            await stand.play(plan.seconds / turns)

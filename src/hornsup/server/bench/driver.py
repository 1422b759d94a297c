"""The load driver: scripted players at many tables, and what the server made of them.

It runs in a process of its own, apart from the server. At full load the seat to move plays as soon
as it has seen the state; at a steady load each table plays on a schedule that does not wait for the
server, and a move that the server kept waiting counts from the moment it was due. Latency is the
time from there until another seat of the table has that move's update in hand.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import compress
from typing import Any

from hornsup.errors import HornsUpError
from hornsup.server.bench.adaptor import Adaptor
from hornsup.server.bench.players import Table, Tally, now
from hornsup.server.bench.quiet import Watch
from hornsup.server.bench.usage import Usage, idle_seconds, stolen_seconds, usage

CONNECTING = 32
"""How many tables sit down at the same time."""
DRAIN = 0.5
"""How many seconds the last updates may take after the window has closed."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much load, and for how long; `rate` is moves a second at each table, or full load."""

    tables: int
    seconds: float
    warm_up: float = 2.0
    moves: int = 10_000_000
    rate: float | None = None

    def check(self) -> None:
        if self.tables < 1 or self.seconds <= 0 or self.moves < 1 or self.warm_up < 0:
            raise HornsUpError(f"a load needs tables, time and moves: {self}")
        if self.rate is not None and self.rate <= 0:
            raise HornsUpError(f"the rate is a number above 0, not {self.rate:g}")


@dataclass(frozen=True, slots=True)
class Figures:
    """What came out; times are milliseconds, `cpu` is cores in use.

    `stalled` counts tables that nobody moved at, `lost` connections; unless both are 0, and
    `other_cpu` (what the rest of the machine was busy with) and `stolen` (what its host kept for
    others) are small, the rest means little. `undisturbed` has the latencies of those moves, in
    order, that were sent while the host took nothing, and `quiet_share` says how many they are.
    """

    tables: int
    seats: int
    rate: float | None
    seconds: float
    moves: int
    moves_per_second: float
    updates: int
    latency_p50: float
    latency_p99: float
    latency_max: float
    ack_p50: float
    ack_p99: float
    overdue: int
    refused: int
    lost: int
    stalled: int
    server_cpu: float
    server_rss_mb: float
    driver_cpu: float
    driver_us_per_message: float
    other_cpu: float
    stolen: float
    quiet_share: float
    quiet_p99: float | None
    undisturbed: Sequence[float]

    def data(self) -> dict[str, Any]:
        """Plain data for JSON, with as many digits as mean something."""
        names = (field.name for field in fields(self) if field.name != "undisturbed")
        return {name: rounded(getattr(self, name)) for name in names}


def rounded(value: Any) -> Any:
    """A number with as many digits as mean something; anything else as it is."""
    return round(value, 3) if isinstance(value, float) else value


async def sit_down(plan: Plan, adaptor: Adaptor, tally: Tally) -> list[Table]:
    """All tables made and every seat taken, a few tables at a time."""
    tables = [Table(number, adaptor, tally) for number in range(plan.tables)]
    gate = asyncio.Semaphore(CONNECTING)

    async def one(table: Table) -> None:
        async with gate:
            await table.open()

    await asyncio.gather(*map(one, tables))
    return tables


async def keep_time(tables: Sequence[Table], rate: float) -> None:
    """Tick every table `rate` times a second, evenly spread, whatever the server does."""
    start, beat = now(), 1 / (rate * len(tables))
    done = 0
    while True:
        owed = int((now() - start) / beat) + 1
        for number in range(done, owed):
            tables[number % len(tables)].tick()
        done = owed
        # uvloop rounds a shorter sleep to none at all, and we would spin on the server's core
        await asyncio.sleep(max(0.001, start + owed * beat - now()))


def set_off(plan: Plan, tables: Sequence[Table]) -> list[asyncio.Task[None]]:
    """Let the players play: on a schedule, which is a task, or as fast as they can."""
    if plan.rate is not None:
        return [asyncio.create_task(keep_time(tables, plan.rate))]
    for table in tables:
        table.free = True
        table.tick()
    return []


@dataclass(frozen=True, slots=True)
class Instant:
    """The state of all meters at one moment."""

    time: float
    server: Usage
    driver: float
    idle: float
    stolen: float
    messages: int
    moves: int

    @classmethod
    def take(cls, pids: Sequence[int], tally: Tally) -> Instant:
        mine, idle, stolen = time.process_time(), idle_seconds(), stolen_seconds()
        return cls(now(), usage(pids), mine, idle, stolen, tally.messages, tally.moves)

    def until(self, end: Instant) -> Spent:
        return Spent(
            end.time - self.time,
            end.server.cpu_seconds - self.server.cpu_seconds,
            end.server.rss_bytes,
            end.driver - self.driver,
            end.idle - self.idle,
            end.stolen - self.stolen,
            end.messages - self.messages,
            end.moves - self.moves,
        )


@dataclass(frozen=True, slots=True)
class Spent:
    """What all meters went up by, and the memory held at the end."""

    seconds: float = 0.0
    server: float = 0.0
    rss_bytes: int = 0
    driver: float = 0.0
    idle: float = 0.0
    stolen: float = 0.0
    messages: int = 0
    moves: int = 0

    def and_then(self, later: Spent) -> Spent:
        return Spent(
            self.seconds + later.seconds,
            self.server + later.server,
            later.rss_bytes,
            self.driver + later.driver,
            self.idle + later.idle,
            self.stolen + later.stolen,
            self.messages + later.messages,
            self.moves + later.moves,
        )


@contextlib.contextmanager
def no_collections() -> Iterator[None]:
    """A pause of ours would count as the server's."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def measure(plan: Plan, tally: Tally, pids: Sequence[int]) -> Spent:
    """Warm up, then keep the window open until enough moves or enough time have passed."""
    await asyncio.sleep(plan.warm_up)
    tally.begin()
    start = Instant.take(pids, tally)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(tally.full.wait(), plan.seconds)
    tally.playing = False
    end = Instant.take(pids, tally)
    await asyncio.sleep(DRAIN)  # the last moves' updates belong to the figures, too
    return start.until(end)


async def drive(plan: Plan, adaptor: Adaptor, pids: Sequence[int] = ()) -> Figures:
    """Put the load on a server and say what it did; `pids` are the server's processes."""
    plan.check()
    tally = Tally(plan.moves)
    tables = await sit_down(plan, adaptor, tally)
    watch = Watch(now, stolen_seconds)
    tasks = [asyncio.create_task(watch.run()), *set_off(plan, tables)]
    try:
        with no_collections():
            spent = await measure(plan, tally, pids)
    finally:
        for task in tasks:
            task.cancel()
        leave(tables)
    return figures(plan, tables, tally, spent, watch)


def leave(tables: Sequence[Table]) -> None:
    """All players get up and go."""
    for player in (player for table in tables for player in table.players):
        player.client.close()


def at(sorted_times: Sequence[float], share: float) -> float:
    """A quantile in milliseconds, by the nearest rank."""
    if not sorted_times:
        return math.nan
    rank = max(1, math.ceil(share * len(sorted_times)))
    return 1000 * sorted_times[rank - 1]


def figures(
    plan: Plan, tables: Sequence[Table], tally: Tally, spent: Spent, watch: Watch
) -> Figures:
    seconds = spent.seconds
    latencies, acks = sorted(tally.latencies), sorted(tally.acks)
    undisturbed = sorted(compress(tally.latencies, watch.quiet(tally.sent)))
    return Figures(
        tables=len(tables),
        seats=sum(len(table.players) for table in tables),
        rate=plan.rate,
        seconds=seconds,
        moves=spent.moves,
        moves_per_second=spent.moves / seconds,
        updates=len(latencies),
        latency_p50=at(latencies, 0.5),
        latency_p99=at(latencies, 0.99),
        latency_max=at(latencies, 1.0),
        ack_p50=at(acks, 0.5),
        ack_p99=at(acks, 0.99),
        overdue=tally.overdue,
        refused=len(tally.refusals),
        lost=len(tally.losses),
        stalled=sum(table.moved_at < tally.since for table in tables),
        server_cpu=spent.server / seconds,
        server_rss_mb=spent.rss_bytes / 1e6,
        driver_cpu=spent.driver / seconds,
        driver_us_per_message=1e6 * spent.driver / max(1, spent.messages),
        other_cpu=(os.cpu_count() or 1) - (spent.idle + spent.server + spent.driver) / seconds,
        stolen=spent.stolen / seconds,
        quiet_share=len(undisturbed) / max(1, len(latencies)),
        quiet_p99=at(undisturbed, 0.99) if undisturbed else None,
        undisturbed=undisturbed,
    )


def run(plan: Plan, adaptor: Adaptor, pids: Sequence[int] = ()) -> Figures:
    """`drive` in a loop of its own, uvloop's where it is installed."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(drive(plan, adaptor, pids))


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop

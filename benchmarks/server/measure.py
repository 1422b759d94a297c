"""What is measured: a load, the meters read before and after it, and the figures that result."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import compress
from typing import Any

from benchmarks.server.players import Counts, Table, now
from benchmarks.server.stolen_time import StolenTime
from benchmarks.server.usage import Usage, idle_seconds, stolen_seconds, usage
from hornsup.errors import HornsUpError


@dataclass(frozen=True, slots=True)
class Load:
    """How many tables play for how long; `rate` is moves a second at each, None is full load.

    At full load the seat to move plays as soon as it has its choices. At a steady load every table
    plays on a schedule, and a move that the server delays counts from the time it was due.
    """

    tables: int
    rate: float | None = None
    seconds: float = 8.0
    warm_up: float = 2.0

    def check(self) -> None:
        if self.tables < 1 or self.seconds <= 0 or self.warm_up < 0:
            raise HornsUpError(f"a load needs tables and time: {self!r}")
        if self.rate is not None and self.rate <= 0:
            raise HornsUpError(f"the rate is a number above 0, not {self.rate:g}")

    def __str__(self) -> str:
        if self.rate is None:
            return f"{self.tables} tables, full load"
        return f"{self.tables} tables × {self.rate:g} moves/s"


@dataclass(frozen=True, slots=True)
class Figures:
    """The result of one load on one server; latencies in milliseconds, `cpu` in cores.

    `stalled` counts tables without a move, `lost` closed connections. `other_cpu` is what the rest
    of the machine used, `stolen` what the host of a virtual machine gave to others.
    `quiet_latencies` are those of the moves that were due while nothing was stolen, in order and in
    seconds; `quiet_share` is their share of all.
    """

    moves: int
    moves_per_second: float
    updates: int
    latency_p50: float
    latency_p99: float
    latency_max: float
    overdue: int
    refused: int
    lost: int
    stalled: int
    server_cpu: float
    server_rss_mb: float
    client_cpu: float
    other_cpu: float
    stolen: float
    quiet_share: float
    quiet_latencies: Sequence[float]

    def data(self) -> dict[str, Any]:
        """Plain data for JSON; the single latencies are left out."""
        names = (field.name for field in fields(self) if field.name != "quiet_latencies")
        quiet_p99 = quantile(self.quiet_latencies, 0.99)
        return {**{name: rounded(getattr(self, name)) for name in names}, "quiet_p99": quiet_p99}


def rounded(value: float) -> float:
    return round(value, 3)


def quantile(sorted_seconds: Sequence[float], share: float) -> float | None:
    """A quantile in milliseconds, by the nearest rank; None without values."""
    if not sorted_seconds:
        return None
    rank = max(1, math.ceil(share * len(sorted_seconds)))
    return rounded(1000 * sorted_seconds[rank - 1])


@dataclass(frozen=True, slots=True)
class Reading:
    """All meters at one moment."""

    time: float
    server: Usage
    client_cpu: float
    idle: float
    stolen: float
    moves: int

    @classmethod
    def take(cls, pids: Sequence[int], counts: Counts) -> Reading:
        return cls(
            now(), usage(pids), time.process_time(), idle_seconds(), stolen_seconds(), counts.moves
        )


@dataclass(slots=True)
class Used:
    """By how much the meters grew, added up over all turns, and the memory at the end."""

    seconds: float = 0.0
    server_cpu: float = 0.0
    rss_bytes: int = 0
    client_cpu: float = 0.0
    idle: float = 0.0
    stolen: float = 0.0
    moves: int = 0

    def add(self, start: Reading, end: Reading) -> None:
        self.seconds += end.time - start.time
        self.server_cpu += end.server.cpu_seconds - start.server.cpu_seconds
        self.rss_bytes = end.server.rss_bytes
        self.client_cpu += end.client_cpu - start.client_cpu
        self.idle += end.idle - start.idle
        self.stolen += end.stolen - start.stolen
        self.moves += end.moves - start.moves


def figures_of(tables: Sequence[Table], counts: Counts, used: Used, stolen: StolenTime) -> Figures:
    seconds = used.seconds
    latencies = sorted(counts.latencies)
    quiet = sorted(compress(counts.latencies, stolen.quiet(counts.due_at)))
    busy = used.server_cpu + used.client_cpu
    return Figures(
        moves=used.moves,
        moves_per_second=used.moves / seconds,
        updates=len(latencies),
        latency_p50=quantile(latencies, 0.5) or 0.0,
        latency_p99=quantile(latencies, 0.99) or 0.0,
        latency_max=quantile(latencies, 1.0) or 0.0,
        overdue=counts.overdue,
        refused=len(counts.refusals),
        lost=len(counts.losses),
        stalled=sum(table.moved_at < counts.since for table in tables),
        server_cpu=used.server_cpu / seconds,
        server_rss_mb=used.rss_bytes / 1e6,
        client_cpu=used.client_cpu / seconds,
        other_cpu=(os.cpu_count() or 1) - (used.idle + used.stolen + busy) / seconds,
        stolen=used.stolen / seconds,
        quiet_share=len(quiet) / max(1, len(latencies)),
        quiet_latencies=quiet,
    )

"""A series: every round puts every load on every server; medians and pooled quantiles result."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median

from benchmarks.server import boardgame_io, hornsup_server
from benchmarks.server.idle import raise_file_limit
from benchmarks.server.measure import Figures, Load, quantile
from benchmarks.server.turns import Server, play_by_turns

Start = Callable[[], AbstractContextManager[Server]]
"""Starts one server and stops it when the block ends."""
START_SECONDS = 1.5
OPEN_TABLE_SECONDS = 0.025


@contextmanager
def _hornsup(source: str) -> Iterator[Server]:
    with hornsup_server.running(source) as server:
        yield hornsup_server.HornsUp(server), [server.pid]


@contextmanager
def _boardgame_io(folder: Path) -> Iterator[Server]:
    with boardgame_io.running(folder) as server:
        yield boardgame_io.BoardgameIO(server), [server.pid]


def servers(peer: Path | None, sources: dict[str, str]) -> dict[str, Start]:
    """Our server, other versions of it by name and source folder, and last the peer."""
    found: dict[str, Start] = {hornsup_server.NAME: partial(_hornsup, "")}
    found |= {name: partial(_hornsup, source) for name, source in sources.items()}
    if peer is not None:
        found[boardgame_io.NAME] = partial(_boardgame_io, peer)
    return found


@dataclass(slots=True)
class Series:
    """The figures of all rounds, by load and server."""

    loads: Sequence[Load]
    servers: dict[str, Start]
    found: dict[str, dict[str, list[Figures]]] = field(default_factory=dict)

    def estimate(self, rounds: int) -> float:
        """About how many seconds so many rounds take."""
        return rounds * len(self.servers) * sum(map(_seconds_on_a_server, self.loads))

    def play_round(self, number: int, say: Callable[[str], None]) -> None:
        """Every load once on every server; the order of the servers changes with the round."""
        names = list(self.servers)[:: 1 if number % 2 == 0 else -1]
        for load in self.loads:
            say(f"{load}: {', '.join(names)}")
            measured = _measure(load, [self.servers[name] for name in names])
            for name, figures in zip(names, measured, strict=True):
                self.found.setdefault(str(load), {}).setdefault(name, []).append(figures)

    def summaries(self) -> dict[str, dict[str, Summary]]:
        """By load and server, with the servers in their own order."""
        return {
            load: {name: Summary.of(runs[name]) for name in self.servers if name in runs}
            for load, runs in self.found.items()
        }


def _seconds_on_a_server(load: Load) -> float:
    return START_SECONDS + load.tables * OPEN_TABLE_SECONDS + load.warm_up + load.seconds


def _measure(load: Load, starts: Sequence[Start]) -> list[Figures]:
    raise_file_limit()
    with ExitStack() as stack, asyncio.Runner(loop_factory=_loop_factory()) as runner:
        started = [stack.enter_context(start()) for start in starts]
        return runner.run(play_by_turns(load, started))


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """uvloop's event loop where it is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop


@dataclass(frozen=True, slots=True)
class Summary:
    """One load on one server over all rounds.

    Figures are medians over the rounds. `quiet_p99` is that of the quiet moves of all rounds
    together, because one round may have few. Faults are added up.
    """

    rounds: int
    moves_per_second: float
    latency_p50: float
    latency_p99: float
    latency_p99_range: tuple[float, float]
    quiet_p99: float | None
    quiet_share: float
    server_cpu: float
    server_rss_mb: float
    other_cpu: float
    stolen: float
    faults: int

    @classmethod
    def of(cls, runs: Sequence[Figures]) -> Summary:
        p99 = [run.latency_p99 for run in runs]
        quiet = sorted(chain.from_iterable(run.quiet_latencies for run in runs))
        return cls(
            rounds=len(runs),
            moves_per_second=median(run.moves_per_second for run in runs),
            latency_p50=median(run.latency_p50 for run in runs),
            latency_p99=median(p99),
            latency_p99_range=(min(p99), max(p99)),
            quiet_p99=quantile(quiet, 0.99),
            quiet_share=len(quiet) / max(1, sum(run.updates for run in runs)),
            server_cpu=median(run.server_cpu for run in runs),
            server_rss_mb=median(run.server_rss_mb for run in runs),
            other_cpu=median(run.other_cpu for run in runs),
            stolen=median(run.stolen for run in runs),
            faults=sum(run.lost + run.stalled + run.refused for run in runs),
        )

"""`python -m benchmarks.backup`: what a backup costs the players of a server that runs beside it.

A database with many tables is made, a server plays some more at a steady load, and backups are made
meanwhile. Of the moves of that one run, those that were due while a backup was being made are
compared with the others.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.server import hornsup_server
from benchmarks.server.idle import raise_file_limit
from benchmarks.server.measure import Load, quantile
from benchmarks.server.players import now
from benchmarks.server.turns import ServerUnderLoad, no_garbage_collection
from benchmarks.server.usage import idle_seconds, stolen_seconds
from hornsup.play import decide, entries, opening
from hornsup.play.runtime import SteadyClock, SystemRandomness
from hornsup.play.settings import Settings
from hornsup.server.config import from_environment
from hornsup.server.process.serve import migrate
from hornsup.server.storage.store import Store
from hornsup.server.storage.table_log import for_opening

TOGETHER = 200
SETTINGS = Settings(
    "raise-your-horns", 4, {"end_goal": "rounds", "end_value": 1000}, leavers="wait"
)

Span = tuple[float, float]


class Side(NamedTuple):
    """The moves that were due with a backup beside them, or without."""

    moves: int
    p50: float | None
    p99: float | None
    longest: float | None

    @classmethod
    def of(cls, latencies: Sequence[float]) -> Side:
        found = sorted(latencies)
        return cls(len(found), *(quantile(found, share) for share in (0.5, 0.99, 1.0)))

    def row(self, name: str) -> str:
        return f"| {name} | {self.moves} | {self.p50} | {self.p99} | {self.longest} |"


def say(text: str) -> None:
    sys.stderr.write(f"  {text}\n")


# --- a large database -----------------------------------------------------------------------------


def played(draw: random.Random, moves: int, at: int) -> opening.Opening:
    """A running game of four people, with so many moves in its log."""
    host = opening.Host("0" * 32, "load")
    opened = opening.open_table(
        SETTINGS, host, ["me"] * SETTINGS.players, True, now=at, random=SystemRandomness()
    )
    table = opened.table
    for _ in range(moves):
        assert table.state is not None
        seat = table.to_move
        assert seat is not None
        entry = decide.moved(table, seat, str(draw.choice(table.state.legal_moves())), "player")
        logged = entries.Logged(table.version + 1, at, entry)
        table.fold(logged)
        opened.entries.append(logged)
    return opened


async def fill(url: str, tables: int, moves: int) -> None:
    """Put so many running games into a database."""
    clock, draw = SteadyClock(), random.Random("backup")
    store = Store(url, clock)
    try:
        for start in range(0, tables, TOGETHER):
            some = range(start, min(tables, start + TOGETHER))
            made = [for_opening(played(draw, moves, clock.now())) for _ in some]
            await asyncio.gather(*(store.log.append(item) for item in made))
    finally:
        await store.database.close()


# --- the load, with and without -------------------------------------------------------------------


async def play(given: argparse.Namespace, server: hornsup_server.Running, folder: Path) -> None:
    load = Load(given.load, given.rate, seconds=given.pause, warm_up=2.0)
    under_load = await ServerUnderLoad.open(load, (hornsup_server.HornsUp(server), [server.pid]))
    spans: list[Span] = []
    try:
        with no_garbage_collection():
            await under_load.warm_up()
            begun = (now(), idle_seconds(), stolen_seconds())
            for number in range(given.rounds):
                await under_load.play(given.pause)
                spans.append(await with_backup(under_load, folder, number, given.nice))
            await under_load.play(given.pause)
    finally:
        under_load.close()
    report(under_load, spans, begun)


async def with_backup(under_load: ServerUnderLoad, folder: Path, number: int, nice: bool) -> Span:
    """Play on for as long as a backup takes; when that began and ended."""
    file = folder / f"{number}.backup"
    words = ["-m", "hornsup", "backup", str(file), "--data", str(folder)]
    if not nice:  # the same in a process of ordinary priority
        code = "import sys; from hornsup.cli import backup, main; backup._be_nice = int; main()"
        words = ["-c", code, *words[2:]]
    began = now()
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.PIPE, text=True)
    while process.poll() is None:
        await under_load.play(1.0)
    ended = now()
    assert process.stdout is not None
    said = process.stdout.read().strip().splitlines()
    if process.returncode:
        raise SystemExit(f"the backup failed with {process.returncode}")
    say(f"backup {number + 1}: {ended - began:.0f} s; {said[0]}; {said[-1].strip()}")
    return began, ended


def report(under_load: ServerUnderLoad, spans: list[Span], begun: tuple[float, ...]) -> None:
    counts = under_load.counts
    inside = [any(began <= due <= ended for began, ended in spans) for due in counts.due_at]
    pairs = list(zip(counts.latencies, inside, strict=True))
    seconds = now() - begun[0]
    idle = (idle_seconds() - begun[1]) / seconds
    stolen = (stolen_seconds() - begun[2]) / seconds
    print(f"{under_load.load}, {len(spans)} backups; ", end="")
    print(f"{os.cpu_count()} cores, of which {idle:.2f} idle and {stolen:.2f} stolen;", end=" ")
    print(f"{len(counts.refusals)} moves refused, {len(counts.losses)} connections lost\n")
    print("| | updates | p50 ms | p99 ms | longest ms |\n|---|---:|---:|---:|---:|")
    print(Side.of([latency for latency, within in pairs if not within]).row("without a backup"))
    print(Side.of([latency for latency, within in pairs if within]).row("beside a backup"))


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.backup", description=__doc__)
    add = parser.add_argument
    add("--tables", type=int, default=10_000, help="tables in the database (10000)")
    add("--moves", type=int, default=40, help="moves in the log of each (40)")
    add("--load", type=int, default=50, help="tables that are played meanwhile (50)")
    add("--rate", type=float, default=4.0, help="moves a second at each of those (4)")
    add("--pause", type=float, default=20.0, help="seconds without a backup, each time (20)")
    add("--rounds", type=int, default=2, help="backups (2)")
    add("--not-nice", dest="nice", action="store_false", help="backups of ordinary priority")
    return parser.parse_args()


def main() -> None:
    given = arguments()
    raise_file_limit()
    with tempfile.TemporaryDirectory(prefix="hornsup-bench-backup-") as name:
        folder = Path(name)
        config = from_environment({}, data=name)
        migrate(config)
        began = time.monotonic()
        asyncio.run(fill(config.database, given.tables, given.moves))
        size = (folder / "hornsup.db").stat().st_size / 1e6
        say(f"{given.tables} tables, {size:.0f} MB, in {time.monotonic() - began:.0f} s")
        with hornsup_server.running(HORNSUP_DATA=name) as server:
            asyncio.run(play(given, server, folder))


if __name__ == "__main__":
    main()

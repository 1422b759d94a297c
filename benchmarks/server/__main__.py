"""Measure the table server under load, with boardgame.io's server beside it.

Each round puts each load on each server. Progress goes to stderr; stdout ends with a markdown
table.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path

from benchmarks.server import boardgame_io
from benchmarks.server.idle import measure_idle
from benchmarks.server.measure import Load
from benchmarks.server.report import duration, markdown
from benchmarks.server.series import Series, servers
from benchmarks.server.sources import read_sources
from hornsup.errors import BadInput, HornsUpError


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    add = parser.add_argument
    add("--rounds", type=int, default=3, help="how many rounds (3)")
    add("--seconds", type=float, default=8.0, help="seconds of each load on each server (8)")
    add("--warm-up", type=float, default=2.0, help="seconds before them that do not count (2)")
    add("--full", type=int, nargs="*", default=[50, 200], help="tables at full load (50 200)")
    add("--steady", type=int, default=200, help="tables at the steady load; 0: leave it out (200)")
    add("--rate", type=float, default=5.0, help="moves a second at each steady table (5)")
    add("--no-peer", action="store_true", help="without boardgame.io, which needs node and npm")
    add("--peer-folder", type=Path, default=Path(".peer"), help="where it is installed (.peer)")
    add("--also", action="append", default=[], metavar="NAME=SRC", help="another version of ours")
    add("--idle-tables", type=int, default=500, help="idle tables; 0: leave them out (500)")
    add("--idle-sockets", type=int, default=2000, help="idle sockets (2000)")
    add("--json", type=Path, metavar="FILE", help="write the figures of every round to a file")
    return parser.parse_args()


def loads_of(given: argparse.Namespace) -> list[Load]:
    times = {"seconds": given.seconds, "warm_up": given.warm_up}
    loads = [Load(tables, **times) for tables in given.full]
    if given.steady:
        loads.append(Load(given.steady, given.rate, **times))
    if not loads or given.rounds < 1:
        raise BadInput("measure at least one round of one load")
    for load in loads:
        load.check()
    return loads


def say(text: str) -> None:
    sys.stderr.write(f"  {text}\n")


def play(series: Series, rounds: int) -> None:
    say(f"{rounds} rounds will take about {duration(series.estimate(rounds))}")
    started = time.monotonic()
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}")
        series.play_round(number, say)
        left = rounds - number - 1
        if left:
            seconds = (time.monotonic() - started) / (number + 1) * left
            say(f"{left} more will take about {duration(seconds)}")


def print_results(series: Series, file: Path | None) -> None:
    if file is not None:
        runs = {
            load: {name: [run.data() for run in runs] for name, runs in by_server.items()}
            for load, by_server in series.found.items()
        }
        file.write_text(json.dumps(runs, indent=1) + "\n")
    print("\n".join(markdown(series.summaries(), boardgame_io.NAME)))


def run(given: argparse.Namespace) -> None:
    loads, sources = loads_of(given), read_sources(given.also)
    peer = None if given.no_peer else given.peer_folder
    if peer is not None:
        boardgame_io.install(peer)
    if given.idle_tables > 0:
        print(measure_idle(given.idle_tables, given.idle_sockets, say), end="\n\n")
    series = Series(loads, servers(peer, sources))
    try:
        play(series, given.rounds)
    finally:  # also after an error or Ctrl-C: the rounds so far
        print_results(series, given.json)


def main() -> int:
    try:
        run(arguments())
    except (HornsUpError, OSError) as problem:
        say(str(problem))
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())

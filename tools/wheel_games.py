"""Play fixed games with the hornsup that is installed here and print a digest of each.

Run by `wheels.py` in an environment with the pure wheel and in one with the compiled wheel; what
they print must be the same but for the name of the engine. Every digest covers what is refused at
the start, a copy, the legal moves before each move, its events, the record at the end, and what
each seat could then know.

`--source SRC` plays the same games with the plain source in that folder too, prints what differs
instead and exits 1 if anything does: a test of one wheel without another one.
"""

from __future__ import annotations

import argparse
import copy
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hornsup
from hornsup.bots.lineup import BOTS
from hornsup.core import registry
from hornsup.core.contract import GameState
from hornsup.core.native import engine
from hornsup.lab.simulate import Plan, play_one

SEED = 2026
QUICK = {"horns-up": "racer,greedy,easy", "raise-your-horns": "exact,greedy,easy"}
"""By game: a line-up that finishes a game in a moment at every number of players."""
RANDOM_TURNS = 40  # random Rockers seldom arrive
SEARCH_TURNS = 4
BOT_TURNS = 3
BUDGET = 20
NO_MOVES: tuple[Any, ...] = ("", "fly to the moon", "walk 99,99", None, 3, b"roll")


class Digest:
    """An observer of a game that hashes what it sees."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def _add(self, value: Any) -> None:
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), default=list)
        self._hash.update(text.encode() + b"\n")

    def begin(self, state: GameState) -> None:
        refused = [state.why_not(thing) for thing in NO_MOVES]
        self._add([refusal and (refusal.code, refusal.rule) for refusal in refused])
        self._add([move.text for move in copy.deepcopy(state).legal_moves()])

    def after(self, state: GameState, _seat: int, happened: list[Any]) -> None:
        self._add([hornsup.event_to_json(event) for event in happened])
        self._add([] if state.over else [move.text for move in state.legal_moves()])

    def result(self, state: GameState) -> dict[str, Any]:
        self._add(state.record())
        self._add([state.view(seat) for seat in (*range(state.players), None)])
        return {"digest": self._hash.hexdigest()[:16]}


def plans(game: str) -> Iterator[Plan]:
    """Every number of players, and every bot that comes with the game."""
    searching = [name for name, entry in BOTS[game].items() if entry.takes_budget]
    for players in registry.get(game).seats:
        yield Plan(game, players, 1, "random", SEED, RANDOM_TURNS)
        yield Plan(game, players, 1, QUICK[game], SEED)
        for name in searching:
            yield Plan(game, players, 1, f"{name}:{BUDGET},random", SEED, SEARCH_TURNS)
    for name, entry in BOTS[game].items():
        bot = f"{name}:{BUDGET}" if entry.takes_budget else name
        yield Plan(game, 4, 1, f"{bot},{bot}@0.8", SEED, BOT_TURNS)


def play() -> dict[str, Any]:
    """All games, with the engine that is imported here."""
    digests: dict[str, str] = {}
    moves = 0
    for game in hornsup.game_names():
        for plan in plans(game):
            seen = Digest()
            state, count = play_one(plan, 0, seen)
            digests[f"{game}, {plan.players} players, {plan.bots}"] = seen.result(state)["digest"]
            moves += count
    return {"engine": engine(), "moves": moves, "digests": digests}


def play_source(source: Path) -> dict[str, Any]:
    """All games with a plain copy of the source; what a build has left beside it is not copied."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "src"
        shutil.copytree(source, plain, ignore=shutil.ignore_patterns("*.so", "*.pyd"))
        environment = {**os.environ, "PYTHONPATH": str(plain)}
        command = [sys.executable, __file__]
        done = subprocess.run(command, stdout=subprocess.PIPE, env=environment, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The games that did not come to the same digest twice."""
    first, second = one["digests"], other["digests"]
    names = [*first, *(name for name in second if name not in first)]
    return [name for name in names if first.get(name) != second.get(name)]


def report(one: dict[str, Any], other: dict[str, Any]) -> int:
    """Say what differs; 1 if anything does."""
    different = differences(one, other)
    for name in different:
        print(f"  differs: {name}", file=sys.stderr)
    engines = f"the {one['engine']} and the {other['engine']} engine"
    games = len(one["digests"])
    if different:
        print(f"{len(different)} of {games} games differ between {engines}", file=sys.stderr)
        return 1
    print(f"{games} games of {one['moves']} moves came to the same digests with {engines}")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, metavar="SRC", help="compare with this plain source")
    asked = parser.parse_args()
    if asked.source is not None:
        return report(play_source(asked.source), play())
    json.dump(play(), sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())

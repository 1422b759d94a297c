"""What the twins of Raise Your Horns! and the engine share: clock, check and command line.

Each of them plays one game of 1,000 rounds with four random players at a time; its sheet says how
the rounds went. Processor time counts, so that other work on the machine disturbs less.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

PLAYERS = 4
ROUNDS = 1000
GAMES = 3
REPEATS = 15
CHECKED = 50_000

Sheet = list[tuple[int, int, tuple[int, ...]]]
"""Starter, direction (1 or -1) and losers of every round of a game, in order."""


def rounds_per_second(play: Callable[[int], object]) -> float:
    """The best of several runs; the first warms up and is not counted."""
    best = 0.0
    for repeat in range(REPEATS + 1):
        started = time.process_time()
        for game in range(GAMES):
            play(repeat * GAMES + game)
        spent = time.process_time() - started
        if repeat:
            best = max(best, GAMES * ROUNDS / spent)
    return best


def shares(watch: Callable[[int], Sheet]) -> dict[str, Any]:
    """How often each place loses and makes the last roll, and how often the direction turns.

    Places are counted from the starter in the direction of the round. Whatever plays by R3 to R12
    has the same shares, apart from chance. A game's last round, which no other follows, is left
    out.
    """
    lost, last_roll = [0] * PLAYERS, [0] * PLAYERS
    rounds = turned = seed = 0
    while rounds < CHECKED:
        sheet = watch(seed)
        for (starter, direction, losers), (follower, then, _) in pairwise(sheet):
            for seat in losers:
                lost[(seat - starter) * direction % PLAYERS] += 1
            last_roll[(follower - starter) * direction % PLAYERS] += 1
            turned += then != direction
        rounds += len(sheet) - 1
        seed += 1
    return {
        "rounds": rounds,
        "lost": [count / rounds for count in lost],
        "last_roll": [count / rounds for count in last_roll],
        "turned": turned / rounds,
    }


def check_wanted(about: str | None) -> bool:
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--check", action="store_true", help="print shares instead of the speed")
    return bool(parser.parse_args().check)


def main(play: Callable[[int], Sheet], about: str | None, version: str) -> None:
    """A twin's command line."""
    if check_wanted(about):
        print(json.dumps(shares(play)))
    else:
        print(json.dumps({"version": version, "rounds_per_second": rounds_per_second(play)}))

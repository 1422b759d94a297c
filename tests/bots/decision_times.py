"""How long bots think: `python -m tests.bots.decision_times easy normal hard expert`.

Each bot plays whole games against three `normal`. Only decisions with a choice count: a single
legal move needs no thought. Time is the processor time of this process, so that other programs on
the machine count little; for a search the rounds a second are told as well.
"""

from __future__ import annotations

import argparse
import time
from random import Random

import hornsup.games  # noqa: F401 -- declares the games
from hornsup.bots import Bot, Info
from hornsup.bots.horns_up.search import Search
from hornsup.bots.lineup import make_bot
from hornsup.core import registry
from hornsup.core.moves import Move

GAME = "horns-up"
PLAYERS = 4


class Timed(Bot):
    """Another bot, with the time of each of its decisions."""

    def __init__(self, name: str) -> None:
        self.bot = make_bot(GAME, name)
        self.seconds: list[float] = []

    def choose(self, info: Info) -> Move:
        started = time.process_time()
        move = self.bot.choose(info)
        if len(info.legal) > 1:
            self.seconds.append(time.process_time() - started)
        return move


def measure(name: str, decisions: int, seed: str) -> tuple[list[float], int]:
    """The times of at least so many decisions, in whole games, and the rounds of search in them."""
    seconds: list[float] = []
    rounds = game = 0
    while len(seconds) < decisions:
        timed = Timed(name)
        seat = game % PLAYERS
        bots = [timed if place == seat else make_bot(GAME, "normal") for place in range(PLAYERS)]
        state = registry.start(GAME, PLAYERS, f"{seed}/{game}")
        generators = [Random(f"{seed}/{game}/{place}") for place in range(PLAYERS)]
        while not state.over:
            mover = state.to_move
            assert mover is not None
            state.apply(bots[mover].choose(Info.of(state, generators[mover])))
        seconds += timed.seconds
        rounds += timed.bot.rounds_done if isinstance(timed.bot, Search) else 0
        game += 1
    return sorted(seconds), rounds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--decisions", type=int, default=300)
    parser.add_argument("--seed", default="times")
    asked = parser.parse_args()
    for name in asked.bots:
        seconds, rounds = measure(name, asked.decisions, asked.seed)
        mean = sum(seconds) / len(seconds)
        most = seconds[int(len(seconds) * 0.95)]
        speed = f", {rounds / sum(seconds):.0f} rounds a second" if rounds else ""
        print(
            f"{name}: mean {mean * 1000:.1f} ms, 95 of 100 within {most * 1000:.1f} ms, "
            f"{len(seconds)} decisions{speed}",
            flush=True,
        )


if __name__ == "__main__":
    main()

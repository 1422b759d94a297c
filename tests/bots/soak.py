"""Long random games between bots: `python -m tests.bots.soak --seconds 60 --seed 1`.

Every game has a number, and with the seed of the run it is the same game again:
`--seed 1 --first 17 --games 1` repeats game 17 of run 1. A bot that fails or makes an illegal move
ends the run with its traceback; the line before it names the game.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from hornsup.bots.lineup import line_up
from tests.bots.duels import interval, play
from tests.games.horns_up.harness import random_options

BOTS = ("random", "racer", "easy", "greedy", "search:2", "greedy@0.8", "easy@0.9", "search:2@0.5")
MAX_TURNS = 150
DUEL_GAMES = 60  # fewer duels tell nothing about the strength


def mixed_game(seed: str) -> None:
    """Any bots under any house rules: every move is legal, or `apply` raises."""
    rng = Random(seed)
    players = rng.randint(3, 9)
    bots = ",".join(rng.choice(BOTS) for _ in range(players))
    print(f"{seed}: {bots}", flush=True)
    play(line_up("horns-up", bots, players), seed, random_options(rng), MAX_TURNS)


def duel(seed: str, number: int) -> bool:
    """Whether one greedy bot wins against three racers; its seat goes round."""
    names = ["racer"] * 4
    names[number % 4] = "greedy"
    return play(line_up("horns-up", ",".join(names), 4), f"{seed}/duel") == number % 4


def run(seed: int, first: int, seconds: float, games: int | None) -> None:
    started = time.perf_counter()
    won: list[bool] = []
    number = first
    while time.perf_counter() - started < seconds and (games is None or number < first + games):
        mixed_game(f"soak/{seed}/{number}")
        won.append(duel(f"soak/{seed}/{number}", number))
        number += 1
    low, high = interval(sum(won), len(won))
    print(f"seed {seed}: {len(won)} duels, greedy wins {sum(won)} [{low:.1%}, {high:.1%}]")
    assert len(won) < DUEL_GAMES or low > 0.25, "greedy is no better than a racer"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--games", type=int)
    asked = parser.parse_args()
    print(f"seed {asked.seed}")
    run(asked.seed, asked.first, asked.seconds, asked.games)


if __name__ == "__main__":
    main()

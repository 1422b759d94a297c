"""One bot against several of another kind, the seat going round: `python -m tests.bots.duels`.

python -m tests.bots.duels greedy racer --games 500
python -m tests.bots.duels search:1s greedy --games 200
python -m tests.bots.duels seer:500 greedy --games 100
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from math import sqrt
from random import Random

import hornsup.games  # noqa: F401 -- declares the games
from hornsup.bots import Bot, Info
from hornsup.bots.lineup import make_bot
from hornsup.core import registry
from tests.bots.ceiling import Seer

GAME = "horns-up"


def maker(name: str) -> Callable[[], Bot]:
    """A bot by its name in a line-up, or `seer:ROUNDS` for the one that sees every card."""
    if name.startswith("seer"):
        return lambda: Seer(int(name.partition(":")[2] or 200))
    return lambda: make_bot(GAME, name)


def play(bots: list[Bot], seed: str, options: object = None, max_turns: int = 1000) -> int:
    """The winner's seat, -1 if nobody wins in time."""
    state = registry.start(GAME, len(bots), seed, options)
    generators = [Random(f"{seed}/{seat}") for seat in range(len(bots))]
    while not state.over and state.turns <= max_turns:
        seat = state.to_move
        assert seat is not None
        bot = bots[seat]
        if isinstance(bot, Seer):
            bot.watch(state)
        state.apply(bot.choose(Info.of(state, generators[seat])))
    return state.outcome.winners[0] if state.outcome else -1


def duel(one: str, others: str, games: int, players: int = 4, seed: str = "duel") -> list[bool]:
    """Game by game whether the one bot wins; in game g it sits at seat g modulo players."""
    ours, theirs = maker(one), maker(others)
    won = []
    for game in range(games):
        seat = game % players
        bots = [ours() if place == seat else theirs() for place in range(players)]
        won.append(play(bots, f"{seed}/{game}") == seat)
        if game % 10 == 9:
            print(report(one, won), flush=True)
    return won


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z = 1.96
    share = wins / games
    middle = (share + z * z / 2 / games) / (1 + z * z / games)
    reach = z * sqrt(share * (1 - share) / games + z * z / 4 / games**2) / (1 + z * z / games)
    return middle - reach, middle + reach


def report(one: str, won: list[bool]) -> str:
    low, high = interval(sum(won), len(won))
    share = sum(won) / len(won)
    return f"{len(won)} games: {one} wins {sum(won)} = {share:.1%} [{low:.1%}, {high:.1%}]"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("one")
    parser.add_argument("others")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", default="duel")
    asked = parser.parse_args()
    started = time.perf_counter()
    won = duel(asked.one, asked.others, asked.games, asked.players, asked.seed)
    seconds = time.perf_counter() - started
    print(f"{report(asked.one, won)}, {asked.games / seconds:.2f} games a second")


if __name__ == "__main__":
    main()

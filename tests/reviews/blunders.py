"""Planted blunders: does a review find the win that a bot threw away?

`python -m tests.reviews.blunders --games 100` plays games in which one seat, when it first has a
win in hand, ends its turn instead, and counts in how many the review names that move as a turning
point or as the largest loss. With `--out FILE` an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import hornsup
from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up.greedy import sample_state
from hornsup.bots.horns_up.tree import sure_win
from hornsup.core.contract import played
from hornsup.core.moves import Move
from hornsup.games.horns_up.state import HornsUp
from tests.reviews.games import play

BOTS = "greedy,easy,greedy,racer"


class Finisher(Bot):
    """Plays as another bot, but takes a win in this turn whenever there is one."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, info: Info) -> Move:
        state = sample_state(info)
        code = sure_win(state)
        return self.bot.choose(info) if code < 0 else self.win(info, state, code)

    def win(self, info: Info, state: HornsUp, code: int) -> Move:
        del info
        return state.move_of(code)


class Thrower(Finisher):
    """Ends its turn once when it could win in it: the only win of the game that is thrown away."""

    thrown_at = 0
    """The number of that move."""

    def win(self, info: Info, state: HornsUp, code: int) -> Move:
        end = hornsup.Move("end")
        if self.thrown_at or end not in info.legal:
            return super().win(info, state, code)
        self.thrown_at = len(played(state.history)) + 1
        return end


class Found(NamedTuple):
    """What a review says about a planted blunder."""

    seed: str
    move: int
    turning_point: bool
    largest_loss: bool

    @property
    def found(self) -> bool:
        return self.turning_point or self.largest_loss


def planted(seed: str, players: int = 4) -> tuple[dict[str, Any], int] | None:
    """A finished game with a win thrown away, and the number of that move; None if it has none."""
    bots: list[Bot] = [Finisher(bot) for bot in hornsup.line_up("horns-up", BOTS, players)]
    thrower = bots[0] = Thrower(hornsup.make_bot("horns-up", "greedy"))
    record = play("horns-up", players, seed, bots)
    if record["outcome"] is None or not thrower.thrown_at:
        return None
    return record, thrower.thrown_at


def look(seed: str, record: dict[str, Any], move: int, guesses: int) -> Found:
    """Review a game and look for the move; decisions are judged if no turning point names it."""
    graph = hornsup.review(record, seconds=0)
    if any(point.move == move for point in graph.turning_points):
        return Found(seed, move, True, False)
    review = hornsup.review(record, guesses=guesses)
    worst = max(review.decisions, key=lambda decision: float(decision.loss))
    return Found(seed, move, False, worst.move == move)


def games(count: int, run: str, done: int) -> Iterator[tuple[str, dict[str, Any], int]]:
    """So many games with a blunder, those after the first `done`."""
    number = found = 0
    while found < count:
        seed = f"{run}/{number}"
        game = planted(seed)
        number += 1
        if game is not None:
            found += 1
            if found > done:
                yield seed, *game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--guesses", type=int, default=16)
    parser.add_argument("--seed", default="blunder", help="another one plays other games")
    parser.add_argument("--out", type=Path, help="a file of results, to go on from")
    asked = parser.parse_args()
    lines = asked.out.read_text().splitlines() if asked.out and asked.out.exists() else []
    results = [Found(*json.loads(line)) for line in lines]
    for seed, record, move in games(asked.games, asked.seed, len(results)):
        results.append(look(seed, record, move, asked.guesses))
        if asked.out:
            with asked.out.open("a") as file:
                file.write(json.dumps(results[-1]) + "\n")
        print(results[-1], flush=True)
    found = sum(result.found for result in results)
    points = sum(result.turning_point for result in results)
    losses = sum(result.largest_loss for result in results)
    print(f"{found} of {len(results)} found: {points} turning points, {losses} more largest losses")


if __name__ == "__main__":
    main()

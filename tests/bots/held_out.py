"""The judge on games that it has not learnt from: `python -m tests.bots.held_out`.

The games are fixed: `tools/train_judge.py hold` has stored them by seed and moves. `--games FILE`
takes others that it has stored, `--plot FILE` draws chances given and shares that won.
"""

from __future__ import annotations

import argparse
import gzip
import json
from functools import cache
from math import log
from pathlib import Path
from typing import NamedTuple

import hornsup.games  # noqa: F401 -- declares the games
from hornsup.bots.horns_up import chances
from hornsup.bots.horns_up.evaluation import playout_weights, win_probabilities
from hornsup.core import registry
from hornsup.games.horns_up.state import HornsUp

DATA = Path(__file__).parent / "data" / "judge_games.json.gz"


class Judged(NamedTuple):
    """One position: who won in the end, and the chances by both judges."""

    game: int
    winner: int
    new: list[float]
    old: list[float]


class Tenth(NamedTuple):
    """All seats whose chance lies in one tenth of the scale."""

    predicted: float
    won: float
    seats: int
    games: int


@cache
def judged(games: Path = DATA) -> list[Judged]:
    """Every stored position."""
    found = []
    for number, game in enumerate(json.loads(gzip.decompress(games.read_bytes()))):
        state = registry.start("horns-up", game["players"], game["seed"])
        assert isinstance(state, HornsUp)
        places = set(game["judge_after"])
        for count, code in enumerate(game["moves"], 1):
            state._carry_out(code)
            if count in places:
                old = win_probabilities(state, playout_weights())
                found.append(Judged(number, game["winner"], chances(state), old))
        assert state.winner == game["winner"]
    return found


def log_loss(of_old: bool = False, games: Path = DATA) -> float:
    found = judged(games)
    return -sum(log((each.old if of_old else each.new)[each.winner]) for each in found) / len(found)


def tenths(of_old: bool = False, games: Path = DATA) -> list[Tenth]:
    """From the smallest chances to the greatest."""
    rows = [
        (each.game, chance, seat == each.winner)
        for each in judged(games)
        for seat, chance in enumerate(each.old if of_old else each.new)
    ]
    found = []
    for tenth in range(10):
        part = [row for row in rows if min(int(row[1] * 10), 9) == tenth]
        if part:
            predicted = sum(row[1] for row in part) / len(part)
            won = sum(row[2] for row in part) / len(part)
            found.append(Tenth(predicted, won, len(part), len({row[0] for row in part})))
    return found


def plot(path: str, games: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "judge"  # the same file every time
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(5, 5))
    axes.plot([0, 1], [0, 1], color="#999999", linewidth=1)
    for of_old, label, colour in (
        (True, "weights of 0.1.0", "#d08020"),
        (False, "judge", "#2060c0"),
    ):
        found = tenths(of_old, games)
        sizes = [max(12.0, each.games) for each in found]
        across, up = [each.predicted for each in found], [each.won for each in found]
        axes.scatter(across, up, s=sizes, color=colour, alpha=0.7, label=label)
    axes.set_xlabel("chance given")
    axes.set_ylabel("share that won")
    axes.legend(loc="upper left")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=Path, default=DATA)
    parser.add_argument("--plot")
    asked = parser.parse_args()
    new, old = log_loss(False, asked.games), log_loss(True, asked.games)
    print(f"{len(judged(asked.games))} positions, log-loss {new:.4f}, old {old:.4f}")
    for each in tenths(False, asked.games):
        print(f"{each.predicted:6.1%} given, {each.won:6.1%} won, {each.games} games")
    if asked.plot:
        plot(asked.plot, asked.games)


if __name__ == "__main__":
    main()

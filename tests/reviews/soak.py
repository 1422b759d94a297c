"""Ledgers of very many games: `python -m tests.reviews.soak --games 1000 --out build/reviews`.

Every ledger must add up, exactly for dice and to 1e-9 for Horns Up, and every seat's mean luck must
be within three standard errors of zero, for the weak seat (the last one) too. An interrupted run
goes on from its folder; a game has a number, and with the seed of the run it is the same again.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

import hornsup
from hornsup.reviews import ledger
from tests.reviews.games import play

PLAYERS = 4
BOTS = {"horns-up": "greedy,greedy,racer,easy", "raise-your-horns": "exact,greedy,exact,random"}
MOST_SECONDS = 36_000.0
ENOUGH = 100  # games from which the mean luck is looked at


def game_of(game: str, seed: int, number: int) -> dict[str, Any]:
    """The record of one game of the run; the next deal is taken if a game does not end."""
    for attempt in range(50):
        bots = hornsup.line_up(game, BOTS[game], PLAYERS)
        record = play(game, PLAYERS, f"soak/{seed}/{number}/{attempt}", bots)
        if record["outcome"] is not None:
            return record
    raise AssertionError(f"game {number} of seed {seed} never ended")


def luck_of(record: dict[str, Any]) -> tuple[list[float], float]:
    """Every seat's luck, and by how much the ledger fails to add up."""
    lines = ledger(record)
    gaps = [a.start + a.luck + a.own + sum(a.by) + a.rest - a.result for a in lines]
    return [float(account.luck) for account in lines], max(abs(float(gap)) for gap in gaps)


@dataclass
class Totals:
    """Sums over games: enough to go on from, and for means and errors."""

    games: int = 0
    largest_gap: float = 0.0
    sums: list[float] = field(default_factory=lambda: [0.0] * PLAYERS)
    squares: list[float] = field(default_factory=lambda: [0.0] * PLAYERS)

    def add(self, found: tuple[list[float], float]) -> None:
        luck, gap = found
        self.games += 1
        self.largest_gap = max(self.largest_gap, gap)
        for seat, value in enumerate(luck):
            self.sums[seat] += value
            self.squares[seat] += value * value

    def mean(self, seat: int) -> float:
        return self.sums[seat] / self.games

    def error(self, seat: int) -> float:
        spread = self.squares[seat] / self.games - self.mean(seat) ** 2
        return sqrt(max(spread, 0.0) / max(self.games - 1, 1))

    def check(self, exact: bool, luck: bool = True) -> None:
        assert self.largest_gap <= (0.0 if exact else 1e-9), "a ledger does not add up"
        for seat in range(PLAYERS if luck else 0):
            assert abs(self.mean(seat)) <= 3 * self.error(seat), f"luck of seat {seat}"

    def told(self) -> str:
        lucks = (f"{self.mean(seat):+.4f} ± {self.error(seat):.4f}" for seat in range(PLAYERS))
        return f"{self.games} games, largest gap {self.largest_gap:.1e}, luck {', '.join(lucks)}"


def run(game: str, seed: int, games: int, folder: Path, seconds: float = MOST_SECONDS) -> Totals:
    """Play on until so many games are done or the time is up; what is done is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{game}-{seed}.json"
    totals = Totals(**json.loads(file.read_text())) if file.exists() else Totals()
    end = time.monotonic() + seconds
    while totals.games < games and time.monotonic() < end:
        totals.add(luck_of(game_of(game, seed, totals.games)))
        file.write_text(json.dumps(vars(totals)))
    return totals


def one_more(folder: Path, seed: int = 1, most: int = 2000) -> str:
    """One more game of each kind, added to those of earlier runs; says what is known by now."""
    told = []
    for game in BOTS:
        done = run(game, seed, 0, folder).games
        totals = run(game, seed, min(done + 1, most), folder)
        totals.check(exact=game == "raise-your-horns", luck=totals.games >= ENOUGH)
        told.append(f"{game}: {totals.told()}")
    return "; ".join(told)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=MOST_SECONDS, help="for each game")
    parser.add_argument("--out", type=Path, default=Path("build/reviews"))
    parser.add_argument("--only", choices=sorted(BOTS))
    asked = parser.parse_args()
    for game in [asked.only] if asked.only else BOTS:
        totals = run(game, asked.seed, asked.games, asked.out, asked.seconds)
        print(f"{game}: {totals.told()}", flush=True)
        totals.check(exact=game == "raise-your-horns")


if __name__ == "__main__":
    main()

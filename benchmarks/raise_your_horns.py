"""Raise Your Horns!: rounds per second of random play by the engine and by the lab's bulk path.

Run by `run.py` in an interpreter that has hornsup; prints one JSON object. With `--check` the
engine's shares instead, which `peers/agree.py` compares with those of its twins.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

from peers.measure import PLAYERS, ROUNDS, Sheet, check_wanted, rounds_per_second, shares

import hornsup

BULK_ROUNDS = 2_000_000
BULK_REPEATS = 5


def new_game(seed: int) -> hornsup.GameState:
    options = {"end_goal": "rounds", "end_value": ROUNDS}
    return hornsup.new("raise-your-horns", players=PLAYERS, seed=seed, options=options)


def play(seed: int) -> None:
    """One game with everything on: every decision lists the legal moves, every move its events."""
    draw = random.Random(seed).random
    state = new_game(seed)
    while not state.over:
        moves = state.legal_moves()
        state.apply(moves[int(draw() * len(moves))])


def watch(seed: int) -> Sheet:
    """The same game, its rounds read from the events."""
    draw = random.Random(seed).random
    state = new_game(seed)
    sheet: Sheet = []
    starter = direction = 0
    while not state.over:
        moves = state.legal_moves()
        for event in state.apply(moves[int(draw() * len(moves))]):
            if event.kind == "round-began":
                starter, direction = event.seat, event.direction
            elif event.kind == "round-lost":
                sheet.append((starter, direction, event.seats))
    return sheet


def bulk_rounds_per_second() -> float | None:
    """The vectorised path; None where the lab or what it needs is missing."""
    try:
        from hornsup.lab.bulk import RoundGraph
    except ImportError as missing:
        print(f"the bulk path is left out: {missing}", file=sys.stderr)
        return None
    graph = RoundGraph.of(dice_name="standard", players=PLAYERS, policies="random")
    best = 0.0
    for seed in range(1, BULK_REPEATS + 1):
        started = time.process_time()
        graph.play(rounds=BULK_ROUNDS, seed=seed)
        best = max(best, BULK_ROUNDS / (time.process_time() - started))
    return best


def main() -> None:
    if check_wanted(__doc__):
        print(json.dumps(shares(watch)))
        return
    figures: dict[str, Any] = {"rounds_per_second": rounds_per_second(play)}
    bulk = bulk_rounds_per_second()
    if bulk is not None:
        figures["bulk_rounds_per_second"] = bulk
    print(json.dumps(figures))


if __name__ == "__main__":
    main()

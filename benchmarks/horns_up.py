"""Horns Up: decisions per second of random self-play, and the cost of a copy in mid-game.

Run by `run.py` in an interpreter that has the pure or the compiled wheel; prints one JSON object.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any

import hornsup
from hornsup.core.native import engine

PLAYERS = 4
MAX_TURNS = 200
GAMES = 60
REPEATS = 5


def play(seed: int) -> tuple[Any, int]:
    """One game in which every decision enumerates all legal moves; cut at 200 turns."""
    rng = random.Random(seed)
    state = hornsup.new("horns-up", players=PLAYERS, seed=seed)
    decisions = 0
    while not state.over and state.turns < MAX_TURNS:
        moves = state.legal_moves()
        state.apply(moves[int(rng.random() * len(moves))])
        decisions += 1
    return state, decisions


def decisions_per_second() -> float:
    best = 0.0
    for repeat in range(REPEATS):
        started = time.perf_counter()
        decisions = sum(play(repeat * GAMES + game)[1] for game in range(GAMES))
        best = max(best, decisions / (time.perf_counter() - started))
    return best


def copy_microseconds() -> float:
    state, _ = play(3)
    best = float("inf")
    for _ in range(REPEATS):
        started = time.perf_counter()
        for _ in range(5000):
            state.clone()
        best = min(best, (time.perf_counter() - started) / 5000 * 1e6)
    return best


def state_bytes() -> int:
    """The memory that a copy takes for itself; what copies share is counted once, elsewhere."""
    state, _ = play(3)
    copy = state.clone()
    size = sys.getsizeof(copy)
    for name in (
        "board",
        "table",
        "face_up",
        "pawns",
        "hands",
        "discard",
        "tokens",
        "immune",
        "skips",
        "agenda",
        "deck",
        "stage_deck",
    ):
        size += sys.getsizeof(getattr(copy, name))
    return size + sum(sys.getsizeof(hand) for hand in copy.hands)


def main() -> None:
    figures: dict[str, Any] = {
        "decisions_per_second": decisions_per_second(),
        "copy_microseconds": copy_microseconds(),
        "state_bytes": state_bytes(),
    }
    print(json.dumps({**figures, "engine": engine()}))


if __name__ == "__main__":
    main()

"""The same measurement for catanatron, in an interpreter of its own; prints one JSON object."""

import json
import random
import time
from importlib.metadata import version

from catanatron import Color, Game, RandomPlayer

COLORS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
MAX_TURNS = 200
GAMES = 8
REPEATS = 5


def play(seed):
    """One random game; its engine enumerates all playable actions at every decision."""
    random.seed(seed)
    game = Game([RandomPlayer(color) for color in COLORS], seed=seed)
    decisions = 0
    while game.winning_color() is None and game.state.num_turns < MAX_TURNS:
        game.play_tick()
        decisions += 1
    return game, decisions


def decisions_per_second():
    best = 0.0
    for repeat in range(REPEATS):
        started = time.perf_counter()
        decisions = sum(play(repeat * GAMES + game)[1] for game in range(GAMES))
        best = max(best, decisions / (time.perf_counter() - started))
    return best


def copy_microseconds():
    game, _ = play(3)
    best = float("inf")
    for _ in range(REPEATS):
        started = time.perf_counter()
        for _ in range(1000):
            game.copy()
        best = min(best, (time.perf_counter() - started) / 1000 * 1e6)
    return best


if __name__ == "__main__":
    figures = {
        "version": version("catanatron"),
        "decisions_per_second": decisions_per_second(),
        "copy_microseconds": copy_microseconds(),
    }
    print(json.dumps(figures))

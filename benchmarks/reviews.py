"""How long a review takes: `python -m benchmarks.reviews --seed 2`.

One game of four bots is played and reviewed in one process: seconds of processor time until the
graph, until the ledger, and until everything is there.
"""

from __future__ import annotations

import argparse
import json
import time
from random import Random
from typing import Any

import hornsup
from hornsup.core.native import engine
from hornsup.reviews import GUESSES, Books, Graph, stream

BOTS = "greedy,easy,racer,greedy"


def game(seed: int, players: int) -> dict[str, Any]:
    """The record of a finished game."""
    state = hornsup.new("horns-up", players=players, seed=seed)
    bots, rng = hornsup.line_up("horns-up", BOTS, players), Random(seed)
    while not state.over:
        assert state.to_move is not None
        state.apply(bots[state.to_move].choose(hornsup.Info.of(state, rng)))
    return state.record()


def measure(record: dict[str, Any], guesses: int) -> dict[str, Any]:
    """Seconds of processor time until each part."""
    found: dict[str, Any] = {"engine": engine(), "moves": len(record["moves"]), "guesses": guesses}
    began = time.process_time()
    for part in stream(record, guesses=guesses):
        name = {Graph: "graph", Books: "ledger"}.get(type(part), "everything")
        found[name] = round(time.process_time() - began, 2)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--guesses", type=int, default=GUESSES)
    asked = parser.parse_args()
    print(json.dumps(measure(game(asked.seed, asked.players), asked.guesses)))


if __name__ == "__main__":
    main()

"""Steps per second of the environments: engine, PettingZoo and vector paths apart.

Run by `run.py` in an interpreter that has hornsup with its extra `envs`; prints one JSON object.
"""

from __future__ import annotations

import json
import random
import time
from functools import partial

import numpy as np
from peers.masked_loop import STEPS, play_aec, steps_per_second

import hornsup
from hornsup.envs import horns_up_v0, raise_your_horns_v0
from hornsup.envs.games_batch import GameBatch, Settings
from hornsup.envs.process_batch import ProcessBatch
from hornsup.envs.raise_your_horns.batch import DiceBatch, random_actions

PLAYERS = 4
MAX_TURNS = 200
GAMES = 64
PROCESSES = 2
DICE_GAMES = 4096
DICE_STEPS = 100


def play_engine(game: str, seed: int) -> int:
    """The engine alone: legal moves, one of them applied with its check and events."""
    draw = random.Random(seed).random
    count = 0
    while count < STEPS:
        state = hornsup.new(game, players=PLAYERS, seed=seed * 1000 + count)
        while not state.over and state.turns <= MAX_TURNS:
            moves = state.legal_moves()
            state.apply(moves[int(draw() * len(moves))])
            count += 1
    return count


def play_batch(batch: DiceBatch | GameBatch | ProcessBatch, rounds: int, seed: int) -> int:
    """Masked random actions in every game of a batch."""
    rng = np.random.default_rng(seed)
    masks = batch.masks if isinstance(batch, DiceBatch) else batch.arrays.masks
    for _ in range(rounds):
        batch.step(random_actions(masks, rng))
    return rounds * batch.n


def figures() -> dict[str, float]:
    found = {}
    for title, module in (("Horns Up", horns_up_v0), ("Raise Your Horns!", raise_your_horns_v0)):
        found[f"{title}, engine alone"] = steps_per_second(partial(play_engine, module.GAME))
        plain = module.env(players=PLAYERS, max_turns=MAX_TURNS, rows=False)
        found[f"{title}, PettingZoo AEC"] = steps_per_second(partial(play_aec, plain))
        rows = module.env(players=PLAYERS, max_turns=MAX_TURNS)
        found[f"{title}, PettingZoo AEC with move rows"] = steps_per_second(partial(play_aec, rows))
    return found | vectors()


def vectors() -> dict[str, float]:
    settings = Settings("horns-up", PLAYERS)
    rounds = STEPS // GAMES * 2
    alone = steps_per_second(partial(play_batch, GameBatch(settings, GAMES, seed=1), rounds))
    with ProcessBatch(settings, GAMES * PROCESSES, PROCESSES, seed=1) as batch:
        # Several processes share the work, so the time on the wall counts.
        divided = steps_per_second(partial(play_batch, batch, rounds), time.perf_counter)
    dice = steps_per_second(partial(play_batch, DiceBatch(DICE_GAMES, PLAYERS, seed=1), DICE_STEPS))
    return {
        f"Horns Up, vector of {GAMES} games": alone,
        f"Horns Up, vector of {GAMES * PROCESSES} games in {PROCESSES} processes": divided,
        f"Raise Your Horns!, vector of {DICE_GAMES} games": dice,
    }


if __name__ == "__main__":
    print(json.dumps(figures()))

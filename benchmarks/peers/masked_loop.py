"""The loops of the environments' benchmark, the same for ours and for peers.

A step is one decision of one agent by an action drawn evenly from the mask, with the observation
and the mask that come with it. The steps by which PettingZoo takes finished agents away are not
counted.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np

STEPS = 3000
REPEATS = 5


def steps_per_second(
    play: Callable[[int], int], clock: Callable[[], float] = time.process_time
) -> float:
    """The best of several runs of `play(seed)`, which says how many steps it made.

    The first run warms up and is not counted.
    """
    best = 0.0
    for repeat in range(REPEATS + 1):
        started = clock()
        steps = play(repeat)
        spent = clock() - started
        if repeat:
            best = max(best, steps / spent)
    return best


def play_aec(env: Any, seed: int, steps: int = STEPS) -> int:
    """Whole games of a PettingZoo environment, until there are enough steps."""
    draw = random.Random(seed).random
    count = 0
    while count < steps:
        env.reset(seed=seed * 1000 + count)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            # Of flags it is found ten times faster, which counts for long masks.
            legal = np.flatnonzero(observation["action_mask"].view(np.bool_))
            env.step(int(legal[int(draw() * len(legal))]))
            count += 1
    return count


def play_rlcard(env: Any, seed: int, steps: int = STEPS) -> int:
    """Whole games of an RLCard environment; its legal actions come as a dictionary."""
    draw = random.Random(seed).random
    env.seed(seed)
    count = 0
    while count < steps:
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            state, _ = env.step(legal[int(draw() * len(legal))])
            count += 1
    return count

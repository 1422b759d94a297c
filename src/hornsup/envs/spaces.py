"""The spaces of an encoder, and arrays that belong to them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from hornsup.envs.encoder import Encoder, Mask, Observation

LOW: Final = -1
HIGH: Final = np.iinfo(np.int16).max


def observation_space(encoder: Encoder) -> spaces.Dict:
    """A dictionary of `observation` and `action_mask`."""
    return spaces.Dict(
        {
            "observation": spaces.Box(LOW, HIGH, (encoder.size,), np.int16),
            "action_mask": spaces.Box(0, 1, (encoder.actions,), np.int8),
        }
    )


def action_space(encoder: Encoder) -> spaces.Discrete[Any]:
    return spaces.Discrete(encoder.actions)


def mask_of(encoder: Encoder, legal: Sequence[int]) -> Mask:
    """1 at the numbers that may be chosen."""
    mask = np.zeros(encoder.actions, dtype=np.int8)
    if legal:
        mask[legal] = 1
    return mask


def observed(encoder: Encoder, state: Any, seat: int, legal: Sequence[int]) -> dict[str, Any]:
    """The observation of a seat; `legal` is empty unless it is to move."""
    array: Observation = np.empty(encoder.size, dtype=np.int16)
    encoder.observe(state, seat, array)
    return {"observation": array, "action_mask": mask_of(encoder, legal)}


def move_rows(encoder: Encoder, state: Any, legal: Sequence[int]) -> dict[str, Any]:
    """What `info` has for learners that rate moves: their rows and their action numbers."""
    return {
        "actions": encoder.rows(state),
        "action_numbers": np.array(legal, dtype=np.int64),
    }

"""Trained: rates the rows of its moves with a net that learnt by playing.

`examples/train_horns_up.py` made the weights. At run time they need nothing but Python.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Final

from hornsup.bots.base import Bot, Info
from hornsup.bots.horns_up.greedy import sample_state
from hornsup.bots.horns_up.move_rows import RowMaker
from hornsup.core.moves import Move
from hornsup.games.horns_up.moves import OP_MASK, WALK
from hornsup.games.horns_up.rules import Rules

WEIGHTS: Final = "trained.json"

Layer = tuple[list[list[float]], list[float]]


class RowNet:
    """Rectified hidden layers and one score out; weights are stored by the place they come from."""

    def __init__(self, layers: list[Layer]) -> None:
        self.first, *self.others = layers

    def scores(self, rows: list[tuple[float, ...]], situation: list[float]) -> list[float]:
        """The score of each row, all of them followed by the same situation."""
        weights, bias = self.first
        shared = _add(bias, situation, weights[-len(situation) :])
        return [self._score(_add(shared, row, weights)) for row in rows]

    def _score(self, found: list[float]) -> float:
        for weights, bias in self.others:
            found = _add(bias, [max(value, 0.0) for value in found], weights)
        return found[0]


def _add(
    start: list[float], values: list[float] | tuple[float, ...], weights: list[list[float]]
) -> list[float]:
    """`start` and for every value so many times its weights."""
    total = start.copy()
    for value, line in zip(values, weights, strict=False):
        if value:
            for unit, weight in enumerate(line):
                total[unit] += value * weight
    return total


def read_net(text: str) -> RowNet:
    """A net from the text that the training wrote."""
    return RowNet([(layer["weights"], layer["bias"]) for layer in json.loads(text)["layers"]])


@lru_cache(maxsize=1)
def net() -> RowNet:
    """The net that comes with the package."""
    return read_net((files("hornsup.bots.horns_up") / "data" / WEIGHTS).read_text("utf-8"))


@lru_cache(maxsize=16)
def row_maker(rules: Rules) -> RowMaker:
    return RowMaker(rules)


class Trained(Bot):
    """Plays the move with the best score; walks once between two actions."""

    def __init__(self, weights: RowNet | None = None) -> None:
        self.net = weights or net()
        self._walked_in = 0  # the turn in which its last move was a walk

    def choose(self, info: Info) -> Move:
        if len(info.legal) == 1:
            self._walked_in = 0
            return info.legal[0]
        state = sample_state(info)
        codes = [move.code for move in info.legal]
        if self._walked_in == state.turn_number:
            codes = [code for code in codes if code & OP_MASK != WALK]
        scores = self.net.scores(*row_maker(state.rules).rows(state, codes))
        best = codes[scores.index(max(scores))]
        self._walked_in = state.turn_number if best & OP_MASK == WALK else 0
        return state.move_of(best)

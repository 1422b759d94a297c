"""Legal moves of Raise Your Horns! as rows of features, for learners that rate moves one by one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from hornsup.envs.layout import Layout
from hornsup.envs.raise_your_horns.actions import ActionMap
from hornsup.games.raise_your_horns.faces import FACE_OF_CODE, HORNS_VALUE, KINDS, Face
from hornsup.games.raise_your_horns.moves import ARGUMENT, KEEP, NAME, OP_MASK, VERBS
from hornsup.games.raise_your_horns.state import RaiseYourHorns

Rows = npt.NDArray[np.float32]


class MoveRows:
    """Makes the rows of one mapping."""

    def __init__(self, actions: ActionMap) -> None:
        self.actions = actions
        self.layout = Layout()
        add = self.layout.add
        add("verb", len(VERBS), "one of " + ", ".join(VERBS))
        add("die", len(KINDS), "the die that is kept: white, Blank, off")
        add("horns", 1, "it shows Horns")
        add("number", 1, "the number it shows")
        add("above", 1, "how far that is above the lowest number kept so far")
        add("ties", 1, "it is as low as the lowest number kept so far")
        add("first", 1, "nothing but Horns has been kept before")
        add("passed_on", len(KINDS), "dice left for the next Rocker: white, Blank, off")
        add("last", 1, "no die is left: the round ends")
        add("horns_kept", 1, "Horns lie before a Rocker after this move")
        add("place", actions.players, "the Rocker who is named, by place")
        add("losses", 1, "the losses of the Rocker who is named")
        self.width = self.layout.size

    def rows(self, state: RaiseYourHorns, codes: Sequence[int]) -> Rows:
        """One row per code, in their order."""
        return np.array([self._row(state, code) for code in codes], dtype=np.float32).reshape(
            len(codes), self.width
        )

    def _row(self, state: RaiseYourHorns, code: int) -> list[float]:
        op, argument = code & OP_MASK, code >> ARGUMENT
        verb = [float(op == other) for other in range(len(VERBS))]
        face = FACE_OF_CODE[argument] if op == KEEP else None
        place = [0.0] * self.actions.players
        if op == NAME:
            place[self.actions.place_named(code, state.seat)] = 1.0
        losses = state.losses[argument] if op == NAME else 0
        return [*verb, *_keeping(state, face), *place, losses]


def _keeping(state: RaiseYourHorns, face: Face | None) -> list[float]:
    """What is kept and what that leaves; zeros for a move that keeps no die."""
    if face is None:
        return [0.0] * (7 + 2 * len(KINDS))
    first = state.lowest == HORNS_VALUE
    counted = not face.horns and not first
    left = state.hand.dice.replace(face.die, "", 1)
    return [
        *(float(face.die == die) for die in KINDS),
        float(face.horns),
        0.0 if face.horns else float(face.value),
        float(face.value - state.lowest) if counted else 0.0,
        float(counted and face.value == state.lowest),
        float(first),
        *(float(left.count(die)) for die in KINDS),
        float(not left),
        float(face.horns or state.horns_kept),
    ]

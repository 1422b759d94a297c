"""What a seat of Raise Your Horns! knows, which is everything but the dice to come, as one array.

Rockers are counted from the observer: place 0 is the observer, place 1 the left-hand neighbour.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from hornsup.envs.layout import Layout
from hornsup.envs.raise_your_horns.actions import ActionMap
from hornsup.games.raise_your_horns.faces import KINDS, Face
from hornsup.games.raise_your_horns.options import LOSSES, ROUNDS
from hornsup.games.raise_your_horns.rules import OVER, PHASES, STARTING, Rules
from hornsup.games.raise_your_horns.state import RaiseYourHorns

Array = npt.NDArray[np.int16]
ROCKER = (
    "losses",
    "turn in this round (0: skipped)",
    "in the starting roll",
    "has a die",
    *(f"{die} die" for die in KINDS),
    "Horns",
    "number on the die",
    "lowest so far",
)


class Observer:
    """Writes observations of one set of dice, one end of the game and one number of players."""

    def __init__(self, rules: Rules, actions: ActionMap) -> None:
        self.rules = rules
        self.players = actions.players
        self._face_number = {face: number for number, face in enumerate(actions.faces)}
        self.layout = Layout()
        add, players = self.layout.add, self.players
        add("phase", len(PHASES), "one of " + ", ".join(PHASES))
        add("seat", players, "the observer's seat")
        add("to_move", players, "who must decide, by place; none when over")
        add("starter", players, "who started the round, by place")
        add("direction", 1, "1 clockwise, -1 the other way")
        add("round", 1, "rounds begun")
        add("left", 1, "losses or rounds until the game ends; 0 if neither ends it")
        add("hand", len(KINDS), "dice about to be rolled or just rolled: white, Blank, off")
        add("rolled", len(actions.faces), "the roll: dice by the face they show")
        add("off", 1, "dice that show the off symbol")
        add("rockers", (players, len(ROCKER)), "by place: " + ", ".join(ROCKER))
        self.size = self.layout.size

    def write(self, state: RaiseYourHorns, seat: int, out: Array) -> None:
        """Write what this seat knows into an array of `size` places."""
        players = self.players
        counts = self._heading(state, seat)
        counts += [state.hand.dice.count(die) if state.phase != OVER else 0 for die in KINDS]
        counts += self._roll(state)
        shown = self._shown(state)
        turn = {rocker: number for number, rocker in enumerate(state.order, 1)}
        for place in range(players):
            rocker = (seat + place) % players
            counts += (
                state.losses[rocker],
                turn.get(rocker, 0),
                state.phase == STARTING and rocker in state.contenders,
                *_die(shown.get(rocker)),
                rocker in state.lowest_seats,
            )
        out[:] = counts

    def _heading(self, state: RaiseYourHorns, seat: int) -> list[int]:
        players = self.players
        phase, own, mover, starter = [0] * len(PHASES), [0] * players, [0] * players, [0] * players
        phase[state.phase] = 1
        own[seat] = 1
        if state.phase != OVER:
            mover[(state.seat - seat) % players] = 1
        if state.round_number:
            starter[(state.starter - seat) % players] = 1
        return [
            *phase,
            *own,
            *mover,
            *starter,
            state.direction,
            state.round_number,
            self._left(state),
        ]

    def _left(self, state: RaiseYourHorns) -> int:
        options = self.rules.options
        if options.end_goal == LOSSES:
            return options.end_value - max(state.losses)
        return options.end_value - state.round_number if options.end_goal == ROUNDS else 0

    def _roll(self, state: RaiseYourHorns) -> list[int]:
        counts = [0] * (len(self._face_number) + 1)
        for face in state.roll.faces if state.roll is not None else ():
            counts[self._face_number.get(face, -1)] += 1
        return counts

    @staticmethod
    def _shown(state: RaiseYourHorns) -> dict[int, Face]:
        """The die before each Rocker: kept, or thrown for the start."""
        if state.phase == STARTING:
            return dict(zip(state.contenders, state.throws, strict=False))
        return dict(zip(state.order, state.kept, strict=False))


def _die(face: Face | None) -> list[int]:
    """Whether there is one, its kind, Horns, its number."""
    if face is None:
        return [0] * (3 + len(KINDS))
    kinds = [int(face.die == die) for die in KINDS]
    return [1, *kinds, int(face.horns), 0 if face.horns else face.value]

"""The mapping between moves of Raise Your Horns! and action numbers.

`roll`, `stop` and `foul` are 0, 1 and 2 at every table. Then come the faces that can be kept: of
white, Blank and off dice, each from the lowest up, Horns last. Then whom a Rocker may name, counted
from the one who names: 0 is that Rocker, 1 the left-hand neighbour.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hornsup.core.moves import Move
from hornsup.envs.blocks import Block, Field
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns.faces import KINDS, Face
from hornsup.games.raise_your_horns.moves import (
    ARGUMENT,
    FOUL_MOVE,
    NAME,
    NAME_MOVES,
    OP_MASK,
    ROLL_MOVE,
    STOP_MOVE,
    keep_move,
)
from hornsup.games.raise_your_horns.options import Options
from hornsup.games.raise_your_horns.state import RaiseYourHorns


class ActionMap:
    """All moves of one set of dice and one number of players, numbered."""

    def __init__(self, options: Options, players: int) -> None:
        self.players = players
        dice = options.the_dice()
        self.faces: tuple[Face, ...] = tuple(
            face
            for die in KINDS
            for face in sorted(set(dice.faces(die)), key=lambda face: face.value)
            if not face.off
        )
        moves = [ROLL_MOVE, STOP_MOVE, FOUL_MOVE, *map(keep_move, self.faces)]
        self.names_from: int = len(moves)
        self.size: int = self.names_from + players
        self.blocks: list[Block] = [
            Block("roll", 0, ()),
            Block("stop", 1, ()),
            Block("foul", 2, ()),
            Block("keep", 3, (Field("face", tuple(face.text for face in self.faces)),)),
            Block(
                "name",
                self.names_from,
                (Field("place", tuple(f"+{place}" for place in range(players))),),
            ),
        ]
        # By seat: the move of every number, and back.
        self._moves: list[list[Move]] = [
            [*moves, *(NAME_MOVES[(seat + place) % players] for place in range(players))]
            for seat in range(players)
        ]
        self._numbers: list[dict[int, int]] = [
            {move.code: number for number, move in enumerate(own)} for own in self._moves
        ]

    def encode(self, move: Move, seat: int) -> int:
        """The number of a move (of a state's own) when this seat plays it."""
        number = self._numbers[seat].get(move.code)
        if number is None:
            raise BadInput(f"the move {str(move)!r} has no action number at this table")
        return number

    def decode(self, number: int, seat: int) -> Move:
        """The move behind a number when this seat plays it, legal or not."""
        if not 0 <= number < self.size:
            raise BadInput(f"action numbers go from 0 to {self.size - 1}, not {number}")
        return self._moves[seat][number]

    def numbers(self, codes: Sequence[int], seat: int) -> list[int]:
        """The numbers of codes, in their order."""
        found = self._numbers[seat]
        return [found[code] for code in codes]

    def legal(self, state: RaiseYourHorns) -> list[int]:
        """The numbers of what may be chosen, in the order of the engine's legal moves."""
        found = self._numbers[state.seat]
        return [found[code] for code in state.choices]

    def place_named(self, code: int, seat: int) -> int:
        """Whom a `name` names, counted from the seat to move; -1 for another move."""
        return ((code >> ARGUMENT) - seat) % self.players if code & OP_MASK == NAME else -1


@lru_cache(maxsize=64)
def action_map(options: Options, players: int) -> ActionMap:
    """The mapping of a table; tables with equal options share it."""
    return ActionMap(options, players)

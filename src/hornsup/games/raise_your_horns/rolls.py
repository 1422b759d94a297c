"""Dice in hand and how they can fall, worked out once and shared by all games of a kind.

Dice rolled together take one number from the stream, below the product of their sides. Written
with one digit per die (white, Blanks, off; the last one counts fastest) it says which face of each
die, in the order of the dice file, lies on top.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Final

from hornsup.games.raise_your_horns.dice import Dice
from hornsup.games.raise_your_horns.events import Rolled
from hornsup.games.raise_your_horns.faces import WHITE, Face, in_order
from hornsup.games.raise_your_horns.moves import FOUL_MOVE, Choices, choices, keep_move

REMEMBERED: Final = 1 << 16
"""Falls that one hand remembers; only dice with very many sides have more."""


class Roll:
    """One way for dice to lie. Two Blanks that have changed places are the same roll."""

    __slots__ = ("choices", "events", "faces", "horns", "off", "texts")

    def __init__(self, faces: tuple[Face, ...], players: int, fouls: bool) -> None:
        self.faces = faces
        self.texts: tuple[str, ...] = tuple(face.text for face in faces)
        self.horns: bool = any(face.horns for face in faces)
        self.off: bool = any(face.off for face in faces)
        self.choices: Choices = choices(*(keep_move(face) for face in keepable(faces)))
        if fouls:
            self.choices[FOUL_MOVE.code] = FOUL_MOVE
        # The event of this roll by whoever makes it.
        self.events: tuple[Rolled, ...] = tuple(Rolled(seat, self.texts) for seat in range(players))


def keepable(faces: tuple[Face, ...]) -> list[Face]:
    """R5, R6: the white die waits while a black one is in the roll, unless it shows Horns."""
    black = any(face.die != WHITE for face in faces)
    return [face for face in faces if face.die != WHITE or face.horns or not black]


class Hand(dict[int, Roll]):
    """Dice about to be rolled: every number below `ways` is the key of one way for them to fall.

    `without[die]` is the hand that is passed on, None if that is empty.
    """

    def __init__(
        self, dice: str, sides: dict[str, tuple[Face, ...]], players: int, fouls: bool
    ) -> None:
        self.dice = dice
        self.without: dict[str, Hand | None] = {}
        self._sides = [sides[die] for die in dice]
        self.ways: int = prod(len(faces) for faces in self._sides)
        self._players = players
        self._fouls = fouls
        self._by_faces: dict[tuple[Face, ...], Roll] = {}

    def __missing__(self, number: int) -> Roll:
        """A fall is worked out when it first comes."""
        faces, rest = [], number
        for side in reversed(self._sides):
            rest, digit = divmod(rest, len(side))
            faces.append(side[digit])
        roll = self.lying(faces)
        if len(self) < REMEMBERED:
            self[number] = roll
        return roll

    def lying(self, faces: Iterable[Face]) -> Roll:
        """The roll in which exactly these faces lie on top."""
        key = in_order(faces)
        roll = self._by_faces.get(key)
        if roll is None:
            roll = Roll(key, self._players, self._fouls)
            if len(self._by_faces) < REMEMBERED:
                self._by_faces[key] = roll
        return roll


def hands_of(full: str, dice: Dice, players: int, fouls: bool) -> dict[str, Hand]:
    """Every hand that can be left of the full one, by its dice."""
    sides = {die: dice.faces(die) for die in set(full)}
    hands: dict[str, Hand] = {}

    def hand(kinds: str) -> Hand | None:
        if not kinds or kinds in hands:
            return hands.get(kinds)
        made = hands[kinds] = Hand(kinds, sides, players, fouls)
        made.without = {die: hand(kinds.replace(die, "", 1)) for die in kinds}
        return made

    hand(full)
    return hands

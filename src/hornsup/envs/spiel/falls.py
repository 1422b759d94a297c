"""How the dice of a hand can fall, with probabilities: the outcomes of OpenSpiel's chance nodes.

Rolls that differ only in which of two Blanks shows what are one outcome. Its number is its place in
the order in which the engine counts the falls of the hand, so it means the same in every position
with these dice in hand.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from hornsup.errors import BadInput
from hornsup.games.raise_your_horns.faces import Face
from hornsup.games.raise_your_horns.rolls import Hand
from hornsup.games.raise_your_horns.rules import Rules

MOST_WAYS: Final = 100_000
"""A first roll with more ways to fall would make chance nodes that no algorithm can walk."""


class Falls:
    """The outcomes of one hand."""

    def __init__(self, hand: Hand) -> None:
        counted = Counter(hand[number].faces for number in range(hand.ways))
        self.faces: list[tuple[Face, ...]] = list(counted)
        self.texts: list[str] = [" ".join(face.text for face in faces) for faces in self.faces]
        self.number_of: dict[str, int] = {text: number for number, text in enumerate(self.texts)}
        self.chances: list[tuple[int, float]] = [
            (number, ways / hand.ways) for number, ways in enumerate(counted.values())
        ]


def falls_of(rules: Rules) -> dict[str, Falls]:
    """The outcomes of every hand of a game, by its dice."""
    ways = rules.full.ways
    if ways > MOST_WAYS:
        raise BadInput(f"these dice fall in {ways} ways; a chance node has at most {MOST_WAYS}")
    return {dice: Falls(hand) for dice, hand in rules.hands.items()}

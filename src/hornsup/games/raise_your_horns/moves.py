"""Moves of Raise Your Horns!: all of them, made once.

A code is what the move does in its lowest three bits, and above them the face it keeps or the
seat it names.
"""

from __future__ import annotations

from typing import Final

from hornsup.core.moves import Move
from hornsup.core.notation import SEAT_LETTERS
from hornsup.core.refusal import Refusal
from hornsup.games.raise_your_horns.faces import FACES, Face

ROLL: Final = 0
KEEP: Final = 1
NAME: Final = 2
STOP: Final = 3
FOUL: Final = 4
VERBS: Final = ("roll", "keep", "name", "stop", "foul")
OP_MASK: Final = 7
ARGUMENT: Final = 3

ROLL_MOVE: Final = Move("roll", ROLL)
STOP_MOVE: Final = Move("stop", STOP)
FOUL_MOVE: Final = Move("foul", FOUL)
KEEP_MOVES: Final[dict[str, Move]] = {
    text: Move(f"keep {text}", KEEP | face.code << ARGUMENT) for text, face in FACES.items()
}
NAME_MOVES: Final[tuple[Move, ...]] = tuple(
    Move(f"name {letter}", NAME | seat << ARGUMENT) for seat, letter in enumerate(SEAT_LETTERS)
)

_ALL: Final = (ROLL_MOVE, STOP_MOVE, FOUL_MOVE, *KEEP_MOVES.values(), *NAME_MOVES)
MOVE_OF_CODE: Final[dict[int, Move]] = {move.code: move for move in _ALL}
_MOVE_OF_TEXT: Final[dict[str, Move]] = {move.text: move for move in _ALL}

Choices = dict[int, Move]
"""What may be chosen: moves by their codes, in the order in which they are shown."""


def choices(*moves: Move) -> Choices:
    return {move.code: move for move in moves}


def keep_move(face: Face) -> Move:
    return KEEP_MOVES[face.text]


def read(text: object) -> Move | Refusal:
    """The move behind a notation, or why it cannot be read."""
    words = text.split() if isinstance(text, str) else []
    found = _MOVE_OF_TEXT.get(" ".join(words))
    return found if found is not None else _unreadable(text, words)


def parse(text: object) -> Move:
    """The move behind a notation; raises IllegalMove if it cannot be read."""
    found = read(text)
    if isinstance(found, Refusal):
        raise found.error()
    return found


def _unreadable(text: object, words: list[str]) -> Refusal:
    verb = words[0] if words and words[0] in VERBS else "verb"
    hint = f"@refusals_raise_your_horns.hints.{verb}"
    values = {"text": repr(text)[:60], "hint": hint}
    return Refusal("unreadable", "R3", "refusals_raise_your_horns", values)

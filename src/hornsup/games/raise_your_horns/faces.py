"""The faces a die can show, each made once: `B4`, `WH` (Horns), `B0` (empty), `F!` (off)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

WHITE: Final = "W"
BLANK: Final = "B"
OFF: Final = "F"
KINDS: Final = (WHITE, BLANK, OFF)
HIGHEST: Final = 99
HORNS_VALUE: Final = 1000
"""Above every number: Horns win the starting roll (R-b) and are never the lowest die (R7)."""

HORNS_MARK: Final = "H"
OFF_MARK: Final = "!"
_SPECIAL: Final = 127
_KIND_SHIFT: Final = 7


class Face:
    """One face of one kind of die; `code` is its number in moves."""

    __slots__ = ("code", "die", "horns", "mark", "off", "text", "value")

    def __init__(self, die: str, mark: int | str) -> None:
        self.die = die
        self.mark = mark
        self.text = f"{die}{mark}"
        self.horns = mark == HORNS_MARK
        self.off = mark == OFF_MARK
        self.value: int = mark if isinstance(mark, int) else HORNS_VALUE if self.horns else -1
        number = mark if isinstance(mark, int) else _SPECIAL
        self.code: int = KINDS.index(die) << _KIND_SHIFT | number

    def __repr__(self) -> str:
        return self.text


def _marks(die: str) -> Iterable[int | str]:
    first = 0 if die == BLANK else 1
    special: tuple[str, ...] = {WHITE: (HORNS_MARK,), BLANK: (), OFF: (OFF_MARK,)}[die]
    return (*range(first, HIGHEST + 1), *special)


FACES: Final[dict[str, Face]] = {
    face.text: face for face in (Face(die, mark) for die in KINDS for mark in _marks(die))
}
FACE_OF_CODE: Final[dict[int, Face]] = {face.code: face for face in FACES.values()}


def in_order(faces: Iterable[Face]) -> tuple[Face, ...]:
    """Dice as they are written: white, Blank from the highest down, off."""
    return tuple(sorted(faces, key=lambda face: (KINDS.index(face.die), -face.value)))

"""Seats and cells as all games write them: `A`, `0,8`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from hornsup.errors import BadInput
from hornsup.i18n import Plain

Names = Sequence[str] | None
"""What the people at the table call themselves, by seat; without names they are letters."""

SEAT_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_CELL: Final = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})")


def seat_letter(seat: int) -> str:
    """`A` for seat 0."""
    return SEAT_LETTERS[seat]


def seat_name(seat: int, names: Names = None) -> Plain:
    """The name of who sits there, else the letter; whatever people call themselves is text."""
    name = names[seat] if names is not None and seat < len(names) else ""
    return Plain(name or seat_letter(seat))


def seat_number(letter: str, players: int = len(SEAT_LETTERS)) -> int:
    """The seat behind a letter, if there is one at this table."""
    seat = SEAT_LETTERS.find(letter) if len(letter) == 1 else -1
    if not 0 <= seat < players:
        last = SEAT_LETTERS[players - 1]
        raise BadInput(f"{letter!r} is no seat of this game; seats are A to {last}")
    return seat


@lru_cache(maxsize=4096)
def parse_cell(text: str) -> tuple[int, int]:
    """Column and row of a cell written as `x,y`."""
    found = _CELL.fullmatch(text)
    if found is None:
        raise BadInput(f"{text!r} is no cell; write x,y")
    return int(found[1]), int(found[2])

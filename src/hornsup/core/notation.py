"""Letters and names that both games write the same way."""

from __future__ import annotations

from hornsup.errors import BadInput

SEAT_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def seat_letter(seat: int) -> str:
    """`A` for seat 0."""
    return SEAT_LETTERS[seat]


def seat_number(letter: str, players: int) -> int:
    """The seat behind a letter, if there is one at this table."""
    seat = SEAT_LETTERS.find(letter) if len(letter) == 1 else -1
    if not 0 <= seat < players:
        last = SEAT_LETTERS[players - 1]
        raise BadInput(f"{letter!r} is no seat of this game; seats are A to {last}")
    return seat

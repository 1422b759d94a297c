"""Cards on pages of A4, to print and cut: two columns of five, with marks around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hornsup.art import shapes as s

PAGE: Final = (210.0, 297.0)
"""Millimetres."""
CARD: Final = (84.0, 56.0)
COLUMNS: Final = 2
ROWS: Final = 5
A_PAGE: Final = COLUMNS * ROWS
_LEFT: Final = (PAGE[0] - COLUMNS * CARD[0]) / 2
_TOP: Final = (PAGE[1] - ROWS * CARD[1]) / 2
_SCALE: Final = CARD[0] / s.CARD_W
_MARK: Final = "#777777"


def page_layers(drawings: Sequence[str], mirrored: bool = False) -> list[s.Layer]:
    """Up to ten cards and the marks; backs are mirrored, to lie behind their fronts."""
    layers: list[s.Layer] = [(0, 0, *PAGE, s.rect(0, 0, *PAGE, "#FFFFFF") + marks())]
    for at, drawing in enumerate(drawings):
        row, column = divmod(at, COLUMNS)
        column = COLUMNS - 1 - column if mirrored else column
        place = (_LEFT + column * CARD[0], _TOP + row * CARD[1])
        layers.append((*place, *CARD, s.group(drawing, scale=_SCALE)))
    return layers


def marks() -> str:
    """Short lines at the edges of the page where to cut."""
    ends = []
    for column in range(COLUMNS + 1):
        x = s.number(_LEFT + column * CARD[0])
        ends.append(f"M{x} 2V{s.number(_TOP - 1)}M{x} {s.number(PAGE[1] - _TOP + 1)}V295")
    for row in range(ROWS + 1):
        y = s.number(_TOP + row * CARD[1])
        ends.append(f"M4 {y}H{s.number(_LEFT - 2)}M{s.number(PAGE[0] - _LEFT + 2)} {y}H206")
    return s.line("".join(ends), _MARK, 0.25)

"""Cells in words, as the browser says them: the row from the Stage, and how far from the centre."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from hornsup import i18n
from hornsup.core.notation import parse_cell
from hornsup.games.horns_up.narration import narrate

TOPIC: Final = "web_horns_up.place"
_CELL: Final = re.compile(r"(?<![\w,.-])(-?\d{1,2},\d{1,2})(?!\d)")


def place_name(cell: str, language: str) -> str:
    """Where a cell is."""
    x, y = parse_cell(cell)
    if x == 0:
        return i18n.text(language, f"{TOPIC}.centre" if y else f"{TOPIC}.stage", row=y)
    return i18n.text(language, f"{TOPIC}.{'left' if x < 0 else 'right'}", row=y, n=abs(x))


def in_words(events: Sequence[Any], language: str) -> str:
    """Events as sentences with letters for seats, their cells in words."""
    told = " ".join(narrate(event, language) for event in events)
    return "".join(_parts(_CELL.split(told), language))


def _parts(parts: list[str], language: str) -> Iterator[str]:
    """Cells of a list are parted clearly, for a place has a comma itself."""
    for at, part in enumerate(parts):
        if at % 2:
            yield place_name(part, language)
        elif part == ", " and 0 < at < len(parts) - 1:
            yield i18n.text(language, f"{TOPIC}.and")
        else:
            yield part

"""How a game is shown in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

_COLOURS: Final = {
    "red": 31,
    "green": 32,
    "yellow": 33,
    "blue": 34,
    "magenta": 35,
    "cyan": 36,
    "white": 37,
    "bright_red": 91,
    "bright_blue": 94,
}


LANES: Final = {
    "NS": "┃",
    "EW": "━",
    "NE": "┗",
    "ES": "┏",
    "SW": "┓",
    "NW": "┛",
    "NES": "┣",
    "NSW": "┫",
    "NEW": "┻",
    "ESW": "┳",
    "NESW": "╋",
}
"""Lines that leave through these sides, in the order N E S W."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """The functions by which a game is shown; each takes a view and a language."""

    table: Callable[[Mapping[str, Any], str], str]
    """The whole table, in several lines."""
    prompt: Callable[[Mapping[str, Any], str], str]
    """What the seat must decide; empty if the moves say it all."""


def style(text: str, colour: str | None = None, bold: bool = False, dim: bool = False) -> str:
    """Text with ANSI escape codes."""
    codes = [_COLOURS[colour]] if colour else []
    codes += [1] if bold else []
    codes += [2] if dim else []
    return "".join(f"\x1b[{code}m" for code in codes) + text + "\x1b[0m"

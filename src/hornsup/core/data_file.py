"""Options whose value may be a TOML file of a player's own, such as a deck or a set of dice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card to print, `count` times: its name, and SVG elements of 150 by 100 for both sides."""

    name: str
    count: int
    front: str
    back: str


@dataclass(frozen=True, slots=True)
class DataFile:
    """The functions by which files of one kind are read and explained."""

    names: tuple[str, ...]
    """Those that come with the game."""
    read: Callable[[str], dict[str, Any]]
    """The value of the option from a file's text; BadInput names the line that is wrong."""
    toml: Callable[[str], str] | None = None
    """By name: the file of one that comes with the game, to copy and edit."""
    describe: Callable[[str, str], list[str]] | None = None
    """From a file's text and a language: its title and its contents, line by line."""
    printed: Callable[[str, str], list[PrintedCard]] | None = None
    """From a file's text and a language: the cards to print, if it is a file of cards."""

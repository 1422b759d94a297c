"""What the terminal needs from a game: its table as text, and words for its moves.

`tui/games/` draws each game that comes with the package; `GameDrawing` itself shows any other game
by what it says of itself in `Game.terminal`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rich.segment import Segment
from rich.text import Text

from hornsup import i18n
from hornsup.art.palette import PAWN_COLOURS
from hornsup.core import registry
from hornsup.core.notation import SEAT_LETTERS, seat_letter
from hornsup.i18n import Plain

DARK: Final = "#111111"
LIGHT: Final = "#ffffff"
BRIGHT: Final = 130
"""A colour brighter than this has dark letters."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is to be shown: a view, whose it is, and what can be chosen in it."""

    view: Mapping[str, Any]
    names: Sequence[str]
    language: str
    own: Sequence[int] = ()
    lit: frozenset[str] = frozenset()  # words that choose something at once
    cursor: str | None = None  # the word that Enter would choose
    odds: Any = None
    clocks: Mapping[int, str] = field(default_factory=dict)

    def text(self, key: str, **values: object) -> str:
        return i18n.text(self.language, key, **values)

    def pair(self, name: str, what: str) -> str:
        """A name and what is said of it, with the language's colon."""
        return self.text("tui.pair", name=Plain(name), what=Plain(what))

    def name(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else seat_letter(seat)


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of a picture that stands for a word of a move."""

    x: int
    y: int
    width: int
    height: int
    word: str

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(slots=True)
class Picture:
    """Lines of text, and what can be pointed at in them."""

    lines: list[Text | list[Segment]]
    spots: list[Spot] = field(default_factory=list)

    def at(self, x: int, y: int) -> str | None:
        return next((spot.word for spot in self.spots if spot.holds(x, y)), None)


class GameDrawing:
    """Any game, by its own drawing for terminals."""

    keys: Mapping[str, str] = {}
    """Keys that play a move of this text, if it is legal."""

    def heading(self, _scene: Scene) -> str:
        """Which turn or round it is."""
        return ""

    def board(self, scene: Scene, _width: int, _height: int) -> Picture:
        terminal = registry.get(scene.view["game"]).terminal
        drawn = "" if terminal is None else terminal.table(scene.view, scene.language)
        return Picture([Text.from_ansi(line) for line in drawn.splitlines()])

    def hand(self, _scene: Scene, _width: int) -> Picture:
        return Picture([])

    def seats(self, scene: Scene, width: int) -> list[Text]:
        """One or two lines for every seat."""
        players = range(scene.view.get("players", len(scene.names)))
        return [seat_line(scene, seat, "", width) for seat in players]

    def question(self, scene: Scene) -> str:
        """What the seat must decide."""
        terminal = registry.get(scene.view["game"]).terminal
        return terminal.prompt(scene.view, scene.language) if terminal else ""

    def label(self, words: Sequence[str], siblings: Sequence[str], scene: Scene) -> Text:
        """Words of a move as people read them; `siblings` could stand in place of the last."""
        del siblings, scene
        return Text(" ".join(words))

    def about(self, words: Sequence[str], scene: Scene) -> tuple[str, str]:
        """A title and a text on what some words of a move mean."""
        del words, scene
        return "", ""

    def odds(
        self, view: Mapping[str, Any], data: Any, names: Sequence[str], language: str
    ) -> list[str]:
        """Exact odds as sentences."""
        del view, data, names, language
        return []

    def described(self, scene: Scene) -> list[str]:
        """The table in sentences, for a screen reader."""
        return [line.plain for line in self.seats(scene, 200)]


def seat_colour(seat: int) -> str:
    return PAWN_COLOURS[seat % len(PAWN_COLOURS)]


def pawn(seat: int) -> Text:
    """A seat's letter in its colour."""
    colour = seat_colour(seat)
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    bright = red * 0.3 + green * 0.59 + blue * 0.11 > BRIGHT
    return Text(seat_letter(seat), style=f"bold {DARK if bright else LIGHT} on {colour}")


def called(scene: Scene, seat: int) -> str:
    """A seat's name, unless it is the letter that stands before it, and whether it is one's own."""
    name = scene.name(seat)
    own = f"({scene.text('tui.you')})" if seat in scene.own else ""
    return own if name == seat_letter(seat) else f"{name} {own}".rstrip()


def seat_line(scene: Scene, seat: int, more: str, width: int) -> Text:
    """Mark, letter, name, clock and what else there is to say of a seat."""
    turn = scene.view.get("to_move") == seat
    line = Text("▶" if turn else " ", style="bold")
    line.append_text(pawn(seat))
    line.append(f" {called(scene, seat)}", style="bold" if turn else "")
    if seat in scene.clocks:
        line.append(f" {scene.clocks[seat]}", style="bold" if turn else "dim")
    if more:
        line.append(f" {more}")
    line.truncate(max(4, width), overflow="ellipsis")
    return line


def is_seat(word: str) -> bool:
    return len(word) == 1 and word in SEAT_LETTERS


def columns(lines: Sequence[Text], width: int) -> list[Text]:
    """Short lines beside each other, as many as fit."""
    if not lines:
        return []
    wide = max(line.cell_len for line in lines) + 2
    per_line = max(1, width // wide)
    rows = []
    for start in range(0, len(lines), per_line):
        row = Text()
        for line in lines[start : start + per_line]:
            row.append_text(line)
            row.append(" " * (wide - line.cell_len))
        rows.append(row)
    return rows

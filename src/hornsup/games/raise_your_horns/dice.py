"""Sets of dice as data: read from TOML, checked and explained (R1, R8, R-a)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from hornsup.core.options import unknown_name
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns.faces import (
    BLANK,
    FACES,
    HIGHEST,
    HORNS_MARK,
    KINDS,
    OFF,
    OFF_MARK,
    WHITE,
    Face,
)

SHIPPED: Final = ("standard", "high")
SIDES: Final = range(2, 101)
SPECIAL: Final[Mapping[str, int | str]] = {WHITE: HORNS_MARK, BLANK: 0, OFF: OFF_MARK}


@dataclass(frozen=True, slots=True)
class Dice:
    """What is printed on each kind of die; a game has one or two Blanks, all alike."""

    name: str
    white: tuple[int | str, ...]
    blank: tuple[int | str, ...]
    off: tuple[int | str, ...]

    def marks(self, die: str) -> tuple[int | str, ...]:
        return {WHITE: self.white, BLANK: self.blank, OFF: self.off}[die]

    def faces(self, die: str) -> tuple[Face, ...]:
        return tuple(FACES[f"{die}{mark}"] for mark in self.marks(die))

    def to_data(self) -> dict[str, Any]:
        """The dice as plain data, as they stand in a file or a record."""
        return {"name": self.name, "faces": {die: list(self.marks(die)) for die in KINDS}}

    @staticmethod
    def from_data(data: Mapping[str, Any], text: str = "") -> Dice:
        """Dice from their data; with the file's text a refusal can name the line."""
        return _Reader(data, text).dice()

    @staticmethod
    def from_toml(text: str) -> Dice:
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadInput(f"the dice are not a TOML file: {error}") from error
        return Dice.from_data(data, text)


@cache
def dice_by_name(name: str) -> Dice:
    """A set of dice that comes with the game."""
    if name not in SHIPPED:
        raise unknown_name("dice", str(name), list(SHIPPED))
    source = files(__package__) / "data" / f"dice_{name}.toml"
    return Dice.from_toml(source.read_text(encoding="utf-8"))


class _Reader:
    """Reads a set of dice and says which line is wrong."""

    def __init__(self, data: Mapping[str, Any], text: str) -> None:
        self.data = data
        self.lines = text.splitlines()

    def dice(self) -> Dice:
        for key in self.data:
            if key not in ("name", "faces"):
                raise self.wrong(f"unknown entry {key!r}; known are name, faces", str(key))
        name = self.data.get("name")
        if not isinstance(name, str) or not name:
            raise self.wrong('dice need a name = "..."', "name")
        table = self.data.get("faces")
        if not isinstance(table, Mapping):
            raise self.wrong("a [faces] table with W, B and F is missing", "[faces]")
        for die in table:
            if die not in KINDS:
                raise self.wrong(f"there is no die {die!r}; the three are W, B, F", str(die))
        dice = Dice(name, *(self.die(die, table.get(die)) for die in KINDS))
        if len(set(dice.white)) < 2:
            raise self.wrong("W: with one face only the starting roll would never end", WHITE)
        return dice

    def die(self, die: str, marks: object) -> tuple[int | str, ...]:
        if not isinstance(marks, (list, tuple)):
            raise self.wrong(f"{die} = [...] with its faces is missing", die)
        if len(marks) not in SIDES:
            raise self.wrong(
                f"{die}: a die has {SIDES[0]} to {SIDES[-1]} faces, not {len(marks)}", die
            )
        return tuple(self.mark(die, mark) for mark in marks)

    def mark(self, die: str, mark: object) -> int | str:
        if isinstance(mark, int) and not isinstance(mark, bool) and 1 <= mark <= HIGHEST:
            return mark
        special = SPECIAL[die]
        if type(mark) is type(special) and mark == special:
            return special
        what = f'"{special}"' if isinstance(special, str) else str(special)
        raise self.wrong(f"{die}: a face is 1 to {HIGHEST} or {what}, not {mark!r}", die)

    def wrong(self, problem: str, start: str) -> BadInput:
        """A refusal with the number of the line that begins like this, if there is one."""
        pattern = re.compile(rf"\s*{re.escape(start)}(?!\w)")
        found = [n for n, line in enumerate(self.lines, 1) if pattern.match(line)]
        where = f"line {found[0]}: " if found else ""
        return BadInput(f"the dice do not work: {where}{problem}")

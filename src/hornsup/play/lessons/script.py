"""What a lesson's file says: the position, and step by step what the learner is to do.

A file is a scenario (`game`, `players`, `options`, and `position` or `seed`) with `[[step]]`s of
its own. A step says something and waits for one of the moves in `accept` (`enter *`: any such)
or, without `accept`, until the learner has read it. `wrong` names the sentence for a move that
is legal and not meant here, `rule` the rule behind it, `then` what the others play afterwards
(`auto` is their first legal move). Sentences stand in the catalogue under the lesson's name.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from hornsup.core import scenario
from hornsup.core.contract import GameState

TOPIC: Final = "web_learn"
LESSONS: Final = (
    "enter",
    "path",
    "walk",
    "walls",
    "tickets",
    "tokens",
    "stage",
    "win",
    "dice-keep",
    "dice-horns",
    "dice-off",
)
"""In the order in which they are taught."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do or to read."""

    say: str
    accept: tuple[str, ...] = ()
    wrong: str | None = None
    rule: str | None = None
    then: tuple[str, ...] = ()

    def accepts(self, move: str) -> bool:
        """Whether this is what the learner was asked to do."""
        return any(
            move.startswith(each[:-1]) if each.endswith("*") else move == each
            for each in self.accept
        )


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its first position as data, and its steps."""

    name: str
    data: dict[str, Any]
    steps: tuple[Step, ...]

    @property
    def game(self) -> str:
        return str(self.data["game"])

    def begin(self) -> GameState:
        """The position in which the lesson opens; the learner sits in the first seat."""
        return scenario.begin(self.data)


@cache
def lesson(name: str) -> Lesson:
    """The lesson of that name, which must be one of `LESSONS`."""
    source = files("hornsup.play.lessons") / f"{name}.toml"
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    steps = tuple(_step(each) for each in data.pop("step"))
    return Lesson(name, data, steps)


def _step(data: dict[str, Any]) -> Step:
    accept, then = tuple(data.pop("accept", ())), tuple(data.pop("then", ()))
    return Step(**data, accept=accept, then=then)

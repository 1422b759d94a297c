"""A game's rules as they are read: the overview, the chapters, the answered questions."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from hornsup import i18n
from hornsup.core import registry
from hornsup.core.contract import Game

QUESTIONS: Final = "questions"
"""The name of the chapter of what the printed rules leave open."""


class Overview(NamedTuple):
    """A game in about ten short lines."""

    title: str
    lines: list[str]


class Chapter(NamedTuple):
    """A chapter and the numbers of its rules."""

    name: str
    title: str
    numbers: list[str]


def rules_of(language: str, game: Game) -> dict[str, Any]:
    """The catalogue of a game's rules: `chapters`, and each rule by its number."""
    return i18n.catalogue(language, f"rules_{game.topic}")


def find_rule(language: str, number: str) -> tuple[str, dict[str, str]] | None:
    """A rule of any game by its number, written in any case."""
    for name in registry.names():
        for key, entry in rules_of(language, registry.get(name)).items():
            if key != "chapters" and key.lower() == number.lower():
                return key, entry
    return None


def overview(language: str, game: Game) -> Overview:
    """What a newcomer reads before the first rule."""
    texts = i18n.catalogue(language, "overview")
    return Overview(texts["title"], list(texts[game.topic].values()))


def chapters(language: str, game: Game) -> list[Chapter]:
    """The chapters in order, and at the end the questions, which are in no chapter."""
    book = rules_of(language, game)
    found = [
        Chapter(name, chapter["title"], chapter["rules"])
        for name, chapter in book["chapters"].items()
    ]
    placed = {number for chapter in found for number in chapter.numbers}
    rest = [number for number in book if number not in placed and number != "chapters"]
    if rest:
        found.append(Chapter(QUESTIONS, i18n.text(language, "web.rules.questions"), rest))
    return found

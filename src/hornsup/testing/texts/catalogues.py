"""All texts of a language, with their keys."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from typing import Any, Final, NamedTuple

from hornsup import i18n

GLOSSARY: Final = "glossary"
"""The topic for translators and tests; it holds terms, not texts, and no reader sees it."""


class Sentence(NamedTuple):
    language: str
    key: str
    text: str


def topics(language: str = "en") -> list[str]:
    """The topics that hold texts."""
    folder = files(i18n.__name__) / language
    names = (each.name for each in folder.iterdir() if each.name.endswith(".toml"))
    return sorted(name[:-5] for name in names if name != f"{GLOSSARY}.toml")


def entries(data: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """The values of a table and of the tables in it, with their keys."""
    for key, value in data.items():
        if isinstance(value, dict):
            yield from entries(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def sentences(language: str) -> Iterator[Sentence]:
    """Every text of a language; the lists of rule numbers in the rules are left out."""
    for topic in topics(language):
        for key, value in entries(i18n.catalogue(language, topic)):
            if isinstance(value, str):
                yield Sentence(language, f"{topic}.{key}", value)

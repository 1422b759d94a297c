"""The catalogues: every sentence a player sees, once per language.

A catalogue is a folder of TOML files. A key is `topic.name` (or `topic.table.name`), a value is a
sentence with `{placeholders}`; a sentence that counts something is a table with `one` and `other`
and is chosen by the placeholder `n`. A placeholder's value that starts with `@` is itself a key:
`@words.north` becomes the word in the reader's language. What people typed goes in as `Plain`. A
number with decimals is written as the language does.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from hornsup.i18n.numbers import number, percent

__all__ = [
    "LANGUAGES",
    "Plain",
    "catalogue",
    "is_one",
    "listed",
    "lookup",
    "number",
    "percent",
    "pick_language",
    "text",
]

LANGUAGES = ("en", "it", "fr")


class Plain(str):
    """A text of somebody's own (a name, a mistyped move), shown as it is and never looked up."""

    __slots__ = ()


def pick_language(tag: str | None) -> str:
    """The catalogue for a tag such as `it`, `it-IT` or `fr_CA.UTF-8`; English when unknown."""
    short = (tag or "").replace("_", "-").split("-")[0].split(".")[0].lower()
    return short if short in LANGUAGES else "en"


@cache
def catalogue(language: str, topic: str) -> dict[str, Any]:
    """One topic in one language, as read from its file."""
    source = files(__name__) / language / f"{topic}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))


@lru_cache(maxsize=8192)
def lookup(language: str, key: str) -> Any:
    """What stands under a key, or None."""
    topic, *path = key.split(".")
    node: Any = catalogue(language, topic)
    for name in path:
        if not isinstance(node, dict) or name not in node:
            return None
        node = node[name]
    return node


def text(language: str, key: str, **values: object) -> str:
    """The sentence under a key with its placeholders filled."""
    found = lookup(language, key)
    if isinstance(found, dict):
        found = found["one" if is_one(language, values.get("n")) else "other"]
    if not isinstance(found, str):
        raise KeyError(f"no text {key!r} in the {language!r} catalogue")
    return found.format(**{name: _value(language, value) for name, value in values.items()})


def is_one(language: str, count: object) -> bool:
    """Whether a sentence that counts so many is the one in the singular."""
    return count == 1 or (language == "fr" and count == 0)


def listed(language: str, words: Sequence[str]) -> str:
    """Words as a list in a sentence: `north, east and south`."""
    if len(words) < 2:
        return "".join(words)
    *others, last = words
    # Italian writes "ed" for "e" before a word with the same vowel.
    key = "words.and-before-e" if last[:1] in ("e", "E") else "words.and"
    return f"{', '.join(others)} {text(language, key)} {last}"


def _value(language: str, value: object) -> object:
    if isinstance(value, Plain):
        return str(value)
    if isinstance(value, str) and value.startswith("@"):
        return text(language, value[1:])
    if isinstance(value, (list, tuple)):
        return listed(language, [str(_value(language, item)) for item in value])
    return number(language, value) if isinstance(value, float) else value

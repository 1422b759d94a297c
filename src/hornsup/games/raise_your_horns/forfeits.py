"""Forfeits: small punishments as data, each with tags so that a table can leave kinds out (R13)."""

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

SHIPPED: Final = ("standard", "off")
MOST: Final = 500
LONGEST: Final = 300
_SLUG: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Forfeit:
    """One forfeit; its sentence stands in the catalogue unless it brings its own `text`."""

    id: str
    tags: tuple[str, ...]
    text: str | None = None

    def sentence(self) -> str:
        """The text, or the catalogue's key of it as sentences take it."""
        return self.text if self.text is not None else f"@forfeits.text.{self.id}"


@dataclass(frozen=True, slots=True)
class Forfeits:
    """A list of forfeits to deal from."""

    name: str
    cards: tuple[Forfeit, ...]

    def tags(self) -> list[str]:
        return sorted({tag for card in self.cards for tag in card.tags})

    def without(self, tags: tuple[str, ...]) -> tuple[Forfeit, ...]:
        """Those that carry none of the tags."""
        for tag in tags:
            if self.cards and tag not in self.tags():
                raise unknown_name("forfeit tag", tag, self.tags())
        left = tuple(card for card in self.cards if not set(card.tags) & set(tags))
        if self.cards and not left:
            raise BadInput(f"no forfeit is left without {', '.join(tags)}; leave out fewer tags")
        return left

    def to_data(self) -> dict[str, Any]:
        """The list as plain data, as it stands in a file or a record."""
        cards = [{"id": c.id, "tags": list(c.tags), "text": c.text} for c in self.cards]
        return {"name": self.name, "forfeit": cards}

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Forfeits:
        """A list of one's own: every forfeit says its text itself."""
        return _read(data, with_text=True)

    @staticmethod
    def from_toml(text: str) -> Forfeits:
        return Forfeits.from_data(_toml(text))


@cache
def forfeits_by_name(name: str) -> Forfeits:
    """The list that comes with the game, or `off`: none."""
    if name not in SHIPPED:
        raise unknown_name("forfeits", str(name), list(SHIPPED))
    if name == "off":
        return Forfeits("off", ())
    source = files(__package__) / "data" / "forfeits.toml"
    return _read(_toml(source.read_text(encoding="utf-8")), with_text=False)


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"the forfeits are not a TOML file: {error}") from error


def _wrong(problem: str) -> BadInput:
    return BadInput(f"the forfeits do not work: {problem}")


def _read(data: Mapping[str, Any], with_text: bool) -> Forfeits:
    for key in data:
        if key not in ("name", "forfeit"):
            raise _wrong(f"unknown entry {key!r}; known are name, forfeit")
    name, rows = data.get("name"), data.get("forfeit")
    if not isinstance(name, str) or not name:
        raise _wrong('they need a name = "..."')
    if not isinstance(rows, (list, tuple)) or not rows:
        raise _wrong("write each one as [[forfeit]]")
    if len(rows) > MOST:
        raise _wrong(f"{len(rows)} are too many; {MOST} are the most")
    cards: dict[str, Forfeit] = {}
    for number, row in enumerate(rows, 1):
        card = _forfeit(number, row, with_text)
        if card.id in cards:
            raise _wrong(f"{card.id} stands there twice")
        cards[card.id] = card
    return Forfeits(name, tuple(cards.values()))


def _forfeit(number: int, row: object, with_text: bool) -> Forfeit:
    if not isinstance(row, Mapping):
        raise _wrong(f"number {number} should be a table with id, tags and text, not {row!r}")
    slug = row.get("id")
    if not isinstance(slug, str) or not _SLUG.fullmatch(slug):
        raise _wrong(f"number {number} needs an id like 'air-guitar', not {slug!r}")
    known = ("id", "tags", "text") if with_text else ("id", "tags")
    for key in row:
        if key not in known:
            raise _wrong(f"{slug}: unknown entry {key!r}; known are {', '.join(known)}")
    tags = row.get("tags", [])
    if not isinstance(tags, (list, tuple)) or not all(_is_slug(tag) for tag in tags):
        raise _wrong(f"{slug}: tags is a list of words such as 'loud', not {tags!r}")
    return Forfeit(slug, tuple(tags), _text(slug, row.get("text")) if with_text else None)


def _is_slug(tag: object) -> bool:
    return isinstance(tag, str) and _SLUG.fullmatch(tag) is not None


def _text(slug: str, text: object) -> str:
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        raise _wrong(f"{slug}: text is a sentence of up to {LONGEST} characters, not {text!r}")
    if text.startswith("@"):
        raise _wrong(f"{slug}: a text does not begin with @")
    return text

"""Texts filled with the values that show a wrong article, gender, elision or plural.

A filled value is marked by private characters, so that a rule can look at the words beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from hornsup import i18n

NAME: Final = "\ue000"
CARD: Final = "\ue001"
OTHER: Final = "\ue002"
END: Final = "\ue003"

NAMES: Final = frozenset({"seat", "seats", "target", "name", "names", "loser"})
"""Placeholders for what people call themselves, or for the letter of their seat."""
CARDS: Final = frozenset({"card", "cards"})
LAID_CARDS: Final = frozenset({"wall", "covered"})
"""Cards that are on the table: Walls, and Paths."""
COUNTS: Final = frozenset({"n", "number", "left", "actions", "walls"})
DIRECTIONS: Final = frozenset({"side", "sides", "direction", "way"})

NOT_NAMES: Final[dict[str, str]] = {
    "table.refused.setting-range": "the name of a setting",
    "table.refused.seat-taken": "the letter of a seat, never a name",
    "table.refused.no-such-seat": "how many seats there are",
    "refusals.no-such-rocker": "a letter that no seat has",
    "refusals_raise_your_horns.no-such-seat": "a letter that no seat has",
    "events_raise_your_horns.off-rolled": "the exclamation of the Off die",
    "verify.field-unknown": "the names of fields in a file",
    "verify.contribution-there": "letters of seats, never names",
}
"""Texts whose placeholders of these names hold something else, and what."""

MANY_ONLY: Final[dict[str, str]] = {
    "events_horns_up.dealt-hidden": "everyone is dealt the same hand of several cards",
    "figures_horns_up.highlights.surf": "told from two Walls on",
    "figures_horns_up.highlights.target": "told from several attacks on",
    "figures_horns_up.highlights.walk": "told from several steps on",
    "web.settings.clock-turn": "a turn has at least ten seconds",
    "web.settings.clock-reserve": "a game has several minutes",
    "web.end.many-win": "told when more win than can be named",
}
"""Texts that never count 0 or 1, and why: they need no table of plurals."""

_PEOPLE: Final = ("Anna", "Éloi", "Ugo")
_VOWEL: Final = re.compile(r"[aeiouàâéèêëîïôûAEIOUÀÂÉÈÊËÎÏÔÛ]")
_ARTICLE: Final = re.compile(r"(?:Il|Lo|La|I|Gli|Le|Les|The|A|An)\s|L’")
_LAID: Final = ("troublemakers", "headbangers", "mosh-pit", "path-ne", "path-nes", "path-nesw")
_WAYS: Final = ("east", "north", "west")


def filled(language: str, key: str, text: str) -> Iterator[str]:
    """The text filled with each set of values; a form of a plural only with counts it is for."""
    for at, count in enumerate((0, 1, 2)):
        if _is_for(language, key, count):
            yield _fill(language, key, text, at, count)


def _fill(language: str, key: str, text: str, at: int, count: int) -> str:
    return re.sub(r"\{(\w+)\}", lambda hit: _value(language, key, hit[1], at, count), text)


def _is_for(language: str, key: str, count: int) -> bool:
    if key in MANY_ONLY:
        return count == 2
    form = key.rsplit(".", 1)[-1]
    if form not in ("one", "other"):
        return True
    return form == ("one" if i18n.is_one(language, count) else "other")


def _value(language: str, key: str, name: str, at: int, count: int) -> str:
    if name in NAMES and key not in NOT_NAMES:
        return f"{NAME}{_PEOPLE[at]}{END}"
    if name in CARDS:
        return f"{CARD}{_cards(language)[at]}{END}"
    if name in LAID_CARDS:
        return f"{CARD}{_laid_cards(language)[at]}{END}"
    if name in DIRECTIONS:
        return f"{OTHER}{i18n.text(language, f'words.{_WAYS[at]}')}{END}"
    return f"{OTHER}{count if name in COUNTS else 5}{END}"


def _cards(language: str) -> list[str]:
    """A card that begins with a vowel, one that begins with an article, and one more."""
    names = list(i18n.catalogue(language, "cards")["names"].values())
    vowel = next((name for name in names if _VOWEL.match(name)), names[0])
    article = next((name for name in names if _ARTICLE.match(name)), names[0])
    return [vowel, article, i18n.text(language, "cards.names.cold-beer")]


def _laid_cards(language: str) -> list[str]:
    names = [i18n.text(language, f"cards.names.{slug}") for slug in _LAID]
    vowel = next((name for name in names if _VOWEL.match(name)), names[0])
    return [vowel, names[1], names[-2]]

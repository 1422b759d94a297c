"""Decks: the cards of the game as data, read from TOML, checked and explained."""

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
from hornsup.games.horns_up.board import PATH_SLUGS
from hornsup.games.horns_up.card_symbols import Half, SymbolsError, read_stage, read_ticket

SHIPPED: Final = ("standard", "forward")
TOTALS: Final = {"tickets": 46, "paths": 82, "walls": 9, "stage": 12}
REMOVERS: Final = ("path", "ticket", "encore")
_SLUG: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card: how many there are, what is printed on it, and who says so."""

    slug: str
    count: int
    named: bool
    name: str = ""
    symbols: tuple[str, ...] = ()
    removed_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deck:
    """The Audience cards (Paths, Walls, Tickets, in this order of kinds) and the Stage cards."""

    name: str
    paths: tuple[Card, ...]
    walls: tuple[Card, ...]
    tickets: tuple[Card, ...]
    stage: tuple[Card, ...]

    @property
    def audience(self) -> tuple[Card, ...]:
        return self.paths + self.walls + self.tickets

    def effects(self) -> tuple[tuple[Half, ...], ...]:
        """What each Ticket does, read from its symbols."""
        return tuple(read_ticket(card.symbols) for card in self.tickets)

    def stage_effects(self) -> tuple[Half, ...]:
        return tuple(read_stage(card.symbols) for card in self.stage)

    def to_data(self) -> dict[str, Any]:
        """The deck as plain data, as it stands in a file or a record."""
        return {
            "name": self.name,
            "totals": {
                "paths": _total(self.paths),
                "walls": _total(self.walls),
                "tickets": _total(self.tickets),
                "stage": _total(self.stage),
            },
            "paths": {card.slug: card.count for card in self.paths},
            "wall": [_card_data(card) for card in self.walls],
            "ticket": [_card_data(card) for card in self.tickets],
            "stage": [_card_data(card) for card in self.stage],
        }

    @staticmethod
    def from_data(data: Mapping[str, Any], text: str = "") -> Deck:
        """A deck from its data; with the file's text a refusal can name the line."""
        return _Reader(data, text).deck()

    @staticmethod
    def from_toml(text: str) -> Deck:
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadInput(f"the deck is not a TOML file: {error}") from error
        return Deck.from_data(data, text)


def _total(cards: tuple[Card, ...]) -> int:
    return sum(card.count for card in cards)


def _card_data(card: Card) -> dict[str, Any]:
    data: dict[str, Any] = {"card": card.slug, "count": card.count, "named": card.named}
    if card.name:
        data["name"] = card.name
    if card.symbols:
        data["symbols"] = list(card.symbols)
    if card.removed_by:
        data["removed_by"] = list(card.removed_by)
    return data


def deck_text(name: str) -> str:
    """The file of a deck that comes with the game."""
    if name not in SHIPPED:
        raise unknown_name("deck", str(name), list(SHIPPED))
    source = files(__package__) / "data" / f"{name}.toml"
    return source.read_text(encoding="utf-8")


@cache
def deck_by_name(name: str) -> Deck:
    """A deck that comes with the game."""
    return Deck.from_toml(deck_text(name))


class _Reader:
    """Reads a deck and says which line is wrong."""

    TOP = ("name", "totals", "paths", "wall", "ticket", "stage")

    def __init__(self, data: Mapping[str, Any], text: str) -> None:
        self.data = data
        self.lines = text.splitlines()
        self.seen: dict[str, str] = {}

    def deck(self) -> Deck:
        for key in self.data:
            if key not in self.TOP:
                raise self.wrong(f"unknown entry {key!r}; known are {', '.join(self.TOP)}", key)
        name = self.data.get("name")
        if not isinstance(name, str) or not name:
            raise self.wrong('a deck needs a name = "..."')
        deck = Deck(name, self.paths(), self.cards("wall"), self.cards("ticket"), self.stage())
        self.check_totals(deck)
        return deck

    def wrong(self, problem: str, *hints: str) -> BadInput:
        """A refusal with the number of the line that holds the last hint after the others."""
        at = 0
        for hint in hints:
            found = next(
                (n for n in range(at, len(self.lines)) if self._holds(self.lines[n], hint)), None
            )
            if found is None:
                break
            at = found
        where = f"line {at + 1}: " if self.lines and hints else ""
        return BadInput(f"the deck does not work: {where}{problem}")

    @staticmethod
    def _holds(line: str, hint: str) -> bool:
        pattern = r"(?<![\w-])" + re.escape(hint) + r"(?![\w-])"
        return re.search(pattern, line.split("#")[0]) is not None

    def paths(self) -> tuple[Card, ...]:
        table = self.data.get("paths")
        if not isinstance(table, Mapping):
            raise self.wrong("a [paths] table with a count for each of the seven types is missing")
        for slug in table:
            if slug not in PATH_SLUGS:
                raise self.wrong(
                    f"there is no Path {slug!r}; the seven are {', '.join(PATH_SLUGS)}", slug
                )
        return tuple(
            Card(slug, self.count(table.get(slug, 0), slug), named=False) for slug in PATH_SLUGS
        )

    def count(self, value: object, *hints: str) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 200:
            raise self.wrong(f"{hints[0]}: a count is a whole number from 0, not {value!r}", *hints)
        return value

    def stage(self) -> tuple[Card, ...]:
        return self.cards("stage")

    def cards(self, group: str) -> tuple[Card, ...]:
        rows = self.data.get(group, [])
        if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
            raise self.wrong(f"write each card as [[{group}]]", group)
        if not rows:
            raise self.wrong(f"there is no [[{group}]] card")
        return tuple(self.card(group, row) for row in rows)

    def card(self, group: str, row: Mapping[str, Any]) -> Card:
        slug = row.get("card")
        if not isinstance(slug, str) or not _SLUG.fullmatch(slug):
            raise self.wrong(
                f"[[{group}]] needs card = a name like 'cold-beer', not {slug!r}", str(slug)
            )
        what = "removed_by" if group == "wall" else "symbols"
        known = {"card", "count", "named", "name", what}
        for key in row:
            if key not in known:
                raise self.wrong(f"{slug}: unknown entry {key!r}", slug, key)
        if slug in self.seen or slug in PATH_SLUGS:
            raise self.wrong(f"{slug} stands twice in the deck", slug)
        self.seen[slug] = group
        if not isinstance(row.get("named", False), bool):
            raise self.wrong(f"{slug}: named is true or false", slug, "named")
        words = self.words(slug, what, row.get(what))
        if group == "wall":
            self.check_removers(slug, words)
        else:
            self.check_symbols(group, slug, words)
        return Card(
            slug,
            self.count(row.get("count"), slug, "count"),
            named=row.get("named") is True,
            name=str(row.get("name", "")),
            symbols=words if group != "wall" else (),
            removed_by=words if group == "wall" else (),
        )

    def words(self, slug: str, key: str, value: object) -> tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.wrong(f"{slug}: {key} is a list of words, not {value!r}", slug, key)
        return tuple(value)

    def check_removers(self, slug: str, words: tuple[str, ...]) -> None:
        if not words:
            raise self.wrong(
                f"{slug}: removed_by names at least one of {', '.join(REMOVERS)}",
                slug,
                "removed_by",
            )
        for word in words:
            if word not in REMOVERS:
                raise self.wrong(
                    f"{slug}: a Wall is removed by {', '.join(REMOVERS)}, not {word!r}", slug, word
                )

    def check_symbols(self, group: str, slug: str, words: tuple[str, ...]) -> None:
        try:
            if group == "stage":
                read_stage(words)
            else:
                read_ticket(words)
        except SymbolsError as error:
            raise self.wrong(f"{slug}: {error}", slug, "symbols") from error

    def check_totals(self, deck: Deck) -> None:
        totals = self.data.get("totals", {})
        if not isinstance(totals, Mapping) or set(totals) - set(TOTALS):
            raise self.wrong(f"[totals] takes {', '.join(TOTALS)}", "totals")
        have = deck.to_data()["totals"]
        for group, standard in TOTALS.items():
            wanted = self.count(totals.get(group, standard), "totals", group)
            if have[group] != wanted:
                heading = {"paths": "[paths]", "walls": "[[wall]]", "tickets": "[[ticket]]"}
                hint = ("totals", group) if group in totals else (heading.get(group, "[[stage]]"),)
                raise self.wrong(
                    f"the {group} add up to {have[group]}, not {wanted}; "
                    f"mend a count or say {group} = {have[group]} under [totals]",
                    *hint,
                )
        if len(deck.audience) > 63:
            raise self.wrong("more than 63 different Audience cards")

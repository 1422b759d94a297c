"""Deck files: how a deck of a player's own is read and explained."""

from __future__ import annotations

from typing import Any, Final

from hornsup import i18n
from hornsup.core.data_file import DataFile, PrintedCard
from hornsup.games.horns_up.deck import SHIPPED, Card, Deck, deck_text

ENTRANCES: Final = 9


def read(text: str) -> dict[str, Any]:
    """The deck of a file as plain data."""
    return Deck.from_toml(text).to_data()


def describe(text: str, language: str) -> list[str]:
    """The deck's name, then every kind of card with its number, name, text and status."""
    deck = Deck.from_toml(text)
    lines = [deck.name]
    groups = {"path": deck.paths, "wall": deck.walls, "ticket": deck.tickets, "stage": deck.stage}
    for kind, cards in groups.items():
        total = sum(card.count for card in cards)
        lines += ["", f"{i18n.text(language, f'cards.kinds.{kind}')} ({total})"]
        lines += [f"  {_line(card, language)}" for card in cards]
    return lines


def _line(card: Card, language: str) -> str:
    name = card.name or i18n.lookup(language, f"cards.names.{card.slug}") or card.slug
    text = i18n.lookup(language, f"cards.text.{card.slug}") or _symbols(card, language)
    status = i18n.text(language, "cards.status." + ("named" if card.named else "reconstructed"))
    return f"{card.count:>3} × {name} [{card.slug}] {text} ({status})"


def _symbols(card: Card, language: str) -> str:
    return " ".join(i18n.text(language, f"cards.symbols.{symbol}") for symbol in card.symbols)


def printed(text: str, language: str) -> list[PrintedCard]:
    """Every kind of card, and as many Entrances as the largest table needs."""
    from hornsup.art import cards as art

    deck = Deck.from_toml(text)
    faces = art.faces_of(deck.to_data())
    found = []
    for card in (*deck.audience, *deck.stage):
        face = faces.get(card.slug)
        name = card.name or art.name_of(card.slug, language)
        back = "stage" if card in deck.stage else "audience"
        found.append(
            PrintedCard(name, card.count, art.face_of(card.slug, face, name), art.back(back))
        )
    name = i18n.text(language, "cards.kinds.entrance")
    return [*found, PrintedCard(name, ENTRANCES, art.face_of("entrance"), art.back("audience"))]


DECK_FILE: Final = DataFile(SHIPPED, read, deck_text, describe, printed)

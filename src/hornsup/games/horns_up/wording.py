"""Makes refusals of Horns Up: the words that stand in their sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hornsup.core.refusal import Refusal
from hornsup.i18n import Plain

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp

SIDE_WORDS = ("north", "east", "south", "west")


def refuse(code: str, rule: str, **values: object) -> Refusal:
    return Refusal(code, rule, "refusals", values)


def side_word(way: int) -> str:
    return f"@words.{SIDE_WORDS[way]}"


def card_name(state: HornsUp, kind: int) -> str:
    """The card in the reader's language; a card of one's own deck under its own name."""
    card = state.rules.deck.audience[kind]
    return Plain(card.name) if card.name else f"@cards.names.{card.slug}"

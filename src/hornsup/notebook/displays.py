"""How cards, hands and records show themselves in a notebook, without server and network."""

from __future__ import annotations

from html import escape
from typing import Any, Final

from hornsup.art import cards as art
from hornsup.core import registry
from hornsup.core.contract import GameState
from hornsup.errors import BadInput
from hornsup.i18n import pick_language
from hornsup.lab.extras import MissingExtra, need

HEIGHT: Final = 640
"""Pixels of a replay in a notebook."""
MOST_MOVES: Final = 3000
"""Longer games are shown as text."""


class Card(str):
    """The name of a card, as decks and hands spell it; a notebook shows the card."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return art.card_svg(str(self)).replace("<svg ", '<svg width="300" ', 1)


class Hand(tuple[str, ...]):
    """What a seat holds; a notebook shows it. `hand` makes one of a state."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def card(slug: str) -> Card:
    """A card by its name, such as `mosh-pit`."""
    if slug not in art.FACES:
        raise BadInput(f"no card {slug!r}; known are {', '.join(art.FACES)}")
    return Card(slug)


def hand(state: GameState, seat: int, language: str = "en") -> Hand:
    """What a seat holds now; in a game of dice, what lies there for everybody."""
    draw = state.game.hand_svg
    if draw is None:
        raise BadInput(f"{state.game.title} has no hands to show")
    view = state.view(seat)
    held = Hand(view["hand"])
    held.svg = draw(view, pick_language(language))
    return held


def record_html(record: dict[str, Any]) -> str | None:
    """The replay of a record in a frame of its own; None where the packages for it are missing."""
    try:
        need("a replay in a notebook", "notebook", "msgspec")
    except MissingExtra:
        return None
    if len(record.get("moves", ())) > MOST_MOVES or record.get("game") not in registry.names():
        return None
    from hornsup.exports.game import Played
    from hornsup.exports.replay_page import replay_page

    return framed(replay_page(Played(record, "en")))


def framed(page: str, height: int = HEIGHT) -> str:
    """A page in a frame that can reach neither the notebook nor the network."""
    style = f"width:100%;height:{height}px;border:0;border-radius:8px"
    return (
        f'<iframe sandbox="allow-scripts allow-downloads" style="{style}" '
        f'srcdoc="{escape(page)}"></iframe>'
    )

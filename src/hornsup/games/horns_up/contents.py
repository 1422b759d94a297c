"""What comes with Horns Up, for a catalogue: its decks."""

from __future__ import annotations

from typing import Any

from hornsup.core.contents import described
from hornsup.games.horns_up.deck import SHIPPED


def contents(language: str) -> dict[str, Any]:
    """The decks, each with its title and description."""
    return {"decks": described(language, "web.decks", SHIPPED)}

"""What comes with Raise Your Horns!, for a catalogue: dice, forfeits and their tags."""

from __future__ import annotations

from typing import Any

from hornsup import i18n
from hornsup.core.contents import described
from hornsup.games.raise_your_horns import dice, forfeits


def contents(language: str) -> dict[str, Any]:
    """Sets of dice and lists of forfeits with their titles, and the tags that can be left out."""
    tags = forfeits.forfeits_by_name("standard").tags()
    return {
        "dice": described(language, "web.dice-sets", dice.SHIPPED),
        "forfeits": described(language, "web.forfeits", forfeits.SHIPPED),
        "tags": [
            {"name": tag, "title": i18n.text(language, f"forfeits.tags.{tag}")} for tag in tags
        ],
    }


def texts(language: str) -> dict[str, Any]:
    """The names of the dice, which the browser writes beside them."""
    names = i18n.catalogue(language, "events_raise_your_horns")
    return {"dice": {"rulebook": names["rulebook"], "family": names["family"]}}

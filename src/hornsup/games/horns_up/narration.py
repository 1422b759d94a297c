"""Events as sentences: which one of the catalogue, and with what words."""

from __future__ import annotations

from typing import Any

from hornsup import i18n
from hornsup.core.notation import Names, seat_name
from hornsup.i18n import Plain

_WAYS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_CARD_FIELDS = ("card", "cards", "covered", "wall")
_SEAT_FIELDS = ("seat", "seats", "target")


def narrate(event: Any, language: str, names: Names = None) -> str:
    """One event, as its reader may know it, as a sentence."""
    values = event._asdict()
    kind = values.pop("kind")
    said = {name: _said(language, name, value, names) for name, value in values.items()}
    return i18n.text(language, f"events_horns_up.{kind}{_variant(kind, values)}", **said)


def _variant(kind: str, values: dict[str, Any]) -> str:
    """Some events have a second sentence for what is hidden, absent or more."""
    if kind in ("drew", "dealt"):
        return "-hidden" if values.get("card", values.get("cards")) is None else ""
    if kind in ("path-played", "wall-played"):
        return "-over" if values["covered"] else ""
    if kind == "ticket-played":
        return "-at" if values["target"] is not None else "-half" if values["half"] else ""
    if kind == "reshuffled":
        return "-swept" if values["swept"] else ""
    if kind == "nothing-to-discard":
        return "-ticket" if values["ticket"] else ""
    if kind == "encore-played":
        return "" if values["cells"] else "-none"
    if kind == "sent-to-entrance":
        return "-edge" if values["why"] == "edge" else ""
    return ""


def _said(language: str, name: str, value: Any, names: Names) -> Plain:
    """What goes into the sentence: final words, so that nothing in them is looked up again."""
    values = value if isinstance(value, tuple) else (value,)
    return Plain(i18n.listed(language, [_word(language, name, item, names) for item in values]))


def _word(language: str, name: str, value: Any, names: Names) -> str:
    if value is None:
        return ""
    if name in _SEAT_FIELDS:
        return seat_name(value, names)
    if name in _CARD_FIELDS:
        found = i18n.lookup(language, f"cards.names.{value}")
        return str(found or str(value).replace("-", " ").title())
    if name in ("direction", "sides"):
        return i18n.listed(language, [i18n.text(language, f"words.{_WAYS[way]}") for way in value])
    if name in ("side", "half") and value:
        return i18n.text(language, f"words.{value}")
    return str(value)

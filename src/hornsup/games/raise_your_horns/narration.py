"""Events as sentences: which words of the catalogue go into each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final

from hornsup import i18n
from hornsup.core.notation import Names, seat_name
from hornsup.i18n import Plain

TOPIC: Final = "events_raise_your_horns"
_DICE: Final = re.compile(r"\b[WBF](?:\d{1,2}\b|H\b|!)(?: [WBF](?:\d{1,2}\b|H\b|!))*")


def narrate(event: Any, language: str, names: Names = None) -> str:
    """One event as a sentence."""
    values = event._asdict()
    kind = values.pop("kind")
    said = {name: _word(event, name, value, names) for name, value in values.items()}
    return i18n.text(language, f"{TOPIC}.{kind}", n=len(values.get("seats", ())), **said)


def die_name(die: str, language: str, names: str) -> str:
    """The name of a die, `W`, `B` or `F`; `names` is `rulebook` or `family`, as views say."""
    return i18n.text(language, f"{TOPIC}.{names}.{die}")


def face_name(face: str, language: str, names: str) -> str:
    """What a face such as `B4` shows, and which die it is, as the browser says it."""
    mark = face[1:]
    what = mark
    if mark in ("H", "!"):
        what = i18n.text(language, f"{TOPIC}.{names}.{'horns' if mark == 'H' else 'symbol'}")
    elif mark == "0":
        what = i18n.text(language, "web.dice.empty")
    die = die_name(face[0], language, names)
    return i18n.text(language, "web.dice.face", die=Plain(die), what=Plain(what))


def in_words(events: Sequence[Any], language: str) -> str:
    """Events as sentences with letters for seats, their dice in words.

    The dice have the names of the table if an event tells which, else those that offend nobody.
    """
    names = next((event.names for event in events if event.kind == "off-rolled"), "family")

    def faces(found: re.Match[str]) -> str:
        return ", ".join(face_name(face, language, names) for face in found[0].split())

    return _DICE.sub(faces, " ".join(narrate(event, language) for event in events))


def _word(event: Any, name: str, value: Any, names: Names) -> Any:
    if name in ("seat", "loser"):
        return seat_name(value, names)
    if name == "seats":
        return [seat_name(seat, names) for seat in value]
    if name == "dice":
        return " ".join(value)
    if name == "direction":
        return f"@{TOPIC}.directions.{'clockwise' if value == 1 else 'counter-clockwise'}"
    if name == "reason":
        return f"@{TOPIC}.reasons.{value}"
    if name == "names":
        return f"@{TOPIC}.{value}.symbol"
    if name == "text":
        return Plain(value)
    if name == "forfeit":
        return Plain(event.text) if event.text is not None else f"@forfeits.text.{value}"
    return value

"""Names and chat lines as people type them, made safe to show: one line, no hidden characters."""

from __future__ import annotations

import unicodedata
from typing import Final

from hornsup.play.refused import Refused

NAME_LENGTH: Final = 24
CHAT_LENGTH: Final = 200
REACTIONS: Final = ("horns", "clap", "laugh", "wow", "boo", "fire", "heart", "hurry")

# Format and control characters (among them the bidirectional ones), surrogates, unassigned ones.
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
_JOINERS: Final = frozenset("\u200c\u200d")  # emoji and some scripts are written with them
_MARKS_IN_A_ROW: Final = 2


def clean(text: str) -> str:
    """One line without control or invisible characters, spaces folded, piled-up marks cut."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(char)
        if kind in ("Zl", "Zp", "Zs", "Cc"):
            kept.append(" ")
            continue
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if (kind in _HIDDEN and char not in _JOINERS) or marks > _MARKS_IN_A_ROW:
            continue
        kept.append(char)
    line = " ".join("".join(kept).split())
    return line if line.strip("\u200c\u200d ") else ""


def name(text: str) -> str:
    """A player's name, or a refusal that says what a name looks like."""
    cleaned = clean(text)
    if not cleaned:
        raise Refused("name-empty")
    if len(cleaned) > NAME_LENGTH:
        raise Refused("name-long", most=NAME_LENGTH)
    return cleaned


def chat_line(text: str) -> str:
    """A line of chat, or a refusal."""
    cleaned = clean(text)
    if not cleaned:
        raise Refused("chat-empty")
    if len(cleaned) > CHAT_LENGTH:
        raise Refused("chat-long", most=CHAT_LENGTH)
    return cleaned

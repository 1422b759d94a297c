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
_BLANKS: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs without ink
_MARKS: Final = frozenset({"Mn", "Me"})
_MARKS_IN_A_ROW: Final = 2


def clean(text: str) -> str:
    """One line without control or invisible characters, spaces folded, piled-up marks cut."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(char)
        if kind in ("Zl", "Zp", "Zs", "Cc") or char in _BLANKS:
            char = " "
        elif char in _JOINERS:
            if not kept or kept[-1].isascii() or kept[-1] in _JOINERS:
                continue  # it joins nothing; it would only make a twin of another name
        elif kind in _HIDDEN:
            continue
        elif kind in _MARKS:
            marks += 1
            if marks > _MARKS_IN_A_ROW:
                continue
        else:
            marks = 0
        kept.append(char)
    line = " ".join("".join(kept).split()).rstrip("\u200c\u200d ")
    return unicodedata.normalize("NFC", line) if _has_ink(line) else ""


def _has_ink(line: str) -> bool:
    unseen = (*_JOINERS, " ")
    return any(each not in unseen and unicodedata.category(each) not in _MARKS for each in line)


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

"""The dice table in characters, for terminals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hornsup import i18n
from hornsup.core.notation import seat_letter
from hornsup.core.terminal import Terminal


def table(view: Mapping[str, Any], language: str) -> str:
    """The round and one line per player: losses, the die kept, the dice rolled."""
    lines = [""]
    if view["starter"] is not None:
        way = "clockwise" if view["direction"] == 1 else "anticlockwise"
        direction = i18n.text(language, f"terminal.dice-{way}")
        starter = seat_letter(view["starter"])
        values = {"round": view["round"], "seat": starter, "way": direction}
        lines.append(i18n.text(language, "terminal.dice-round", **values))
    lines += [_player(view, seat, language) for seat in range(view["players"])]
    return "\n".join(lines)


def _player(view: Mapping[str, Any], seat: int, language: str) -> str:
    def word(key: str) -> str:
        return i18n.text(language, f"terminal.dice-{key}")

    mark = "▶" if view["to_move"] == seat else " "
    parts = [f"  {mark} {seat_letter(seat)}  {word('losses')}: {view['losses'][seat]}"]
    if view["kept"][seat]:
        parts.append(f"{word('kept')} {view['kept'][seat]}")
    if view["roll"] and view["to_move"] == seat:
        parts.append(f"{word('rolled')} {' '.join(view['roll'])}")
    return "  ".join(parts)


def prompt(_view: Mapping[str, Any], _language: str) -> str:
    """Nothing: the list of moves says it all."""
    return ""


TERMINAL: Final = Terminal(table, prompt)

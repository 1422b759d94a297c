"""The table of Horns Up in characters, for terminals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hornsup import i18n
from hornsup.core.notation import parse_cell, seat_letter
from hornsup.core.terminal import LANES, Terminal, style

Cell = tuple[int, int]

WIDE: Final = 7  # characters per cell
CROWD: Final = "░"
WALL: Final = "▒"
COLOURS: Final = (
    "red",
    "cyan",
    "magenta",
    "yellow",
    "green",
    "bright_blue",
    "white",
    "bright_red",
    "blue",
)


def table(view: Mapping[str, Any], language: str) -> str:
    """The board, one line per Rocker, the Stage card, the decks and the seat's own hand."""

    def text(key: str, **values: object) -> str:
        return i18n.text(language, f"terminal.{key}", **values)

    stage = view["stage"]
    lines = ["", board(view, language), ""]
    lines += [f"  {_rocker(view, rocker, language)}" for rocker in view["rockers"]]
    lines.append(text("stage-now", card=_card(stage, language)) if stage else text("stage-none"))
    lines.append(text("deck-left", deck=view["deck_size"], discard=len(view["discard"])))
    if view["hand"]:
        cards = ", ".join(_card(slug, language) for slug in view["hand"])
        lines.append(text("hand", cards=cards))
    return "\n".join(lines)


def prompt(view: Mapping[str, Any], language: str) -> str:
    """The question that the seat must answer, or the actions it has left."""
    choice = view.get("choice")
    if choice:
        key = "choose-discard-ticket" if choice.get("ticket") else f"choose-{choice['ask']}"
        values = {"cell": choice["cell"]} if choice["ask"] != "discard" else {}
        return i18n.text(language, f"terminal.{key}", **values)
    if view["phase"] == "enter":
        return i18n.text(language, "terminal.choose-entrance")
    return i18n.text(language, "terminal.your-turn", n=view["actions"])


TERMINAL: Final = Terminal(table, prompt)


def _rocker(view: Mapping[str, Any], rocker: Mapping[str, Any], language: str) -> str:
    mark = "▶" if view["to_move"] == rocker["seat"] else " "
    parts = [f"{mark} {seat_letter(rocker['seat'])}  {rocker['pawn'] or '–':>5}"]
    parts.append(f"{rocker['hand_size']:>2} ▯")
    if rocker["tokens"]:
        parts.append(i18n.text(language, "terminal.tokens", n=rocker["tokens"]))
    if rocker["skips"]:
        parts.append(i18n.text(language, "terminal.skipping"))
    return "  ".join(parts)


def _card(slug: str, language: str) -> str:
    name = i18n.lookup(language, f"cards.names.{slug}")
    return f"{name} [{slug}]" if name else slug


def _short_name(slug: str, language: str) -> str:
    """The first letters of a Wall's name, as many as a cell has room for."""
    name = i18n.lookup(language, f"cards.names.{slug}") or slug
    return str(name).replace("-", "").replace(" ", "")[:5].upper()


# --- the board ------------------------------------------------------------------------------


def board(view: Mapping[str, Any], language: str) -> str:
    """The used part of the board, the Stage on top; three lines per row of cells."""
    cards = {parse_cell(card["cell"]): card for card in view["table"]}
    entrances = {parse_cell(text) for text in view["entrances"]}
    stages = {parse_cell(text)[0] for text in view["stage_cells"]}
    pawns: dict[Cell, str] = {}
    for rocker in view["rockers"]:
        if rocker["pawn"]:
            cell = parse_cell(rocker["pawn"])
            pawns[cell] = pawns.get(cell, "") + seat_letter(rocker["seat"])
    used = {*cards, *entrances}
    left = min(x for x, _ in used) - 1
    right = max(x for x, _ in used) + 1
    bottom = max(y for _, y in used) + 1
    columns = range(left, right + 1)
    lines = ["    " + "".join(f"{x:^{WIDE}}" for x in columns)]
    lines.append(_stage_line(columns, stages, language))
    for y in range(1, bottom + 1):
        drawn = [
            _entrance(pawns.get((x, y), ""), language)
            if (x, y) in entrances
            else _card_cell(cards.get((x, y)), pawns.get((x, y), ""), language)
            for x in columns
        ]
        for part in range(3):
            label = f"{y:>3} " if part == 1 else "    "
            lines.append((label + "".join(cell[part] for cell in drawn)).rstrip())
    return "\n".join(lines)


def _stage_line(columns: range, stages: set[int], language: str) -> str:
    """The Stage between the barriers."""
    name = i18n.text(language, "art.terminal.stage")
    stage = style(f"{name:^{WIDE}}", "yellow", bold=True)
    cells = (stage if x in stages else "═" * WIDE for x in columns)
    return "  0 " + "".join(cells)


def _entrance(pawns: str, language: str) -> tuple[str, str, str]:
    """The three lines of an Entrance."""
    label = i18n.text(language, "art.terminal.entrance")
    middle = _coloured(f"{pawns[:5]:^5}") if pawns else style(f"{label:^5}", dim=True)
    return "╭─────╮", f"│{middle}│", "╰─────╯"


def _card_cell(card: Mapping[str, Any] | None, pawns: str, language: str) -> tuple[str, str, str]:
    """The three lines of a position with a card, or of an empty one."""
    if card is None:
        return " " * WIDE, style(f"{'·':^{WIDE}}", dim=True), " " * WIDE
    if card["kind"] == "wall":
        name = _short_name(card["card"], language)
        edge = style(WALL * WIDE, "red")
        return edge, style(f"{WALL}{name:^5}{WALL}", "red"), edge
    if card["face"] == "down":
        shut = style(CROWD * WIDE, dim=True)
        return shut, shut, shut
    return _path(card["sides"], pawns)


def _coloured(text: str) -> str:
    """Letters of pawns in their colours; everything else as it is."""
    return "".join(
        style(letter, COLOURS[ord(letter) - 65], bold=True) if "A" <= letter <= "I" else letter
        for letter in text
    )


def _path(sides: str, pawns: str) -> tuple[str, str, str]:
    """A crowd with lanes: an open side is a line through the edge."""
    top = "░░░┃░░░" if "N" in sides else CROWD * WIDE
    bottom = "░░░┃░░░" if "S" in sides else CROWD * WIDE
    west = "━━" if "W" in sides else "░░"
    east = "━━" if "E" in sides else "░░"
    inner = pawns[:3] if pawns else LANES[sides]
    fill_west, fill_east = west[0], east[0]
    if len(inner) == 1:
        inner = fill_west + inner + fill_east
    elif len(inner) == 2:
        inner += fill_east
    return top, f"{west}{_coloured(inner)}{east}", bottom

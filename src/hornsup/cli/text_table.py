"""The table of Horns Up in characters, for terminals."""

from __future__ import annotations

from typing import Any

import click

from hornsup.core.notation import parse_cell

Cell = tuple[int, int]

GLYPHS = {
    "NS": "┃",
    "EW": "━",
    "NE": "┗",
    "ES": "┏",
    "SW": "┓",
    "NW": "┛",
    "NES": "┣",
    "NSW": "┫",
    "NEW": "┻",
    "ESW": "┳",
    "NESW": "╋",
}
WIDE = 7  # characters per cell
CROWD = "░"
WALL = "▒"
COLOURS = (
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


def table_text(view: dict[str, Any]) -> str:
    """The used part of the table, the Stage on top; three lines per row of cells."""
    cards = {parse_cell(card["cell"]): card for card in view["table"]}
    entrances = {parse_cell(text) for text in view["entrances"]}
    stages = {parse_cell(text)[0] for text in view["stage_cells"]}
    pawns: dict[Cell, str] = {}
    for rocker in view["rockers"]:
        if rocker["pawn"]:
            cell = parse_cell(rocker["pawn"])
            pawns[cell] = pawns.get(cell, "") + chr(65 + rocker["seat"])
    used = {*cards, *entrances}
    left = min(x for x, _ in used) - 1
    right = max(x for x, _ in used) + 1
    bottom = max(y for _, y in used) + 1
    columns = range(left, right + 1)
    lines = ["    " + "".join(f"{x:^{WIDE}}" for x in columns), _stage_line(columns, stages)]
    for y in range(1, bottom + 1):
        drawn = [
            _draw(cards.get((x, y)), (x, y) in entrances, pawns.get((x, y), "")) for x in columns
        ]
        for part in range(3):
            label = f"{y:>3} " if part == 1 else "    "
            lines.append((label + "".join(cell[part] for cell in drawn)).rstrip())
    return "\n".join(lines)


def _stage_line(columns: range, stages: set[int]) -> str:
    """The Stage between the barriers."""
    stage = click.style(" STAGE ", fg="yellow", bold=True)
    cells = (stage if x in stages else "═" * WIDE for x in columns)
    return "  0 " + "".join(cells)


def _draw(card: dict[str, Any] | None, entrance: bool, pawns: str) -> tuple[str, str, str]:
    if entrance:
        middle = _pawns(f"{pawns[:5]:^5}") if pawns else _dim("enter")
        return _box("╭─────╮", f"│{middle}│", "╰─────╯")
    if card is None:
        return _box(" " * WIDE, _dim(f"{'·':^{WIDE}}"), " " * WIDE)
    if card["kind"] == "wall":
        name = card["card"].replace("-", "")[:5].upper()
        lines = (WALL * WIDE, f"{WALL}{name:^5}{WALL}", WALL * WIDE)
        return _box(*(click.style(line, fg="red") for line in lines))
    if card["face"] == "down":
        shut = _dim(CROWD * WIDE)
        return _box(shut, shut, shut)
    return _path(card["sides"], pawns)


def _dim(text: str) -> str:
    return click.style(text, dim=True)


def _pawns(text: str) -> str:
    """Letters of pawns in their colours; everything else as it is."""
    return "".join(
        click.style(letter, fg=COLOURS[ord(letter) - 65], bold=True)
        if "A" <= letter <= "I"
        else letter
        for letter in text
    )


def _box(top: str, middle: str, bottom: str) -> tuple[str, str, str]:
    return top, middle, bottom


def _path(sides: str, pawns: str) -> tuple[str, str, str]:
    """A crowd with lanes: an open side is a line through the edge."""
    top = "░░░┃░░░" if "N" in sides else CROWD * WIDE
    bottom = "░░░┃░░░" if "S" in sides else CROWD * WIDE
    west = "━━" if "W" in sides else "░░"
    east = "━━" if "E" in sides else "░░"
    inner = pawns[:3] if pawns else GLYPHS[sides]
    fill_west, fill_east = west[0], east[0]
    if len(inner) == 1:
        inner = fill_west + inner + fill_east
    elif len(inner) == 2:
        inner += fill_east
    return top, f"{west}{_pawns(inner)}{east}", bottom

"""The table of Horns Up in characters, for terminals."""

from __future__ import annotations

from typing import Any

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


def _cell(text: str) -> Cell:
    x, y = text.split(",")
    return int(x), int(y)


def table_text(view: dict[str, Any]) -> str:
    """The used part of the table, the Stage on top; three lines per row of cells."""
    cards = {_cell(card["cell"]): card for card in view["table"]}
    entrances = {_cell(text) for text in view["entrances"]}
    stages = {_cell(text)[0] for text in view["stage_cells"]}
    pawns: dict[Cell, str] = {}
    for rocker in view["rockers"]:
        if rocker["pawn"]:
            cell = _cell(rocker["pawn"])
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
    cells = (" STAGE ".center(WIDE, "═") if x in stages else "═" * WIDE for x in columns)
    return "  0 " + "".join(cells)


def _draw(card: dict[str, Any] | None, entrance: bool, pawns: str) -> tuple[str, str, str]:
    if entrance:
        return _box("╭─────╮", f"│{_middle(pawns, 'enter')}│", "╰─────╯")
    if card is None:
        return _box(" " * WIDE, f"{'·':^{WIDE}}", " " * WIDE)
    if card["kind"] == "wall":
        name = card["card"].replace("-", "")[:5].upper()
        return _box(WALL * WIDE, f"{WALL}{name:^5}{WALL}", WALL * WIDE)
    if card["face"] == "down":
        return _box(CROWD * WIDE, CROWD * WIDE, CROWD * WIDE)
    return _path(card["sides"], pawns)


def _middle(pawns: str, empty: str) -> str:
    return f"{pawns[:5] or empty:^5}"


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
    return top, f"{west}{inner}{east}", bottom

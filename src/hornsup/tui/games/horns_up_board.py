"""The board of Horns Up in box characters, in the largest cells for which there is room.

A Path is a crowd with lanes through it: an open side is a line that reaches the edge of the cell,
so two open sides that meet are one line. Letters of pawns stand on the lanes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from hornsup import i18n
from hornsup.core.notation import parse_cell
from hornsup.core.terminal import LANES
from hornsup.tui.face import Picture, Scene, Spot, pawn

Cell = tuple[int, int]
Content = tuple[str, str]
SIZES: Final = ((7, 3), (7, 2), (5, 2), (5, 1), (3, 1))
"""Width and height of a cell, largest first."""
LABEL: Final = 3
STAGE: Final = "▲"
DOOR: Final = "∩"
"""The Stage and an Entrance where their names are too long."""
CROWD: Final = "░"
WALL: Final = "▒"
LANE: Final = "bold"
DIM: Final = "dim"
LIT: Final = "bold green"
CURSOR: Final = "reverse bold green"


STYLES: Final = Console()
"""Reads the names of styles; nothing is printed on it."""


def glyph(sides: str) -> str:
    return LANES.get(sides, "·")


@dataclass(frozen=True, slots=True)
class Room:
    """The part of the board that is used, and the size of a cell."""

    left: int
    right: int
    bottom: int
    wide: int
    high: int

    @property
    def columns(self) -> range:
        return range(self.left, self.right + 1)

    @property
    def width(self) -> int:
        return LABEL + self.wide * len(self.columns)

    @property
    def height(self) -> int:
        return 2 + self.high * self.bottom


def draw_board(scene: Scene, width: int, height: int) -> Picture:
    """The used part of the board, the Stage on top."""
    view = scene.view
    cards = {parse_cell(card["cell"]): card for card in view["table"]}
    entrances = {parse_cell(text) for text in view["entrances"]}
    room = _room(scene, {*cards, *entrances}, width, height)
    pawns: dict[Cell, tuple[int, ...]] = {}
    for rocker in view["rockers"]:
        if rocker["pawn"]:
            cell = parse_cell(rocker["pawn"])
            pawns[cell] = (*pawns.get(cell, ()), rocker["seat"])
    picture = Picture([_column_numbers(room), _stage_line(room, scene)])
    _stage_spots(picture, room, scene)
    for y in range(1, room.bottom + 1):
        row = _row_labels(y, room.high)
        for x in room.columns:
            content = _content((x, y), cards, entrances, scene.language)
            mark = _mark(f"{x},{y}", scene)
            drawn = _cell(content, pawns.get((x, y), ()), mark, room.wide, room.high)
            for line, part in zip(row, drawn, strict=True):
                line.extend(part)
            at = LABEL + (x - room.left) * room.wide
            top = len(picture.lines)
            picture.spots.append(Spot(at, top, room.wide, room.high, f"{x},{y}"))
        picture.lines += row
    return picture


def _content(
    cell: Cell, cards: Mapping[Cell, Mapping[str, Any]], entrances: set[Cell], language: str
) -> Content:
    """What a cell holds: a kind, and its sides or its name."""
    card = cards.get(cell)
    if cell in entrances:
        return "entrance", i18n.text(language, "art.terminal.entrance")
    if card is None:
        return "blank", ""
    if card["kind"] == "wall":
        return "wall", str(i18n.lookup(language, f"cards.names.{card['card']}") or card["card"])
    return ("down", "") if card["face"] == "down" else ("path", card["sides"])


def _mark(word: str, scene: Scene) -> str:
    """Whether a cell can be chosen, or is the one that Enter would choose."""
    if word not in scene.lit:
        return ""
    return "cursor" if word == scene.cursor else "lit"


def _room(scene: Scene, used: set[Cell], width: int, height: int) -> Room:
    """All cells in use, or that can be chosen, in the largest size that fits."""
    chosen = {parse_cell(word) for word in scene.lit if "," in word}
    cells = used | {cell for cell in chosen if cell[1] > 0}
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    bottom = max(y for _, y in cells)
    rooms = [Room(left, right, bottom, wide, high) for wide, high in SIZES]
    broad = [room for room in rooms if room.width <= width] or rooms[-1:]
    fitting = [room for room in broad if room.height <= height]
    return fitting[0] if fitting else min(broad, key=lambda room: room.height)


def _row_labels(row: int, high: int) -> list[list[Segment]]:
    """The row's number beside the middle of its cells."""
    texts = (f"{row:>2} " if part == (high - 1) // 2 else " " * LABEL for part in range(high))
    return [[Segment(text, Style.parse(DIM))] for text in texts]


def _column_numbers(room: Room) -> Text:
    return Text("   " + "".join(f"{x:^{room.wide}}" for x in room.columns), style=DIM)


def _stage_line(room: Room, scene: Scene) -> Text:
    """The Stage between the barriers."""
    stages = {parse_cell(text)[0] for text in scene.view["stage_cells"]}
    name = i18n.text(scene.language, "art.terminal.stage")
    name = name if len(name) <= room.wide else STAGE
    line = Text(" 0 ", style=DIM)
    for x in room.columns:
        if x not in stages:
            line.append("═" * room.wide, style=DIM)
        elif scene.view["winner"] is not None:
            line.append_text(_row_of_pawns((scene.view["winner"],), room.wide))
        elif f"{x},0" in scene.lit:
            style = CURSOR if scene.cursor == f"{x},0" else LIT
            line.append(f"{name:^{room.wide}}", style=style)
        else:
            line.append(f"{name:^{room.wide}}", style="bold yellow reverse")
    return line


def _stage_spots(picture: Picture, room: Room, scene: Scene) -> None:
    for text in scene.view["stage_cells"]:
        at = LABEL + (parse_cell(text)[0] - room.left) * room.wide
        picture.spots.append(Spot(at, 1, room.wide, 1, text))


@lru_cache(maxsize=4096)
def _cell(
    content: Content, pawns: tuple[int, ...], mark: str, wide: int, high: int
) -> list[list[Segment]]:
    """The lines of one cell; most cells look as they did at the last paint."""
    kind, what = content
    if kind == "entrance":
        lines = _entrance(what, pawns, wide, high)
    elif kind == "blank":
        lines = _blank(wide, high, bool(mark))
    elif kind == "wall":
        lines = _wall(what, wide, high)
    elif kind == "down":
        lines = [Text(CROWD * wide, style=DIM) for _ in range(high)]
    else:
        lines = _path(what, pawns, wide, high)
    if mark:
        lines[(high - 1) // 2] = _marked(lines[(high - 1) // 2], mark == "cursor")
    return [list(line.render(STYLES)) for line in lines]


def _marked(middle: Text, cursor: bool) -> Text:
    """A cell that can be chosen has brackets, and the one under the cursor is reversed too."""
    style, signs = (CURSOR, "▐▌") if cursor else (LIT, "[]")
    inner = middle[1 : len(middle) - 1]
    if cursor:
        inner.stylize("reverse")
    return Text.assemble((signs[0], style), inner, (signs[1], style), end="")


def _blank(wide: int, high: int, lit: bool) -> list[Text]:
    middle = (high - 1) // 2
    sign = "·"
    return [
        Text(f"{sign if part == middle else '':^{wide}}", style=LIT if lit else DIM)
        for part in range(high)
    ]


def _entrance(name: str, pawns: tuple[int, ...], wide: int, high: int) -> list[Text]:
    inner = wide - 2
    sign = name if len(name) <= inner else DOOR
    label = _row_of_pawns(pawns, inner) if pawns else Text(f"{sign:^{inner}}", style=DIM)
    if high == 1:
        return [Text.assemble(("(", "yellow"), label, (")", "yellow"))]
    top = Text(f"╭{'─' * inner}╮", style="yellow")
    side = Text.assemble(("│", "yellow"), label, ("│", "yellow"))
    bottom = Text(f"╰{'─' * inner}╯", style="yellow")
    return [top, side, bottom] if high == 3 else [side, bottom]


def _row_of_pawns(pawns: tuple[int, ...], width: int) -> Text:
    """Letters in the middle of a line; where there is no room for all, the last is a plus."""
    shown = pawns if len(pawns) <= width else pawns[: width - 1]
    row = Text(" " * ((width - min(len(pawns), width)) // 2))
    for seat in shown:
        row.append_text(pawn(seat))
    if len(shown) < len(pawns):
        row.append("+", style="bold")
    row.append(" " * (width - row.cell_len))
    return row


def _wall(name: str, wide: int, high: int) -> list[Text]:
    short = name.replace("-", "").replace(" ", "")[: wide - 2].upper()
    edge = Text(WALL * wide, style="red")
    middle = Text(f"{WALL}{short:^{wide - 2}}{WALL}", style="bold red")
    lines = [edge, middle, edge]
    return lines if high == 3 else lines[1 : 1 + high]


def _path(sides: str, pawns: tuple[int, ...], wide: int, high: int) -> list[Text]:
    """A crowd with lanes: an open side is a line through the edge."""
    middle = _lane(sides, pawns, wide)
    if high == 1:
        return [middle]
    north = _upright("N" in sides, wide)
    south = _upright("S" in sides, wide)
    return [middle, south] if high == 2 else [north, middle, south]


def _upright(is_open: bool, width: int) -> Text:
    half = width // 2
    line = Text(CROWD * half, style=DIM)
    line.append("┃" if is_open else CROWD, style=LANE if is_open else DIM)
    line.append(CROWD * (width - half - 1), style=DIM)
    return line


def _lane(sides: str, pawns: tuple[int, ...], width: int) -> Text:
    """The middle line: the sign of the Path, pawns beside it."""
    half = width // 2
    west = "━" if "W" in sides else CROWD
    east = "━" if "E" in sides else CROWD
    signs: list[Text] = [
        *(Text(west, style=LANE if west == "━" else DIM) for _ in range(half)),
        Text(LANES[sides], style=LANE),
        *(Text(east, style=LANE if east == "━" else DIM) for _ in range(width - half - 1)),
    ]
    places = [at for step in range(1, half + 1) for at in (half - step, half + step)]
    for seat, at in zip(pawns, places, strict=False):
        signs[at] = pawn(seat)
    if len(pawns) > len(places):
        signs[-1] = Text("+", style="bold")
    return Text.assemble(*signs)

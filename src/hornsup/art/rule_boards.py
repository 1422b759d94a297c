"""A few positions of the table as a small board with arrows, for the pictures beside the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.backdrop import COLUMN, ROW, fence, parted
from hornsup.art.paths import entrance_card, path_card, shut_path
from hornsup.art.pieces import badge, pawn, stage_tile
from hornsup.art.scene import Cell, parse_cell
from hornsup.art.walls import wall_card

_SEATS: Final = "ABCDEFGHI"
_AXIS: Final = 62  # room for the numbers of rows and columns
_GOOD: Final = p.MOSH_LIGHT
_BAD: Final = p.TROUBLE_LIGHT
_SLOT: Final = p.CROWD_SHUT[0]
_TURNS: Final = {(1, 0): 0, (0, 1): 90, (-1, 0): 180, (0, -1): 270}
_SKIP: Final = badge("skip", p.BLOOD, p.PAPER)

Say = Callable[[str], str]


class Board(NamedTuple):
    """A drawing and the width and height that it fills from the origin."""

    drawn: str
    width: float
    height: float


class _Window(NamedTuple):
    """The cells that are shown."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def cells(self) -> Iterator[Cell]:
        for y in range(self.top, self.bottom + 1):
            for x in range(self.left, self.right + 1):
                yield x, y

    def corner(self, cell: Cell) -> tuple[float, float]:
        return (cell[0] - self.left) * COLUMN + 5, (cell[1] - self.top) * ROW + 4

    def middle(self, cell: Cell) -> tuple[float, float]:
        x, y = self.corner(cell)
        return x + s.CARD_W / 2, y + s.CARD_H / 2


def board_svg(panel: Mapping[str, Any], say: Say) -> Board:
    """The board of a panel; `say` gives the words of its labels."""
    window = _window(panel["window"])
    layers = (
        _floor(panel, window),
        _marked_column(panel, window),
        _cards(panel, window),
        _held(panel, window),
        _arrows(panel, window),
        _pawns(panel, window),
        _edges(panel, window),
        _labels(panel, window, say),
    )
    width = (window.right - window.left + 1) * COLUMN
    height = (window.bottom - window.top + 1) * ROW
    if not panel.get("axes"):
        return Board("".join(layers), width, height)
    moved = s.group(*layers, x=_AXIS) + _axes(window)
    return Board(moved, width + _AXIS, height + _AXIS)


def _window(corners: list[str]) -> _Window:
    return _Window(*parse_cell(corners[0]), *parse_cell(corners[1]))


def pair(written: str) -> tuple[Cell, Cell]:
    """Two cells, from a text such as `0,4 1,4`."""
    first, second = written.split()
    return parse_cell(first), parse_cell(second)


# --- table -----------------------------------------------------------------------------------


def _floor(panel: Mapping[str, Any], window: _Window) -> str:
    """Empty positions; on the stage line barriers, and the Stage."""
    inside = set(_window(panel.get("floor", panel["window"])).cells)
    last = dict(map(parse_cell, panel.get("entrances", ())))
    drawn = []
    for cell in window.cells:
        left, top = window.corner(cell)
        if cell[1] == 0:
            tile = stage_tile() if panel.get("stage") == f"{cell[0]},0" else fence()
            drawn.append(s.group(tile, x=left, y=top))
        elif cell in inside and cell[1] < last.get(cell[0], window.bottom + 1):
            slot = s.rect(left, top, 150, 100, p.FLOOR, rx=9, stroke=_SLOT, stroke_width=3)
            drawn.append(slot)
    return "".join(drawn)


def _marked_column(panel: Mapping[str, Any], window: _Window) -> str:
    """A frame around a column, torn open where the Wall of Death has parted the crowd."""
    if "column" not in panel:
        return ""
    top = max(window.top, 1)
    x, y = window.corner((panel["column"], top))
    rows = window.bottom - top + 1
    dashes: dict[str, s.Attribute] = {"stroke_width": 4, "stroke_dasharray": "14 10"}
    frame = s.rect(x - 4, y - 3, 158, rows * ROW - 2, "none", rx=12, stroke=p.LIGHT, **dashes)
    gap = s.group(parted(rows, ROW), x=x + 75, y=y) if panel.get("gap") else ""
    return gap + frame


def _cards(panel: Mapping[str, Any], window: _Window) -> str:
    """Entrances, Paths and Walls; a Path that is being laid has a bright rim."""
    drawn = [_at(window, cell, entrance_card()) for cell in panel.get("entrances", ())]
    for written in panel.get("paths", ()):
        *down, sides, cell = written.split()
        rim = _rim() if written == panel.get("new") else ""
        drawn.append(_at(window, cell, (shut_path() if down else path_card(sides)) + rim))
    for written in panel.get("walls", ()):
        slug, cell = written.split()
        drawn.append(_at(window, cell, wall_card(slug, "")))
    return "".join(drawn)


def _at(window: _Window, cell: str, drawn: str) -> str:
    x, y = window.corner(parse_cell(cell))
    return s.group(drawn, x=x, y=y, data_cell=cell)


def _rim() -> str:
    return s.rect(0, 0, 150, 100, "none", rx=10, stroke=p.LIGHT, stroke_width=8)


def _held(panel: Mapping[str, Any], window: _Window) -> str:
    """A Path in hand, and an arrow from it to where it is laid."""
    held = panel.get("held")
    if held is None:
        return ""
    x, y = window.corner(parse_cell(held["at"]))
    card = s.group(path_card(held["card"]), _rim(), x=x, y=y)
    return card + _slide(window, parse_cell(held["at"]), parse_cell(held["onto"]))


def _pawns(panel: Mapping[str, Any], window: _Window) -> str:
    drawn = []
    for letter, cell in panel.get("pawns", {}).items():
        x, y = window.middle(parse_cell(cell))
        drawn.append(pawn(_SEATS.index(letter), x, y, 27))
        if letter in panel.get("skips", ()):
            drawn.append(s.group(_SKIP, x=x + 44, y=y + 24, scale=1.7, data_skips=letter))
    return "".join(drawn)


# --- arrows and marks ------------------------------------------------------------------------


def _arrows(panel: Mapping[str, Any], window: _Window) -> str:
    slides = "".join(_slide(window, *pair(each)) for each in panel.get("slides", ()))
    return slides + (_flight(window, *pair(panel["flight"])) if "flight" in panel else "")


def _slide(window: _Window, start: Cell, end: Cell) -> str:
    """A thick arrow over the edge between two neighbouring cells."""
    shape = s.path(
        "M-34-11H2V-28L38 0 2 28V11H-34Z",
        p.LIGHT,
        stroke=p.INK,
        stroke_width=6,
        stroke_linejoin="round",
    )
    return _on_edge(window, start, end, shape)


def _on_edge(window: _Window, start: Cell, end: Cell, drawn: str) -> str:
    """A drawing that points to the right, turned and moved to the edge between two neighbours."""
    (ax, ay), (bx, by) = window.middle(start), window.middle(end)
    turn = _TURNS[end[0] - start[0], end[1] - start[1]]
    place = f"translate({s.number((ax + bx) / 2)} {s.number((ay + by) / 2)})"
    return s.element("g", drawn, transform=f"{place} rotate({turn})" if turn else place)


def _flight(window: _Window, start: Cell, end: Cell) -> str:
    """A dotted bow over what lies between two cells of a row."""
    (ax, ay), (bx, by) = window.middle(start), window.middle(end)
    bow = f"M{ax} {ay - 36}C{ax + 90} {ay - 140} {bx - 140} {by - 140} {bx - 34} {by - 18}"
    dots: dict[str, s.Attribute] = {"stroke_dasharray": "2 22"}
    head = s.path(f"M{bx - 10} {by + 2}l-34-4 20-28Z", p.LIGHT, stroke=p.INK, stroke_width=4)
    return s.line(bow, p.INK, 17, **dots) + s.line(bow, p.LIGHT, 11, **dots) + head


def _edges(panel: Mapping[str, Any], window: _Window) -> str:
    """What is open and what is not, on the edge between two cells."""
    ways = (_on_edge(window, *pair(each), _open()) for each in panel.get("ways", ()))
    blocked = (_on_edge(window, *pair(each), _shut()) for each in panel.get("blocked", ()))
    return "".join((*ways, *blocked))


def _open() -> str:
    return _outlined("M-26 0H20M4-15 21 0 4 15", _GOOD)


def _shut() -> str:
    return _outlined("M-16-16 16 16M16-16-16 16", _BAD)


def _outlined(data: str, colour: str) -> str:
    return s.line(data, p.INK, 20) + s.line(data, colour, 10)


# --- labels ----------------------------------------------------------------------------------


def _labels(panel: Mapping[str, Any], window: _Window, say: Say) -> str:
    drawn = []
    for key, cell in panel.get("labels", {}).items():
        x, y = window.middle(parse_cell(cell))
        drawn.append(_plate(say(key), x, y))
    return "".join(drawn)


def _plate(content: str, x: float, y: float) -> str:
    """A label on a dark plate, large enough for boards of many columns."""
    size = s.font_size(content, 470, 58)
    half = s.relative_width(content) * size / 2 * 0.9 + 14
    plate = s.rect(x - half, y - 42, 2 * half, 84, p.INK, rx=16, opacity=0.88)
    return plate + s.text_line(content, x, y + 20, size, p.LIGHT)


def _axes(window: _Window) -> str:
    """The numbers of the rows on the left and of the columns below."""
    drawn = []
    for y in range(window.top, window.bottom + 1):
        middle = window.middle((window.left, y))[1]
        drawn.append(s.text_line(str(y), _AXIS / 2, middle + 18, 50, p.FADED))
    foot = (window.bottom - window.top + 1) * ROW + 48
    for x in range(window.left, window.right + 1):
        middle = window.middle((x, window.top))[0] + _AXIS
        drawn.append(s.text_line(str(x).replace("-", "−"), middle, foot, 50, p.FADED))
    return "".join(drawn)

"""The table as one flat list: cells, sides, and what may lie in a cell.

A cell is the number y * WIDTH + x + CENTRE, for columns -15 to 15 and rows 1 to 20 (Q58), with a
rim of EDGE cells around and the stage line (row 0) as the upper rim, so that a neighbour is one
addition away. What lies in a cell is a number too: its low four bits are the sides through which a
pawn may pass, then one bit for what it is, then the card itself.
"""

from __future__ import annotations

from typing import Final

from hornsup.core.notation import parse_cell
from hornsup.errors import BadInput

WIDTH: Final = 33
CENTRE: Final = 16
ROWS: Final = 20
CELLS: Final = WIDTH * (ROWS + 2)
MAX_X: Final = 15

# Sides as bits, directions as numbers in the same order; the opposite of d is (d + 2) & 3.
NORTH: Final = 1
EAST: Final = 2
SOUTH: Final = 4
WEST: Final = 8
DIRECTIONS: Final = "NESW"
STEP: Final = (-WIDTH, 1, WIDTH, -1)

# What lies in a cell.
EMPTY: Final = 0
UP: Final = 16  # a face-up Path; its open sides are the low bits
DOWN: Final = 32  # a face-down Path; no side is open
WALL: Final = 64
ENTRANCE: Final = 128 | 15
IS_ENTRANCE: Final = 128
EDGE: Final = 256  # the stage line and everything beyond the table
PATH: Final = UP | DOWN
CARD: Final = UP | DOWN | WALL
FIXED: Final = IS_ENTRANCE | EDGE
SHIFT: Final = 9  # above: the sides of a face-down Path, the kind of a Wall

PATH_SLUGS: Final = (
    "path-ns",
    "path-ew",
    "path-ne",
    "path-nw",
    "path-nes",
    "path-new",
    "path-nesw",
)


def sides_mask(text: str) -> int:
    """The sides named by letters in any order; -1 if that is not a set of sides."""
    mask = 0
    for letter in text:
        bit = 1 << DIRECTIONS.find(letter) if letter in DIRECTIONS else 0
        if not bit or mask & bit:
            return -1
        mask |= bit
    return mask if text else -1


def sides_text(mask: int) -> str:
    return "".join(letter for bit, letter in enumerate(DIRECTIONS) if mask >> bit & 1)


def turned(mask: int) -> int:
    """Sides after a turn by 180 degrees."""
    return (mask >> 2 | mask << 2) & 15


SIDES_TEXT: Final = tuple(sides_text(mask) for mask in range(16))
TURNED: Final = tuple(turned(mask) for mask in range(16))
# The two ways (or one) in which each kind of Path may lie, the printed one first (H54).
LAYINGS: Final = tuple(
    tuple(dict.fromkeys((mask, turned(mask))))
    for mask in (sides_mask(slug[5:].upper()) for slug in PATH_SLUGS)
)
# The kind of Path that lies open on given sides; -1 if no card does.
KIND_OF_SIDES: Final = tuple(
    next((kind for kind, ways in enumerate(LAYINGS) if mask in ways), -1) for mask in range(16)
)


def cell_at(x: int, y: int) -> int:
    """The cell in column x and row y; 0, a corner of the rim, for anything off the table."""
    if -CENTRE <= x <= CENTRE and 0 <= y <= ROWS + 1:
        return y * WIDTH + x + CENTRE
    return 0


def column(cell: int) -> int:
    return cell % WIDTH - CENTRE


def row(cell: int) -> int:
    return cell // WIDTH


CELL_TEXT: Final = tuple(f"{column(cell)},{row(cell)}" for cell in range(CELLS))
STAGE: Final = CENTRE
# Steps from a cell to the Stage with nothing in the way.
STEPS_TO_STAGE: Final = tuple(abs(column(cell)) + row(cell) for cell in range(CELLS))


def cell_of_text(text: str) -> int:
    """The cell written as `x,y`, 0 if it is off the table, -1 if it cannot be read."""
    try:
        return cell_at(*parse_cell(text))
    except BadInput:
        return -1


def face_down(content: int) -> int:
    """A face-up Path turned over."""
    return DOWN | (content & 15) << SHIFT


def path_sides(content: int) -> int:
    """The sides printed on a Path as it lies, whichever face is up."""
    return content & 15 if content & UP else content >> SHIFT


def about_turn(content: int) -> int:
    """A Path turned by 180 degrees where it lies."""
    if content & UP:
        return UP | TURNED[content & 15]
    return DOWN | TURNED[content >> SHIFT] << SHIFT


def card_kind(content: int) -> int:
    """The kind of the Audience card that lies here (a Path or a Wall)."""
    if content & WALL:
        return content >> SHIFT
    return KIND_OF_SIDES[path_sides(content)]


def entrance_cells(distance: int) -> list[int]:
    """The nine Entrances, from left to right (H6)."""
    return [cell_at(x, distance - abs(x)) for x in range(-4, 5)]


def bare_table(distance: int) -> list[int]:
    """A table with nothing but its Entrances."""
    board = [EDGE] * CELLS
    for y in range(1, ROWS + 1):
        first = cell_at(-MAX_X, y)
        board[first : first + 2 * MAX_X + 1] = [EMPTY] * (2 * MAX_X + 1)
    for cell in entrance_cells(distance):
        board[cell] = ENTRANCE
    return board


def nearest_entrance(cell: int, entrances: list[int]) -> int:
    """Where a pawn goes whose card left the table: fewest steps, then smaller x (Q58)."""

    def steps(entrance: int) -> int:
        return abs(column(entrance) - column(cell)) + abs(row(entrance) - row(cell))

    return min(entrances, key=lambda entrance: (steps(entrance), column(entrance)))

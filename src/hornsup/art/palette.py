"""The colours of a dark concert hall, nine pawns, and the outlines of the legend's symbols.

The nine pawns differ in colour and in shape. The colours stay apart for every common kind of
colour blindness, which the test of this room measures; shape and letter say the same once more.
"""

from __future__ import annotations

import math
from typing import Final

NIGHT: Final = "#0E0A14"  # the hall behind everything
FLOOR: Final = "#191221"  # the concert area
SLOT: Final = "#2E2240"  # the rim of an empty position
PANEL: Final = "#21182D"  # strips with information
INK: Final = "#120B18"  # outlines, and letters on light ground
PAPER: Final = "#F7EBD3"  # letters on dark ground
FADED: Final = "#A99BB8"  # letters of lesser weight
LANE: Final = "#F0CE8E"  # the open way through the crowd
LANE_RIM: Final = "#8A5A22"
GROUND: Final = "#251A38"  # between the people
CROWD: Final = ("#5A4A7C", "#6B5A90", "#4B3D69")
GROUND_SHUT: Final = "#1C1527"
CROWD_SHUT: Final = ("#3F3355", "#493C62", "#362B4A")
STEEL: Final = "#8D93A6"  # barriers and trusses
STEEL_DARK: Final = "#474B5C"

LIGHT: Final = "#FFC84A"  # the warm spot lights
GLOW: Final = "#FF8A1F"
EMBER: Final = "#E0431B"
BLOOD: Final = "#B3121F"

TICKET: Final = "#F3E2BE"
TICKET_BAND: Final = "#A3182A"
STAGE_CARD: Final = "#2B1116"
GATE: Final = "#1C6670"
GATE_DARK: Final = "#0D3640"
GATE_LIGHT: Final = "#7FD6D2"

TROUBLE: Final = "#7C0F1B"
TROUBLE_LIGHT: Final = "#FF5A4A"
BANGER: Final = "#1E3A78"
BANGER_LIGHT: Final = "#79B4FF"
MOSH: Final = "#2C4A12"
MOSH_LIGHT: Final = "#B7E23B"

PAWN_COLOURS: Final = (
    "#CB3D10",
    "#96FFE8",
    "#AF53FF",
    "#F8E10A",
    "#018F96",
    "#ED8D0D",
    "#99B4EC",
    "#851F4F",
    "#5814BC",
)

# Outlines around the origin that fill a circle of radius 10, in the order of the seats.
PAWN_SHAPES: Final = {
    "star": "M0-11 2.9-3.6 10.6-3 4.7 1.9 6.6 9.4 0 5.3-6.6 9.4-4.7 1.9-10.6-3-2.9-3.6Z",
    "drum": "M-9.5 0A9.5 9.5 0 1 1 9.5 0A9.5 9.5 0 1 1-9.5 0Z",
    "pick": "M0 10.5C-4 8.5-9.5-1-9.5-5C-9.5-9-4-9.5 0-9.5C4-9.5 9.5-9 9.5-5C9.5-1 4 8.5 0 10.5Z",
    "amp": "M-8.6-8.6H8.6V8.6H-8.6Z",
    "cross": "M-3.8-10H3.8V-3.8H10V3.8H3.8V10H-3.8V3.8H-10V-3.8H-3.8Z",
    "diamond": "M0-11 11 0 0 11-11 0Z",
    "peak": "M0-10.5 11 9H-11Z",
    "bones": "M-10-5.2-5.2-10 0-4.8 5.2-10 10-5.2 4.8 0 10 5.2 5.2 10 0 4.8-5.2 10-10 5.2-4.8 0Z",
    "bolt": "M3-11-9 2H-2.5L-5 11 9-3H2.5L8-11Z",
}
PAWN_NAMES: Final = tuple(PAWN_SHAPES)

POSTER: Final = "Impact,Haettenschweiler,'Arial Narrow Bold','DejaVu Sans Condensed',sans-serif"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _disc(x: float, y: float, radius: float) -> str:
    r = _number(radius)
    across = _number(2 * radius)
    return f"M{_number(x - radius)} {_number(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0Z"


def _person(x: float, y: float, size: float) -> str:
    """Head and shoulders."""
    left, right, foot = _number(x - size), _number(x + size), _number(y + size * 1.25)
    top = _number(y - size * 0.1)
    head = _disc(x, y - size * 0.7, size * 0.55)
    return f"{head}M{left} {foot}C{left} {top} {right} {top} {right} {foot}Z"


_SHEET: Final = "M-7.5-11H7.5Q9-11 9-9.5V9.5Q9 11 7.5 11H-7.5Q-9 11-9 9.5V-9.5Q-9-11-7.5-11Z"
_STUB: Final = "M-12-8H12V-3A3 3 0 0 0 12 3V8H-12V3A3 3 0 0 0-12-3Z"

# Each symbol around the origin in a box of 24: how a part is painted, its outline, its width.
# fill: solid; line: a stroke; cut and slit: the same two in the colour of the ground.
ICONS: Final[dict[str, tuple[tuple[str, str, float], ...]]] = {
    "draw": (("fill", _SHEET, 0), ("slit", "M0-5.5V5.5M-5.5 0H5.5", 3.4)),
    "discard": (("fill", _SHEET, 0), ("slit", "M-5.5 0H5.5", 3.4)),
    "discard-ticket": (("fill", _STUB, 0), ("slit", "M-4.5 0H4.5", 3.4)),
    "remove": (("fill", _SHEET, 0), ("slit", "M-4.5-4.5 4.5 4.5M4.5-4.5-4.5 4.5", 3.4)),
    "action": (("fill", "M-8-11 12 0-8 11Z", 0),),
    "token": (
        ("fill", _disc(0, 0, 11.5), 0),
        ("cut", _disc(-2.6, 4.6, 3.4), 0),
        ("slit", "M0 4.6V-6.5L5.5-4V0", 2.2),
    ),
    "surf": (
        ("fill", "M-7 2H7V12H-7Z", 0),
        ("slit", "M-7 7H7M0 2V7M-3.5 7V12M3.5 7V12", 1.3),
        ("line", "M-11 5C-11-11 8-13 10-3", 3),
        ("fill", "M4.5-3.5H14.5L10 4Z", 0),
    ),
    "stage": (
        (
            "fill",
            (
                "M-9-9.5A2.3 2.3 0 0 1-4.4-9.5V-2.2H4.4V-9.5A2.3 2.3 0 0 1 9-9.5V4.5C9 8 6.5 9 5.5"
                " 9.5V12H-5.5V9.5C-6.5 9-9 8-9 4.5Z"
            ),
            0,
        ),
        ("slit", "M-4.4-2.2V1.6M0-2.2V1.6M4.4-2.2V1.6", 1.2),
        ("slit", "M-8 4.2H2.6A2.3 2.3 0 0 0 2.6 1", 1.5),
    ),
    "one": (("fill", _person(0, -0.8, 9), 0),),
    "all": (
        ("fill", _person(-7, -2.5, 5.5) + _person(7, -2.5, 5.5), 0),
        ("slit", _person(0, 1, 7.5), 2.8),
        ("fill", _person(0, 1, 7.5), 0),
    ),
    "skip": (("fill", "M-11-9-1.5 0-11 9ZM-1.5-9 8 0-1.5 9ZM8-9H11.5V9H8Z", 0),),
    "push": (("fill", _person(-7.2, 1, 5) + "M-.5-2.8H4.5V-8L12.5 0 4.5 8V2.8H-.5Z", 0),),
    "or": (("line", "M4.5-10-4.5 10", 3.4),),
    "fire": (
        (
            "fill",
            (
                "M1-12.5C2-6 9.5-3 9.5 4C9.5 9 5 12 0 12C-5 12-9.5 9-9.5 4C-9.5 0-6-2-5.5-6.5"
                "C-3.5-5-2.5-3.5-2-1.5C.5-4 1.5-8 1-12.5Z"
            ),
            0,
        ),
        (
            "cut",
            (
                "M0 10.5C-3 10.5-4.5 8.5-4.5 6.5C-4.5 3.5-1 2.5 .3-1C2 2.5 4.5 3.5 4.5 6.5"
                "C4.5 8.5 3 10.5 0 10.5Z"
            ),
            0,
        ),
    ),
    "encore": (("line", "M5.6-7A9 9 0 1 0 9 1.5", 3.8), ("fill", "M11.5-12V-2.5L2-4Z", 0)),
    "scream": (
        ("fill", _disc(-4.5, -5, 5.2), 0),
        ("line", "M-5-2-9.5 10.5", 4),
        ("slit", "M-8.5-2.2-1.2 .6", 1.5),
        ("line", "M3.5-9.5A8 8 0 0 1 3 2M7.5-12A13 13 0 0 1 6.8 6", 2.4),
    ),
    "wall-of-death": (
        ("fill", "".join(_disc(x, y, 2.7) for x in (-3.8, 3.8) for y in (-7.5, 0, 7.5)), 0),
        ("fill", "M-7-5.5-13 0-7 5.5ZM7-5.5 13 0 7 5.5Z", 0),
    ),
    "hand": (
        ("line", "M-9-3-2-11 9-2 2 9", 2.6),
        ("fill", "M-11-2H3Q4-2 4-1V10Q4 11 3 11H-11Q-12 11-12 10V-1Q-12-2-11-2Z", 0),
    ),
}
SYMBOLS: Final = tuple(name for name in ICONS if name != "hand")


def brightness(colour: str) -> float:
    """Relative luminance of a colour such as #CB3D10, 0 for black and 1 for white."""
    red, green, blue = (math.pow(int(colour[at : at + 2], 16) / 255, 2.2) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink_on(colour: str) -> str:
    """Dark or light letters, whichever is easier to read on a colour."""
    return INK if brightness(colour) > 0.24 else PAPER

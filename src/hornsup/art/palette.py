"""The colours of a dark concert hall, and nine pawns.

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
LANE_MARK: Final = "#A8541A"  # the arrows at the open sides
GROUND: Final = "#251A38"  # between the people
WARM_CROWD: Final = ("#94613F", "#A87048", "#7D5140")  # people in the light of a lane
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
TICKET_HELP: Final = "#174F63"  # posters of Tickets that help their player
TICKET_HURT: Final = "#8E1526"  # of those that hit others
TICKET_SHOW: Final = "#B8420F"  # of the one that changes the show
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

# Letters as strokes, so that they look the same whatever fonts a machine has.
LETTERS: Final = (
    "M-3.6 4.6 0-4.6 3.6 4.6M-2.3 1.6H2.3",
    "M-3-4.6V4.6H.6A2.4 2.4 0 0 0 .6-.2H-3M-3-4.6H.3A2.2 2.2 0 0 1 .3-.2",
    "M3.4-2.7A3.6 4.6 0 1 0 3.4 2.7",
    "M-3-4.6V4.6H-.4A4.6 4.6 0 0 0-.4-4.6Z",
    "M3-4.6H-3V4.6H3M-3 0H2.2",
    "M3-4.6H-3V4.6M-3 .2H2.2",
    "M3.3-2.8A3.6 4.6 0 1 0 3.6.6H.8",
    "M-3.2-4.6V4.6M3.2-4.6V4.6M-3.2 0H3.2",
    "M0-4.6V4.6M-1.8-4.6H1.8M-1.8 4.6H1.8",
)

POSTER: Final = "Impact,Haettenschweiler,'Arial Narrow Bold','DejaVu Sans Condensed',sans-serif"


def brightness(colour: str) -> float:
    """Relative luminance of a colour such as #CB3D10, 0 for black and 1 for white."""
    red, green, blue = (math.pow(int(colour[at : at + 2], 16) / 255, 2.2) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink_on(colour: str) -> str:
    """Dark or light letters, whichever is easier to read on a colour."""
    return INK if brightness(colour) > 0.24 else PAPER

"""Pawns, tokens and markers, the Stage as a tile, and the wordmark."""

from __future__ import annotations

from functools import cache
from typing import Final

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.motifs import horns
from hornsup.art.symbols import WORDMARK

_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# Where the letter sits, and how large, in shapes whose middle is not theirs.
_LETTER: Final = {
    "peak": (0.0, 3.0, 0.82),
    "pick": (0.0, -1.2, 1.0),
    "star": (0.0, 0.4, 0.8),
    "bolt": (0.0, 0.0, 0.78),
    "cross": (0.0, 0.0, 0.84),
    "bones": (0.0, 0.0, 0.88),
    "diamond": (0.0, 0.0, 0.95),
}


def pawn(seat: int, x: s.Number, y: s.Number, radius: s.Number, letter: bool = True) -> str:
    """A Rocker's pawn in its place: own shape, own colour, own letter."""
    seat %= len(p.PAWN_COLOURS)
    return s.group(pawn_parts(seat, letter), x=x, y=y, scale=radius / 10, data_pawn=seat)


def player(seat: int, x: float, y: float, radius: float) -> str:
    """The pawn of a seat; from the tenth on shapes come again, with other letters."""
    if seat < len(p.PAWN_COLOURS):
        return pawn(seat, x, y, radius)
    ink = p.ink_on(p.PAWN_COLOURS[seat % len(p.PAWN_COLOURS)])
    letter = s.text_line(_LETTERS[seat], x, y + radius * 0.36, radius, ink)
    return pawn(seat, x, y, radius, letter=False) + letter


@cache
def pawn_parts(seat: int, letter: bool = True) -> str:
    """A pawn around the origin: dark foot, light rim, colour."""
    colour = p.PAWN_COLOURS[seat]
    name = p.PAWN_NAMES[seat]
    shape = p.PAWN_SHAPES[name]
    foot = s.path(shape, p.INK, stroke=p.INK, stroke_width=5.8, stroke_linejoin="round")
    parts = [
        foot,
        s.group(foot, y=1.5),
        s.path(shape, p.PAPER, stroke=p.PAPER, stroke_width=2.8, stroke_linejoin="round"),
        s.path(shape, colour),
    ]
    if letter:
        across, down, size = letter_place(seat)
        glyph = s.line(p.LETTERS[seat], p.ink_on(colour), 2.5)
        parts.append(s.group(glyph, x=across, y=down, scale=size))
    return "".join(parts)


def letter_place(seat: int) -> tuple[float, float, float]:
    """Where the letter stands in a pawn, and how large."""
    return _LETTER.get(p.PAWN_NAMES[seat], (0.0, 0.0, 1.05))


def token() -> str:
    """A Ballad token: a record with a glowing label."""
    return "".join(
        (
            s.circle(0, 0, 13, p.INK, stroke=p.PAPER, stroke_width=1.4),
            s.circle(0, 0, 10.6, "none", stroke=p.STEEL_DARK, stroke_width=0.8),
            s.circle(0, 0, 8.8, p.GLOW),
            s.path("M-2-6.2 5-7.6V2A2.7 2.4 0 1 1 3-.2V-4.2L0-3.6V4.2A2.7 2.4 0 1 1-2 2Z", p.INK),
        )
    )


def badge(symbol: str, ground: str, ink: str) -> str:
    """A round marker with one symbol."""
    return "".join(
        (
            s.circle(0, 0.8, 12.6, p.INK),
            s.circle(0, 0, 12, ground, stroke=p.INK, stroke_width=1.6),
            s.circle(0, 0, 10.2, "none", stroke=ink, stroke_width=0.8, opacity=0.5),
            s.icon(symbol, 0.8 if symbol == "action" else 0, 0, 13, ink),
        )
    )


def vip_pass() -> str:
    """The pass on its lanyard that says who begins."""
    letters = "M-7.4.6-5.2 7.4-3 .6M0 .6V7.4M3 7.4V.6H5.2A2 2 0 0 1 5.2 4.8H3"
    star = "M0-7.6 1.3-4.4 4.8-4.2 2.1-2 3 1.4 0-.4-3 1.4-2.1-2-4.8-4.2-1.3-4.4Z"
    return "".join(
        (
            s.line("M-6-13.4-1-8.6M6-13.4 1-8.6", p.EMBER, 2.6),
            s.rect(-10, -9.4, 20, 22.6, p.INK, rx=3),
            s.rect(-9, -8.4, 18, 20.6, p.LIGHT, rx=2.2),
            s.group(s.path(star, p.BLOOD), y=-0.4, scale=0.95),
            s.group(s.line(letters, p.INK, 1.9), y=2.2, scale=0.95),
        )
    )


def stage_tile() -> str:
    """The Stage as one position: boards in the spots, horns, footlights along the edge."""
    planks = "".join(f"M{75 + (x - 75) * 0.72:.1f} 20L{x} 78" for x in range(21, 140, 18))
    return "".join(
        (
            s.card_frame(p.STAGE_CARD, p.GLOW, 4),
            s.path(s.rays((75, 8), (4, 4, 146, 78), 26), p.EMBER, opacity=0.35),
            s.path("M34 20H116L146 78H4Z", p.LANE),
            s.line(planks, p.LANE_RIM, 1.6, opacity=0.6),
            s.path("M20 4H34L100 78H42ZM130 4H116L50 78H108Z", p.LIGHT, opacity=0.35),
            s.group(horns(52, p.BLOOD, p.PAPER), x=75, y=46),
            s.path("M4 78H146V90Q146 96 140 96H10Q4 96 4 90Z", p.BLOOD),
            s.dots([(x, 87) for x in range(15, 140, 15)], p.LIGHT, 8),
            s.card_frame("none", p.GLOW, 4),
        )
    )


def wordmark(ink: str = p.LIGHT, shade: str = p.EMBER) -> str:
    """HORNS UP in sharp letters, printed twice a little apart; 132 wide, from y -12 to 30."""
    letters = "".join(s.group(s.path(data, None, fill_rule="evenodd"), x=x) for x, data in WORDMARK)
    rim: dict[str, s.Attribute] = {"stroke_linejoin": "round", "stroke_width": 5}
    return "".join(
        (
            s.element("g", letters, fill=p.INK, stroke=p.INK, **rim),
            s.group(s.element("g", letters, fill=shade), x=1.8, y=1.8),
            s.element("g", letters, fill=ink),
        )
    )

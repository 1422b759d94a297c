"""The dice of Raise Your Horns!, rolled and in hand."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.symbols import HORNS

_WHITE: Final = "#FBF7EE"
_BLACK: Final = "#2A2433"
_BODIES: Final = {
    "W": (_WHITE, "#D9CDB4", p.INK, p.LANE),
    "B": (_BLACK, "#17121D", p.PAPER, p.STEEL),
    "F": ("#4A1018", "#2B0A10", p.PAPER, p.EMBER),
}

# Where the pips of a face lie, in units of a quarter of the die.
_PIPS: Final[Mapping[int, Sequence[tuple[int, int]]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(face: str, x: float, y: float, size: float) -> str:
    """One die with a face such as `B4`, or with none when only `B` is given."""
    return s.group(s.title(face), die_parts(face), x=x, y=y, scale=size / 24, data_die=face)


def die_parts(face: str) -> str:
    """A die around the origin, 24 wide, with a thick lower edge."""
    kind, mark = face[0], face[1:]
    body, edge, ink, rim = _BODIES[kind]
    return "".join(
        (
            s.rect(-12, -12, 24, 26, edge, rx=5.5, stroke=p.INK, stroke_width=1.6),
            s.rect(-12, -12, 24, 24, body, rx=5.5, stroke=rim, stroke_width=1.5),
            _face(kind, mark, ink),
        )
    )


def _face(kind: str, mark: str, ink: str) -> str:
    if mark == "H":
        return s.group(s.path(HORNS, "#C9320C"), scale=0.8)
    if mark == "!":
        return _off(p.LIGHT, p.INK)
    if mark == "":
        return _unknown(kind)
    value = int(mark)
    if value in _PIPS:
        return s.dots([(6 * x, 6 * y) for x, y in _PIPS[value]], ink, 5)
    return s.text_line(mark, 0, 5, 14, ink) if value else ""


def _unknown(kind: str) -> str:
    """A die in hand shows the ghost of its special side."""
    if kind == "W":
        return s.group(s.path(HORNS, p.INK), scale=0.66, opacity=0.28)
    if kind == "F":
        return s.group(_off(p.EMBER, "#4A1018"), scale=0.8, opacity=0.6)
    return s.rect(-5, -5, 10, 10, "none", rx=2, stroke=p.FADED, stroke_width=1.8, opacity=0.6)


def _off(colour: str, ink: str) -> str:
    """The symbol that ends a round: a burst with an exclamation mark."""
    points = []
    for step in range(20):
        reach = 10.6 if step % 2 == 0 else 7.2
        angle = math.tau * step / 20
        points.append(
            f"{s.number(reach * math.sin(angle), 1)} {s.number(-reach * math.cos(angle), 1)}"
        )
    burst = s.path(f"M{'L'.join(points)}Z", colour)
    return burst + s.path("M-1.8-6.4H1.8L1.1 1.8H-1.1Z", ink) + s.circle(0, 4.6, 1.7, ink)

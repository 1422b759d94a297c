"""The dice table: players in a ring, the dice they kept, the roll in the middle, the direction.

Groups carry `data-seat` and `data-die`, so that a client can lay its clicks over them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.i18n import pick_language

WIDTH: Final = 900
HEIGHT: Final = 720
_MIDDLE: Final = (450.0, 366.0)
_SEATS: Final = (372.0, 276.0)  # the ring of the players
_KEPT: Final = (274.0, 188.0)  # the ring of the dice before them
_ARROW: Final = (206.0, 132.0)  # the ring on which the direction is shown
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_WORDS: Final = {
    "en": ("Round {0}", "Who starts?", "The end"),
    "it": ("Round {0}", "Chi comincia?", "Fine"),
    "fr": ("Manche {0}", "Qui commence ?", "Fin"),
}
_WHITE: Final = "#FBF7EE"
_BLACK: Final = "#2A2433"

# Where the pips of a face lie, in units of a quarter of the die.
_PIPS: Final[Mapping[int, Sequence[tuple[int, int]]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def table_svg(view: Mapping[str, Any], language: str = "en") -> str:
    """A view of Raise Your Horns! as one picture."""
    heading = _heading(view, _WORDS[pick_language(language)])
    return s.document(
        WIDTH,
        HEIGHT,
        f"Raise Your Horns! {heading}: {_LETTERS[view['turn']]}",
        s.rect(0, 0, WIDTH, HEIGHT, p.NIGHT),
        _top(),
        _direction(view["direction"]),
        s.words(heading, _MIDDLE[0], _MIDDLE[1] - 72, 30, p.LIGHT),
        _middle(view),
        *(_seat(view, seat) for seat in range(view["players"])),
    )


def _heading(view: Mapping[str, Any], words: tuple[str, str, str]) -> str:
    if view["phase"] == "over":
        return words[2]
    return words[0].format(view["round"]) if view["round"] else words[1]


# --- the table -------------------------------------------------------------------------------


def _ellipse(radii: tuple[float, float], fill: str, **more: s.Attribute) -> str:
    x, y = _MIDDLE
    return s.element("ellipse", cx=x, cy=y, rx=radii[0], ry=radii[1], fill=fill, **more)


def _top() -> str:
    """The table's top with a warm rim, a spot light in its middle."""
    return "".join(
        (
            _ellipse((336, 244), p.FLOOR, stroke=p.SLOT, stroke_width=14),
            _ellipse((326, 234), "none", stroke=p.LANE_RIM, stroke_width=2),
            *(_ellipse((size, size * 0.66), p.LIGHT, opacity=0.035) for size in (280, 200, 120)),
        )
    )


def _place(ring: tuple[float, float], turn: float) -> tuple[float, float]:
    """A point of a ring; `turn` runs clockwise from the near side of the table, 1 is once round."""
    angle = math.tau * (turn + 0.25)
    return _MIDDLE[0] + ring[0] * math.cos(angle), _MIDDLE[1] + ring[1] * math.sin(angle)


def _direction(direction: int) -> str:
    """Two curved arrows along which the dice travel."""
    drawn = []
    for start in (0.04, 0.54):
        first, last = (start, start + 0.42) if direction == 1 else (start + 0.42, start)
        (x1, y1), (x2, y2) = _place(_ARROW, first), _place(_ARROW, last)
        bend = f"A{_ARROW[0]:.0f} {_ARROW[1]:.0f} 0 0 {1 if direction == 1 else 0}"
        arc = f"M{s.number(x1)} {s.number(y1)}{bend} {s.number(x2)} {s.number(y2)}"
        drawn.append(s.line(arc, p.LANE_RIM, 5, opacity=0.8))
        drawn.append(_head(x2, y2, last, direction))
    return s.group(*drawn, data_direction=direction)


def _head(x: float, y: float, turn: float, direction: int) -> str:
    before = _place(_ARROW, turn - 0.01 * direction)
    angle = math.degrees(math.atan2(y - before[1], x - before[0]))
    spin = f"translate({s.number(x)} {s.number(y)}) rotate({s.number(angle)})"
    return s.element("g", s.path("M-8-12 14 0-8 12Z", p.GLOW), transform=spin)


def _middle(view: Mapping[str, Any]) -> str:
    """The roll on the table, or the dice in hand with their faces still unknown."""
    roll = view["roll"]
    faces = list(view["hand"]) if roll is None else list(roll)
    if view["phase"] == "over" and roll is None:
        return ""
    size, gap = 74.0, 88.0
    left = _MIDDLE[0] - gap * (len(faces) - 1) / 2
    return "".join(
        die(face, left + gap * place, _MIDDLE[1] + 8, size) for place, face in enumerate(faces)
    )


# --- players ---------------------------------------------------------------------------------


def _seat(view: Mapping[str, Any], seat: int) -> str:
    """A player: letter, losses, and the die kept or thrown for the start."""
    x, y = _place(_SEATS, seat / view["players"])
    radius = 32.0 if view["players"] <= 10 else 25.0
    colour = p.PAWN_COLOURS[seat % len(p.PAWN_COLOURS)]
    winners = (view["outcome"] or {}).get("winners", [])
    parts = []
    if seat == view["to_move"] or seat in winners:
        parts.append(s.circle(0, 0, radius + 9, p.LIGHT, opacity=0.35))
        parts.append(s.circle(0, 0, radius + 5, "none", stroke=p.LIGHT, stroke_width=4))
    rim = p.PAPER if view["phase"] == "start" or seat in view["order"] else p.STEEL_DARK
    parts.append(s.circle(0, 0, radius, colour, stroke=rim, stroke_width=3))
    size = radius * 1.05
    parts.append(s.words(_LETTERS[seat], 0, size * 0.36, size, p.ink_on(colour)))
    parts.append(_losses(view, seat, radius))
    shown = view["kept"][seat] or (view["start"] or {"throws": {seat: None}})["throws"][seat]
    laid = "" if shown is None else die(shown, *_place(_KEPT, seat / view["players"]), 52)
    return s.group(s.group(*parts, x=round(x, 2), y=round(y, 2)), laid, data_seat=seat)


def _losses(view: Mapping[str, Any], seat: int, radius: float) -> str:
    """The number of lost rounds; it glows when the last one was among them."""
    lost_last = seat in view["losers"]
    badge = s.circle(0, 0, 15, p.EMBER if lost_last else p.PANEL, stroke=p.PAPER, stroke_width=1.5)
    count = str(view["losses"][seat])
    return s.group(badge, s.words(count, 0, 6, 17), x=radius * 0.86, y=-radius * 0.86)


# --- dice ------------------------------------------------------------------------------------


def die(face: str, x: float, y: float, size: float) -> str:
    """One die with a face such as `B4`, or with none when only `B` is given."""
    kind, mark = face[0], face[1:]
    body, ink = (_WHITE, p.INK) if kind == "W" else (_BLACK, p.PAPER)
    rim = {"W": p.LANE, "B": p.STEEL, "F": p.EMBER}[kind]
    parts = [
        s.rect(-11, -10, 23, 23, "#000", rx=5, opacity=0.4),
        s.rect(-12, -12, 24, 24, body, rx=5.5, stroke=rim, stroke_width=1.4),
        _face(kind, mark, ink),
    ]
    return s.group(s.title(face), *parts, x=x, y=y, scale=size / 24, data_die=face)


def _face(kind: str, mark: str, ink: str) -> str:
    if mark == "H":
        return _horns(p.EMBER)
    if mark == "!":
        return _off()
    if mark == "":
        return s.words(kind, 0, 4.6, 13, ink, opacity=0.35)
    value = int(mark)
    if value in _PIPS:
        return s.dots([(5.6 * x, 5.6 * y) for x, y in _PIPS[value]], ink, 4.4)
    return s.words(mark, 0, 5, 14, ink) if value else ""


def _horns(colour: str) -> str:
    """A raised hand: first and little finger up, the thumb over the other two."""
    return "".join(
        (
            s.line("M-4.6 1V-7.4M4.8 1V-6", colour, 2.9),
            s.line("M-1.5 0V-1.4M1.7 0V-1.4", colour, 2.9),
            s.path("M-6-.4H6.2V4.6Q6.2 9 2 9H-1.6Q-6 9-6 4.6Z", colour),
            s.line("M-4.4 3.4 1.4 3.2", _WHITE, 1.1),
        )
    )


def _off() -> str:
    """The symbol that ends a round: a burst with an exclamation mark."""
    points = []
    for step in range(20):
        reach = 10.4 if step % 2 == 0 else 7.0
        angle = math.tau * step / 20
        points.append(f"{s.number(reach * math.sin(angle))} {s.number(-reach * math.cos(angle))}")
    burst = s.path(f"M{'L'.join(points)}Z", p.EMBER)
    mark = s.path("M-1.7-6.4H1.7L1 1.8H-1Z", p.PAPER) + s.circle(0, 4.6, 1.6, p.PAPER)
    return burst + mark

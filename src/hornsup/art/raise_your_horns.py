"""The dice table: players in a ring, the dice they kept, the roll in the middle, the direction.

Groups carry `data-seat` and `data-die`, so that a client can lay its clicks over them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.dice import die as die
from hornsup.art.pieces import player
from hornsup.i18n import Plain, pick_language, text

WIDTH: Final = 900
HEIGHT: Final = 720
_MIDDLE: Final = (450.0, 366.0)
_SEATS: Final = (372.0, 276.0)  # the ring of the players
_KEPT: Final = (274.0, 188.0)  # the ring of the dice before them
_ARROW: Final = (206.0, 132.0)  # the ring on which the direction is shown
EDGE: Final = 40  # around the table in a film
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def table_svg(view: Mapping[str, Any], language: str = "en") -> str:
    """A view of Raise Your Horns! as one picture."""
    heading, seat = _heading(view, language), _LETTERS[view["turn"]]
    caption = _text(language, "table", heading=Plain(heading), seat=seat)
    return s.document(WIDTH, HEIGHT, caption, board(view, language)[0])


def board(
    view: Mapping[str, Any], language: str = "en", margin: int = 0
) -> tuple[str, float, float]:
    """The table's elements, and the width and height that they fill; beams go on in the margin."""
    box = (-margin, -margin, WIDTH + margin, HEIGHT + margin)
    ground = s.rect(-margin, -margin, WIDTH + 2 * margin, HEIGHT + 2 * margin, p.NIGHT)
    return ground + _top(box) + _changing(view, language), WIDTH, HEIGHT


def _changing(view: Mapping[str, Any], language: str) -> str:
    """Direction, heading, dice and players."""
    drawn = (
        _direction(view["direction"]),
        s.text_line(_heading(view, language), _MIDDLE[0], _MIDDLE[1] - 72, 30, p.LIGHT),
        _middle(view),
        *(_seat(view, seat) for seat in range(view["players"])),
    )
    return "".join(drawn)


def _text(language: str, key: str, **values: object) -> str:
    return text(pick_language(language), f"art.raise-your-horns.{key}", **values)


def _heading(view: Mapping[str, Any], language: str) -> str:
    if view["phase"] == "over":
        return _text(language, "over")
    return _text(language, "round", n=view["round"]) if view["round"] else _text(language, "start")


# --- the table -------------------------------------------------------------------------------


def _ellipse(radii: tuple[float, float], fill: str, **more: s.Attribute) -> str:
    x, y = _MIDDLE
    return s.element("ellipse", cx=x, cy=y, rx=radii[0], ry=radii[1], fill=fill, **more)


def _top(box: tuple[float, float, float, float]) -> str:
    """The table's top in the beams of the hall, a spot light and the horns in its middle."""
    rays = s.rays(_MIDDLE, box, 24, 0.25)
    x, y = _MIDDLE
    return "".join(
        (
            s.path(rays, p.STAGE_CARD),
            _ellipse((336, 244), p.FLOOR, stroke=p.SLOT, stroke_width=14),
            _ellipse((326, 234), "none", stroke=p.GLOW, stroke_width=2.5),
            *(_ellipse((size, size * 0.66), p.LIGHT, opacity=0.035) for size in (280, 200, 120)),
            s.group(s.icon("stage", x, y + 6, 210, p.SLOT), opacity=0.55),
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
    return s.group(_piece(view, seat), _kept(view, seat), data_seat=seat)


def _piece(view: Mapping[str, Any], seat: int) -> str:
    x, y = _place(_SEATS, seat / view["players"])
    radius = 32.0 if view["players"] <= 10 else 25.0
    winners = (view["outcome"] or {}).get("winners", [])
    parts = []
    if seat == view["to_move"] or seat in winners:
        parts.append(s.circle(0, 0, radius + 14, p.LIGHT, opacity=0.35))
        parts.append(s.circle(0, 0, radius + 13, "none", stroke=p.LIGHT, stroke_width=4))
    inside = view["phase"] == "start" or seat in view["order"]
    parts.append(s.group(player(seat, 0, 0, radius), opacity=None if inside else 0.5))
    parts.append(_losses(view, seat, radius))
    parts.append(_name(view, seat, radius, y))
    return s.group(*parts, x=round(x, 2), y=round(y, 2))


def _kept(view: Mapping[str, Any], seat: int) -> str:
    shown = view["kept"][seat] or (view["start"] or {"throws": {seat: None}})["throws"][seat]
    return "" if shown is None else die(shown, *_place(_KEPT, seat / view["players"]), 52)


def _name(view: Mapping[str, Any], seat: int, radius: float, y: float) -> str:
    """What a seat is called, where the view says so, away from the table."""
    if "called" not in view:
        return ""
    name, size = s.fitted(view["called"][seat], 150, 21, 15)
    return s.text_line(
        name, 0, radius + 26 if y > _MIDDLE[1] - 200 else -radius - 12, size, p.PAPER
    )


def film(
    views: Sequence[Mapping[str, Any]], names: Sequence[str], language: str
) -> tuple[float, float, list[list[s.Layer]]]:
    """A game as pictures of one size in layers, each of which comes again."""
    box = (-EDGE, -EDGE, WIDTH + EDGE, HEIGHT + EDGE)
    width, height = WIDTH + 2 * EDGE, HEIGHT + 2 * EDGE
    ground = s.rect(0, 0, width, height, p.NIGHT) + s.group(_top(box), x=EDGE, y=EDGE)
    whole: s.Layer = (0, 0, width, height, ground)
    frames = [[whole, *_layers({**view, "called": names}, language)] for view in views]
    return width, height, frames


def _layers(view: Mapping[str, Any], language: str) -> list[s.Layer]:
    """Direction, heading, dice and players, each in its own box."""
    x, y = _MIDDLE
    heading = s.text_line(_heading(view, language), x, y - 72, 30, p.LIGHT)
    boxes = [
        (x - 240, y - 160, 480.0, 320.0, _direction(view["direction"])),
        (x - 150, y - 104, 300.0, 44.0, heading),
        (x - 200, y - 40, 400.0, 96.0, _middle(view)),
    ]
    for seat in range(view["players"]):
        across, down = _place(_SEATS, seat / view["players"])
        boxes.append((across - 80, down - 76, 160.0, 152.0, _piece(view, seat)))
        boxes.append((*_kept_box(view, seat), _kept(view, seat)))
    return [
        (left + EDGE, top + EDGE, width, height, s.group(drawn, x=-left, y=-top))
        for left, top, width, height, drawn in boxes
        if drawn
    ]


def _kept_box(view: Mapping[str, Any], seat: int) -> tuple[float, float, float, float]:
    x, y = _place(_KEPT, seat / view["players"])
    return x - 34, y - 34, 68, 68


def _losses(view: Mapping[str, Any], seat: int, radius: float) -> str:
    """The number of lost rounds; it glows when the last one was among them."""
    lost_last = seat in view["losers"]
    badge = s.circle(0, 0, 15, p.EMBER if lost_last else p.PANEL, stroke=p.PAPER, stroke_width=1.5)
    count = str(view["losses"][seat])
    return s.group(badge, s.text_line(count, 0, 6, 17), x=radius, y=-radius)


def hand_svg(view: Mapping[str, Any], language: str = "en") -> str:
    """The dice in hand, or as they were rolled."""
    faces = list(view["hand"]) if view["roll"] is None else list(view["roll"])
    width = 8 + 80 * max(len(faces), 1)
    ground = s.rect(0, 0, width, 88, p.PANEL, rx=12)
    drawn = (die(face, 48 + 80 * at, 44, 64) for at, face in enumerate(faces))
    return s.document(width, 88, _heading(view, language), ground, *drawn, shown=width)

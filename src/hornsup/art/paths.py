"""Paths, face up and face down, and the Entrance: where there is a lit lane, there is a way."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from hornsup.art import palette as p
from hornsup.art import shapes as s

LANE_WIDTH: Final = 38
_MIDDLE: Final = (75, 50)
_ENDS: Final = {"N": (75, 0), "E": (150, 50), "S": (75, 100), "W": (0, 50)}
# One arrow per open side, near the edge, where a pawn in the middle leaves it visible.
_ARROWS: Final = {
    "N": "M64 15 75 6 86 15",
    "E": "M135 39 144 50 135 61",
    "S": "M64 85 75 94 86 85",
    "W": "M15 39 6 50 15 61",
}


def _is_bend(sides: str) -> bool:
    return len(sides) == 2 and sides not in ("NS", "EW")


def lane_data(sides: str) -> str:
    """The middle of the lane: a bend for two neighbouring sides, else spokes."""
    ends = [_ENDS[side] for side in "NESW" if side in sides]
    if _is_bend(sides):
        (ax, ay), (bx, by) = ends
        return f"M{ax} {ay}Q75 50 {bx} {by}"
    if sides in ("NS", "EW"):
        return "M75 0V100" if sides == "NS" else "M0 50H150"
    return "".join(f"M75 50L{x} {y}" for x, y in ends)


def _lane_points(sides: str) -> list[tuple[float, float]]:
    """Points along the lane, near enough to keep the crowd off it."""
    ends = [_ENDS[side] for side in "NESW" if side in sides]
    bend = _is_bend(sides)
    pairs = [(ends[0], ends[1])] if bend else [(_MIDDLE, end) for end in ends]
    points = []
    for (ax, ay), (bx, by) in pairs:
        for step in range(13):
            t = step / 12
            pull = 2 * t * (1 - t) if bend else 0.0
            a = (1 - t) ** 2 if bend else 1 - t
            b = t * t if bend else t
            points.append((a * ax + pull * 75 + b * bx, a * ay + pull * 50 + b * by))
    return points


def _people(sides: str) -> str:
    """A crowd that leaves the lane free; those beside it stand in its light."""
    points = _lane_points(sides)

    def tints(x: float, y: float) -> s.Tints | None:
        away = min(math.dist((x + 5, y + 5), point) for point in points) - LANE_WIDTH / 2
        if away < 6:
            return None
        return p.WARM_CROWD if away < 13 else p.CROWD

    return s.group(s.crowd(140, 90, tints), x=5, y=5)


@cache
def path_card(sides: str) -> str:
    """A crowd with a lit lane to every open side, and an arrow out of each."""
    sides = "".join(side for side in "NESW" if side in sides)
    lane = lane_data(sides)
    join: dict[str, s.Attribute] = {"stroke_linejoin": "round"}
    arrows = "".join(_ARROWS[side] for side in sides)
    return "".join(
        (
            s.card_frame(p.GROUND, p.CROWD[1]),
            _people(sides),
            s.path(lane, stroke=p.INK, stroke_width=LANE_WIDTH + 8, **join),
            s.path(lane, stroke=p.GLOW, stroke_width=LANE_WIDTH + 4, **join),
            s.path(lane, stroke=p.LANE, stroke_width=LANE_WIDTH, **join),
            s.circle(*_MIDDLE, LANE_WIDTH / 2, p.LANE) if len(sides) > 2 else "",
            s.path(lane, stroke=p.PAPER, stroke_width=LANE_WIDTH / 2.4, opacity=0.55, **join),
            s.line(arrows, p.LANE_MARK, 5.5),
        )
    )


@cache
def shut_path() -> str:
    """A face-down Path: the crowd has closed, no way leads anywhere; its rim shows a card."""
    people = s.crowd(140, 90, lambda _x, _y: p.CROWD_SHUT)
    closed = "M52 32 70 50 52 68M98 32 80 50 98 68"
    return "".join(
        (
            s.card_frame(p.GROUND_SHUT, p.CROWD[1]),
            s.group(people, x=5, y=5),
            s.line(closed, p.INK, 13),
            s.line(closed, p.CROWD[1], 6),
        )
    )


@cache
def entrance_card() -> str:
    """A gate full of light, with a lit step and an arrow at each of its four sides."""
    bulbs = [
        (75 - 33 * math.cos(step * math.pi / 8), 52 - 30 * math.sin(step * math.pi / 8))
        for step in range(9)
    ]
    steps = (
        "M56 1.5A19 17 0 0 0 94 1.5ZM56 98.5A19 17 0 0 1 94 98.5Z"
        "M1.5 31A17 19 0 0 1 1.5 69ZM148.5 31A17 19 0 0 0 148.5 69Z"
    )
    marks = "M68 10 75 4 82 10M68 90 75 96 82 90M10 43 4 50 10 57M140 43 146 50 140 57"
    return "".join(
        (
            s.card_frame(p.GATE, p.GATE_LIGHT),
            s.path(s.rays((75, 54), (3, 3, 147, 97), 16, 0.25), p.GATE_DARK, opacity=0.5),
            s.path("M35 82V52A40 37 0 0 1 115 52V82H101V53A26 24 0 0 0 49 53V82Z", p.GATE_DARK),
            s.path("M49 82V53A26 24 0 0 1 101 53V82Z", p.NIGHT),
            s.path("M68 40H82L97 82H53Z", p.LIGHT, opacity=0.75),
            s.dots(bulbs, p.LIGHT, 5.4),
            s.path(steps, p.LANE, stroke=p.INK, stroke_width=2),
            s.line(marks, p.LANE_MARK, 3.6),
            s.card_frame("none", p.GATE_LIGHT),
        )
    )

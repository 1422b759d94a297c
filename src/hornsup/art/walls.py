"""The three Walls: heavy, loud pictures behind hazard tape, which no lane ever crosses."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from hornsup.art import palette as p
from hornsup.art import shapes as s

# What must be discarded, or be on the Stage, to remove a Wall.
REMOVED_BY: Final = {
    "troublemakers": ("ticket",),
    "headbangers": ("path", "ticket"),
    "mosh-pit": ("encore",),
}


def wall_card(slug: str, name: str, removed_by: Sequence[str] = ()) -> str:
    """A Wall in its own colours; below it the name, or without one what removes it."""
    draw, dark, light = _WALLS.get(slug, (_bricks, p.STEEL_DARK, p.STEEL))
    return "".join(
        (
            s.card_frame(dark, light, 9),
            s.path(s.rays((75, 42), (9, 9, 141, 78), 14, 0.25), light, opacity=0.16),
            draw(light),
            _tape(light),
            _foot(name, removed_by or REMOVED_BY.get(slug, ("remove",)), light),
        )
    )


def _tape(light: str) -> str:
    """Black and coloured tape all around."""
    edge: dict[str, s.Attribute] = {
        "x": 4.5,
        "y": 4.5,
        "width": 141,
        "height": 91,
        "rx": 6,
        "fill": "none",
    }
    return "".join(
        (
            s.element("rect", **edge, stroke=light, stroke_width=9),
            s.element("rect", **edge, stroke=p.INK, stroke_width=9, stroke_dasharray="10 10.4"),
            s.rect(9, 9, 132, 82, "none", rx=3, stroke=p.INK, stroke_width=2),
            s.rect(0.8, 0.8, 148.4, 98.4, "none", rx=9, stroke=light, stroke_width=1.6),
        )
    )


def _foot(name: str, removed_by: Sequence[str], light: str) -> str:
    label = name.upper()
    if label:
        plate = s.path("M1 77H149V91Q149 99 141 99H9Q1 99 1 91Z", light)
        return plate + s.text_line(label, 75, 93, s.font_size(label, 136, 18), p.INK)
    half = 13 * len(removed_by) + 2
    plate = s.rect(75 - half, 76, 2 * half, 24, light, rx=7, stroke=p.INK, stroke_width=2.5)
    left = 75 - 13 * (len(removed_by) - 1)
    icons = (s.icon(one, left + 26 * at, 88, 18, p.INK) for at, one in enumerate(removed_by))
    return plate + "".join(icons)


def _troublemakers(light: str) -> str:
    """Three punks that look for a fight."""
    face = "".join(
        (
            s.path("M-9-12-15-30-5-22 0-38 5-22 15-30 9-12Z", p.LIGHT),
            s.path("M-17-6C-17-22 17-22 17-6L15 10Q9 20 0 20-9 20-15 10Z", light),
            s.line("M-13-8-3-3M13-8 3-3", p.INK, 4.5),
            s.circle(-7, 1, 3, p.PAPER) + s.circle(7, 1, 3, p.PAPER),
            s.path("M-10 8H10L7 15H-7Z", p.INK),
            s.path("M-8 8H8L7 11H-7Z", p.PAPER),
        )
    )
    return "".join(s.group(face, x=x, y=y) for x, y in ((32, 53), (118, 53), (75, 50)))


def _headbangers(light: str) -> str:
    """Two long-haired heads that swing to the beat."""
    hair = (
        "M-16 2C-19-22 8-28 17-13C28-12 35 2 33 25C29 18 26 15 23 15C24 23 20 30 13 34"
        "C13 26 10 20 6 17H-8C-14 14-15 8-16 2Z"
    )
    banger = "".join(
        (
            s.path(hair, light),
            s.circle(-2, 4, 13.5, p.PAPER),
            s.path("M-17 4C-18-18 14-22 16 2C8-1 4-5 2-9C-2-3-10 1-17 4Z", light),
            s.line("M-10 3H-5M2 3H7", p.INK, 2.6),
            s.element("ellipse", cx=-1, cy=11, rx=5, ry=4, fill=p.INK),
            s.line("M13-12C21-10 27-1 27 12M9-8C18-5 20 6 17 20", p.BANGER, 1.8),
        )
    )
    right = s.element("g", banger, transform="translate(105 43) scale(1.12) rotate(-20)")
    left = s.element("g", banger, transform="translate(45 43) scale(-1.12 1.12) rotate(-20)")
    return left + right + s.line("M75 16V32M64 18 67 32M86 18 83 32", p.LIGHT, 4.5)


def _mosh_pit(light: str) -> str:
    """People running round and round an empty middle."""
    people = [
        (
            75 + across * math.cos(step * math.tau / count),
            43 + down * math.sin(step * math.tau / count),
        )
        for across, down, count in ((59, 28, 24), (47, 18, 18))
        for step in range(count)
    ]
    half = s.line("M-29 3C-28-11-8-17 12-12", p.PAPER, 6.5) + s.path("M9-23 31-9 8 0Z", p.PAPER)
    arrows = s.group(half) + s.element("g", half, transform="rotate(180)")
    return "".join(
        (
            s.element("ellipse", cx=75, cy=43, rx=42, ry=15, fill=p.INK, opacity=0.7),
            s.dots(people[::2], light, 9.5),
            s.dots(people[1::2], p.LIGHT, 9.5),
            s.group(arrows, x=75, y=43),
        )
    )


def _bricks(light: str) -> str:
    return s.line(
        "M12 31H138M12 54H138M50 12V31M100 12V31M28 31V54M75 31V54M122 31V54M50 54V76M100 54V76",
        light,
        4,
    )


_WALLS: Final = {
    "troublemakers": (_troublemakers, p.TROUBLE, p.TROUBLE_LIGHT),
    "headbangers": (_headbangers, p.BANGER, p.BANGER_LIGHT),
    "mosh-pit": (_mosh_pit, p.MOSH, p.MOSH_LIGHT),
}

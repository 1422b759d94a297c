"""Pawns that nobody confuses, and symbols that can be read on the ground they are printed on."""

from __future__ import annotations

import itertools
import math
import re

import pytest

from hornsup.art import palette, pieces


def contrast(one: str, other: str) -> float:
    """The ratio of WCAG between two colours."""
    light, dark = sorted((palette.brightness(one), palette.brightness(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_nine_pawns_have_nine_shapes_and_nine_colours() -> None:
    assert len(set(palette.PAWN_COLOURS)) == 9
    assert len(set(palette.PAWN_SHAPES.values())) == 9
    assert len({pieces.pawn(seat, 0, 0, 10, letter=False) for seat in range(9)}) == 9


# What red, green and blue become for a normal eye and for three kinds of colour blindness
# (Machado, Oliveira and Fernandes 2009, full strength, linear light).
EYES = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def seen(colour: str, eye: str) -> tuple[float, ...]:
    """A colour as an eye sees it, in Oklab, where distance is difference."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in EYES[eye]
    )
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    mid = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * mid - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * mid + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * mid - 0.8086757660 * short,
    )


@pytest.mark.parametrize("eye", EYES)
def test_pawn_colours_stay_apart_for_every_eye(eye: str) -> None:
    for one, other in itertools.combinations(palette.PAWN_COLOURS, 2):
        assert math.dist(seen(one, eye), seen(other, eye)) > 0.15, (one, other)


@pytest.mark.parametrize("colour", palette.PAWN_COLOURS)
def test_a_pawn_s_letter_can_be_read(colour: str) -> None:
    assert contrast(colour, palette.ink_on(colour)) > 3  # enough for large bold letters


@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        (palette.INK, palette.TICKET),
        (palette.BLOOD, palette.TICKET),
        (palette.INK, palette.GLOW),
        (palette.TROUBLE, palette.GLOW),
        (palette.INK, palette.TROUBLE_LIGHT),
        (palette.INK, palette.BANGER_LIGHT),
        (palette.INK, palette.MOSH_LIGHT),
        (palette.INK, palette.LIGHT),
        (palette.PAPER, palette.BLOOD),
        (palette.LANE, palette.GROUND),
        (palette.LANE, palette.CROWD[1]),
    ],
)
def test_symbols_and_lanes_stand_out_from_their_ground(ink: str, ground: str) -> None:
    assert contrast(ink, ground) >= (3 if ground in palette.CROWD else 4.5)


Point = tuple[float, float]
COUNTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "A": 7}


def commands(data: str) -> list[tuple[str, list[float]]]:
    """A path's commands, one per set of numbers."""
    found: list[tuple[str, list[float]]] = []
    for letter, rest in re.findall(r"([MLHVCA])([^MLHVCAZ]*)", data):
        numbers = [float(text) for text in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", rest)]
        size = COUNTS[letter]
        found += [(letter, numbers[at : at + size]) for at in range(0, len(numbers), size)]
    return found


def corners(data: str) -> list[Point]:
    """The outline as a polygon; the only arcs in use are half circles."""
    points: list[Point] = []
    for letter, numbers in commands(data):
        x, y = points[-1] if points else (0.0, 0.0)
        if letter == "C":
            points += [bezier((x, y), numbers, step / 8) for step in range(1, 9)]
        elif letter == "A":
            points += half_circle((x, y), (numbers[5], numbers[6]))
        elif letter in "HV":
            points.append((numbers[0], y) if letter == "H" else (x, numbers[0]))
        else:
            points.append((numbers[0], numbers[1]))
    return points


def bezier(start: Point, rest: list[float], t: float) -> Point:
    xs, ys = (start[0], *rest[::2]), (start[1], *rest[1::2])
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x, y = (sum(w * v for w, v in zip(weights, values, strict=True)) for values in (xs, ys))
    return x, y


def half_circle(start: Point, end: Point) -> list[Point]:
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    radius = math.dist(start, end) / 2
    first = math.atan2(start[1] - middle[1], start[0] - middle[0])
    angles = [first + math.pi * step / 8 for step in range(1, 9)]
    return [(middle[0] + radius * math.cos(a), middle[1] + radius * math.sin(a)) for a in angles]


def inside(point: Point, polygon: list[Point]) -> bool:
    x, y = point
    hits = 0
    for (ax, ay), (bx, by) in itertools.pairwise([*polygon, polygon[0]]):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            hits += 1
    return hits % 2 == 1


def silhouette(name: str) -> set[tuple[int, int]]:
    """The cells of a fine grid that a pawn covers."""
    polygon = corners(palette.PAWN_SHAPES[name])
    grid = itertools.product(range(-24, 25), repeat=2)
    return {(x, y) for x, y in grid if inside((x / 2 + 0.013, y / 2 + 0.017), polygon)}


def test_no_two_pawns_have_nearly_the_same_silhouette() -> None:
    shadows = {name: silhouette(name) for name in palette.PAWN_NAMES}
    assert all(len(shadow) > 400 for shadow in shadows.values()), "none is a sliver"
    for (one, a), (other, b) in itertools.combinations(shadows.items(), 2):
        assert len(a & b) / len(a | b) < 0.85, (one, other)

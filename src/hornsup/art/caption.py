"""The band below a picture of a game: whose move it was, what happened, how far the game is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.motifs import horns
from hornsup.art.pieces import player

HEIGHT: Final = 250
"""At a width of 1760; it grows and shrinks with the picture."""
USUAL: Final = 1760
SIZES: Final = (56.0, 46.0, 38.0)
"""Of the letters; the more there is to say, the smaller."""
PITCH: Final = 1.26


@dataclass(frozen=True, slots=True)
class Caption:
    """What the band says; `share` of the game has been played."""

    seat: int | None
    sentences: Sequence[str]
    place: str
    share: float


def caption_height(width: float) -> float:
    return round(HEIGHT * _scale(width))


def caption(told: Caption, width: float, top: float) -> list[s.Layer]:
    """The band below a picture that ends at `top`, in layers most of which come again."""
    scale = _scale(width)
    across = width / scale
    lines, size = _lines(told.sentences, across - 250)
    label = 34 + s.relative_width(told.place) * 36
    band = s.rect(0, 0, across, HEIGHT, p.PANEL) + s.rect(0, 0, across, 14, p.SLOT)
    plate = s.rect(0, 0, label, 54, p.NIGHT, rx=27)
    place = plate + s.text_line(told.place, label / 2, 39, 36, p.FADED)
    played = max(round(across * round(told.share, 2)), 1)
    rows = (
        s.text_line(line, 0, (at + 0.86) * size * PITCH, size, anchor="start")
        for at, line in enumerate(lines)
    )
    tall = len(lines) * size * PITCH
    wide = min(max(map(s.relative_width, lines)) * size, across - 210)
    parts: list[s.Layer] = [
        (0, 0, across, HEIGHT, band),
        (0, 0, played, 14, s.rect(0, 0, played, 14, p.GLOW)),
        (across - label - 24, HEIGHT - 74, label, 54, place),
        (20, 50, 160, 160, _mark(told.seat)),
        (200, 14 + (HEIGHT - 14 - tall) / 2, wide, tall, "".join(rows)),
    ]
    return [
        (x * scale, top + y * scale, w * scale, h * scale, s.group(drawn, scale=scale))
        for x, y, w, h, drawn in parts
    ]


def _scale(width: float) -> float:
    return max(width, 700) / USUAL if width > 1300 else max(width / 1100, 0.5)


def _mark(seat: int | None) -> str:
    """The pawn of who moved, in a square of 160; the horns before anybody has."""
    if seat is None:
        return s.group(horns(120, p.LIGHT), x=80, y=84)
    return player(seat, 80, 80, 56)


def _lines(sentences: Sequence[str], room: float) -> tuple[list[str], float]:
    """The sentences in up to three lines, in the largest letters that allow it; the last ones
    that fit, for they say what came of it."""
    for size in SIZES:
        lines = _wrapped(" ".join(sentences), room / size)
        if len(lines) * size * PITCH <= HEIGHT - 50:
            return lines, size
    kept = list(sentences)
    while len(kept) > 1 and len(_wrapped(" ".join(kept), room / SIZES[-1])) > 3:
        kept = kept[1:]
    lines = _wrapped(" ".join(kept), room / SIZES[-1])
    return [*lines[:2], s.shortened(" ".join(lines[2:]), 70)] if len(lines) > 3 else lines, SIZES[
        -1
    ]


def _wrapped(text: str, room: float) -> list[str]:
    """Words in lines; `room` is in font sizes."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and s.relative_width(longer) * 0.86 <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines

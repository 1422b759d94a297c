"""What a link to a finished game shows in a chat: a PNG of 1200 by 630, pawns and letters alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hornsup.art import palette as p
from hornsup.art.pieces import letter_place
from hornsup.art.raster import Line, Raster, lines_of
from hornsup.art.symbols import HORNS

WIDTH: Final = 1200
HEIGHT: Final = 630
PLOT: Final = (48.0, 216.0, 1104.0, 366.0)


@dataclass(frozen=True, slots=True)
class Preview:
    """Who sat there, who won, and the chances after every step if they are known."""

    players: int
    winners: Sequence[int]
    rows: Sequence[Sequence[float]] = ()
    opens: frozenset[int] = frozenset()
    stacked: bool = True


def preview_png(preview: Preview) -> bytes:
    raster = Raster(WIDTH, HEIGHT, p.NIGHT)
    raster.rect(0, 0, WIDTH, 10, p.BLOOD)
    raster.rect(0, 10, WIDTH, 4, p.EMBER)
    raster.fill(lines_of(HORNS, 104, 112, 5.6), p.LIGHT)
    if preview.rows:
        raster.rect(PLOT[0] - 6, PLOT[1] - 6, PLOT[2] + 12, PLOT[3] + 12, p.SLOT)
        raster.rect(*PLOT, p.FLOOR)
        draw = _bands if preview.stacked else _lines
        draw(raster, preview)
        _pawns(raster, preview, 112, 4.0)
    else:
        _pawns(raster, preview, 350, 6.0)
    return raster.png()


def _pawns(raster: Raster, preview: Preview, y: float, size: float) -> None:
    """All pawns in a row; a light is behind those that won."""
    left, right = (250, WIDTH - 60) if preview.rows else (60, WIDTH - 60)
    pitch = min((right - left) / preview.players, size * 34)
    start = (left + right) / 2 - pitch * (preview.players - 1) / 2
    scale = min(size, pitch / 27)
    for seat in preview.winners:
        raster.disc(start + pitch * seat, y, 17.5 * scale, p.GLOW)
        raster.disc(start + pitch * seat, y, 16 * scale, p.LIGHT)
    for seat in range(preview.players):
        _pawn(raster, seat, start + pitch * seat, y, scale)


def _pawn(raster: Raster, seat: int, x: float, y: float, scale: float) -> None:
    kind = seat % len(p.PAWN_NAMES)
    shape, colour = p.PAWN_SHAPES[p.PAWN_NAMES[kind]], p.PAWN_COLOURS[kind]
    outline = lines_of(shape, x, y, scale)
    for width, ink in ((5.8, p.INK), (2.8, p.PAPER)):
        for line in outline:
            raster.stroke([*line, line[0]], width * scale, ink)
    raster.fill(outline, colour)
    if seat < len(p.LETTERS):
        across, down, size = letter_place(kind)
        letter = lines_of(p.LETTERS[seat], x + across * scale, y + down * scale, scale * size)
        for line in letter:
            raster.stroke(line, 2.5 * scale * size, p.ink_on(colour))


# --- the chances ------------------------------------------------------------------------------


def _x(preview: Preview, at: int) -> float:
    return PLOT[0] + PLOT[2] * at / max(len(preview.rows) - 1, 1)


def _bands(raster: Raster, preview: Preview) -> None:
    upper: Line = [(_x(preview, at), PLOT[1]) for at in range(len(preview.rows))]
    for seat in range(preview.players):
        lower = [
            (x, y + PLOT[3] * row[seat]) for (x, y), row in zip(upper, preview.rows, strict=True)
        ]
        raster.fill([[*upper, *reversed(lower)]], p.PAWN_COLOURS[seat % len(p.PAWN_COLOURS)])
        if seat:
            raster.stroke(upper, 3, p.INK)
        upper = lower


def _lines(raster: Raster, preview: Preview) -> None:
    for seat in range(preview.players):
        line: Line = []
        for at, row in enumerate(preview.rows):
            if at in preview.opens:
                _line(raster, line, seat)
                line = []
            line.append((_x(preview, at), PLOT[1] + PLOT[3] * (1 - row[seat])))
        _line(raster, line, seat)


def _line(raster: Raster, line: Line, seat: int) -> None:
    if line:
        raster.stroke(line, 6, p.PAWN_COLOURS[seat % len(p.PAWN_COLOURS)])

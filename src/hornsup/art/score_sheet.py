"""The result of a game on a sheet of A4 to print: who won, the order, the last table, figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.motifs import horns
from hornsup.art.pieces import player
from hornsup.art.souvenir import Place

WIDTH: Final = 1050  # a fifth of a millimetre each
HEIGHT: Final = 1485
EDGE: Final = 75
ROOM: Final = WIDTH - 2 * EDGE
RULE: Final = "#C9BBA0"
GREY: Final = "#5A4E63"
MOST_MOMENTS: Final = 5
NARROW: Final = 1.25  # the font of the sheet needs less room than the widest that is reckoned with
BOARD: Final = (430.0, 372.0)


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What the sheet says; names may be any text. `rows` are figures: a title, a value per seat."""

    title: str
    headline: str
    line: str
    winners: Sequence[int]
    order_title: str
    places: Sequence[Place]
    figures_title: str
    rows: Sequence[tuple[str, Sequence[str]]]
    moments_title: str
    moments: Sequence[str]
    board: tuple[str, float, float] | None


def sheet_svg(told: ScoreSheet) -> str:
    """The sheet, dark letters on white."""
    top = 366.0
    places, places_height = _places(told, BOARD[0] + 30 if told.board else 0)
    table_at = top + max(places_height, BOARD[1] if told.board else 0) + 50
    moments_height = 60 + 36 * len(told.moments[:MOST_MOMENTS]) if told.moments else 0
    figures, figures_height = _figures(told, HEIGHT - 70 - table_at - moments_height)
    moments_at = table_at + figures_height + 40
    return s.document(
        WIDTH,
        HEIGHT,
        f"{told.title}: {told.headline}",
        s.rect(0, 0, WIDTH, HEIGHT, "#FFFFFF"),
        _head(told),
        s.group(places, x=EDGE, y=top),
        s.group(_board(told), x=WIDTH - EDGE - BOARD[0], y=top),
        s.group(figures, x=EDGE, y=table_at),
        s.group(_moments(told), x=EDGE, y=moments_at),
        _foot(),
    )


def _head(told: ScoreSheet) -> str:
    title = told.title.upper()
    size = s.font_size(title, ROOM - 150, 74)
    headline, large = s.fitted(
        told.headline, (ROOM - 100 * len(told.winners[:4]) - 10) * NARROW, 46, 24
    )
    pieces = (
        player(seat, EDGE + 42 + 96 * at, 262, 36) for at, seat in enumerate(told.winners[:4])
    )
    left = EDGE + 100 * len(told.winners[:4])
    return "".join(
        (
            s.rect(0, 0, WIDTH, 26, p.BLOOD),
            s.rect(0, 26, WIDTH, 8, p.EMBER),
            s.text_line(title, EDGE, 142, size, p.INK, anchor="start"),
            s.group(horns(110, p.BLOOD), x=WIDTH - EDGE - 50, y=116),
            s.text_line(told.line, EDGE, 186, 24, GREY, anchor="start"),
            *pieces,
            s.text_line(headline, left, 262 + large * 0.36, large, p.BLOOD, anchor="start"),
            s.line(f"M{EDGE} 326H{WIDTH - EDGE}", RULE, 2),
        )
    )


def _title(text: str) -> str:
    return s.text_line(
        text.upper(), 0, 26, s.font_size(text.upper(), 420, 26), p.INK, anchor="start"
    )


def _places(told: ScoreSheet, beside: float) -> tuple[str, float]:
    """The order, beside the table's picture where there is one."""
    pitch = min(66.0, 330 / max(len(told.places), 1)) if beside else 52.0
    width = ROOM - beside
    rows = []
    for at, place in enumerate(told.places):
        middle = 62 + (at + 0.5) * pitch
        size = min(27.0, pitch * 0.56)
        note, note_size = s.fitted(place.note, 140 * NARROW, size * 0.72, 12)
        name, name_size = s.fitted(place.name, (width - 100 - 150) * NARROW, size, 15)
        rows += [
            s.text_line(str(place.rank), 14, middle + size * 0.36, size, p.INK),
            player(place.seat, 62, middle, min(22.0, pitch * 0.38)),
            s.text_line(name, 100, middle + size * 0.36, name_size, p.INK, anchor="start"),
            s.text_line(note, width - 8, middle + size * 0.36, note_size, GREY, anchor="end"),
            s.line(f"M0 {s.number(62 + (at + 1) * pitch)}H{s.number(width)}", RULE, 1),
        ]
    return _title(told.order_title) + "".join(rows), 62 + len(told.places) * pitch


def _board(told: ScoreSheet) -> str:
    if told.board is None:
        return ""
    drawn, across, down = told.board
    width, height = BOARD
    inner = s.element(
        "svg",
        drawn,
        x=0,
        y=0,
        width=width,
        height=height,
        viewBox=f"0 0 {s.number(across)} {s.number(down)}",
    )
    frame = s.rect(0, 0, width, height, "none", stroke=p.NIGHT, stroke_width=8)
    return s.rect(0, 0, width, height, p.NIGHT) + inner + frame


def _figures(told: ScoreSheet, room: float) -> tuple[str, float]:
    """A column for every seat, in rows as high as the room allows."""
    if not told.rows:
        return "", 0
    seats = len(told.rows[0][1])
    first = 290.0
    pitch = (ROOM - first) / seats
    height = min(36.0, (room - 84 - 40) / len(told.rows))
    heads = (player(seat, first + (seat + 0.5) * pitch, 56, 17) for seat in range(seats))
    rows = []
    for at, (title, values) in enumerate(told.rows):
        y = 84 + (at + 0.7) * height
        if at % 2 == 0:
            rows.append(s.rect(0, 84 + at * height, ROOM, height, "#F6F0E4"))
        size = s.font_size(title, first - 20, 20)
        rows.append(s.text_line(title, 10, y, size, p.INK, anchor="start"))
        rows += [
            s.text_line(value, first + (seat + 0.5) * pitch, y, min(20, pitch * 0.3), p.INK)
            for seat, value in enumerate(values)
        ]
    return _title(told.figures_title) + "".join((*heads, *rows)), 84 + len(told.rows) * height


def _moments(told: ScoreSheet) -> str:
    if not told.moments:
        return ""
    rows = []
    for at, sentence in enumerate(told.moments[:MOST_MOMENTS]):
        line, size = s.fitted(sentence, (ROOM - 30) * NARROW, 22, 15)
        rows.append(s.circle(7, 58 + at * 36, 5, p.EMBER))
        rows.append(s.text_line(line, 26, 66 + at * 36, size, p.INK, anchor="start"))
    return _title(told.moments_title) + "".join(rows)


def _foot() -> str:
    return s.rect(0, HEIGHT - 14, WIDTH, 14, p.BLOOD)

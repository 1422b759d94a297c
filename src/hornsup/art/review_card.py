"""A review as one picture to send around, 1200 by 630 as link previews want it.

It shows pawns and letters, no names: whoever sees the preview of a link need not know who played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.chances import Chart, plot
from hornsup.art.motifs import horns
from hornsup.art.pieces import player

WIDTH: Final = 1200
HEIGHT: Final = 630
PLOT: Final = (94.0, 150.0, 680.0, 316.0)
BARS: Final = (812.0, 112.0, 348.0, 380.0)
MOST_ROWS: Final = 10
LINES: Final = (72, 150, 270)
"""How many letters of the text below fill up to one, two and three lines."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One seat's two columns as written, and as shares of the largest of all, from -1 to 1."""

    seat: int
    luck: float
    play: float
    luck_text: str
    play_text: str


@dataclass(frozen=True, slots=True)
class Card:
    """What the picture says."""

    title: str
    winners: Sequence[int]
    chart: Chart
    luck_word: str
    play_word: str
    bars: Sequence[Bar]
    sentence: str


def card_svg(card: Card) -> str:
    """The picture, with its size in pixels."""
    return s.document(
        WIDTH,
        HEIGHT,
        card.title,
        s.rect(0, 0, WIDTH, HEIGHT, p.NIGHT),
        s.path(s.rays((600, 60), (0, 0, WIDTH, HEIGHT), 26, 0.25), p.STAGE_CARD),
        _head(card),
        s.rect(28, 104, 762, 412, p.NIGHT, rx=16, stroke=p.SLOT, stroke_width=3),
        plot(card.chart, PLOT),
        _bars(card),
        _foot(card.sentence),
        shown=WIDTH,
    )


def _head(card: Card) -> str:
    title = card.title.upper()
    room = WIDTH - 150 - 64 * min(len(card.winners), 6)
    size = s.font_size(title, room, 46)
    pawns = (
        player(seat, WIDTH - 62 - 64 * place, 56, 28)
        for place, seat in enumerate(reversed(card.winners[:6]))
    )
    return "".join(
        (
            s.group(horns(54, p.LIGHT), x=58, y=56),
            s.text_line(title, 104, 72, size, p.LIGHT, anchor="start"),
            *pawns,
        )
    )


def _bars(card: Card) -> str:
    left, top, width, height = BARS
    rows = card.bars[:MOST_ROWS]
    pitch = min(72.0, (height - 56) / max(len(rows), 1))
    middles = (left + 56 + (width - 72) * 0.25, left + 56 + (width - 72) * 0.75)
    heads = zip((card.luck_word, card.play_word), middles, strict=True)
    drawn = [s.rect(left, 104, width, 412, p.PANEL, rx=16, stroke=p.SLOT, stroke_width=3)]
    drawn += [
        s.text_line(word.upper(), x, top + 28, s.font_size(word.upper(), 136, 22), p.FADED)
        for word, x in heads
    ]
    for place, bar in enumerate(rows):
        y = round(top + 50 + pitch * (place + 0.5), 2)
        drawn.append(player(bar.seat, left + 32, y, min(20.0, pitch * 0.34)))
        drawn.append(_bar(bar.luck, bar.luck_text, middles[0], y, pitch))
        drawn.append(_bar(bar.play, bar.play_text, middles[1], y, pitch))
    return "".join(drawn)


def _bar(share: float, text: str, middle: float, y: float, pitch: float) -> str:
    """A bar to the right for what is good, to the left for what is not, with its figure."""
    half, thick = 62.0, min(20.0, pitch * 0.4)
    length = max(abs(share) * half, 1.0)
    start = middle if share >= 0 else middle - length
    colour = p.GATE_LIGHT if share >= 0 else p.TROUBLE_LIGHT
    axis = f"M{s.number(middle)} {s.number(y - pitch * 0.4)}v{s.number(pitch * 0.8)}"
    figure_at, size = round(y + thick * 0.5 + 8, 2), min(17.0, pitch * 0.32)
    return "".join(
        (
            s.line(axis, p.SLOT, 2),
            s.rect(round(start, 2), round(y - thick + 2, 2), round(length, 2), thick, colour, rx=3),
            s.text_line(text, middle, figure_at, size, p.PAPER),
        )
    )


def _foot(sentence: str) -> str:
    """A sentence in up to three lines."""
    lines = _broken(sentence)
    largest, pitch, top = (27, 34, 562) if len(lines) < 3 else (23, 29, 550)
    size = min(s.font_size(line, WIDTH - 80, largest) for line in lines)
    return "".join(
        s.text_line(line, 40, top + pitch * place, size, p.PAPER, anchor="start")
        for place, line in enumerate(lines)
    )


def _broken(sentence: str) -> list[str]:
    """Lines of nearly the same length; a space that holds words together breaks none."""
    whole = s.shortened(sentence, LINES[-1])
    count = next(count for count, most in enumerate(LINES, 1) if len(whole) <= most)
    width = max(len(whole) // count, 1)
    while len(lines := wrap(whole, width, break_on_hyphens=False)) > count:
        width += 1
    return lines or [""]

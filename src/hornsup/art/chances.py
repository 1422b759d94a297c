"""The chances of all seats along a game: bands that fill the height, or one line per seat.

It stands on its own dark ground, so that it can be read on light and dark pages alike. Colour is
never alone: every band and line carries its pawn, with shape and letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hornsup import i18n
from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.pieces import player

WIDTH: Final = 960
HEIGHT: Final = 430
HEAD: Final = 40  # above the plot, for the numbers of the turning points
LEFT: Final = 66
WORD: Final = 54  # the room of the word beside the numbers of turns
RIGHT: Final = 24
FOOT: Final = 84  # below it, for turns and names
MOST_TICKS: Final = 12
MIN_BAND: Final = 0.12  # of the height; a thinner band carries no pawn
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn: a row of chances per step, as shares of 1.

    `opens` are the steps at which lines begin anew; `marks` are the steps that are numbered.
    """

    title: str
    rows: Sequence[Sequence[float]]
    turns: Sequence[int]
    turn_word: str
    names: Sequence[str]
    stacked: bool
    opens: frozenset[int] = frozenset()
    marks: Sequence[int] = ()
    language: str = "en"


def chances_svg(chart: Chart, shown: int | None = None) -> str:
    """The chart as a picture that stands by itself."""
    box = (LEFT, HEAD, WIDTH - LEFT - RIGHT, HEIGHT - HEAD - FOOT)
    parts = (s.rect(0, 0, WIDTH, HEIGHT, p.NIGHT, rx=14), plot(chart, box), _legend(chart))
    return s.document(WIDTH, HEIGHT, chart.title, *parts, shown=shown)


def plot(chart: Chart, box: Box) -> str:
    """The bands or lines in a box (left, top, width, height), with axes around it."""
    left, top, width, height = box
    ground = s.rect(left, top, width, height, p.FLOOR)
    drawn = _bands(chart, box) if chart.stacked else _lines(chart, box)
    around = _scale(chart.language, box), _turns(chart, box), _marks(chart, box)
    return "".join((ground, drawn, *around))


def x_of(chart: Chart, at: float, box: Box) -> float:
    return round(box[0] + box[2] * at / max(len(chart.rows) - 1, 1), 2)


def y_of(share: float, box: Box) -> float:
    return round(box[1] + box[3] * (1 - share), 2)


# --- bands ----------------------------------------------------------------------------------


def _bands(chart: Chart, box: Box) -> str:
    seats = range(len(chart.names))
    edges = [_sums(row) for row in chart.rows]
    bands = [_band(chart, box, edges, seat) for seat in seats]
    return "".join((*bands, *(_band_pawn(chart, box, edges, seat) for seat in seats)))


def _sums(row: Sequence[float]) -> list[float]:
    """The lower edge of every band from the top down, the first seat highest."""
    edges = [1.0]
    for value in row:
        edges.append(edges[-1] - value)
    return edges


def _band(chart: Chart, box: Box, edges: Sequence[Sequence[float]], seat: int) -> str:
    upper = [(x_of(chart, at, box), y_of(row[seat], box)) for at, row in enumerate(edges)]
    lower = [(x_of(chart, at, box), y_of(row[seat + 1], box)) for at, row in enumerate(edges)]
    data = _way([*upper, *reversed(lower)]) + "Z"
    colour = p.PAWN_COLOURS[seat % len(p.PAWN_COLOURS)]
    rim: dict[str, s.Attribute] = {"stroke": p.INK, "stroke_width": 1.6, "stroke_linejoin": "round"}
    return s.element("path", s.title(chart.names[seat]), d=data, fill=colour, data_seat=seat, **rim)


def _way(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{s.number(x, 1)} {s.number(y, 1)}" for x, y in points)


def _band_pawn(chart: Chart, box: Box, edges: Sequence[Sequence[float]], seat: int) -> str:
    """The pawn where its band is widest over a few steps, away from the ends."""
    count = len(chart.rows)
    inside = range(count // 12, max(count - count // 12, 1))
    reach = max(count // 24, 1)

    def width(at: int) -> float:
        near = range(max(at - reach, 0), min(at + reach, count))
        return min(chart.rows[place][seat] for place in near)

    best = max(inside, key=width)
    if width(best) < MIN_BAND:
        return ""
    middle = (edges[best][seat] + edges[best][seat + 1]) / 2
    radius = min(18.0, width(best) * box[3] * 0.36)
    return player(seat, x_of(chart, best, box), y_of(middle, box), radius)


# --- lines ----------------------------------------------------------------------------------


def _lines(chart: Chart, box: Box) -> str:
    """A line per seat, begun anew where an account opens, with a dark rim to keep them apart."""
    opens = "".join(
        f"M{s.number(x_of(chart, at, box), 1)} {s.number(box[1])}v{s.number(box[3])}"
        for at in sorted(chart.opens)
        if at
    )
    drawn = [s.line(opens, p.SLOT, 2)] if opens else []
    for seat, name in enumerate(chart.names):
        data = _line(chart, box, seat)
        colour = p.PAWN_COLOURS[seat % len(p.PAWN_COLOURS)]
        drawn.append(s.line(data, p.INK, 5))
        drawn.append(s.element("g", s.title(name), s.line(data, colour, 2.6), data_seat=seat))
    return "".join(drawn)


def _line(chart: Chart, box: Box, seat: int) -> str:
    words = []
    for at, row in enumerate(chart.rows):
        letter = "M" if not at or at in chart.opens else "L"
        x, y = x_of(chart, at, box), y_of(row[seat], box)
        words.append(f"{letter}{s.number(x, 1)} {s.number(y, 1)}")
    return "".join(words)


# --- around ---------------------------------------------------------------------------------


def _scale(language: str, box: Box) -> str:
    left, _, width, _ = box
    drawn = []
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = y_of(share, box)
        way = f"M{s.number(left)} {s.number(y)}h{s.number(width)}"
        drawn.append(s.line(way, p.INK, 1, opacity=0.45))
        percent = i18n.percent(language, share, 0)
        drawn.append(s.text_line(percent, left - 8, y + 5, 14, p.FADED, anchor="end"))
    return "".join(drawn)


def _turns(chart: Chart, box: Box) -> str:
    """The numbers of some turns, where they begin."""
    first = {turn: at for at, turn in reversed(list(enumerate(chart.turns))) if turn}
    every = max(-(-len(first) // MOST_TICKS), 1)
    y = box[1] + box[3]
    size = s.font_size(chart.turn_word, WORD, 13)
    drawn = [s.text_line(chart.turn_word, box[0] - 8, y + 22, size, p.FADED, anchor="end")]
    for number, (turn, at) in enumerate(sorted(first.items())):
        if number % every == 0:
            drawn.append(s.text_line(str(turn), x_of(chart, at, box), y + 22, 14, p.FADED))
    return "".join(drawn)


def _marks(chart: Chart, box: Box) -> str:
    """The turning points, numbered above the plot."""
    drawn = []
    for number, at in enumerate(chart.marks, 1):
        x, top = x_of(chart, at, box), box[1]
        way = f"M{s.number(x)} {s.number(top - 8)}V{s.number(top + box[3])}"
        drawn.append(s.line(way, p.INK, 4))
        drawn.append(s.line(way, p.PAPER, 1.8, stroke_dasharray="5 5"))
        drawn.append(s.circle(x, top - 19, 13, p.LIGHT, stroke=p.INK, stroke_width=2))
        drawn.append(s.text_line(str(number), x, top - 13, 17, p.INK))
    return "".join(drawn)


def _legend(chart: Chart) -> str:
    """Every pawn with its name, in as many columns as there are seats, ten to a row."""
    rows = [range(at, min(at + 10, len(chart.names))) for at in range(0, len(chart.names), 10)]
    drawn = []
    for number, seats in enumerate(rows):
        pitch = (WIDTH - LEFT - RIGHT) / len(seats)
        y = HEIGHT - 32 + 24 * number - 12 * (len(rows) - 1)
        for place, seat in enumerate(seats):
            x = LEFT + pitch * place
            name, size = s.fitted(chart.names[seat], pitch - 38, 17, 11)
            drawn.append(player(seat, round(x + 12, 2), y, 10))
            drawn.append(s.text_line(name, round(x + 30, 2), y + 6, size, p.PAPER, anchor="start"))
    return "".join(drawn)

"""A review as a page of text, with a sparkline per seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from hornsup.reviews.data import Review
from hornsup.reviews.telling import Table, Telling

WIDTH: Final = 80
SPARK: Final = "▁▂▃▄▅▆▇█"
MOST_POINTS: Final = 48


def lines(review: Review, language: str = "en") -> list[str]:
    """The page, line by line."""
    told = Telling(review, language)
    return [line.rstrip() for line in _lines(told)]


def _lines(told: Telling) -> Iterator[str]:
    yield told.title
    yield from told.introduction()
    yield ""
    width = max(map(len, told.names))
    for seat, name in enumerate(told.names):
        shown = [float(step.values[seat]) for step in told.review.steps]
        yield f"  {name:<{width}}  {sparkline(shown)}"
    yield from ("", told.text("heads.turning"))
    for number, sentence in enumerate(told.sentences(), 1):
        yield from _indented(f"{number}. {sentence}", "     ")
    for table in told.tables():
        yield from ("", table.heading)
        yield from _table(table)
        yield from _indented(table.note, "  ")


def _indented(text: str, later: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="  ", subsequent_indent=later)


def sparkline(values: Sequence[float]) -> str:
    """Shares of 1 as blocks, thinned out evenly; the last one is always there."""
    count = min(len(values), MOST_POINTS)
    places = [round(at * (len(values) - 1) / max(count - 1, 1)) for at in range(count)]
    return "".join(SPARK[min(int(values[place] * len(SPARK)), len(SPARK) - 1)] for place in places)


def _table(table: Table) -> Iterator[str]:
    rows = [table.columns, *table.rows] if table.rows else []
    columns = list(zip(*rows, strict=True))
    widths = [max(map(len, column)) for column in columns]
    to_right = [False, *(all(map(_is_figure, column[1:])) for column in columns[1:])]
    for row in rows:
        cells = zip(row, widths, to_right, strict=True)
        yield "  " + "  ".join(_cell(*cell) for cell in cells)


def _is_figure(cell: str) -> bool:
    return cell[:1] in "+−·–" or cell[:1].isdigit()


def _cell(cell: str, width: int, to_right: bool) -> str:
    """Figures and their headings stand to the right, words to the left."""
    return cell.rjust(width) if to_right else cell.ljust(width)

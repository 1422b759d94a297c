"""A review as one HTML file that needs no network; whatever people call themselves is text."""

from __future__ import annotations

from html import escape
from typing import Final

from hornsup.art import palette as p
from hornsup.reviews.data import Review
from hornsup.reviews.pictures import graph_svg
from hornsup.reviews.telling import Table, Telling
from hornsup.web.packing import document

CSS: Final = f"""
.review {{ color-scheme: light dark; font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif;
  max-width: 1000px; margin: 0 auto; padding: 16px; }}
.review svg {{ display: block; width: 100%; height: auto; }}
.review h1 {{ font-family: {p.POSTER}; font-weight: 400; font-size: clamp(26px, 5vw, 42px);
  line-height: 1.1; margin: 0 0 8px; }}
.review h2 {{ font-size: 20px; margin: 28px 0 8px; }}
.review .scroll {{ overflow-x: auto; }}
.review table {{ border-collapse: collapse; font-size: 15px; }}
.review th, .review td {{ text-align: right; padding: 4px 12px 4px 0; white-space: nowrap;
  border-bottom: 1px solid #8886; font-variant-numeric: tabular-nums; }}
.review th:first-child, .review td.word {{ text-align: left; }}
.review p.note {{ font-size: 14px; opacity: .8; max-width: 72ch; }}
"""
POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page(review: Review, language: str = "en") -> str:
    """The whole file."""
    title = Telling(review, language).title
    head = "<style>body { margin: 0; }</style>"
    return document(title, language, POLICY, head, fragment(review, language))


def fragment(review: Review, language: str = "en") -> str:
    """The review as an element, for notebooks too."""
    told = Telling(review, language)
    points = "".join(f"<li>{escape(sentence)}</li>" for sentence in told.sentences())
    chances = told.chances()
    return "\n".join(
        (
            f"<style>{CSS}</style>",
            f'<main class="review"><h1>{escape(told.title)}</h1>',
            *(f"<p>{escape(line)}</p>" for line in told.introduction()),
            f"<h2>{escape(told.text('heads.graph'))}</h2>",
            f"<figure style='margin:0'>{graph_svg(review, language)}</figure>",
            f"<details><summary>{escape(chances.heading)}</summary>{_table(chances)}</details>",
            f"<h2>{escape(told.text('heads.turning'))}</h2><ol>{points}</ol>",
            *(_section(table) for table in told.tables()),
            "</main>",
        )
    )


def _section(table: Table) -> str:
    note = f'<p class="note">{escape(table.note)}</p>' if table.note else ""
    return f"<h2>{escape(table.heading)}</h2>{_table(table) if table.rows else ''}{note}"


def _table(table: Table) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.columns)
    rows = "".join(f"<tr>{_row(row)}</tr>" for row in table.rows)
    caption = f"<caption hidden>{escape(table.heading)}</caption>"
    return f'<div class="scroll"><table>{caption}<tr>{head}</tr>{rows}</table></div>'


def _row(row: tuple[str, ...]) -> str:
    first, *rest = row
    cells = "".join(f"<td{_class(cell)}>{escape(cell)}</td>" for cell in rest)
    return f'<th scope="row">{escape(first)}</th>{cells}'


def _class(cell: str) -> str:
    return ' class="word"' if cell[:1].isalpha() else ""

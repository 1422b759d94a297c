"""The cards of a deck as pages to print, cut and play with: PDF, SVG or HTML."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from hornsup import i18n
from hornsup.art import shapes as s
from hornsup.art.card_sheet import A_PAGE, CARD, PAGE, page_layers
from hornsup.core.data_file import PrintedCard
from hornsup.exports.pdf import DPI, pdf
from hornsup.exports.raster import Painter, Progress
from hornsup.web.packing import document

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
_CSS: Final = f"""
@page {{ size: A4; margin: 0; }}
body {{ margin: 0; background: #777; font: 15px/1.5 system-ui, sans-serif; }}
.note {{ padding: 12px 16px; background: #fff; max-width: 70ch; margin: 16px auto; }}
.page {{ display: block; width: {PAGE[0]:g}mm; height: {PAGE[1]:g}mm; margin: 16px auto;
  background: #fff; break-after: page; }}
@media print {{ body {{ background: #fff; }} .note {{ display: none; }} .page {{ margin: 0; }} }}
@media (max-width: 220mm) {{ .page {{ width: 100%; height: auto; }} }}
"""


def pages(cards: Sequence[PrintedCard], backs: bool = False) -> Iterator[list[s.Layer]]:
    """The layers of every page; with `backs` a page of them follows each page of fronts."""
    every = [card for card in cards for _ in range(card.count)]
    for start in range(0, len(every), A_PAGE):
        part = every[start : start + A_PAGE]
        yield page_layers([card.front for card in part])
        if backs:
            yield page_layers([card.back for card in part], mirrored=True)


def cards_pdf(
    cards: Sequence[PrintedCard], backs: bool = False, progress: Progress = None
) -> bytes:
    """All pages as pictures in one PDF."""
    every = list(pages(cards, backs))
    painter = Painter(DPI / 25.4)
    painter.prepare(every, progress)
    size = painter.size(*PAGE)
    return pdf(painter.picture(size, layers) for layers in every)


def cards_svg(cards: Sequence[PrintedCard], title: str, backs: bool = False) -> str:
    """All pages below each other in one picture."""
    every = list(pages(cards, backs))
    symbols, drawn = _symbols(every)
    height = PAGE[1] * len(drawn)
    below = (s.group(page, y=at * PAGE[1]) for at, page in enumerate(drawn))
    return s.document(PAGE[0], height, title, symbols, *below, shown=794)


def cards_html(cards: Sequence[PrintedCard], title: str, language: str, backs: bool = False) -> str:
    """A page that a browser prints sharply at any size."""
    symbols, drawn = _symbols(list(pages(cards, backs)))
    box = f"0 0 {s.number(PAGE[0])} {s.number(PAGE[1])}"
    sheets = (s.element("svg", page, class_="page", viewBox=box) for page in drawn)
    width, height = (i18n.number(language, side) for side in CARD)
    note = i18n.text(language, "export.cut", width=width, height=height)
    count = i18n.text(language, "export.count", n=sum(card.count for card in cards))
    body = (
        f'<p class="note"><strong>{escape(title)}</strong> ({escape(count)}). {escape(note)}</p>',
        f'<svg width="0" height="0" style="position:absolute">{symbols}</svg>',
        *sheets,
    )
    return document(title, language, _POLICY, f"<style>{_CSS}</style>", "\n".join(body))


def _symbols(every: Sequence[Sequence[s.Layer]]) -> tuple[str, list[str]]:
    """Each drawing once as a symbol, and the pages that use it."""
    names: dict[str, str] = {}
    sheets = []
    for layers in every:
        placed = []
        for x, y, _, _, drawing in layers:
            name = names.setdefault(drawing, f"card-{len(names)}")
            placed.append(s.element("use", href=f"#{name}", x=x, y=y))
        sheets.append("".join(placed))
    defined = (s.element("g", drawing, id=name) for drawing, name in names.items())
    return s.element("defs", *defined), sheets

"""Plots in the colours of the game, as SVG inside a page or as files.

Wide enough to read on a phone: labels stand beside horizontal bars, one column of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from hornsup.art import palette
from hornsup.lab.figures import COUNT, Figure, Plot

WIDTH: Final = 5.0  # inches of 72 points
TEXT: Final = palette.PAPER
FAINT: Final = palette.FADED
MAIN: Final = palette.LIGHT
SECOND: Final = palette.BANGER_LIGHT
GOOD: Final = palette.MOSH_LIGHT
BAD: Final = palette.TROUBLE_LIGHT
WHISKER: Final = palette.PAPER
STYLE: Final[Any] = {
    "font.family": "sans-serif",
    "font.size": 11.5,
    "svg.fonttype": "none",
    "text.color": TEXT,
    "axes.edgecolor": palette.SLOT,
    "axes.labelcolor": FAINT,
    "axes.facecolor": palette.PANEL,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": palette.SLOT,
    "grid.linewidth": 0.8,
    "xtick.color": FAINT,
    "ytick.color": TEXT,
    "xtick.labelsize": 10.5,
    "ytick.left": False,
    "figure.facecolor": palette.PANEL,
    "savefig.facecolor": palette.PANEL,
    "legend.frameon": False,
    "legend.labelcolor": TEXT,
}


def draw(plot: Plot) -> Canvas:
    """The plot as a figure of matplotlib."""
    makers = {"bars": _bars, "points": _points, "histogram": _histogram, "pairs": _pairs}
    with mpl.rc_context(STYLE):
        canvas = Canvas(figsize=(WIDTH, _height(plot)), layout="constrained")
        axes = canvas.add_subplot()
        _title(canvas, plot.title)
        makers[plot.kind](axes, plot)
        axes.set_xlabel(plot.axis)
    return canvas


def _title(canvas: Canvas, title: str) -> None:
    canvas.suptitle(title, x=0.02, ha="left", fontsize=12, fontweight="bold")


def _height(plot: Plot) -> float:
    if plot.kind == "histogram":
        return 3.0
    rows = len(plot.figures) * (1.7 if plot.kind == "pairs" else 1.0)
    return 1.25 + 0.31 * max(rows, 2) + 0.2 * plot.title.count("\n")


def _percent(axes: Axes, figures: Sequence[Figure]) -> None:
    if figures and figures[0].unit != COUNT:
        axes.xaxis.set_major_formatter(lambda value, _: f"{value * 100:.0f} %")


def _labels(axes: Axes, figures: Sequence[Figure]) -> None:
    axes.set_yticks(range(len(figures)), [figure.label for figure in figures])
    axes.set_ylim(len(figures) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")
    axes.set_axisbelow(True)
    _percent(axes, figures)


def _reach(figures: Sequence[Figure]) -> list[list[float]]:
    """How far the intervals go to either side."""
    estimates = [figure.estimate for figure in figures]
    below = [max(0.0, estimate.value - estimate.low) for estimate in estimates]
    above = [max(0.0, estimate.high - estimate.value) for estimate in estimates]
    return [below, above]


def _values(figures: Sequence[Figure]) -> list[float]:
    return [figure.estimate.value for figure in figures]


def _bars(axes: Axes, plot: Plot) -> None:
    places = list(range(len(plot.figures)))
    axes.barh(places, _values(plot.figures), color=MAIN, height=0.62)
    _whiskers(axes, plot.figures, places)
    _labels(axes, plot.figures)
    if plot.reference is not None:
        axes.axvline(plot.reference, color=BAD, linewidth=1.6, linestyle=(0, (4, 3)))
    axes.set_xlim(left=0)


def _whiskers(axes: Axes, figures: Sequence[Figure], places: Sequence[float]) -> None:
    axes.errorbar(
        _values(figures),
        places,
        xerr=_reach(figures),
        fmt="none",
        ecolor=palette.INK,
        elinewidth=3.4,
        capsize=0,
    )
    axes.errorbar(
        _values(figures),
        places,
        xerr=_reach(figures),
        fmt="none",
        ecolor=WHISKER,
        elinewidth=1.3,
        capsize=2.5,
    )


def _points(axes: Axes, plot: Plot) -> None:
    """Green where the interval lies above the reference, red below, pale across it."""
    line = plot.reference or 0.0
    for place, figure in enumerate(plot.figures):
        estimate = figure.estimate
        colour = GOOD if estimate.low > line else BAD if estimate.high < line else FAINT
        axes.plot([estimate.low, estimate.high], [place, place], color=colour, linewidth=2)
        axes.plot([estimate.value], [place], "o", color=colour, markersize=6)
    axes.axvline(line, color=TEXT, linewidth=1)
    _labels(axes, plot.figures)


def _pairs(axes: Axes, plot: Plot) -> None:
    places = list(range(len(plot.figures)))
    for shift, colour, name, figures in (
        (-0.19, MAIN, plot.names[0], plot.figures),
        (0.19, SECOND, plot.names[1], plot.others),
    ):
        rows = [place + shift for place in places]
        axes.barh(rows, _values(figures), color=colour, height=0.34, label=name)
        _whiskers(axes, figures, rows)
    _labels(axes, plot.figures)
    axes.set_xlim(left=0)
    canvas = axes.get_figure()
    assert canvas is not None
    canvas.legend(loc="outside lower right", ncols=2, fontsize=10)


def _histogram(axes: Axes, plot: Plot) -> None:
    low, high = int(min(plot.values)), int(max(plot.values))
    width = max(1, -(-(high - low + 1) // 30))
    edges = [low - 0.5 + width * step for step in range((high - low) // width + 2)]
    axes.hist(plot.values, bins=edges, color=MAIN, edgecolor=palette.PANEL, linewidth=0.8)
    middle = sorted(plot.values)[(len(plot.values) - 1) // 2]
    axes.axvline(middle, color=BAD, linewidth=1.6, linestyle=(0, (4, 3)))
    axes.set_ylabel("games")
    axes.grid(visible=False, axis="x")
    axes.annotate(
        f"median {middle:.0f}",
        (middle, 1),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        xytext=(5, -9),
        color=TEXT,
        fontsize=10,
    )


def lines(
    title: str, axis: str, across: str, series: dict[str, list[tuple[float, Figure]]]
) -> Canvas:
    """Values over the number of players (or any other number), with their intervals."""
    colours = (MAIN, SECOND, GOOD, BAD, FAINT)
    with mpl.rc_context(STYLE):
        canvas = Canvas(figsize=(WIDTH, 3.3), layout="constrained")
        axes = canvas.add_subplot()
        _title(canvas, title)
        for number, (name, found) in enumerate(series.items()):
            figures = [figure for _, figure in found]
            axes.errorbar(
                [place for place, _ in found],
                _values(figures),
                yerr=_reach(figures),
                fmt="o-",
                color=colours[number % len(colours)],
                capsize=3,
                linewidth=1.8,
                label=name,
            )
            if figures[0].unit != COUNT:
                axes.yaxis.set_major_formatter(lambda value, _: f"{value * 100:.0f} %")
        axes.set_xlabel(across)
        axes.set_ylabel(axis)
        axes.set_xticks(sorted({place for found in series.values() for place, _ in found}))
        if len(series) > 1:
            canvas.legend(loc="outside lower center", ncols=2, fontsize=10)
    return canvas


def inline_svg(canvas: Canvas, name: str, label: str) -> str:
    """The figure as an SVG element of an HTML page: no addresses, no ids shared with others."""
    text = StringIO()
    with mpl.rc_context({**STYLE, "svg.hashsalt": name}):
        canvas.savefig(
            text, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Type", "Format"))
        )
    svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg).replace("xlink:href", "href")
    svg = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', svg)
    svg = re.sub(r'href="#([^"]+)"', rf'href="#{name}-\1"', svg)
    svg = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", svg)
    svg = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", svg, count=1)
    svg = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", svg, count=1)
    return svg.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)


def save(canvas: Canvas, folder: Path, name: str) -> list[Path]:
    """The figure as SVG and PNG files."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{name}.svg", folder / f"{name}.png"]
    with mpl.rc_context({**STYLE, "svg.hashsalt": name}):
        canvas.savefig(paths[0], metadata={"Date": None})
        canvas.savefig(paths[1], dpi=160)
    return paths

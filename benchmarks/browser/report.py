"""The figures as rows: what was measured, the figure of each version, and our limit."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

ROWS: Final = (
    (
        "First visit, over the wire until the first button can be pressed",
        "button_kilobytes",
        "{:.0f} kB",
        "≤ 200 kB",
    ),
    (
        "After that, until the first choice at a table",
        "after_kilobytes",
        "{:.0f} kB",
        "≤ 150 kB",
    ),
    ("  fetched ahead while the page is read", "ahead_kilobytes", "{:.0f} kB", ""),
    ("  on entering the table", "enter_kilobytes", "{:.0f} kB", ""),
    (
        "First visit by the link of a table, until the first choice",
        "link_kilobytes",
        "{:.0f} kB",
        "",
    ),
    ("  after that", "link_after_kilobytes", "{:.0f} kB", ""),
    ("From address to the first button", "button_time", "{:.0f} ms", "< 1 s"),
    ("From “play now” to the table", "press_to_table", "{:.0f} ms", "< 1 s"),
    ("From “play now” to the first choice", "press_to_choice", "{:.0f} ms", ""),
    ("From the link of a table to the first choice", "link_time", "{:.0f} ms", ""),
    (
        "Late at nine players: from an event’s turn in the show to its paint, median",
        "show_p50",
        "{:.1f} ms",
        "",
    ),
    ("  95th percentile", "show_p95", "{:.1f} ms", "< 50 ms"),
    ("  updates measured", "show_updates", "{:.0f}", ""),
    ("The same without motion, from the update: median", "still_p50", "{:.1f} ms", ""),
    ("  95th percentile", "still_p95", "{:.1f} ms", "< 50 ms"),
    ("  updates measured", "still_updates", "{:.0f}", ""),
    ("Scripts over 50 ms in a whole game of nine", "long_scripts", "{:.0f}", "0"),
    ("  the longest in a slow frame", "longest_script", "{:.0f} ms", "≤ 50 ms"),
    ("  frames over 50 ms, painting included", "slow_frames", "{:.0f}", ""),
    ("  updates shown", "game_updates", "{:.0f}", ""),
    (
        "While cards fly, processor slowed 4×: frame interval, median",
        "fly_p50",
        "{:.1f} ms",
        "≤ 17 ms",
    ),
    ("  95th percentile", "fly_p95", "{:.1f} ms", "≤ 34 ms"),
    ("  frames measured", "fly_frames", "{:.0f}", ""),
    ("  frames dropped", "fly_dropped", "{:.1f} %", ""),
    ("Drag and zoom, processor slowed 4×: frame interval, median", "pan_p50", "{:.1f} ms", ""),
    ("  95th percentile", "pan_p95", "{:.1f} ms", ""),
    ("  frames dropped", "pan_dropped", "{:.1f} %", ""),
)
Found = Mapping[str, Mapping[str, float]]
"""The figures of each version."""


def rows(found: Found) -> list[list[str]]:
    """What was measured, the figure of each version, and the limit that we set ourselves."""
    measured = [row for row in ROWS if any(row[1] in figures for figures in found.values())]
    return [
        [name, *(shown(form, figures.get(key)) for figures in found.values()), limit]
        for name, key, form, limit in measured
    ]


def shown(form: str, figure: float | None) -> str:
    return "–" if figure is None or math.isnan(figure) else form.format(figure)


def markdown(found: Found) -> list[str]:
    names = list(found) if len(found) > 1 else ["Measured"]
    lines = [["What", *names, "Limit"], ["---", *["---:"] * (len(names) + 1)], *rows(found)]
    return [f"| {' | '.join(each)} |".replace("|   ", "| – ") for each in lines]

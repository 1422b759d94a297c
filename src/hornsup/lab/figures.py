"""Rows become figures: numbers with their intervals and the games behind them, by section.

A section says what it shows in words, figures and plots; `report` makes a page of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hornsup.core.notation import SEAT_LETTERS
from hornsup.lab.intervals import Estimate, mean, ratio, wilson
from hornsup.lab.results import Row, winners_of

SHARE = "share"
COUNT = "count"
POINTS = "points"  # a difference of shares


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, how sure it is, and games to look at: what they are and their numbers."""

    label: str
    estimate: Estimate
    unit: str
    games: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """What is to be drawn: bars or points with intervals, or a histogram of values."""

    kind: str  # bars, points, histogram or pairs
    title: str
    figures: tuple[Figure, ...] = ()
    others: tuple[Figure, ...] = ()
    values: tuple[float, ...] = ()
    names: tuple[str, str] = ("", "")
    reference: float | None = None
    axis: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """One question a designer asks, and the answer."""

    key: str
    title: str
    text: str
    figures: list[Figure] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)


def sections_of(game: str, rows: list[Row]) -> list[Section]:
    """Everything the lab can say about the games of one run."""
    if game == "horns-up":
        from hornsup.lab.horns_up_figures import sections
    else:
        from hornsup.lab.dice_figures import sections
    return sections(rows)


# --- figures --------------------------------------------------------------------------------


def picked(rows: Sequence[Row], value: Callable[[Row], Any]) -> tuple[tuple[str, int], ...]:
    """The median and the extreme games by a value; fewer where they are the same game."""
    if not rows:
        return ()
    ranked = sorted(rows, key=lambda row: (value(row), row["number"]))
    named = {
        "median": ranked[(len(ranked) - 1) // 2]["number"],
        "least": ranked[0]["number"],
        "most": ranked[-1]["number"],
    }
    return tuple(named.items())


def by_length(rows: Sequence[Row]) -> tuple[tuple[str, int], ...]:
    """The games of median length, the shortest and the longest."""
    words = {"median": "median", "least": "shortest", "most": "longest"}
    return tuple((words[word], number) for word, number in picked(rows, lambda row: row["turns"]))


def average(label: str, rows: Sequence[Row], value: Callable[[Row], float]) -> Figure:
    """The mean of a value over games."""
    return Figure(label, mean([value(row) for row in rows]), COUNT, picked(rows, value))


def share(label: str, rows: Sequence[Row], holds: Callable[[Row], Any]) -> Figure:
    """The share of games of which something is true; the games to look at are among those."""
    hits = [row for row in rows if holds(row)]
    return Figure(label, wilson(len(hits), len(rows)), SHARE, by_length(hits))


def part(
    label: str,
    rows: Sequence[Row],
    above: Callable[[Row], float],
    below: Callable[[Row], float],
) -> Figure:
    """A part of a whole, both summed over all games."""
    estimate = ratio([above(row) for row in rows], [below(row) for row in rows])

    def here(row: Row) -> float:
        return above(row) / below(row) if below(row) else 0.0

    return Figure(label, estimate, SHARE, picked(rows, here))


def finished(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row["finished"]]


def seats_of(rows: Sequence[Row]) -> range:
    return range(rows[0]["players"])


def seat_name(seat: int) -> str:
    return f"seat {SEAT_LETTERS[seat]}"


# --- sections of every game -----------------------------------------------------------------


def length_section(rows: list[Row], unit: str) -> Section:
    """How long the games were; those that were cut count as far as they went."""
    figures = [
        average(f"{unit} per game", rows, lambda row: row["turns"]),
        average("moves per game", rows, lambda row: row["moves"]),
        share("games that came to an end", rows, lambda row: row["finished"]),
    ]
    turns = tuple(float(row["turns"]) for row in rows)
    plots = [Plot("histogram", f"{unit} per game", values=turns, axis=unit)]
    text = f"How many {unit} a game takes, and how much the games differ."
    return Section("length", "Length of games", text, figures, plots)


def wins_by_seat(rows: list[Row]) -> list[Figure]:
    """How often each seat wins; several winners share one game."""
    done = finished(rows)
    return [share(seat_name(seat), done, won_by(seat)) for seat in seats_of(rows)]


def won_by(seat: int) -> Callable[[Row], bool]:
    return lambda row: seat in winners_of(row)


def at_seat(name: str, seat: int) -> Callable[[Row], float]:
    """What a column of numbers holds for one seat (or place)."""

    def value(row: Row) -> float:
        return float(row[name][seat])

    return value

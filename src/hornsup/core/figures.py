"""What can be counted in a game once it is over: the final order, figures per seat, highlights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Value = int | float
Best = Literal["high", "low"] | None
Order = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of every seat; `best` says whether more or less of it is better, if either."""

    name: str
    values: tuple[Value, ...]
    best: Best = None
    digits: int = 0


@dataclass(frozen=True, slots=True)
class Medal:
    """A figure in which one seat (or two) had most of all."""

    name: str
    value: Value
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Highlight:
    """A moment worth a sentence: `name` finds the sentence, `values` fill it."""

    name: str
    seat: int
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figures:
    """`order` has the best seats first, those that share a place together.

    `standing` names the row that the order follows; a text per seat is made from it.
    """

    order: Order
    rows: tuple[Row, ...] = ()
    medals: tuple[Medal, ...] = ()
    highlights: tuple[Highlight, ...] = ()
    standing: str = ""

    def row(self, name: str) -> Row:
        return next(row for row in self.rows if row.name == name)


def in_order(values: Sequence[Value], first: Sequence[int] = ()) -> Order:
    """Seats by their value, the lowest first, equal ones together; `first` come before all."""
    places = [tuple(first)] if first else []
    rest = [seat for seat in range(len(values)) if seat not in first]
    for value in sorted({values[seat] for seat in rest}):
        places += [tuple(seat for seat in rest if values[seat] == value)]
    return tuple(places)


def medals(rows: Sequence[Row], names: Sequence[str]) -> tuple[Medal, ...]:
    """Who has most of each named row, if it is more than one, alone or with one other."""
    found = []
    for name in names:
        values = next(row.values for row in rows if row.name == name)
        most = max(values)
        seats = tuple(seat for seat, value in enumerate(values) if value == most)
        if most > 1 and len(seats) <= 2:
            found.append(Medal(name, most, seats))
    return tuple(found)

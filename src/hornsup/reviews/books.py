"""The ledger: what every step gave and took, added up per seat.

A decision is booked as the change of the chances that it made: for the seat itself under its own
moves, for every other seat under what was done to it. A chance step is booked as luck and rest. So
the columns add up to the result, whatever the judge of positions says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt
from typing import Any

from hornsup.reviews.data import Account, Ledger, Part, Step, Value, Values


@dataclass(slots=True)
class _Line:
    """One seat's columns while they are added up."""

    players: int
    start: Any = 0
    result: Any = 0
    luck: list[Any] = field(default_factory=list)
    own: list[Any] = field(default_factory=list)
    rest: list[Any] = field(default_factory=list)
    by: list[list[Any]] = field(default_factory=list)
    variance: float = 0.0

    def __post_init__(self) -> None:
        self.by = [[] for _ in range(self.players)]

    def account(self) -> Account:
        nothing = self.start - self.start  # of the same kind of number
        by = tuple(total([nothing, *column]) for column in self.by)
        luck, own, rest = (total([nothing, *c]) for c in (self.luck, self.own, self.rest))
        return Account(self.start, luck, own, by, rest, self.result, sqrt(self.variance))


def total(values: Sequence[Any]) -> Any:
    """The sum; of floats as exactly as floats can be."""
    return fsum(values) if isinstance(values[0], float) else sum(values)


def parts(steps: Sequence[Step], players: int) -> tuple[Part, ...]:
    """The ledger of every account that a step opens."""
    opening = [at for at, step in enumerate(steps) if step.start is not None]
    ends = [*opening[1:], len(steps)]
    found = []
    for number, (first, end) in enumerate(zip(opening, ends, strict=True), 1):
        ledger = _ledger(steps[first:end], players)
        found.append(Part(number, steps[first].step, steps[end - 1].step, ledger))
    return tuple(found)


def _ledger(steps: Sequence[Step], players: int) -> Ledger:
    start = steps[0].start
    assert start is not None
    lines = [_Line(players, start[seat], steps[-1].values[seat]) for seat in range(players)]
    before = start
    for step in steps:
        _book(step, before, lines)
        before = step.values
    return tuple(line.account() for line in lines)


def _book(step: Step, before: Values, lines: list[_Line]) -> None:
    for seat, line in enumerate(lines):
        change = step.values[seat] - before[seat]
        if step.kind == "chance":
            if step.luck:
                line.luck.append(step.luck[seat])
                line.rest.append(change - step.luck[seat])
            if step.errors:
                line.variance += float(step.errors[seat]) ** 2
        elif seat == step.seat:
            line.own.append(change)
        elif step.seat is not None:
            line.by[step.seat].append(change)


def added(found: Sequence[Part], players: int) -> Ledger:
    """The ledgers of all parts added up: an evening of dice."""
    if len(found) == 1:
        return found[0].ledger
    return tuple(_sum_of([part.ledger[seat] for part in found]) for seat in range(players))


def _sum_of(accounts: Sequence[Account]) -> Account:
    def column(name: str) -> Value:
        found: Value = total([getattr(account, name) for account in accounts])
        return found

    by = tuple(total(values) for values in zip(*(a.by for a in accounts), strict=True))
    error = sqrt(sum(account.luck_error**2 for account in accounts))
    start, luck, own = column("start"), column("luck"), column("own")
    return Account(start, luck, own, by, column("rest"), column("result"), error)


def grudges(ledger: Ledger) -> tuple[Values, ...]:
    """What each seat's decisions did to every other one: row j, column i."""
    seats = range(len(ledger))
    return tuple(tuple(ledger[other].by[seat] for other in seats) for seat in seats)


def changes(steps: Sequence[Step]) -> Iterator[tuple[Step, Values]]:
    """Every step with the chances before it; an opening step starts at its account's start."""
    before: Values = ()
    for step in steps:
        yield step, before if step.start is None else step.start
        before = step.values

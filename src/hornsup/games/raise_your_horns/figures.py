"""What the players rolled, kept and lost in a game, counted from its events.

The order is by losses, the fewest first; equal ones share a place. The expected losses are the sum,
over all rounds that ended, of a player's chance to lose the round before its first throw. The
luckiest throw is the one that lowered its player's chance to lose the round by most, the unluckiest
the one that raised it by most. The chances are exact and those of `solution.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import prod
from typing import Any, Final, NamedTuple

from hornsup.core.contract import Step
from hornsup.core.figures import Best, Figures, Highlight, Row, in_order, medals
from hornsup.games.raise_your_horns import events
from hornsup.games.raise_your_horns.faces import FACES, Face
from hornsup.games.raise_your_horns.solution import Solution, solve
from hornsup.games.raise_your_horns.state import RaiseYourHorns

ROWS: Final[dict[str, Best]] = {
    "losses": "low",
    "expected": None,
    "rolls": None,
    "highest": "high",
    "horns": "high",
    "offs": "low",
    "named": "high",
    "named-by": "low",
}
MEDALS: Final = ("horns", "offs", "named", "named-by", "losses", "rolls")
MOST_FIRST_ROLLS: Final = 2000
"""Dice that can fall in more ways are not solved here; a set of the box has 1296."""


class Throw(NamedTuple):
    """A throw, and its player's chance to lose the round before and after it."""

    seat: int
    round: int
    before: Fraction
    after: Fraction

    @property
    def gain(self) -> Fraction:
        return self.before - self.after


def figures(steps: Iterator[Step]) -> Figures:
    """Count a game that is played again."""
    state, happened = next(steps)
    assert isinstance(state, RaiseYourHorns)
    count = _Count(state)
    count.take_in(happened)
    for _, happened in steps:
        count.take_in(happened)
    return count.figures()


def _solution(state: RaiseYourHorns) -> Solution | None:
    """The solved round, unless these dice would take long."""
    dice = state.rules.dice
    ways = prod(len(set(dice.marks(die))) for die in state.rules.full.dice)
    if ways > MOST_FIRST_ROLLS:
        return None
    return solve(dice, state.players, state.rules.options.name_only_in_round)


class _Count:
    """The figures so far, and where the round stands: its number and the dice kept in it."""

    def __init__(self, state: RaiseYourHorns) -> None:
        self.state = state
        self.solution = _solution(state)
        self.rows = {name: [0] * state.players for name in ROWS if name != "expected"}
        self.expected = [Fraction(0)] * state.players
        self.round = state.round_number
        self.kept: tuple[Face, ...] = state.kept
        self.starter, self.direction = state.starter, state.direction
        self.throws: list[Throw] = []

    def take_in(self, happened: list[Any]) -> None:
        """Count what one move has led to."""
        for event in happened:
            counted = _COUNTED.get(type(event))
            if counted is not None:
                counted(self, event)

    def add(self, name: str, seat: int) -> None:
        self.rows[name][seat] += 1

    # --- by event -------------------------------------------------------------------------------

    def round_began(self, event: events.RoundBegan) -> None:
        self.round, self.starter, self.direction = event.round, event.seat, event.direction
        self.kept = ()

    def rolled(self, event: events.Rolled) -> None:
        self.add("rolls", event.seat)
        if self.solution is not None:
            roll = tuple(FACES[text] for text in event.dice)
            place = len(self.kept)
            before = self.solution.before_roll(self.kept)[place]
            after = _after(self.solution, self.kept, roll)
            self.throws.append(Throw(event.seat, self.round, before, after))

    def was_kept(self, event: events.Kept) -> None:
        face = FACES[event.die]
        self.kept += (face,)
        if face.horns:
            self.add("horns", event.seat)
        else:
            highest = self.rows["highest"]
            highest[event.seat] = max(highest[event.seat], face.value)

    def off_rolled(self, event: events.OffRolled) -> None:
        self.add("offs", event.seat)

    def was_named(self, event: events.Named) -> None:
        self.add("named", event.seat)
        self.add("named-by", event.loser)

    def round_lost(self, _event: events.RoundLost) -> None:
        if self.solution is not None:
            for place, chance in enumerate(self.solution.before_roll()):
                seat = (self.starter + self.direction * place) % self.state.players
                self.expected[seat] += chance

    # --- the result -----------------------------------------------------------------------------

    def figures(self) -> Figures:
        self.rows["losses"] = self.state.losses.copy()  # also those that a position began with
        rows = tuple(row for row in map(self._row, ROWS) if row is not None)
        order = in_order(self.rows["losses"])
        best = medals(rows, MEDALS)
        return Figures(order, rows, best, tuple(self._highlights()), standing="losses")

    def _row(self, name: str) -> Row | None:
        if name != "expected":
            return Row(name, tuple(self.rows[name]), ROWS[name])
        if self.solution is None:
            return None
        return Row(name, tuple(round(float(chance), 1) for chance in self.expected), digits=1)

    def _highlights(self) -> list[Highlight]:
        if not self.throws:
            return []
        luckiest = max(self.throws, key=lambda throw: throw.gain)
        unluckiest = min(self.throws, key=lambda throw: throw.gain)
        found = [("luckiest", luckiest)] if luckiest.gain > 0 else []
        found += [("unluckiest", unluckiest)] if unluckiest.gain < 0 else []
        return [_highlight(name, throw) for name, throw in found]


_COUNTED: Final[dict[type, Callable[[_Count, Any], None]]] = {
    events.RoundBegan: _Count.round_began,
    events.Rolled: _Count.rolled,
    events.Kept: _Count.was_kept,
    events.OffRolled: _Count.off_rolled,
    events.Named: _Count.was_named,
    events.RoundLost: _Count.round_lost,
}


def _after(solution: Solution, kept: tuple[Face, ...], roll: tuple[Face, ...]) -> Fraction:
    """The roller's chance to lose once the dice lie, with the best die kept."""
    if any(face.off for face in roll):
        return solution.off_losses(kept, roll)[len(kept)]
    return solution.keeps(kept, roll)[0].loss


def _highlight(name: str, throw: Throw) -> Highlight:
    before, after = (round(100 * chance) for chance in (throw.before, throw.after))
    return Highlight(name, throw.seat, {"round": throw.round, "before": before, "after": after})

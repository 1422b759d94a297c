"""What if: another move than the one played, and positions to play on from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Final

from hornsup.errors import BadInput
from hornsup.reviews.data import Value, plain
from hornsup.reviews.replaying import Played, check_legal, decision_at, finished

GUESSES: Final = 200
WIDTH: Final = 1.96  # standard errors to either side of a 95 % interval


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Two moves of one decision on the same guesses: what each is worth, and the difference.

    Values are chances to win, or (dice) to lose the round; `low` and `high` bound the difference
    with 95 % confidence.
    """

    move: int
    seat: int
    played: str
    other: str
    played_value: Value
    other_value: Value
    difference: Value
    error: float
    guesses: int

    @property
    def low(self) -> float:
        return float(self.difference) - WIDTH * self.error

    @property
    def high(self) -> float:
        return float(self.difference) + WIDTH * self.error

    def to_json(self) -> dict[str, Any]:
        return {
            "move": self.move,
            "seat": self.seat,
            "played": self.played,
            "other": self.other,
            "played_value": plain(self.played_value),
            "other_value": plain(self.other_value),
            "difference": plain(self.difference),
            "error": self.error,
            "low": self.low,
            "high": self.high,
            "guesses": self.guesses,
        }


def what_if(
    record: object, move: int, other: str, *, seed: int | str = 0, guesses: int = GUESSES
) -> WhatIf:
    """Another move at move number `move` of a finished game, from what its seat knew then.

    Both moves are played on by bots over the same guesses, for two rounds of turns, and judged
    there; in the dice game both are exact.
    """
    data = finished(record)
    point = decision_at(data, move)
    check_legal(point.before, other)
    seat = point.before.to_move
    if data["game"] == "horns-up":
        from hornsup.reviews.horns_up.what_if import compare

        if guesses < 2:
            raise BadInput(f"guesses is a number from 2, not {guesses!r}")
        found = compare(point, other, guesses, Random(f"review/{seed}/what-if/{move}"))
        return WhatIf(move, seat, point.text, other, *found, guesses)
    return WhatIf(move, seat, point.text, other, *_exact(point, other), 0)


def _exact(point: Played, other: str) -> tuple[Fraction, Fraction, Fraction, float]:
    """For dice: the chances to lose after either move."""
    from hornsup.reviews.raise_your_horns.steps import after

    if "roll" in (point.text, other):
        raise BadInput("a roll is no decision; choose a move at which a die is kept or a name told")
    state = point.before.clone()
    events = state.apply(other)
    seat = point.before.to_move
    then = after(point)[seat]
    now = after(Played(point.number, other, point.before, state, events))[seat]
    return then, now, now - then, 0.0


def practice(record: object, move: int, *, seed: int | str = 0) -> Mapping[str, Any]:
    """The position before move number `move` of a finished game, to play on from.

    What the seat to move could not see is drawn again from what it knew; a game of dice goes on
    before the roll of that moment, which falls as it did. The result is the `[position]` of a
    scenario: `game.position(players, options, found)` sets it up.
    """
    data = finished(record)
    point = decision_at(data, move)
    rng = Random(f"review/{seed}/practice/{move}")
    if data["game"] == "horns-up":
        from hornsup.reviews.horns_up.what_if import practice as redrawn

        return redrawn(point, rng)
    from hornsup.reviews.raise_your_horns.practice import practice as rolled

    return rolled(point, rng)

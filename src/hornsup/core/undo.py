"""Undo: a move may be taken back as long as nobody has learnt or been asked anything by it.

A game says of every kind of its events what it means for taking back; a kind that it does not
mention counts as something revealed, so that a new event is safe until somebody thinks about it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hornsup.core.contract import GameState

OVER: Final = "over"  # the game has ended
ROLLED: Final = "rolled"  # a die was rolled
DRAWN: Final = "drawn"  # a card was drawn or turned over, or a pile shuffled
REVEALED: Final = "revealed"  # something hidden became known to anyone
PASSED: Final = "passed"  # somebody else has to decide, or the turn or round is another
SHOWN: Final = "shown"  # the mover showed a card of the own hand; a barrier where that is strict
FREE: Final = ""  # no reason against undo

REASONS: Final = (OVER, ROLLED, DRAWN, REVEALED, PASSED, SHOWN)
"""In order of precedence: undo is refused for the first of these that applies."""


def find_barrier(
    before: GameState, after: GameState, meanings: Iterable[str], strict: bool
) -> str | None:
    """The first of REASONS that the events or the two states give."""
    found = set(meanings)
    if after.over:
        found.add(OVER)
    if before.to_move != after.to_move or before.turns != after.turns:
        found.add(PASSED)
    if not strict:
        found.discard(SHOWN)
    return next((reason for reason in REASONS if reason in found), None)


def meaning(kind: str, table: Mapping[str, str]) -> str:
    """What a kind of event means for taking back."""
    return table.get(kind, REVEALED)

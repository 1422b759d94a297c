"""Which moves of Raise Your Horns! may be taken back: none, for dice that fell have been seen.

Every move rolls, hands the dice on or ends the round. What is left to say is why.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hornsup.core.contract import GameState
from hornsup.core.undo import DRAWN, FREE, OVER, PASSED, ROLLED, find_barrier, meaning

MEANINGS: Final[Mapping[str, str]] = {
    "start-rolled": ROLLED,
    "rolled": ROLLED,
    "off-rolled": ROLLED,
    "forfeit-dealt": DRAWN,
    "forfeit-done": PASSED,  # the Executor has acted
    "round-began": PASSED,
    "round-lost": PASSED,
    "stopped": OVER,
    "game-ended": OVER,
    "start-tied": FREE,
    "kept": FREE,
    "may-name": FREE,
    "named": FREE,
    "declined": FREE,
    "fouled": FREE,
    "direction-turned": FREE,
}


def barrier(
    before: GameState, after: GameState, events: list[Any], strict: bool = False
) -> str | None:
    """Why the move between these states cannot be taken back; None if it can."""
    kinds = (meaning(event.kind, MEANINGS) for event in events)
    return find_barrier(before, after, kinds, strict)

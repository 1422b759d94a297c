"""When a player of a game over days is told, once a turn, that time runs out."""

from __future__ import annotations

from typing import Final

from hornsup.play.settings import NoClock, by_days
from hornsup.play.table import PLAYING, Table

MOST_LEFT_MS: Final = 6 * 3_600_000
"""A reminder comes when a quarter of a turn's time is left, and that much at most."""


def reminder_at(table: Table) -> int | None:
    """When the player whose clock runs is to be reminded; None for clocks shorter than a day.

    Somebody whose time was as short as that from the beginning has just been called.
    """
    deadline, clock = table.clocks.deadline(), table.settings.clock
    if deadline is None or isinstance(clock, NoClock) or not by_days(clock):
        return None
    at = deadline - min(clock.seconds * 1000 // 4, MOST_LEFT_MS)
    return at if at > table.turn_since else None


def reminder_is_due(table: Table, now: int) -> bool:
    """Whether the decider's time runs out; the caller sees that a turn has one reminder."""
    if table.phase != PLAYING or table.decider is None:
        return False
    at, deadline = reminder_at(table), table.clocks.deadline()
    return at is not None and deadline is not None and at <= now < deadline

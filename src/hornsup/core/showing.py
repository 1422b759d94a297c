"""How long what happened takes to be seen, counted in plain steps.

A game weighs every kind of its events; the events of a move add up. A table lets its bots wait so
many times its pace before they go on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

PLAIN: Final = 1.0
"""A plain step; nothing is shorter, so that no two moves are seen as one."""
LONGEST: Final = 10.0
"""Whatever happens, bots do not wait for more steps than these."""


def add_up(weights: Iterable[float]) -> float:
    """The weights of all events of a move, within the two limits."""
    return min(LONGEST, max(PLAIN, sum(weights)))


def one_step(_events: Iterable[Any]) -> float:
    """For a game all of whose moves are seen equally fast."""
    return PLAIN

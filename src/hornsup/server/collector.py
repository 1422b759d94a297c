"""When to look for cyclic garbage.

A collection stops every table for as long as it takes, and moves leave nothing for it: what they
make is freed as soon as it is dropped. Cycles come from rooms that were closed and requests that
failed. So Python's own schedule, which goes by the number of objects, is switched off, and we look
when nobody is waiting, or when a busy server has put it off for too long.
"""

from __future__ import annotations

import gc
from typing import Final

ENOUGH: Final = 20_000
"""New objects that make looking worth while in a quiet moment."""
TOO_MANY: Final = 1_000_000
"""New objects at which we look whatever goes on."""
QUIET_SECONDS: Final = 0.2
"""How long nothing may have been committed for a moment to count as quiet."""


def take_over() -> None:
    """What lives as long as the process is never looked at again; the rest when we say."""
    gc.collect()
    gc.freeze()
    gc.disable()


def hand_back() -> None:
    """Python's own schedule again, for whatever this process does next."""
    gc.enable()


def is_due(new_objects: int, silence: float) -> bool:
    """Whether now is the moment, after so many seconds without a commit."""
    if new_objects >= TOO_MANY:
        return True
    return new_objects >= ENOUGH and silence >= QUIET_SECONDS


def visit(silence: float) -> bool:
    """Look if now is the moment; the sweeper asks every second."""
    due = is_due(gc.get_count()[0], silence)
    if due:
        gc.collect()
    return due

"""When to look for cyclic garbage.

A collection stops every table for as long as it takes, a tenth of a second where 200 tables
have just been opened, and moves leave nothing for it: what they make is freed as soon as it is
dropped. Cycles come from sockets that have left, rooms that were closed and requests that failed.
So Python's own schedule, which goes by the number of objects, is switched off, and we look when
nobody has played for a while, or when a busy server has put it off for too long. A look at what is
new is short; one at everything is kept for a longer silence.
"""

from __future__ import annotations

import gc
from typing import Final, Literal

ENOUGH: Final = 20_000
"""New objects that make looking worth while in a quiet moment."""
TOO_MANY: Final = 250_000
"""New objects at which we look whatever goes on."""
QUIET_SECONDS: Final = 5.0
"""How long nothing may have been committed for a moment to count as quiet."""
LONG_SECONDS: Final = 30.0
"""How long nothing may have been committed for a look at everything."""
TOO_OFTEN: Final = 50
"""Looks at what is new after which we look at everything whatever goes on."""

Look = Literal["nothing", "new", "all"]
_NEW: Final = 1
"""The generation that Python's collector calls young, and all that is younger."""


def take_over() -> None:
    """What lives as long as the process is never looked at again; the rest when we say."""
    gc.collect()
    gc.freeze()
    gc.disable()


def hand_back() -> None:
    """Python's own schedule again, for whatever this process does next."""
    gc.enable()


def what_is_due(new_objects: int, looks: int, silence: float) -> Look:
    """What to look at now, after so many looks at new objects since the last one at everything,
    and after so many seconds without a commit."""
    if looks >= TOO_OFTEN or (looks and silence >= LONG_SECONDS):
        return "all"
    if new_objects >= (ENOUGH if silence >= QUIET_SECONDS else TOO_MANY):
        return "new"
    return "nothing"


def visit(silence: float) -> Look:
    """Look if now is the moment; the sweeper asks every second."""
    new_objects, _, looks = gc.get_count()
    due = what_is_due(new_objects, looks, silence)
    if due == "all":
        gc.collect()
    elif due == "new":
        gc.collect(_NEW)
    return due

"""How long what happens takes to be seen: dice fly and come to rest, a lost round sinks in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hornsup.core.showing import add_up

WEIGHTS: Final[Mapping[str, float]] = {
    "start-rolled": 2.6,
    "start-tied": 1,
    "round-began": 0,
    "rolled": 2.6,
    "kept": 1.2,
    "off-rolled": 1,
    "may-name": 1.5,
    "named": 1,
    "declined": 1,
    "fouled": 1,
    "round-lost": 2.5,
    "forfeit-dealt": 0,
    "forfeit-done": 1.2,
    "direction-turned": 0,
    "stopped": 1,
    "game-ended": 0,
}


def showing(events: Iterable[Any]) -> float:
    """The plain steps that these events take to be seen."""
    return add_up(WEIGHTS[event.kind] for event in events)

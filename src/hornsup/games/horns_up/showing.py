"""How long what happens takes to be seen: a step is short, a Ticket is to be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hornsup.core.showing import add_up

ATTACK: Final = 4.0
"""A Ticket that somebody plays against somebody: two names are to be read."""

WEIGHTS: Final[Mapping[str, float]] = {
    "first-player": 1,
    "dealt": 0,
    "entered": 1,
    "turn-began": 0,
    "turn-skipped": 1,
    "turn-ended": 1,
    "drew": 0,
    "nothing-to-draw": 0,
    "reshuffled": 1,
    "walked": 1,
    "flipped": 0,
    "path-played": 1.2,
    "wall-played": 1.5,
    "wall-cleared": 1.5,
    "ticket-played": 3.5,  # with what follows from it; the kinds below add what moves beside it
    "token-returned": 1,
    "token-taken": 0,
    "token-refused": 0,
    "action-gained": 0,
    "skip-marked": 0,
    "discarded": 0.5,
    "nothing-to-discard": 0,
    "removed": 0,
    "pushed": 1,
    "push-held": 0.5,
    "entrance-took": 0,
    "off-edge": 0,
    "covered": 0,
    "overlap-lost": 0,
    "carried": 0,
    "sent-to-entrance": 0.5,
    "surfed": 1,
    "stage-changed": 2,  # comes with the Ticket that turned it over
    "stage-reshuffled": 0,
    "paths-turned": 0.5,
    "encore-played": 0.5,
    "hands-passed": 0.5,
    "divided": 4,
    "parted": 0,
    "closed": 4,
    "kept": 0,
    "crushed": 1,
    "won": 0,
}


def showing(events: Iterable[Any]) -> float:
    """The plain steps that these events take to be seen."""
    return add_up(_weight(event) for event in events)


def _weight(event: Any) -> float:
    if event.kind == "ticket-played" and event.target is not None:
        return ATTACK
    return WEIGHTS[event.kind]

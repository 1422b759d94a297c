"""The events of Horns Up as engine 1 told them, for its records (docs/records.md).

Engine 2 plays the same rules and leads to the same states. Engine 1 had one event for every card
that left the table by moving, told nothing of the pawns that moved with their cards, and told
which of several cards stays after those that are lost.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from hornsup.core.notation import parse_cell
from hornsup.games.horns_up import events

_STEPS: Final = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


class Swallowed(NamedTuple):
    """A card came onto an Entrance, another card or off the table, and is discarded."""

    cell: str
    card: str
    kind: Literal["swallowed"] = "swallowed"


def as_engine_1(happened: list[Any]) -> list[Any]:
    """The events of one move, as engine 1 told them."""
    told: list[Any] = []
    kept: events.Kept | None = None
    for event in happened:
        if kept is not None and not isinstance(event, events.OverlapLost):
            told.append(kept)
            kept = None
        if isinstance(event, events.Kept):
            kept = event
        elif not isinstance(event, (events.Carried, events.SentToEntrance)):
            told.append(_as_told(event))
    return told if kept is None else [*told, kept]


def _as_told(event: Any) -> Any:
    if isinstance(event, (events.EntranceTook, events.Covered, events.OverlapLost)):
        return Swallowed(event.cell, event.card)
    if isinstance(event, events.OffEdge):
        return Swallowed(_next_cell(event.cell, event.direction), event.card)
    return event


def _next_cell(cell: str, direction: str) -> str:
    """Engine 1 named the cell beyond the edge."""
    x, y = parse_cell(cell)
    right, down = _STEPS[direction]
    return f"{x + right},{y + down}"

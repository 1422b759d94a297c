"""The events of a running game from its deal on, made again from its moves.

A table keeps the events of its last steps alone. Whoever comes later, or comes back after long, is
told what happened before by playing the state's own history once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hornsup.core.contract import GameState
from hornsup.errors import HornsUpError
from hornsup.play.table import Table

MOST_MOVES: Final = 3_000
"""A game with more moves is not played again for one viewer; that would hold up everybody."""

Happening = tuple[int, Any]
"""An event, in full, after the version of the entry that it came with."""


def remembered(table: Table, since: int) -> list[Happening] | None:
    """The events after a version from the steps that the table keeps; None if it needs more."""
    steps = [step for step in table.recent if step.logged.version > since]
    if len(steps) != table.version - since:
        return None
    return _events_of_steps(table, since)


def retold(table: Table, since: int) -> list[Happening] | None:
    """The events after a version from the moves; None where the moves cannot tell.

    Moves that were taken back are left out.
    """
    state = table.state
    if state is None or state.origin is None or not table.game.replays(table.engine):
        return None
    if len(table.move_versions) > MOST_MOVES:
        return None
    try:
        told = [*_played_again(table, state, state.origin.seed), *table.confirmed]
    except HornsUpError:
        return None  # the rules have changed since the log was written
    told.sort(key=lambda happening: happening[0])
    return [happening for happening in told if happening[0] > since]


def newest(table: Table) -> list[Happening]:
    """The events of the steps that the table keeps."""
    return _events_of_steps(table, 0)


def _events_of_steps(table: Table, since: int) -> list[Happening]:
    return [
        (step.logged.version, event)
        for step in table.recent
        if step.logged.version > since
        for event in step.events
    ]


def _played_again(table: Table, state: GameState, seed: Any) -> Iterator[Happening]:
    again = table.game.start(state.players, seed, state.options)
    dealt, *versions = table.move_versions
    for event in again.opening:
        yield dealt, event
    for version, move in zip(versions, state.moves_played(), strict=True):
        for event in again.apply(move):
            yield version, event

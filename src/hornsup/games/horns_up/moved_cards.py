"""Where a moved card and its pawns end: on a cell, on an Entrance, or off the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hornsup.games.horns_up import events
from hornsup.games.horns_up.board import (
    CELL_TEXT,
    DIRECTIONS,
    EDGE,
    IS_ENTRANCE,
    STEP,
    nearest_entrance,
)

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp


def home(state: HornsUp, cell: int, goal: int) -> int:
    """Where the pawns of a card are that moves from a cell to the next one (H31, H70, Q58)."""
    if state.board[goal] & EDGE:
        return nearest_entrance(cell, state.rules.entrances)
    return goal


def tell_taken(state: HornsUp, cell: int, goal: int, card: str) -> None:
    """An Entrance or the edge takes a card; what is told names no cell beyond the edge."""
    if state.log is None:
        return
    if state.board[goal] & IS_ENTRANCE:
        state.log.append(events.EntranceTook(card, CELL_TEXT[cell], CELL_TEXT[goal]))
    else:
        way = DIRECTIONS[STEP.index(goal - cell)]
        state.log.append(events.OffEdge(card, CELL_TEXT[cell], way))


def tell_pawns(state: HornsUp, cell: int, goal: int) -> None:
    """Where each pawn on a card goes; called before the pawns are moved."""
    if state.log is None or cell == goal:
        return
    start, end = CELL_TEXT[cell], CELL_TEXT[home(state, cell, goal)]
    there = state.board[goal]
    for seat in range(state.players):
        if state.pawns[seat] != cell:
            continue
        if there & (IS_ENTRANCE | EDGE):
            why: events.Reason = "edge" if there & EDGE else "entrance"
            state.log.append(events.SentToEntrance(seat, start, end, why))
        else:
            state.log.append(events.Carried(seat, start, end))

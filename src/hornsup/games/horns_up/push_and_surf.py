"""The effects that move cards and pawns: Pushed Away and Crowd Surfing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hornsup.games.horns_up import events, knowledge, moved_cards, turns
from hornsup.games.horns_up.board import (
    CELL_TEXT,
    DIRECTIONS,
    EDGE,
    IS_ENTRANCE,
    KIND_OF_SIDES,
    PATH,
    SIDES_TEXT,
    STEP,
    UP,
    WALL,
    row,
)
from hornsup.games.horns_up.legal import ONTO_STAGE, surf_over

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp


def push(state: HornsUp, target: int, way: int) -> None:
    """H29 to H34: the target's card and every Wall or occupied Path it runs into move one cell."""
    chain, beyond = _chain(state, state.pawns[target], STEP[way])
    if not chain:  # a Wall holds where Walls do not move (Q30)
        _held(state, target, way)
    elif row(beyond) == 0:  # H32: the stage line holds
        _held(state, target, way)
        crushed = chain if state.rules.crush_whole_chain else chain[-1:]
        for seat in _clockwise(state):
            if state.pawns[seat] in crushed:
                turns.mark_skip(state, seat)
    else:
        if state.log is not None:
            cells = tuple(CELL_TEXT[cell] for cell in chain)
            state.log.append(events.Pushed(target, DIRECTIONS[way], cells))
        for cell in reversed(chain):
            _move_card(state, cell, cell + STEP[way])


def _chain(state: HornsUp, start: int, step: int) -> tuple[list[int], int]:
    """The cells that move and the first one beyond them; no cells if a Wall may not move."""
    board = state.board
    chain = [start]
    cell = start + step
    while True:
        if board[cell] & WALL:
            if not state.rules.chain_through_walls:
                return [], cell
        elif not (board[cell] & UP and cell in state.pawns):
            return chain, cell
        chain.append(cell)
        cell += step


def _held(state: HornsUp, target: int, way: int) -> None:
    if state.log is not None:
        state.log.append(events.PushHeld(target, DIRECTIONS[way]))


def _clockwise(state: HornsUp) -> list[int]:
    return [(state.turn + offset) % state.players for offset in range(state.players)]


def _move_card(state: HornsUp, cell: int, goal: int) -> None:
    """Move a card and its pawns; where it arrives H31, H33, H78 and Q58 apply."""
    there = state.board[goal]
    if there & (IS_ENTRANCE | EDGE):
        moved_cards.tell_taken(state, cell, goal, turns.discard_from_table(state, cell))
    else:
        if there & PATH:
            card = turns.discard_from_table(state, goal)
            if state.log is not None:
                state.log.append(events.Covered(card, CELL_TEXT[goal]))
        turns.lay(state, goal, turns.take(state, cell))
    moved_cards.tell_pawns(state, cell, goal)
    home = moved_cards.home(state, cell, goal)
    pawns = state.pawns
    for seat in range(state.players):
        if pawns[seat] == cell:
            pawns[seat] = home
    state.reached = None


def surf(state: HornsUp, way: int, sides: int) -> None:
    """H35 to H41: over the Walls onto a card, onto a Path played there, or onto the Stage."""
    seat = state.turn
    start = state.pawns[seat]
    what, cell, walls = surf_over(state, way)
    if sides:  # H38, H39: the landing Path is a second action
        state.actions -= 1
        knowledge.lose(state, seat, KIND_OF_SIDES[sides])
        covered = turns.cover(state, cell, UP | sides)
        if state.log is not None:
            played = events.PathPlayed(seat, SIDES_TEXT[sides], CELL_TEXT[cell], covered)
            state.log.append(played)
    state.pawns[seat] = cell
    state.reached = None
    if state.log is not None:
        state.log.append(events.Surfed(seat, CELL_TEXT[cell], walls))
    if what == ONTO_STAGE:  # H24, H41
        turns.win(state, seat, [start, cell])

"""What is played for somebody whose time is up: the best die is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from hornsup.core.moves import Move
from hornsup.games.raise_your_horns.moves import NAME_MOVES, ROLL_MOVE, keep_move
from hornsup.games.raise_your_horns.rolls import keepable
from hornsup.games.raise_your_horns.rules import NAMING

if TYPE_CHECKING:
    from hornsup.core.contract import GameState
    from hornsup.games.raise_your_horns.state import RaiseYourHorns


def default_move(state: GameState) -> Move:
    """Roll, keep the highest die, name the next player; never stop, never foul."""
    table = cast("RaiseYourHorns", state)
    if table.phase == NAMING:
        return _name(table)
    if table.roll is None:
        return ROLL_MOVE
    return keep_move(max(keepable(table.roll.faces), key=lambda face: face.value))


def _name(state: RaiseYourHorns) -> Move:
    """The next one in the direction of play who may be named (R10)."""
    others = (state.seat + state.direction * step for step in range(1, state.players))
    moves = (NAME_MOVES[seat % state.players] for seat in others)
    return next(move for move in moves if move.code in state.choices)

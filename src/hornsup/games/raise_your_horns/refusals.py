"""Why a move is refused: the first thing that would have to be true and is not, with its rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hornsup.core.moves import Move
from hornsup.core.notation import seat_letter
from hornsup.core.refusal import Refusal
from hornsup.games.raise_your_horns.faces import FACE_OF_CODE
from hornsup.games.raise_your_horns.moves import ARGUMENT, FOUL, KEEP, NAME, OP_MASK, STOP
from hornsup.games.raise_your_horns.options import TIME, UNTIL_STOPPED
from hornsup.games.raise_your_horns.rules import KEEPING, NAMING, OVER, STARTING

if TYPE_CHECKING:
    from hornsup.games.raise_your_horns.state import RaiseYourHorns


def refuse(code: str, rule: str, **values: object) -> Refusal:
    return Refusal(code, rule, "refusals_raise_your_horns", values)


def explain(state: RaiseYourHorns, move: Move) -> Refusal:
    """The refusal of a move that is not legal."""
    op = move.code & OP_MASK
    if state.phase == OVER:
        return refuse("game-over", "R13")
    if op == STOP:
        return _stop(state)
    if op == FOUL:
        return _foul(state)
    if op == NAME:
        return _name(state, move.code >> ARGUMENT)
    if state.phase == NAMING:
        return refuse("name-first", "R10", seat=seat_letter(state.seat))
    if op == KEEP:
        return _keep(state, move.code >> ARGUMENT)
    return refuse("keep-first", "R3", seat=seat_letter(state.seat))


def _stop(state: RaiseYourHorns) -> Refusal:
    goal = state.options.end_goal
    if goal == UNTIL_STOPPED:
        return refuse("stop-before-rolling", "R13")
    if goal == TIME:
        return refuse("stop-between-rounds", "R13")
    return refuse(f"play-to-{goal}", "R13", n=state.options.end_value)


def _foul(state: RaiseYourHorns) -> Refusal:
    if not state.options.fouls:
        return refuse("fouls-off", "R15")
    return refuse("no-foul-now", "R15")


def _name(state: RaiseYourHorns, named: int) -> Refusal:
    if state.phase != NAMING:
        return refuse("nobody-to-name", "R10")
    if named >= state.players:
        last = seat_letter(state.players - 1)
        return refuse("no-such-seat", "R10", seat=seat_letter(named), last=last)
    seats = [seat_letter(seat) for seat in sorted(state.order)]
    return refuse("not-in-round", "R10", seat=seat_letter(named), seats=seats)


def _keep(state: RaiseYourHorns, face_code: int) -> Refusal:
    if state.phase == STARTING:
        return refuse("start-roll-first", "R2", seat=seat_letter(state.seat))
    if state.phase != KEEPING:
        return refuse("roll-first", "R3", seat=seat_letter(state.seat))
    assert state.roll is not None
    face = FACE_OF_CODE[face_code]
    if face in state.roll.faces:
        return refuse("white-waits", "R5", die=face.text)
    return refuse("not-in-roll", "R3", die=face.text, dice=state.roll.texts)

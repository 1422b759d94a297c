"""Why a die cannot be kept: the refusal of keeping it, or of acting at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from hornsup.core.notation import seat_letter
from hornsup.core.refusal import Refusal
from hornsup.games.raise_your_horns.refusals import refuse
from hornsup.games.raise_your_horns.rules import KEEPING, NAMING, OVER, STARTING

if TYPE_CHECKING:
    from hornsup.core.contract import GameState
    from hornsup.games.raise_your_horns.state import RaiseYourHorns


def why_unusable(
    state: GameState, seat: int, card: str | None = None, cell: str | None = None
) -> list[Refusal]:
    """Why this seat cannot keep a die such as `B4` now; the dice game has no cells."""
    del cell
    table = cast("RaiseYourHorns", state)
    if table.to_move != seat:
        return [_not_yours(table)]
    refusal = None if card is None else table.why_not(f"keep {card}")
    return [] if refusal is None else [refusal]


def _not_yours(state: RaiseYourHorns) -> Refusal:
    """Somebody else has something to do first."""
    if state.phase == OVER:
        return refuse("game-over", "R13")
    owner = seat_letter(state.seat)
    if state.phase == STARTING:
        return refuse("start-roll-first", "R2", seat=owner)
    if state.phase == NAMING:
        return refuse("name-first", "R10", seat=owner)
    return refuse("keep-first" if state.phase == KEEPING else "roll-first", "R3", seat=owner)

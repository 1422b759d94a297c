"""What is played for a Rocker whose time is up: as little as the rules allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from hornsup.core.moves import Move
from hornsup.games.horns_up.moves import (
    CLEAR,
    DISCARD_CARD,
    END,
    ENTER,
    KEEP,
    PART,
    PLACE,
    PLAY,
    TOKEN_BACK,
    WALK,
    WALL_UP,
    kind_of,
    op_of,
    seat_of,
)

if TYPE_CHECKING:
    from hornsup.core.contract import GameState
    from hornsup.games.horns_up.state import HornsUp

# A walk costs nothing and would never end the turn, so it is never needed.
LEAST_HARMFUL_FIRST: Final = (
    ENTER,
    PART,
    KEEP,
    DISCARD_CARD,
    END,
    TOKEN_BACK,
    PLACE,
    CLEAR,
    WALL_UP,
    PLAY,
)


def default_move(state: GameState) -> Move:
    """The end of the turn, else what the rules force; among equals the first legal move."""
    table = cast("HornsUp", state)
    codes = [code for code in table.legal_codes() if op_of(code) != WALK]
    return table.move_of(min(codes, key=lambda code: _harm(table, code)))


def _harm(state: HornsUp, code: int) -> tuple[int, int]:
    op = op_of(code)
    if op == DISCARD_CARD:
        return LEAST_HARMFUL_FIRST.index(op), _use(state, kind_of(code))
    return LEAST_HARMFUL_FIRST.index(op), int(op == PLAY and seat_of(code) >= 0)


def _use(state: HornsUp, kind: int) -> int:
    """How useful a card is: a Wall least, a Path, which leads to the Stage, most."""
    if kind < state.rules.walls_from:
        return 2
    return 0 if kind < state.rules.tickets_from else 1

"""Why a Ticket that is in hand cannot be played as it was asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hornsup.core.notation import seat_letter
from hornsup.core.refusal import Refusal
from hornsup.games.horns_up import legal
from hornsup.games.horns_up.board import (
    CELL_TEXT,
    IS_ENTRANCE,
    KIND_OF_SIDES,
    PATH,
    SHIFT,
    WALL,
)
from hornsup.games.horns_up.moves import (
    OFF_TABLE,
    cell_of,
    half_of,
    kind_of,
    seat_of,
    sides_of,
    way_of,
)
from hornsup.games.horns_up.wording import card_name, refuse, side_word

if TYPE_CHECKING:
    from hornsup.games.horns_up.card_symbols import Half
    from hornsup.games.horns_up.state import HornsUp


def refuse_ticket(table: HornsUp, code: int) -> Refusal | None:
    """What a Ticket asks for, in the order of the notation, and what it does not."""
    halves = table.rules.effects[kind_of(code) - table.rules.tickets_from]
    name = card_name(table, kind_of(code))
    side = half_of(code)
    if len(halves) == 2 and not side:
        return refuse("choose-left-or-right", "H28", card=name)
    if len(halves) == 1 and side:
        return refuse("no-left-or-right", "H28", card=name)
    half = halves[side - 1 if side else 0]
    return (
        _target(table, half, seat_of(code), name)
        or _way(half, way_of(code), name)
        or (_surf(table, way_of(code), sides_of(code)) if half.surf else None)
        or _remove(table, half, cell_of(code), name)
        or (refuse("no-landing-path", "H38", card=name) if sides_of(code) else None)
    )


def _target(table: HornsUp, half: Half, seat: int, name: str) -> Refusal | None:
    if not half.target:
        return refuse("no-target-asked", "H28", card=name) if seat >= 0 else None
    if seat < 0:
        return refuse("choose-a-target", "H28", card=name)
    if seat >= table.players:
        return refuse("no-such-rocker", "H28", seat=seat_letter(seat))
    if seat == table.turn:
        return refuse("target-another", "H28", card=name)
    if half.tokens and legal.is_immune(table, seat):
        return refuse("target-immune", "H21", seat=seat_letter(seat))
    if half.push and table.board[table.pawns[seat]] & IS_ENTRANCE:
        return refuse("target-on-entrance", "H29", seat=seat_letter(seat))
    return None


def _way(half: Half, way: int, name: str) -> Refusal | None:
    if half.push or half.surf:
        if way < 0:
            return refuse("choose-a-direction", "H29" if half.push else "H35", card=name)
    elif way >= 0:
        return refuse("no-direction-asked", "H28", card=name)
    return None


def _surf(table: HornsUp, way: int, sides: int) -> Refusal | None:
    what, cell, _ = legal.surf_over(table, way)
    side = side_word(way)
    where = CELL_TEXT[cell]
    if what == legal.NO_WALL:
        return refuse("surf-no-wall", "H35", side=side)
    if what == legal.SHUT:
        return refuse("surf-closed", "H36", side=side)
    if what == legal.NO_ENTRANCE:
        return refuse("surf-entrance", "H35")
    if what == legal.BARRIER:
        return refuse("surf-barrier", "H40")
    if what == legal.OFF_TABLE:
        return refuse("surf-off-table", "H35", side=side)
    if what == legal.NEEDS_PATH:
        return _landing(table, sides, where)
    if sides:
        return refuse("surf-landing-not-needed", "H38", cell=where)
    return None


def _landing(table: HornsUp, sides: int, where: str) -> Refusal | None:
    if table.actions < 2:
        return refuse("surf-needs-two-actions", "H39", cell=where)
    if not sides:
        return refuse("surf-needs-path", "H38", cell=where)
    kind = KIND_OF_SIDES[sides]
    if kind not in table.hands[table.turn]:
        return refuse("surf-path-not-in-hand", "H39", card=card_name(table, kind))
    return None


def _remove(table: HornsUp, half: Half, cell: int, name: str) -> Refusal | None:
    if not half.remove:
        return refuse("no-cell-asked", "H28", card=name) if cell else None
    if not cell:
        return refuse("choose-a-card-to-remove", "H28", card=name)
    if cell == OFF_TABLE:
        return refuse("off-table", "H28")
    content = table.board[cell]
    where = CELL_TEXT[cell]
    if content & IS_ENTRANCE:
        return refuse("entrance-stays", "H76", cell=where)
    if not content & (PATH | WALL):
        return refuse("nothing-to-remove", "H28", cell=where)
    if legal.may_remove(table, cell):
        return None
    if content & WALL:
        return refuse("wall-needs-encore", "H49", wall=card_name(table, content >> SHIFT))
    if not table.rules.removes_paths:
        return refuse("remove-walls-only", "H28", cell=where)
    return refuse("remove-under-pawn", "H28", cell=where)

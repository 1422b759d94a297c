"""Why a move is refused: the first thing that would have to be true and is not, with its rule.

`legal.py` decides what is legal; this module only explains. Every move that is not on the list of
legal moves gets an explanation here, which the tests hold it to.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hornsup.core.moves import Move
from hornsup.core.notation import seat_letter
from hornsup.core.refusal import Refusal
from hornsup.games.horns_up import legal
from hornsup.games.horns_up.agenda import ASK_DISCARD, ASK_PART
from hornsup.games.horns_up.board import (
    CELL_TEXT,
    EDGE,
    EMPTY,
    IS_ENTRANCE,
    KIND_OF_SIDES,
    PATH,
    SHIFT,
    STEP,
    UP,
    WALL,
    row,
)
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
    cell_of,
    kind_of,
    op_of,
    sides_of,
)
from hornsup.games.horns_up.ticket_refusals import refuse_ticket
from hornsup.games.horns_up.wording import card_name, refuse, side_word

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp


def explain(state: HornsUp, move: Move) -> Refusal:
    """The refusal of a move that is not legal."""
    code = move.code
    op = op_of(code)
    if state.winner >= 0:
        return refuse("game-over", "H25", seat=seat_letter(state.winner))
    found = _wrong_moment(state, op)
    if found is None and state.agenda:
        found = _answer(state, code)
    elif found is None and op == ENTER:
        found = _enter(state, cell_of(code))
    elif found is None and op == WALK:
        found = _walk(state, cell_of(code))
    elif found is None and op == END:
        found = _end(state)
    elif found is None:
        found = _action(state.settled(), code, op)
    assert found is not None, f"{move} is not legal but nothing speaks against it"
    return found


def _wrong_moment(state: HornsUp, op: int) -> Refusal | None:
    """A move that belongs to another moment of the game."""
    if state.agenda:
        task = state.agenda[-1]
        asked = DISCARD_CARD if task[0] == ASK_DISCARD else PART if task[0] == ASK_PART else KEEP
        if op == asked:
            return None
        what, rule = {
            DISCARD_CARD: ("choose-discard-first", "H28"),
            PART: ("choose-side-first", "H68"),
            KEEP: ("choose-card-first", "H75"),
        }[asked]
        return refuse(what, rule, seat=seat_letter(task[1]))
    if op in (DISCARD_CARD, PART, KEEP):
        rule = {DISCARD_CARD: "H13", PART: "H68", KEEP: "H75"}[op]
        return refuse("nothing-to-answer", rule)
    if state.turn_number == 0 and op != ENTER:
        return refuse("enter-first", "H10", seat=seat_letter(state.mover))
    if state.turn_number and op == ENTER:
        return refuse("entered-already", "H10")
    return None


def _answer(state: HornsUp, code: int) -> Refusal:
    task = state.agenda[-1]
    if op_of(code) == DISCARD_CARD:
        name = card_name(state, kind_of(code))
        if kind_of(code) not in state.hands[task[1]]:
            return refuse("not-in-hand", "H13", card=name)
        return refuse("discard-a-ticket", "H28", card=name)
    asked = CELL_TEXT[task[2]]
    if cell_of(code) != task[2]:
        rule = "H68" if op_of(code) == PART else "H75"
        return refuse("another-cell-is-asked", rule, cell=asked)
    if op_of(code) == PART:
        return refuse("part-left-or-right", "H68", cell=asked)
    return refuse("no-card-from-there", "H75", cell=asked)


def _enter(state: HornsUp, cell: int) -> Refusal:
    if not state.board[cell] & IS_ENTRANCE:
        names = [CELL_TEXT[entrance] for entrance in state.rules.entrances]
        return refuse("no-entrance", "H10", cell=CELL_TEXT[cell], cells=names)
    owner = seat_letter(state.pawns.index(cell))
    return refuse("entrance-taken", "H10", cell=CELL_TEXT[cell], seat=owner)


def _end(state: HornsUp) -> Refusal:
    held = state.tokens[state.turn]
    if held:
        return refuse("tokens-before-end", "H18", n=held)
    return refuse("must-act", "H12", n=state.actions)


# --- walking --------------------------------------------------------------------------------


def _walk(state: HornsUp, cell: int) -> Refusal:
    """Say what stands in the way: the cell itself, or the side that is closed."""
    content = state.board[cell]
    where = CELL_TEXT[cell]
    if cell == state.pawns[state.turn]:
        return refuse("walk-here-already", "H14", cell=where)
    if content & EDGE:
        code = "walk-to-stage" if cell in state.rules.stage_cells else "walk-off-table"
        return refuse(code, "H23" if code == "walk-to-stage" else "H60")
    if content & WALL:
        return refuse("walk-into-wall", "H42", cell=where)
    if content == EMPTY:
        return refuse("walk-to-empty", "H51", cell=where)
    if content & PATH and not content & UP:
        return refuse("walk-face-down", "H57", cell=where)
    for way in range(4):
        near = cell + STEP[(way + 2) & 3]
        if near == state.pawns[state.turn]:
            return _closed_between(state, near, cell, way)
    return refuse("walk-no-way", "H51", cell=where)


def _closed_between(state: HornsUp, here: int, there: int, way: int) -> Refusal:
    """Two neighbouring cards that are not joined: name the side that is shut."""
    if not state.board[here] >> way & 1:
        return refuse("walk-own-side-closed", "H51", side=side_word(way))
    side = side_word((way + 2) & 3)
    return refuse("walk-other-side-closed", "H51", cell=CELL_TEXT[there], side=side)


# --- actions --------------------------------------------------------------------------------


def _action(table: HornsUp, code: int, op: int) -> Refusal | None:
    held = table.tokens[table.turn]
    if table.actions <= 0:
        return refuse("no-action-left", "H12")
    if op == TOKEN_BACK:
        return refuse("no-token", "H17")
    if held:
        return refuse("tokens-first", "H18", n=held)
    kind = KIND_OF_SIDES[sides_of(code)] if op == PLACE else kind_of(code)
    wrong = _wrong_kind(table, op, kind)
    if wrong is not None:
        return wrong
    if kind not in table.hands[table.turn]:
        return refuse("not-in-hand", "H13", card=card_name(table, kind))
    cell = cell_of(code)
    if op == PLACE:
        return _place(table, cell)
    if op == WALL_UP:
        return _wall(table, cell)
    if op == CLEAR:
        return _clear(table, cell, kind)
    assert op == PLAY
    return refuse_ticket(table, code)


def _wrong_kind(table: HornsUp, op: int, kind: int) -> Refusal | None:
    """A card used as what it is not."""
    rules = table.rules
    if op == PLAY and not rules.is_ticket(kind):
        return refuse("not-a-ticket", "H13", card=card_name(table, kind))
    if op == WALL_UP and not rules.walls_from <= kind < rules.tickets_from:
        return refuse("not-a-wall", "H13", card=card_name(table, kind))
    return None


def _behind_the_line(cell: int) -> bool:
    """Cell 0 stands for everything off the table; the rest of row 0 is the stage line."""
    return cell != 0 and row(cell) == 0


def _place(table: HornsUp, cell: int) -> Refusal:
    """H60, and what it rests on."""
    content = table.board[cell]
    where = CELL_TEXT[cell]
    if content & EDGE:
        code = "path-behind-line" if _behind_the_line(cell) else "off-table"
        return refuse(code, "H60")
    if content & WALL:
        return refuse("on-a-wall", "H44", cell=where)
    if content & IS_ENTRANCE:
        return refuse("path-on-entrance", "H60", cell=where)
    if not table.rules.joined:
        return refuse("path-next-to-nothing", "H60", cell=where)
    own = table.pawns[table.turn]
    for way in range(4):
        if own + STEP[way] == cell:
            if not table.board[own] >> way & 1:
                return refuse("path-own-side-closed", "H60", side=side_word(way))
            return refuse("path-new-side-closed", "H60", side=side_word((way + 2) & 3))
    return refuse("path-not-joined", "H60", cell=where)


def _wall(table: HornsUp, cell: int) -> Refusal:
    """H43, and what it rests on."""
    content = table.board[cell]
    where = CELL_TEXT[cell]
    if content & EDGE:
        return refuse("wall-behind-line" if _behind_the_line(cell) else "off-table", "H43")
    if content & WALL:
        return refuse("on-a-wall", "H44", cell=where)
    if content & IS_ENTRANCE:
        return refuse("wall-on-entrance", "H43", cell=where)
    if cell in table.pawns:
        owner = seat_letter(table.pawns.index(cell))
        return refuse("wall-on-pawn", "H43", cell=where, seat=owner)
    if cell in legal.wall_spots(table):
        return refuse("wall-on-path", "H43", cell=where)
    return refuse("wall-next-to-nothing", "H43", cell=where)


def _clear(table: HornsUp, cell: int, kind: int) -> Refusal:
    """H47 to H49: each kind of Wall has its price."""
    content = table.board[cell]
    if not content & WALL:
        return refuse("no-wall-there", "H46", cell=CELL_TEXT[cell])
    rules = table.rules
    wall = content >> SHIFT
    place = wall - rules.walls_from
    name = card_name(table, wall)
    if rules.paid_by_path[place] and rules.paid_by_ticket[place]:
        return refuse("wall-needs-path-or-ticket", "H48", wall=name, card=card_name(table, kind))
    if rules.paid_by_ticket[place]:
        return refuse("wall-needs-ticket", "H47", wall=name, card=card_name(table, kind))
    if rules.paid_by_path[place]:
        return refuse("wall-needs-path", "H46", wall=name, card=card_name(table, kind))
    return refuse("wall-needs-encore", "H49", wall=name)

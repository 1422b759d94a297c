"""Why a card of the hand, a cell, or the card at the cell cannot be used.

A legal move that uses the card at the cell means there is nothing to explain. Otherwise the moves
that the Rocker may have meant are refused one by one, by the same `refusals` that refuse them when
they are played, and the answers are put in order. All of it rests on the table and on the hand of
the Rocker who asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, cast

from hornsup.core.notation import seat_letter
from hornsup.core.refusal import Refusal, refusal_of
from hornsup.games.horns_up.agenda import ASK_DISCARD, ASK_PART
from hornsup.games.horns_up.board import (
    KIND_OF_SIDES,
    LAYINGS,
    STEP,
    WALL,
    cell_of_text,
    column,
    row,
)
from hornsup.games.horns_up.legal import surf_over
from hornsup.games.horns_up.moves import (
    CELL,
    CLEAR,
    DISCARD_CARD,
    END,
    ENTER,
    HALF,
    KEEP,
    KIND,
    LEFT,
    PART,
    PLACE,
    PLAY,
    RIGHT,
    SEAT,
    SIDES,
    WALK,
    WALL_UP,
    WAY,
    cell_of,
    kind_of,
    op_of,
    seat_of,
    sides_of,
    unreadable,
    way_of,
)
from hornsup.games.horns_up.refusals import explain
from hornsup.games.horns_up.wording import card_name, refuse

if TYPE_CHECKING:
    from hornsup.core.contract import GameState
    from hornsup.games.horns_up.card_symbols import Half
    from hornsup.games.horns_up.state import HornsUp

NEAR_MISSES: Final = (
    "surf-needs-two-actions",
    "surf-needs-path",
    "surf-closed",
    "surf-barrier",
    "surf-off-table",
    "surf-entrance",
)
"""Refusals of a surf that found its Wall: they say more than that no surf is possible."""


def why_unusable(
    state: GameState, seat: int, card: str | None = None, cell: str | None = None
) -> list[Refusal]:
    """Why this seat cannot use a card of its hand, a cell, or the one at the other now."""
    table = cast("HornsUp", state)
    if table.to_move != seat:
        return [_not_yours(table)]
    kind = _kind(table, card)
    where = _cell(cell)
    for problem in (kind, where):
        if isinstance(problem, Refusal):
            return [problem]
    assert not isinstance(kind, Refusal)
    assert not isinstance(where, Refusal)
    return _refusals(table, kind, where)


def _not_yours(state: HornsUp) -> Refusal:
    """The game is over or waits for somebody else (H15)."""
    end = state.move_of(END)
    if state.winner >= 0 or state.agenda or state.turn_number == 0:
        return explain(state, end)
    return refuse("not-your-turn", "H15", seat=seat_letter(state.turn))


def _kind(state: HornsUp, card: str | None) -> int | Refusal:
    """The kind of card meant, -1 for none, or that the Rocker who asks has no such card."""
    if card is None:
        return -1
    if card not in state.rules.slugs:
        return refusal_of(unreadable("card", card, word=card))
    kind = state.rules.slugs.index(card)
    if kind not in state.hands[state.mover]:
        return refuse("not-in-hand", "H13", card=card_name(state, kind))
    return kind


def _cell(text: str | None) -> int | Refusal:
    """The cell meant, -1 for none, 0 for all beyond the table."""
    if text is None:
        return -1
    cell = cell_of_text(text)
    return cell if cell >= 0 else refusal_of(unreadable("cell", text, word=text))


def _refusals(state: HornsUp, kind: int, cell: int) -> list[Refusal]:
    legal = state.legal_codes()
    if any(_uses(code, kind) and _touches(state, code, kind, cell) for code in legal):
        return []
    meant = list(_meant(state, kind, cell))
    if any(code in legal for code in meant):
        return []
    found = _each_once(_of_a_cell(explain(state, state.move_of(code))) for code in meant)
    return _in_order(state, found, kind) if cell < 0 and len(found) > 1 else found


def _of_a_cell(refusal: Refusal) -> Refusal:
    """A direction is missing only where a surf is asked about at a cell that lies in none."""
    missing = refusal.code == "choose-a-direction"
    return refuse("surf-not-in-line", "H35") if missing else refusal


def _each_once(refusals: Iterable[Refusal]) -> list[Refusal]:
    found: list[Refusal] = []
    for refusal in refusals:
        if refusal not in found:
            found.append(refusal)
    return found


def _in_order(state: HornsUp, found: list[Refusal], kind: int) -> list[Refusal]:
    """A card that fits nowhere: what came close, then that it fits nowhere, then the details."""
    close = [refusal for refusal in found if refusal.code in NEAR_MISSES]
    rest = [refusal for refusal in found if refusal.code not in NEAR_MISSES]
    return [*close, _nowhere(state, kind), *rest]


def _nowhere(state: HornsUp, kind: int) -> Refusal:
    name = card_name(state, kind)
    if kind < state.rules.walls_from:
        return refuse("no-place-for-path", "H60", card=name)
    if kind < state.rules.tickets_from:
        return refuse("no-place-for-wall", "H43", card=name)
    return refuse("no-aim-for-ticket", "H28", card=name)


# --- legal moves ----------------------------------------------------------------------------


def _uses(code: int, kind: int) -> bool:
    """Whether a move takes this card from the hand; any move if no card is asked about."""
    if kind < 0:
        return True
    op = op_of(code)
    if sides_of(code) and KIND_OF_SIDES[sides_of(code)] == kind:
        return True
    return op in (WALL_UP, CLEAR, PLAY, DISCARD_CARD) and kind_of(code) == kind


def _touches(state: HornsUp, code: int, kind: int, cell: int) -> bool:
    """Whether a move is about this cell; any move if no cell is asked about."""
    if cell < 0 or (cell > 0 and cell_of(code) == cell):
        return True
    if op_of(code) != PLAY:
        return False
    if seat_of(code) >= 0:
        return state.pawns[seat_of(code)] == cell
    if way_of(code) < 0:
        return False
    if 0 <= kind < state.rules.walls_from:  # the Path that a surf lands on
        return surf_over(state, way_of(code))[1] == cell
    return way_of(code) == _way_to(state, cell)


def _way_to(state: HornsUp, cell: int) -> int:
    """The direction in which a cell lies from the pawn, -1 if it lies in none of the four."""
    pawn = state.pawns[state.turn]
    east, south = column(cell) - column(pawn), row(cell) - row(pawn)
    if (east == 0) == (south == 0):
        return -1
    if east:
        return 1 if east > 0 else 3
    return 2 if south > 0 else 0


# --- what may have been meant ---------------------------------------------------------------


def _meant(state: HornsUp, kind: int, cell: int) -> Iterator[int]:
    """Codes to refuse, the likeliest first."""
    if state.agenda:
        yield from _answers(state, kind, cell)
    elif state.turn_number == 0:
        yield ENTER | cell << CELL if kind < 0 else END
    elif kind < 0:
        yield from _at(state, cell)
    elif kind < state.rules.walls_from:
        yield from _paths(state, kind, cell)
    elif kind < state.rules.tickets_from:
        yield from _walls(state, kind, cell)
    else:
        yield from _ticket(state, kind, cell)


def _answers(state: HornsUp, kind: int, cell: int) -> Iterator[int]:
    """A question is open: an answer with this card or cell, or anything else, which must wait."""
    asked = state.agenda[-1][0]
    if asked == ASK_DISCARD and cell < 0:
        yield DISCARD_CARD | kind << KIND
    elif asked != ASK_DISCARD and kind < 0:
        op = PART if asked == ASK_PART else KEEP
        yield from (op | cell << CELL | half << HALF for half in (LEFT, RIGHT))
    else:
        yield END


def _at(state: HornsUp, cell: int) -> Iterator[int]:
    """A cell alone: to walk there, or to clear its Wall away with a card of the hand."""
    yield WALK | cell << CELL
    if state.board[cell] & WALL and state.hands[state.turn]:
        yield CLEAR | cell << CELL | state.hands[state.turn][0] << KIND


def _paths(state: HornsUp, kind: int, cell: int) -> Iterator[int]:
    """To pay for a Wall, or to lay the Path, each way round, there or beside the own card."""
    if cell >= 0 and state.board[cell] & WALL:
        yield CLEAR | cell << CELL | kind << KIND
    own = state.pawns[state.turn]
    cells = [cell] if cell >= 0 else [own + step for step in STEP]
    for place in cells:
        yield from (PLACE | place << CELL | sides << SIDES for sides in LAYINGS[kind])


def _walls(state: HornsUp, kind: int, cell: int) -> Iterator[int]:
    own = state.pawns[state.turn]
    cells = [cell] if cell >= 0 else [own + step for step in STEP]
    yield from (WALL_UP | place << CELL | kind << KIND for place in cells)


def _ticket(state: HornsUp, kind: int, cell: int) -> Iterator[int]:
    """Each half of the Ticket at whatever it could be aimed at; or the Ticket to pay for a Wall."""
    halves = state.rules.effects[kind - state.rules.tickets_from]
    base = PLAY | kind << KIND
    for number, half in enumerate(halves, LEFT):
        side = number << HALF if len(halves) == 2 else 0
        yield from _aimed(state, half, base | side, cell)
    if cell >= 0 and state.board[cell] & WALL:
        yield CLEAR | cell << CELL | kind << KIND


def _aimed(state: HornsUp, half: Half, base: int, cell: int) -> Iterator[int]:
    """One half with every choice it asks for, as far as the cell does not settle it."""
    for seat in _targets(state, half, cell):
        for way in _ways(state, half, cell):
            landings = _landings(state) if half.surf else (0,)
            for sides in landings:
                place = max(cell, 0) if half.remove else 0
                yield base | seat << SEAT | way << WAY | place << CELL | sides << SIDES


def _targets(state: HornsUp, half: Half, cell: int) -> list[int]:
    """Seats plus one: who stands there, or everybody else; 0 names nobody."""
    if not half.target:
        return [0]
    if cell < 0:
        return [seat + 1 for seat in range(state.players) if seat != state.turn]
    return [seat + 1 for seat in range(state.players) if state.pawns[seat] == cell] or [0]


def _ways(state: HornsUp, half: Half, cell: int) -> Iterable[int]:
    """Directions plus one: where the cell lies, or all four; 0 names none."""
    if not (half.push or half.surf):
        return (0,)
    if half.surf and cell >= 0:
        return (_way_to(state, cell) + 1,)
    return range(1, 5)


def _landings(state: HornsUp) -> list[int]:
    """No Path to land on, then every Path of the hand."""
    kinds = {kind for kind in state.hands[state.turn] if kind < state.rules.walls_from}
    return [0, *(sides for kind in sorted(kinds) for sides in LAYINGS[kind])]

"""The Wall of Death: the table parts at once and closes at the next Horns Up (H66 to H75)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hornsup.games.horns_up import events, moved_cards, turns
from hornsup.games.horns_up.agenda import ASK_KEEP, ASK_PART, CRUSH
from hornsup.games.horns_up.board import (
    CELL_TEXT,
    DOWN,
    EDGE,
    IS_ENTRANCE,
    PATH,
    UP,
    card_kind,
    column,
)
from hornsup.games.horns_up.moves import LEFT, RIGHT

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp


# --- division -------------------------------------------------------------------------------


def _central(state: HornsUp) -> list[int]:
    """The cards of the central column, from the Stage outward."""
    return [cell for cell in state.table if column(cell) == 0]


def open_up(state: HornsUp) -> None:
    """H67, H68: who drew the card chooses a side for every central card, then all move."""
    state.opener = state.turn
    central = _central(state)
    if central:
        state.agenda.append((ASK_PART, state.turn, central[0]))
    else:
        _divide(state, set())


def part(state: HornsUp, task: tuple[int, ...], left: bool) -> None:
    """One answer: the next central card is asked for, or the table divides (Q36)."""
    cell = task[2]
    lefts = (*task[3:], cell) if left else task[3:]
    if state.log is not None:
        side = "left" if left else "right"
        state.log.append(events.Parted(state.turn, CELL_TEXT[cell], side))
    waiting = [other for other in _central(state) if other > cell]
    if state.rules.parts_jointly:
        _divide(state, {cell, *waiting} if left else set())
    elif waiting:
        state.agenda.append((ASK_PART, task[1], waiting[0], *lefts))
    else:
        _divide(state, set(lefts))


def _divide(state: HornsUp, lefts: set[int]) -> None:
    """Every card moves one cell away from the central column (H67)."""

    def goal(cell: int) -> int:
        x = column(cell)
        return cell - 1 if x < 0 or cell in lefts else cell + 1

    if state.log is not None:
        state.log.append(events.Divided(state.turn))
    _move_all(state, {cell: goal(cell) for cell in state.table})


def _move_all(state: HornsUp, goals: dict[int, int]) -> dict[int, list[tuple[int, int]]]:
    """Move every card and its pawns; return the cells where cards met, with where each came from.

    Pawns ride on their cards (H69); Entrances and the rim take cards off the table (H70, Q58).
    """
    old = {cell: state.board[cell] for cell in goals}
    rides: dict[int, int] = {}
    arrivals: dict[int, list[tuple[int, int]]] = {}
    for cell in old:
        state.board[cell] = 0
    for cell, goal in goals.items():
        rides[cell] = moved_cards.home(state, cell, goal)
        if state.board[goal] & (IS_ENTRANCE | EDGE):
            moved_cards.tell_taken(state, cell, goal, _discard(state, old[cell]))
        else:
            arrivals.setdefault(goal, []).append((cell, old[cell]))
        moved_cards.tell_pawns(state, cell, goal)
    state.pawns = [rides.get(pawn, pawn) for pawn in state.pawns]
    met: dict[int, list[tuple[int, int]]] = {}
    for goal, cards in arrivals.items():
        if len(cards) == 1:
            state.board[goal] = cards[0][1]
        else:
            met[goal] = cards
    _reindex(state, arrivals.keys() - met.keys())
    return met


def _discard(state: HornsUp, content: int) -> str:
    """Discard a card that is on its way, and name it."""
    kind = card_kind(content)
    state.discard.append(kind)
    return state.rules.slugs[kind]


def _lose_overlap(state: HornsUp, start: int, cell: int, content: int) -> None:
    """Discard one of the cards that met in a cell."""
    card = _discard(state, content)
    if state.log is not None:
        state.log.append(events.OverlapLost(card, CELL_TEXT[start], CELL_TEXT[cell]))


def _reindex(state: HornsUp, cells: set[int]) -> None:
    """List the occupied cells again after everything has moved."""
    state.table = sorted(cells)
    state.face_up = [cell for cell in state.table if state.board[cell] & UP]
    state.spots = None
    state.reached = None


# --- closing --------------------------------------------------------------------------------


def close(state: HornsUp) -> None:
    """H72 to H75: move, settle overlaps from the Stage outward, crush (Q42)."""
    decider = state.opener if state.rules.opener_decides else state.turn
    state.opener = -1
    if state.log is not None:
        state.log.append(events.Closed(state.turn))

    def goal(cell: int) -> int:
        x = column(cell)
        return cell - (x > 0) + (x < 0)

    met = _move_all(state, {cell: goal(cell) for cell in state.table})
    state.agenda.append((CRUSH,))
    for cell in sorted(met, reverse=True):
        _settle(state, cell, met[cell], decider)


def _settle(state: HornsUp, cell: int, cards: list[tuple[int, int]], decider: int) -> None:
    """H74, Q40: Paths beat Walls, face-up Paths beat face-down; among equals someone chooses."""
    best = max(_strength(content) for _, content in cards)
    beside = [0, 0, 0]
    for source, content in cards:
        if _strength(content) < best:
            _lose_overlap(state, source, cell, content)
        else:
            beside[source - cell + 1] = content
    staying = [content for content in beside if content]
    if len(staying) == 1:
        turns.lay(state, cell, staying[0])
    else:
        state.agenda.append((ASK_KEEP, decider, cell, *beside))


def _strength(content: int) -> int:
    return 2 if content & UP else 1 if content & DOWN else 0


def keep(state: HornsUp, task: tuple[int, ...], side: int) -> None:
    """H75: one of the equal cards stays, the others are discarded; pawns stand on it (Q41)."""
    cell = task[2]
    place = 0 if side == LEFT else 2 if side == RIGHT else 1
    kept = task[3 + place]
    turns.lay(state, cell, kept)
    if state.log is not None:
        slug = state.rules.slugs[card_kind(kept)]
        state.log.append(events.Kept(CELL_TEXT[cell], slug))
    for index, content in enumerate(task[3:6]):
        if content and index != place:
            _lose_overlap(state, cell + index - 1, cell, content)


def crush(state: HornsUp) -> None:
    """H73: the Rockers nearest to the central column skip; Entrances do not count (Q38)."""
    counted = PATH | IS_ENTRANCE if state.rules.entrances_crush else PATH
    near = [
        (abs(column(state.pawns[seat])), seat)
        for seat in ((state.turn + offset) % state.players for offset in range(state.players))
        if state.board[state.pawns[seat]] & counted
    ]
    if not near:
        return
    least = min(near)[0]
    seats = tuple(seat for distance, seat in near if distance == least)
    if state.log is not None:
        state.log.append(events.Crushed(seats))
    for seat in seats:
        turns.mark_skip(state, seat)


def overlapping(state: HornsUp) -> list[int]:
    """The cards that wait for someone to choose which one stays."""
    return [
        content for task in state.agenda if task[0] == ASK_KEEP for content in task[3:6] if content
    ]

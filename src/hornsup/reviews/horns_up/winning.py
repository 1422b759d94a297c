"""Whether the Rocker in turn can reach the Stage in this turn, found by trying.

The bots' own plan looks for the shortest way of fresh Paths. It does not see wins that cover the
own card, clear a Wall first or push, which a reader of the log does see.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from hornsup.games.horns_up.board import EDGE, NORTH, STEP, STEPS_TO_STAGE, UP, WALL
from hornsup.games.horns_up.card_symbols import ACTION, PUSH, REMOVE, SELF, SKIP, SURF, Half
from hornsup.games.horns_up.moves import (
    CELL,
    CLEAR,
    OP_MASK,
    PLACE,
    PLAY,
    WALK,
    cell_of,
    half_of,
    kind_of,
)
from hornsup.games.horns_up.state import HornsUp
from hornsup.games.horns_up.turns import reached_by_mover

SURE: Final = frozenset((ACTION, PUSH, REMOVE, SKIP, SURF))
"""What leaves nothing to chance and asks nobody."""
MOST_TRIES: Final = 120
FAR: Final = 99


def can_win(state: HornsUp) -> bool:
    """Whether some moves of this turn win, whatever is hidden; False after very many tries."""
    seat = state.turn
    if state.winner >= 0 or state.agenda or not state.turn_number or state.tokens[seat]:
        return False
    return _Search(seat, state.turn_number).wins(state)


class _Search:
    def __init__(self, seat: int, turn: int) -> None:
        self.seat, self.turn = seat, turn
        self.left = MOST_TRIES

    def wins(self, state: HornsUp) -> bool:
        actions = _actions_at_hand(state)
        cells = list(reached_by_mover(state))
        if actions == 1:
            cells = [cell for cell in cells if _may_end_from(state, cell)]
        if not cells or not _in_reach(state, actions):
            return False
        tried: set[int] = set()
        for cell in cells:
            standing = state
            if cell != state.pawns[self.seat]:
                standing = state.clone()
                standing.advance(state.move_of(WALK | cell << CELL))
            for code in sorted(standing.legal_codes(), key=_nearest_first):
                if code in tried or not _is_sure(standing, code):
                    continue
                if actions == 1 and not _may_end(standing, code):
                    continue
                if not state.acted:  # later, where one stands decides which cards stay open
                    tried.add(code)
                if self._wins_by(standing, code):
                    return True
        return False

    def _wins_by(self, state: HornsUp, code: int) -> bool:
        self.left -= 1
        if self.left < 0:
            return False
        after = state.clone()
        after.advance(after.move_of(code))
        if after.winner >= 0:
            return after.winner == self.seat
        if after.agenda or after.turn_number != self.turn or after.actions <= 0:
            return False
        return self.wins(after)


def _nearest_first(code: int) -> int:
    return STEPS_TO_STAGE[cell_of(code)] if code & OP_MASK == PLACE else 0


def _is_sure(state: HornsUp, code: int) -> bool:
    op = code & OP_MASK
    if op != PLAY:
        return op in (PLACE, CLEAR)
    return all(step in SURE for step, _ in _half(state, code).steps)


def _half(state: HornsUp, code: int) -> Half:
    side = half_of(code)
    return state.rules.effects[kind_of(code) - state.rules.tickets_from][side - 1 if side else 0]


def _actions_at_hand(state: HornsUp) -> int:
    """The actions of the turn with those that Tickets in hand can bring."""
    rules = state.rules
    found = state.actions
    for kind in state.hands[state.turn]:
        if kind >= rules.tickets_from and state.actions > 0:
            halves = rules.effects[kind - rules.tickets_from]
            found += max(0, *(half.steps.count((ACTION, SELF)) - 1 for half in halves))
    return found


def _open_front(state: HornsUp) -> bool:
    """Whether a card before the Stage is open to it already."""
    return any(state.board[cell] & UP and state.board[cell] & NORTH for cell in state.rules.fronts)


def _may_end_from(state: HornsUp, cell: int) -> bool:
    """Whether the last action may win from a cell.

    It lays the card before the Stage, joined to a card that is open to it. Only where such a card
    lies already, or one can surf, it may be another.
    """
    content = state.board[cell]
    ways = (way for way in range(4) if cell + STEP[way] in state.rules.fronts)
    return any(content >> way & 1 for way in ways) or _open_front(state) or _surfs(state)


def _may_end(state: HornsUp, code: int) -> bool:
    if code & OP_MASK == PLACE:
        return cell_of(code) in state.rules.fronts or _open_front(state)
    return code & OP_MASK == PLAY


def _surfs(state: HornsUp) -> bool:
    rules = state.rules
    return any(
        half.surf
        for kind in state.hands[state.turn]
        if kind >= rules.tickets_from
        for half in rules.effects[kind - rules.tickets_from]
    )


def _in_reach(state: HornsUp, actions: int) -> bool:
    """Whether so many actions may be enough: one for every cell without an occupied Path."""
    occupied = {cell for cell in state.pawns if state.board[cell] & UP}
    near = min(STEPS_TO_STAGE[cell] for cell in (*occupied, *reached_by_mover(state)))
    if near - 1 > actions and not _surfs(state):
        return False
    surfs = _surfs(state)
    costs = dict.fromkeys(reached_by_mover(state), 0)
    queue = deque(costs)
    while queue:
        cell = queue.popleft()
        if cell in state.rules.fronts:
            return True
        for step in STEP:
            near = cell + step
            content = state.board[near]
            if content & EDGE:
                continue
            free = near in occupied or (surfs and bool(content & WALL))
            cost = costs[cell] + (not free)
            if cost <= actions and cost < costs.get(near, FAR):
                costs[near] = cost
                (queue.appendleft if free else queue.append)(near)
    return False

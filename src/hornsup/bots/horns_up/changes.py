"""What a move changes on the table, from what the mover knows.

"Paths needed" are those that a Rocker still has to play until the Stage, counted around the Walls
that lie there, whatever the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hornsup.bots.horns_up.planning import FAR, DistanceMap, Plan, distance_map, paths_needed
from hornsup.games.horns_up import legal
from hornsup.games.horns_up.board import (
    DOWN,
    IS_ENTRANCE,
    KIND_OF_SIDES,
    STEP,
    UP,
    WALL,
    column,
    row,
)
from hornsup.games.horns_up.moves import (
    CLEAR,
    DISCARD_CARD,
    ENTER,
    PLACE,
    PLAY,
    WALK,
    WALL_UP,
    cell_of,
    kind_of,
    op_of,
    seat_of,
    sides_of,
    way_of,
)

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp

MOST: Final = 12  # more Paths than that count as this many
SURF_LANDS: Final = (legal.ONTO_CARD, legal.NEEDS_PATH)

CHANGES: Final = (
    ("dx", "columns from the own pawn to the cell"),
    ("dy", "rows from the own pawn to the cell"),
    ("on_up", "a face-up Path lies in the cell"),
    ("on_down", "a face-down Path lies in the cell"),
    ("on_wall", "a Wall lies in the cell"),
    ("on_own", "the own pawn stands in the cell"),
    ("on_rivals", "other pawns in the cell"),
    ("needed", "Paths that the mover needs now"),
    ("needed_after", "Paths that the mover needs after the move, at most"),
    ("gain", "the difference"),
    ("leader", "Paths that the rival nearest to the Stage needs"),
    ("hit", "Paths that the rival needs whom the move concerns"),
    ("hit_after", "Paths that this rival needs after the move, as far as the table tells"),
    ("harm", "the difference"),
    ("hit_hand", "the cards that this rival holds"),
    ("hit_tokens", "this rival's Ballad tokens"),
    ("hit_leads", "no other rival needs fewer Paths than this one"),
    ("hit_wait", "turns until this rival's next one"),
    ("planned", "the move is the next one of the mover's shortest way with the Paths in hand"),
    ("copies", "copies of the card in hand"),
)


class Changes:
    """What the moves of one position change; `route` is the mover's plan."""

    def __init__(self, state: HornsUp, route: Plan) -> None:
        self.state = state
        self.seat = state.mover
        self.map: DistanceMap = distance_map(state)
        self.pawn = state.pawns[self.seat]
        self.needed = [
            min(paths_needed(state, self.map, seat), MOST) for seat in range(state.players)
        ]
        self.rivals = [seat for seat in range(state.players) if seat != self.seat]
        self.leader = min(self.rivals, key=lambda seat: self.needed[seat])
        self.first_path = route.code
        # Where to walk first; nowhere when the pawn stands there.
        self.first_walk = route.walk_to if route.walk_to != self.pawn else 0

    def of(self, codes: Sequence[int]) -> list[tuple[float, ...]]:
        return [self._one(code) for code in codes]

    def _one(self, code: int) -> tuple[float, ...]:
        state, cell = self.state, cell_of(code)
        content = state.board[cell] if cell else 0
        before = self.needed[self.seat]
        after = self._needed_after(code, cell)
        hit, hit_after = self._hit(code, cell)
        card = card_of(code)
        return (
            column(cell) - column(self.pawn) if cell and self.pawn else 0,
            row(cell) - row(self.pawn) if cell and self.pawn else 0,
            content & UP != 0,
            content & DOWN != 0,
            content & WALL != 0,
            cell != 0 and cell == self.pawn,
            sum(state.pawns[rival] == cell for rival in self.rivals) if cell else 0,
            before,
            after,
            before - after,
            self.needed[self.leader],
            self.needed[hit] if hit >= 0 else 0,
            hit_after,
            hit_after - self.needed[hit] if hit >= 0 else 0,
            len(state.hands[hit]) if hit >= 0 else 0,
            state.tokens[hit] if hit >= 0 else 0,
            hit >= 0 and self.needed[hit] <= self.needed[self.leader],
            (hit - state.turn) % state.players if hit >= 0 else 0,
            self._is_planned(code, cell),
            state.hands[self.seat].count(card) if card >= 0 else 0,
        )

    def _is_planned(self, code: int, cell: int) -> bool:
        if self.first_walk:
            return op_of(code) == WALK and cell == self.first_walk
        return code == self.first_path and op_of(code) == PLACE

    # --- the mover --------------------------------------------------------------------------

    def _needed_after(self, code: int, cell: int) -> float:
        op, now = op_of(code), self.needed[self.seat]
        if op in (ENTER, WALK):
            return self._from(cell, self.state.board[cell])
        if op == PLACE:
            return self._after_path(cell, sides_of(code))
        if op == PLAY and way_of(code) >= 0 and seat_of(code) < 0:
            return self._after_surf(code)
        return now

    def _after_path(self, cell: int, sides: int) -> float:
        now = self.needed[self.seat]
        if cell == self.pawn:
            return self._from(cell, sides | UP)
        own = self.state.board[self.pawn]
        for way in range(4):
            if self.pawn + STEP[way] == cell:
                joined = own >> way & 1 and sides >> ((way + 2) & 3) & 1
                return min(now, self._from(cell, sides | UP)) if joined else now
        return now

    def _after_surf(self, code: int) -> float:
        table = self.state.settled()
        what, cell, _ = legal.surf_over(table, way_of(code))
        if what == legal.ONTO_STAGE:
            return 0
        content = sides_of(code) | UP if sides_of(code) else table.board[cell]
        return self._from(cell, content) if what in SURF_LANDS else self.needed[self.seat]

    def _from(self, cell: int, content: int, without: int = 0) -> float:
        """Paths needed by a pawn on this card alone, `without` a cell that is closed."""
        steps = self.map.steps
        best = FAR if content & IS_ENTRANCE else steps[cell]
        for way in range(4):
            near = cell + STEP[way]
            if content >> way & 1 and near != without and steps[near] < best:
                best = steps[near]
        return min(best, MOST)

    # --- others -----------------------------------------------------------------------------

    def _hit(self, code: int, cell: int) -> tuple[int, float]:
        """The rival whom the move concerns most, and the Paths needed afterwards."""
        op, target = op_of(code), seat_of(code)
        if target >= 0:
            return target, self._after_push(target, way_of(code))
        return self._beside(code, cell) if op in (PLACE, WALL_UP) else (-1, 0)

    def _after_push(self, target: int, way: int) -> float:
        now = self.needed[target]
        pawn = self.state.pawns[target]
        if way < 0 or not pawn:
            return now
        steps = self.map.steps
        there = steps[pawn + STEP[way]]
        return now if there >= FAR else max(0, min(now + there - steps[pawn], MOST))

    def _beside(self, code: int, cell: int) -> tuple[int, float]:
        """Of the rivals on a cell or next to it the one who loses most."""
        state, is_wall = self.state, op_of(code) == WALL_UP
        near = {cell, *(cell + step for step in STEP)} if is_wall else {cell}
        best, best_after, most = -1, 0.0, -FAR
        for rival in self.rivals:
            pawn = state.pawns[rival]
            if pawn not in near:
                continue
            content = state.board[pawn] if is_wall else sides_of(code) | UP
            after = self._from(pawn, content, cell if is_wall else 0)
            if after - self.needed[rival] > most:
                best, best_after, most = rival, after, int(after - self.needed[rival])
        return best, best_after


def card_of(code: int) -> int:
    """The kind of card that leaves the hand by this move; -1 if none does."""
    op = op_of(code)
    if op == PLACE:
        return KIND_OF_SIDES[sides_of(code)]
    return kind_of(code) if op in (WALL_UP, CLEAR, PLAY, DISCARD_CARD) else -1

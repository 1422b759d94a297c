"""What the moves of a position promise the Rocker who must decide, in figures for learners.

Everything follows from what that Rocker knows: the table, the own hand, and of the others what
everyone sees. The own way is planned with the Paths that are left in hand after each move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from hornsup.bots.horns_up.changes import MOST, card_of
from hornsup.bots.horns_up.evaluation import MORE_ACTIONS, USES, card_uses
from hornsup.bots.horns_up.planning import (
    PATH_KINDS,
    DistanceMap,
    Plan,
    count_paths,
    distance_map,
    paths_needed,
    plan,
    plan_from,
)
from hornsup.games.horns_up import legal
from hornsup.games.horns_up.agenda import ASK_DISCARD
from hornsup.games.horns_up.board import KIND_OF_SIDES, STEP, UP
from hornsup.games.horns_up.card_symbols import ACTION, ALL, DRAW, SELF
from hornsup.games.horns_up.moves import (
    CLEAR,
    END,
    ENTER,
    PLACE,
    PLAY,
    TOKEN_BACK,
    WALK,
    WALL_UP,
    cell_of,
    half_of,
    kind_of,
    op_of,
    seat_of,
    sides_of,
    way_of,
)
from hornsup.games.horns_up.turns import reach

if TYPE_CHECKING:
    from hornsup.games.horns_up.card_symbols import Half
    from hornsup.games.horns_up.state import HornsUp

MOST_CARDS: Final = 15
ACTIONS_A_TURN: Final = 2
ACTION_MOVES: Final = (PLACE, WALL_UP, CLEAR, PLAY, TOKEN_BACK)

# By move.
PROSPECTS: Final = (
    ("way", "Paths that the mover needs after the move, by the best way with the own hand"),
    ("held", "how many of them the hand can then play, one after the other"),
    ("missing", "the others"),
    ("complete", "none is missing"),
    ("actions_after", "actions left in this turn after the move"),
    ("wins_now", "the move reaches the Stage"),
    ("wins_this_turn", "hand and actions suffice for the Stage in this turn"),
    ("wins_next_turn", "they suffice for it in the next own turn"),
    ("cards_after", "cards in hand after the move"),
    ("rests", "the move ends the turn with actions left"),
)
# Once for all moves of a position.
PHASES: Final = ("enter", "turn", "discard", "part or keep")
OWN: Final = ("actions", "tokens", "immune", "cards", "needed", "held", "missing", "wins")
RIVAL: Final = ("needed", "turns until the next own one", "cards", "tokens", "immune", "skips")
RIVALS: Final = 3
NOBODY: Final = (float(MOST), 0.0, 0.0, 0.0, 0.0, 0.0)


class Prospects:
    """The figures of one position."""

    def __init__(self, state: HornsUp) -> None:
        self.state = state
        self.seat = state.mover
        self.map: DistanceMap = distance_map(state)
        self.hand = state.hands[self.seat]
        self.counts = count_paths(self.hand)
        self.held = sum(self.counts)
        uses, amounts = card_uses(state.rules)
        self.uses = [0] * USES
        for kind in self.hand:
            self.uses[uses[kind]] += amounts[kind]
        self._extra = [
            amounts[kind] if uses[kind] == MORE_ACTIONS else 0 for kind in range(len(uses))
        ]
        self.now = plan(state, self.map, self.seat)
        self._without: dict[int, Plan] = {}
        # An action is judged on the table without the Paths that close before it.
        self._table = state.settled() if not state.agenda and state.turn_number else state
        self._reach: set[int] | None = None  # with the cells next to it

    # --- the position -----------------------------------------------------------------------

    def situation(self) -> list[float]:
        """Phase, own figures, cards in hand by use and kind of Path, rivals by place."""
        state, seat, now = self.state, self.seat, self.now
        figures = [0.0] * len(PHASES)
        figures[self._phase()] = 1.0
        needed, held = min(now.needed, MOST), now.hand_steps
        actions = state.actions if state.turn == seat else 0
        figures += (
            actions,
            state.tokens[seat],
            state.immune[seat],
            min(len(self.hand), MOST_CARDS),
            needed,
            held,
            needed - held,
            self._suffices(needed, held, actions + self.uses[MORE_ACTIONS] - state.tokens[seat]),
        )
        figures += self.uses
        figures += self.counts
        for rival in self._nearest_rivals():
            figures += rival
        return figures

    def _nearest_rivals(self) -> list[tuple[float, ...]]:
        """The figures of the rivals nearest to the Stage; at a table of 3 one of them is nobody."""
        state, seat = self.state, self.seat
        places = range(seat + 1, seat + state.players)
        found = sorted(self._rival(place % state.players) for place in places)
        return [*found, NOBODY][:RIVALS]

    def _phase(self) -> int:
        state = self.state
        if not state.turn_number:
            return 0
        if not state.agenda:
            return 1
        return 2 if state.agenda[-1][0] == ASK_DISCARD else 3

    def _rival(self, rival: int) -> tuple[float, ...]:
        state = self.state
        return (
            min(paths_needed(state, self.map, rival), MOST),
            (rival - state.turn) % state.players,
            min(len(state.hands[rival]), MOST_CARDS),
            state.tokens[rival],
            state.immune[rival],
            state.skips[rival],
        )

    # --- its moves --------------------------------------------------------------------------

    def of(self, codes: Sequence[int]) -> list[tuple[float, ...]]:
        return [self._one(code) for code in codes]

    def _one(self, code: int) -> tuple[float, ...]:
        state, op = self.state, op_of(code)
        card = card_of(code)
        after = self._plan_after(code, op, card)
        needed = min(after.needed, MOST)
        held = min(after.hand_steps, needed)
        tokens = state.tokens[self.seat] - (op == TOKEN_BACK)
        half = self._half(code) if op == PLAY else None
        actions = self._actions_after(op, half)
        more = self.uses[MORE_ACTIONS] - (self._extra[card] if card >= 0 else 0)
        draws = _draws(half) if half else 0
        return (
            needed,
            held,
            needed - held,
            held == needed,
            actions,
            needed == 0,
            self._suffices(needed, held, actions and actions + more - tokens),
            self._suffices(needed, held, ACTIONS_A_TURN + more - max(tokens - actions, 0)),
            min(len(self.hand) - (card >= 0) + draws, MOST_CARDS),
            op == END and state.actions > 0,
        )

    @staticmethod
    def _suffices(needed: int, held: int, actions: int) -> bool:
        return held >= needed and needed <= actions

    def _half(self, code: int) -> Half:
        rules = self.state.rules
        halves = rules.effects[kind_of(code) - rules.tickets_from]
        return halves[half_of(code) - 1 if half_of(code) else 0]

    def _actions_after(self, op: int, half: Half | None) -> int:
        if op == END or self.state.turn != self.seat:
            return 0
        gained = sum(step == ACTION for step, _ in half.steps) if half else 0
        return self.state.actions - (op in ACTION_MOVES) + gained

    # --- the own way ------------------------------------------------------------------------

    def _plan_after(self, code: int, op: int, card: int) -> Plan:
        cell = cell_of(code)
        if op == WALK:
            return self.now
        if op == ENTER:
            return self._plan_on(cell, self.state.board[cell], -1)
        if op == PLACE:
            return self._after_path(cell, sides_of(code), card)
        if op == CLEAR:
            return self._after_removal(cell, card)
        if op == PLAY:
            if cell:
                return self._after_removal(cell, -1)
            if way_of(code) >= 0 and seat_of(code) < 0:
                return self._after_surf(code)
        return self._plan_without(card)

    def _plan_without(self, card: int) -> Plan:
        """The plan of a pawn that stays, when a Path of this kind has left the hand."""
        kind = card if 0 <= card < PATH_KINDS else -1
        found = self._without.get(kind)
        if found is None:
            found = self._without[kind] = self._plan_from_reach(self.map, kind)
        return found

    def _plan_from_reach(self, distances: DistanceMap, card: int) -> Plan:
        """As `plan`, without a Path of this kind."""
        found = Plan()
        if not self._table.pawns[self.seat]:
            return found
        held = self._take(card)
        for cell in reach(self._table, self.seat):
            plan_from(self._table, distances, cell, self.counts, held, found)
        self._put_back(card)
        return found

    def _take(self, card: int) -> int:
        """Take a Path from the counts; how many Paths are left."""
        if not 0 <= card < PATH_KINDS:
            return self.held
        self.counts[card] -= 1
        return self.held - 1

    def _put_back(self, card: int) -> None:
        if 0 <= card < PATH_KINDS:
            self.counts[card] += 1

    def _plan_on(self, cell: int, content: int, card: int) -> Plan:
        """The plan from one card with this content, without a Path of the hand."""
        board, found = self._table.board, Plan()
        before = board[cell]
        board[cell] = content
        held = self._take(card)
        plan_from(self._table, self.map, cell, self.counts, held, found)
        self._put_back(card)
        board[cell] = before
        return found

    def _after_path(self, cell: int, sides: int, card: int) -> Plan:
        near = self._reach
        if near is None:
            cells = reach(self._table, self.seat)
            near = self._reach = {spot + step for spot in cells for step in (0, *STEP)}
        if cell not in near:
            return self._plan_without(card)
        board = self._table.board
        before = board[cell]
        board[cell] = sides | UP
        found = self._plan_from_reach(self.map, card)
        board[cell] = before
        return found

    def _after_surf(self, code: int) -> Plan:
        what, cell, _ = legal.surf_over(self._table, way_of(code))
        if what == legal.ONTO_STAGE:
            found = Plan()
            found.needed = 0
            return found
        if sides_of(code):
            return self._plan_on(cell, sides_of(code) | UP, KIND_OF_SIDES[sides_of(code)])
        if what == legal.ONTO_CARD:
            return self._plan_on(cell, self._table.board[cell], -1)
        return self.now

    def _after_removal(self, cell: int, card: int) -> Plan:
        """The plan when a Wall has gone."""
        board = self._table.board
        content = board[cell]
        board[cell] = 0
        found = self._plan_from_reach(distance_map(self._table), card)
        board[cell] = content
        return found


def _draws(half: Half) -> int:
    return sum(step == DRAW and whom in (SELF, ALL) for step, whom in half.steps)


def _cost(found: Plan) -> int:
    return 3 * found.needed - 2 * found.hand_steps

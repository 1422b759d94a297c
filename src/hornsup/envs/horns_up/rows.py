"""Legal moves of Horns Up as rows of features, for learners that rate moves one by one.

A row has what the move names, which never changes, and what it would change on the table, as far as
that follows from the observer's own knowledge. "Paths needed" are those that a Rocker still has to
play until the Stage, counted by the bots' planning around the Walls that lie.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from hornsup.bots.horns_up.evaluation import USES
from hornsup.bots.horns_up.planning import (
    FAR,
    PATH_KINDS,
    DistanceMap,
    distance_map,
    paths_needed,
    plan,
)
from hornsup.bots.horns_up.prospects import (
    OWN,
    PHASES,
    PROSPECTS,
    RIVAL,
    Prospects,
    card_of,
)
from hornsup.envs.horns_up.actions import ActionMap
from hornsup.envs.layout import Layout
from hornsup.games.horns_up import legal
from hornsup.games.horns_up.board import (
    DIRECTIONS,
    DOWN,
    IS_ENTRANCE,
    STEP,
    UP,
    WALL,
    column,
    row,
)
from hornsup.games.horns_up.card_symbols import ALL, ONE, PUSH, SELF
from hornsup.games.horns_up.moves import (
    ENTER,
    MIDDLE,
    PLACE,
    PLAY,
    VERBS,
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
from hornsup.games.horns_up.state import HornsUp

Rows = npt.NDArray[np.float32]
MOST = 12.0  # more Paths than that count as this many
WHOM = ("self", "one", "all")
STEPS = PUSH + 1
USE_NAMES = ("Path", "Wall", "draws", "more actions", "hits", "surfs", "Stage card")
SURF_LANDS = (legal.ONTO_CARD, legal.NEEDS_PATH)

CHANGES = (
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
    ("planned", "the move is the next one of the mover's shortest way with the Paths in hand"),
    ("copies", "copies of the card in hand"),
)


class MoveRows:
    """Makes the rows of one mapping; what a move names is worked out once per action number."""

    def __init__(self, actions: ActionMap) -> None:
        self.actions = actions
        rules = actions.rules
        self.layout = Layout()
        add = self.layout.add
        self._verb = add("verb", len(VERBS), "one of " + ", ".join(VERBS))
        self._card = add("card", len(rules.slugs), "the card that leaves the hand")
        self._sides = add("sides", 4, "open sides N E S W of the Path that is laid")
        self._way = add("direction", 4, "N E S W")
        self._half = add("half", MIDDLE, "left, right, centre")
        self._place = add("place", actions.players, "the Rocker named, by place")
        self._cell = add("cell", 3, "a cell is named; its column and row")
        effect = "symbols of the Ticket's half, by whom they hit (self, one, all) and symbol"
        self._effect = add("effect", (len(WHOM), STEPS), effect)
        self._changes = self.layout.size
        for name, meaning in (*CHANGES, *PROSPECTS):
            add(name, 1, meaning)
        self._situation = self.layout.size
        add("phase", len(PHASES), "one of " + ", ".join(PHASES))
        add("own", len(OWN), "the mover: " + ", ".join(OWN))
        add("uses", USES, "cards in hand by use: " + ", ".join(USE_NAMES))
        add("paths", PATH_KINDS, "Paths in hand by kind")
        rivals = (actions.players - 1, len(RIVAL))
        add("rivals", rivals, "by place, from the left-hand neighbour on: " + ", ".join(RIVAL))
        self.width = self.layout.size
        self._named: dict[int, Rows] = {}

    def rows(self, state: HornsUp, codes: Sequence[int]) -> Rows:
        """One row per code, in their order."""
        seat = state.mover
        out = np.empty((len(codes), self.width), dtype=np.float32)
        for place, number in enumerate(self.actions.numbers(codes, seat)):
            named = self._named.get(number)
            if named is None:
                named = self._named[number] = self._what_is_named(codes[place], seat)
            out[place] = named
        if len(codes):
            prospects = Prospects(state)
            found = zip(_Changes(state).of(codes), prospects.of(codes), strict=True)
            out[:, self._changes : self._situation] = [old + new for old, new in found]
            out[:, self._situation :] = prospects.situation()
        return out

    def _what_is_named(self, code: int, seat: int) -> Rows:
        line = np.zeros(self.width, dtype=np.float32)
        op = op_of(code)
        line[self._verb + op] = 1
        card = card_of(code)
        if card >= 0:
            line[self._card + card] = 1
        for way in range(len(DIRECTIONS)):
            line[self._sides + way] = sides_of(code) >> way & 1
        if way_of(code) >= 0:
            line[self._way + way_of(code)] = 1
        if half_of(code):
            line[self._half + half_of(code) - 1] = 1
        if seat_of(code) >= 0:
            line[self._place + (seat_of(code) - seat) % self.actions.players] = 1
        cell = cell_of(code)
        if cell:
            line[self._cell : self._cell + 3] = (1, column(cell), row(cell))
        if op == PLAY:
            self._add_effect(line, code)
        return line

    def _add_effect(self, line: Rows, code: int) -> None:
        rules = self.actions.rules
        halves = rules.effects[kind_of(code) - rules.tickets_from]
        half = halves[half_of(code) - 1 if half_of(code) else 0]
        whom = {SELF: 0, ONE: 1, ALL: 2}
        for step, who in half.steps:
            line[self._effect + whom[who] * STEPS + step] += 1


class _Changes:
    """What the moves of one position change, from what the mover knows."""

    def __init__(self, state: HornsUp) -> None:
        self.state = state
        self.seat = state.mover
        self.map: DistanceMap = distance_map(state)
        self.pawn = state.pawns[self.seat]
        self.needed = [
            min(paths_needed(state, self.map, seat), MOST) for seat in range(state.players)
        ]
        self.rivals = [seat for seat in range(state.players) if seat != self.seat]
        self.leader = min(self.rivals, key=lambda seat: self.needed[seat])
        route = plan(state, self.map, self.seat)
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

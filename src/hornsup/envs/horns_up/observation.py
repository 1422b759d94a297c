"""What a seat of Horns Up knows, as one array of small whole numbers.

Everything here is in `state.view(seat)` too. Rockers are counted from the observer: place 0 is the
observer, place 1 the left-hand neighbour. First come places that are 0 or 1, among them a plane of
the table for each thing that can lie in a cell; then come counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct

import numpy as np
import numpy.typing as npt

from hornsup.envs.horns_up.actions import TABLE_CELLS, has_walked
from hornsup.envs.layout import Layout
from hornsup.games.horns_up.agenda import ASK_DISCARD, ASK_KEEP, ASK_PART, EACH, SYMBOL
from hornsup.games.horns_up.board import (
    CELLS,
    MAX_X,
    ROWS,
    SHIFT,
    STEPS_TO_STAGE,
    UP,
    WALL,
    card_kind,
    path_sides,
    row,
)
from hornsup.games.horns_up.card_symbols import WALL_OF_DEATH
from hornsup.games.horns_up.rules import Rules
from hornsup.games.horns_up.state import HornsUp
from hornsup.games.horns_up.wall_of_death import overlapping

Array = npt.NDArray[np.int16]
AREA = len(TABLE_CELLS)
STEPS = WALL_OF_DEATH + 1
_NOTHING_PENDING = [0] * STEPS
PHASES = ("enter", "turn", "choice", "over")
QUESTIONS = ("discard", "discard a Ticket", "part", "keep")
ROCKER = ("hand", "tokens", "immune", "skips", "steps to the Stage", "not Tickets, for sure")


class Observer:
    """Writes observations of one deck and one number of players."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules = rules
        self.players = players
        self.kinds = len(rules.slugs)
        self.walls = rules.tickets_from - rules.walls_from
        self.layout = Layout()
        self._lay_out_flags()
        self._counts_from = self.layout.size
        self._lay_out_counts()
        self._known_from = self.layout.spans["known"].start
        self.size = self.layout.size
        # Counts before `known`, and `known`: written so, faster than numpy reads a list.
        self._counts_writer = Struct(f"={self._known_from - self._counts_from}h")
        self._known_writer = Struct(f"={players * self.kinds}h")
        self._tickets = ((1 << self.kinds) - 1) & ~((1 << rules.tickets_from) - 1)
        # Where each cell of the board stands in a plane.
        self._index = [0] * CELLS
        for number, cell in enumerate(TABLE_CELLS):
            self._index[cell] = number
        # By cell and content: the kind of card and the places that are 1.
        self._cards: dict[int, tuple[int, tuple[int, ...]]] = {}
        self._bare: Array = np.zeros(self.size, dtype=np.int16)
        for cell in rules.entrances:
            self._bare[[self._board + plane * AREA + self._index[cell] for plane in range(4)]] = 1
            self._bare[self._entrance + self._index[cell]] = 1

    def _lay_out_flags(self) -> None:
        rules, players, add = self.rules, self.players, self.layout.add
        plane = (ROWS, 2 * MAX_X + 1)
        self._board = add("open", (4, *plane), "planes N E S W: open side of a face-up card")
        self._down = add("face_down", (4, *plane), "planes N E S W: side of a face-down Path")
        self._wall = add("walls", (self.walls, *plane), "a plane for each kind of Wall")
        self._entrance = add("entrances", plane, "the Entrances")
        self._pawns = add("pawns", (players, *plane), "a plane for each Rocker's pawn")
        self._phase = add("phase", len(PHASES), "one of " + ", ".join(PHASES))
        self._seat = add("seat", players, "the observer's seat")
        self._turn = add("turn", players, "whose turn it is, by place")
        self._to_move = add("to_move", players, "who must decide, by place; none when over")
        self._first = add("first", players, "who had the first turn, by place")
        self._opener = add("opener", players, "who opened the Wall of Death that is to close")
        self._acted = add("acted", 1, "an action of this turn waits for its end")
        self._walked = add("walked", 1, "the last move was a free walk")
        tickets = len(rules.slugs) - rules.tickets_from
        self._resolving = add("resolving", tickets, "the Ticket under way")
        self._stage = add("stage", len(rules.stage_slugs), "the Stage card in force")
        self._question = add("question", len(QUESTIONS), "one of " + ", ".join(QUESTIONS))
        self._row = add("question_row", ROWS, "the row of the cell that is asked about")
        self._lefts = add("gone_left", ROWS, "rows of central cards that go left")
        meeting = "cards that met, from left, centre, right: open sides, hidden sides, kind of Wall"
        self._met = add("met", (3, 8 + self.walls), meeting)

    def _lay_out_counts(self) -> None:
        add, kinds = self.layout.add, self.kinds
        add("actions", 1, "actions left in this turn")
        add("turn_number", 1, "turns begun")
        add("deck", 1, "cards in the Audience deck")
        add("stage_deck", 1, "cards in the Stage deck")
        add("pending", STEPS, "symbols still to be carried out, by symbol")
        add("stage_used", len(self.rules.stage_slugs), "Stage cards used, by card")
        add("own_hand", kinds, "the observer's hand, by card")
        add("discard", kinds, "the discard pile, by card")
        add("unseen", kinds, "cards that the observer cannot place, by card")
        add("rockers", (self.players, len(ROCKER)), "by place: " + ", ".join(ROCKER))
        add("known", (self.players, kinds), "by place: cards of that hand that are known, by card")

    # --- writing ----------------------------------------------------------------------------

    def write(self, state: HornsUp, seat: int, out: Array) -> None:
        """Write what this seat knows into an array of `size` places."""
        unseen = list(self.rules.counts)
        ones = self._table_ones(state, seat, unseen)
        self._add_flags(state, seat, ones)
        if state.agenda:
            self._add_question(state, ones, unseen)
        out[:] = self._bare
        if state.known is not None:
            self._write_known(state, seat, out, unseen)
        out[ones] = 1
        counts = self._counts(state, seat, unseen)
        self._counts_writer.pack_into(out[self._counts_from :].data, 0, *counts)

    def _table_ones(self, state: HornsUp, seat: int, unseen: list[int]) -> list[int]:
        """The places of cards and pawns; cards on the table are not unseen."""
        known, board = self._cards, state.board
        ones: list[int] = []
        for cell in state.table:
            key = board[cell] << 10 | cell
            if key not in known:
                known[key] = self._card(board[cell], cell)
            kind, places = known[key]
            unseen[kind] -= 1
            ones += places
        place = self._pawns
        for pawn in state.pawns[seat:] + state.pawns[:seat]:
            if pawn:
                ones.append(place + self._index[pawn])
            place += AREA
        return ones

    def _card(self, content: int, cell: int) -> tuple[int, tuple[int, ...]]:
        first = self._board + self._index[cell]
        return card_kind(content), tuple(first + plane * AREA for plane in self._planes(content))

    def _planes(self, content: int) -> list[int]:
        """The planes of a card, counted from the first."""
        if content & WALL:
            return [8 + (content >> SHIFT) - self.rules.walls_from]
        first = 0 if content & UP else 4
        return [first + way for way in range(4) if path_sides(content) >> way & 1]

    def _add_flags(self, state: HornsUp, seat: int, ones: list[int]) -> None:
        players = self.players
        over = state.winner >= 0
        phase = 3 if over else 0 if not state.turn_number else 2 if state.agenda else 1
        ones += (
            self._phase + phase,
            self._seat + seat,
            self._turn + (state.turn - seat) % players,
            self._first + (state.first - seat) % players,
        )
        if not over:
            ones.append(self._to_move + (state.mover - seat) % players)
        if state.opener >= 0:
            ones.append(self._opener + (state.opener - seat) % players)
        if state.acted:
            ones.append(self._acted)
        if has_walked(state):
            ones.append(self._walked)
        if state.resolving >= 0:
            ones.append(self._resolving + state.resolving - self.rules.tickets_from)
        if state.stage >= 0:
            ones.append(self._stage + state.stage)

    def _add_question(self, state: HornsUp, ones: list[int], unseen: list[int]) -> None:
        for content in overlapping(state):
            unseen[card_kind(content)] -= 1
        task = state.agenda[-1]
        if task[0] == ASK_DISCARD:
            ones.append(self._question + (1 if task[2] else 0))
        elif task[0] == ASK_PART:
            ones += (self._question + 2, self._row + row(task[2]) - 1)
            ones += [self._lefts + row(cell) - 1 for cell in task[3:]]
        elif task[0] == ASK_KEEP:
            ones += (self._question + 3, self._row + row(task[2]) - 1)
            for side, content in enumerate(task[3:6]):
                first = self._met + side * (8 + self.walls)
                ones += [first + plane for plane in self._planes(content)]

    def _write_known(self, state: HornsUp, seat: int, out: Array, unseen: list[int]) -> None:
        """The cards of other hands that the observer knows."""
        assert state.known is not None
        counts = [0] * (self.players * self.kinds)
        for place in range(1, self.players):
            holder = (seat + place) % self.players
            first = place * self.kinds
            for kind in state.known[seat * self.players + holder]:
                counts[first + kind] += 1
                unseen[kind] -= 1
        self._known_writer.pack_into(out[self._known_from :].data, 0, *counts)

    def _counts(self, state: HornsUp, seat: int, unseen: list[int]) -> list[int]:
        """What stands between the flags and `known`, in the order of the layout."""
        kinds = self.kinds
        counts = [
            state.actions,
            state.turn_number,
            len(state.deck) - state.drawn,
            len(state.stage_deck) - state.stage_drawn,
        ]
        counts += _pending(state) if state.agenda else _NOTHING_PENDING
        counts += _by_kind(state.stage_used, len(self.rules.stage_slugs), None)
        counts += _by_kind(state.hands[seat], kinds, unseen)
        counts += _by_kind(state.discard, kinds, unseen)
        if state.resolving >= 0:
            unseen[state.resolving] -= 1
        counts += unseen
        limits = state.limits
        for rocker in (*range(seat, self.players), *range(seat)):
            pawn = state.pawns[rocker]
            counts += (
                len(state.hands[rocker]),
                state.tokens[rocker],
                state.immune[rocker],
                state.skips[rocker],
                STEPS_TO_STAGE[pawn] if pawn else 0,
                0 if limits is None else self._surely_no_tickets(state, rocker),
            )
        return counts

    def _surely_no_tickets(self, state: HornsUp, seat: int) -> int:
        """How many cards of a hand everyone knows to be no Tickets."""
        assert state.limits is not None
        return max(
            (limit.least for limit in state.limits[seat] if not limit.kinds & self._tickets),
            default=0,
        )


def _by_kind(cards: Sequence[int], kinds: int, unseen: list[int] | None) -> list[int]:
    """Cards counted by kind, and taken from those that are unseen."""
    counts = [0] * kinds
    for kind in cards:
        counts[kind] += 1
    if unseen is not None:
        for kind in cards:
            unseen[kind] -= 1
    return counts


def _pending(state: HornsUp) -> list[int]:
    counts = [0] * STEPS
    for task in state.agenda:
        if task[0] in (SYMBOL, EACH):
            counts[task[1]] += 1
    return counts

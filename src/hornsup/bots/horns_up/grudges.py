"""Grudges: who has hit this seat, read from the moves that everybody has seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hornsup.core.contract import played
from hornsup.games.horns_up.board import STEP
from hornsup.games.horns_up.card_symbols import SELF, SKIP
from hornsup.games.horns_up.moves import (
    END,
    OP_MASK,
    PLACE,
    PLAY,
    WALL_UP,
    cell_of,
    kind_of,
    seat_of,
)

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp

TARGETED: Final = 1.0  # a Ticket played on this seat
HINDERED: Final = 0.7  # a card laid in its way
DECAY: Final = 0.95  # what is left of a grudge after each turn
MAX_GRUDGE: Final = 2.0
RIVAL_WEIGHT: Final = 1.0  # how much a grudge of 1 adds to a rival's weight


class Grudges:
    """One seat's record of who did what to it, updated at each of its decisions."""

    def __init__(self, retaliation: float) -> None:
        self.retaliation = retaliation
        self._moves_seen = 0
        self._turn = 0
        self._pawn = 0
        self._skips: tuple[int, ...] = ()
        self.by_seat: tuple[float, ...] = ()

    def rival_weights(self, state: HornsUp, seat: int) -> list[float]:
        """What to add to each rival's weight now."""
        if not self.retaliation:
            return [0.0] * state.players
        self.update(state, seat)
        return [self.retaliation * RIVAL_WEIGHT * min(found, MAX_GRUDGE) for found in self.by_seat]

    def update(self, state: HornsUp, seat: int) -> None:
        """Go through the moves since the last update; whose they were follows from the turns."""
        codes = played(state.history)
        grudges = list(self.by_seat) or [0.0] * state.players
        skips = list(self._skips) or [0] * state.players
        spots = {self._pawn, state.pawns[seat]}
        turn = self._turn if self._moves_seen else state.first
        for code in codes[self._moves_seen :]:
            if code == END:
                turn = _next_turn(turn, skips)
                grudges = [found * DECAY for found in grudges]
                continue
            if turn != seat:
                grudges[turn] += harm(code, seat, spots)
            _count_skips(state, code, turn, skips)
        self._moves_seen, self._turn, self._pawn = len(codes), state.turn, state.pawns[seat]
        self._skips = tuple(state.skips)
        self.by_seat = tuple(grudges)


def harm(code: int, seat: int, spots: set[int]) -> float:
    """How much a move of another Rocker was directed against this seat."""
    op = code & OP_MASK
    if op == PLAY and seat_of(code) == seat:
        return TARGETED
    if op == PLACE and cell_of(code) in spots:
        return HINDERED
    if op == WALL_UP and any(cell_of(code) + step in spots for step in STEP):
        return HINDERED
    return 0.0


def _next_turn(turn: int, skips: list[int]) -> int:
    turn = (turn + 1) % len(skips)
    while skips[turn]:
        skips[turn] -= 1
        turn = (turn + 1) % len(skips)
    return turn


def _count_skips(state: HornsUp, code: int, turn: int, skips: list[int]) -> None:
    """Add the turns that a Ticket costs; turns lost otherwise are read from the next state."""
    if code & OP_MASK != PLAY:
        return
    for half in state.rules.effects[kind_of(code) - state.rules.tickets_from]:
        for step, who in half.steps:
            if step == SKIP:
                skips[turn if who == SELF or seat_of(code) < 0 else seat_of(code)] = 1

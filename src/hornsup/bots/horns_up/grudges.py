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

TARGETED: Final = 1.0
HINDERED: Final = 0.7
FORGIVEN: Final = 0.95  # what is left of a grudge after a turn of anybody
MOST: Final = 2.0
SPITE: Final = 1.0  # how much a full grudge adds to a rival's weight


class Grudges:
    """One seat's memory of who did what to it, brought up to date at each of its decisions."""

    def __init__(self, temper: float) -> None:
        self.temper = temper
        self._seen = 0
        self._turn = 0
        self._pawn = 0
        self._skips: tuple[int, ...] = ()
        self.wrongs: tuple[float, ...] = ()

    def spite(self, state: HornsUp, seat: int) -> list[float]:
        """What to add to each rival's weight now."""
        if not self.temper:
            return [0.0] * state.players
        self.remember(state, seat)
        return [self.temper * SPITE * min(wrong, MOST) for wrong in self.wrongs]

    def remember(self, state: HornsUp, seat: int) -> None:
        """Go through the moves since the last look; whose they were follows from the turns."""
        codes = played(state.history)
        wrongs = list(self.wrongs) or [0.0] * state.players
        skips = list(self._skips) or [0] * state.players
        spots = {self._pawn, state.pawns[seat]}
        turn = self._turn if self._seen else state.first
        for code in codes[self._seen :]:
            if code == END:
                turn = _next_turn(turn, skips)
                wrongs = [wrong * FORGIVEN for wrong in wrongs]
                continue
            if turn != seat:
                wrongs[turn] += harm(code, seat, spots)
            _note_skips(state, code, turn, skips)
        self._seen, self._turn, self._pawn = len(codes), state.turn, state.pawns[seat]
        self._skips = tuple(state.skips)
        self.wrongs = tuple(wrongs)


def harm(code: int, seat: int, spots: set[int]) -> float:
    """How much a move of another Rocker was meant for this seat."""
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


def _note_skips(state: HornsUp, code: int, turn: int, skips: list[int]) -> None:
    """The turns that a Ticket costs; those lost in other ways are seen at the next look."""
    if code & OP_MASK != PLAY:
        return
    for half in state.rules.effects[kind_of(code) - state.rules.tickets_from]:
        for step, who in half.steps:
            if step == SKIP:
                skips[turn if who == SELF or seat_of(code) < 0 else seat_of(code)] = 1

"""One move ahead: what each legal move would make of a Rocker's prospects."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Final

from hornsup.bots.horns_up.prospects import Weights, seen_strength, strength
from hornsup.bots.horns_up.ways import Map, map_of, plan
from hornsup.games.horns_up.agenda import ASK_PART
from hornsup.games.horns_up.board import STEP, WIDTH
from hornsup.games.horns_up.card_symbols import DRAW, STAGE_CARD
from hornsup.games.horns_up.moves import (
    END,
    OP_MASK,
    PART,
    PLAY,
    WALK,
    WALL_UP,
    cell_of,
    half_of,
    kind_of,
)
from hornsup.games.horns_up.turns import reach

if TYPE_CHECKING:
    from hornsup.games.horns_up.rules import Rules
    from hornsup.games.horns_up.state import HornsUp

WON: Final = 50.0
LOST: Final = -50.0
ANSWERS: Final = 40


class Rivals:
    """The others as they stand before a move, so that only those it touches are judged again."""

    __slots__ = ("_alone", "_before", "_land", "_strengths", "_weights")

    def __init__(self, state: HornsUp, seat: int, spite: list[float], weights: Weights) -> None:
        self._before = state
        self._land = map_of(state)
        self._weights = weights
        self._alone: list[bool] = []
        self._strengths: list[float] = []
        for other in range(state.players):
            mine = other == seat
            self._alone.append(not mine and len(reach(state, other)) == 1)
            found = 0.0 if mine else seen_strength(state, self._land, other, weights)
            self._strengths.append(found + spite[other])

    def strength(self, state: HornsUp, land: Map, other: int, spite: float) -> float:
        """How near a rival is to winning after the move."""
        if land is self._land and self._alone[other] and self._untouched(state, other):
            return self._strengths[other]
        return seen_strength(state, land, other, self._weights) + spite

    def _untouched(self, state: HornsUp, other: int) -> bool:
        before = self._before
        pawn = state.pawns[other]
        board, old = state.board, before.board
        return (
            pawn == before.pawns[other]
            and other != state.turn
            and board[pawn] == old[pawn]
            and board[pawn - WIDTH] == old[pawn - WIDTH]
            and board[pawn + 1] == old[pawn + 1]
            and board[pawn + WIDTH] == old[pawn + WIDTH]
            and board[pawn - 1] == old[pawn - 1]
            and len(state.hands[other]) == len(before.hands[other])
            and state.tokens[other] == before.tokens[other]
            and state.skips[other] == before.skips[other]
        )


def outlook(
    state: HornsUp, seat: int, rivals: Rivals, spite: list[float], weights: Weights
) -> float:
    """The logarithm of the odds that a Rocker wins; `spite` adds weight to rivals."""
    if state.winner >= 0:
        return WON if state.winner == seat else LOST
    land = map_of(state)
    total = 0.0
    for other in range(state.players):
        if other != seat:
            total += exp(rivals.strength(state, land, other, spite[other]))
    return strength(state, land, seat, weights) - log(total)


def better_stand(state: HornsUp) -> int:
    """The cell to which the Rocker whose turn it is should walk; 0 to stay."""
    stand = plan(state, map_of(state), state.turn).stand
    return stand if stand and stand != state.pawns[state.turn] else 0


def by_chance(rules: Rules, code: int) -> bool:
    """Whether a move's effect depends on cards that nobody has seen."""
    if code & OP_MASK != PLAY:
        return False
    side = half_of(code)
    half = rules.effects[kind_of(code) - rules.tickets_from][side - 1 if side else 0]
    return any(step in (DRAW, STAGE_CARD) for step, _ in half.steps)


def after(state: HornsUp, code: int) -> HornsUp:
    """The state after a move, questions answered; the end of a turn is looked at before it."""
    copy = state.clone()
    if code == END:
        copy.actions = 0
        return copy
    copy._carry_out(code)
    for _ in range(ANSWERS):
        if not copy.agenda or copy.winner >= 0:
            break
        copy._carry_out(plain_answer(copy, code))
    return copy


def plain_answer(state: HornsUp, code: int) -> int:
    """An answer that costs no thought: go on parting as before, discard the last card."""
    codes = state.legal_codes()
    if state.agenda[-1][0] == ASK_PART:
        side = half_of(code) if code & OP_MASK == PART else 1 + state.agenda[-1][2] % 2
        return next(answer for answer in codes if half_of(answer) == side)
    return codes[-1]


def worth_a_look(state: HornsUp, seat: int) -> list[int]:
    """The legal moves without walks and, if others are left, without Walls in nobody's way."""
    codes = [code for code in state.legal_codes() if code & OP_MASK != WALK]
    if not any(code & OP_MASK == WALL_UP for code in codes):
        return codes
    near = wall_cells(state, seat)
    good = [code for code in codes if code & OP_MASK != WALL_UP or cell_of(code) in near]
    return good or codes


def wall_cells(state: HornsUp, seat: int) -> set[int]:
    """The cells before each rival: one step nearer to the Stage, and one more."""
    land = map_of(state)
    cells: set[int] = set()
    for other in range(state.players):
        if other == seat:
            continue
        ring = [state.pawns[other]]
        for _ in range(2):
            ring = [
                cell + STEP[way] for cell in ring for way in range(4) if land.down[cell] >> way & 1
            ]
            cells.update(ring)
    return cells


def rate(
    guesses: list[HornsUp], seat: int, codes: list[int], spite: list[float], weights: Weights
) -> list[float]:
    """The outlook after each move; moves that chance decides are tried in every guess."""
    rules = guesses[0].rules
    rivals = Rivals(guesses[0], seat, spite, weights)
    found: list[float] = []
    for code in codes:
        tries = len(guesses) if by_chance(rules, code) else 1
        total = 0.0
        for number in range(tries):
            total += outlook(after(guesses[number], code), seat, rivals, spite, weights)
        found.append(total / tries)
    return found

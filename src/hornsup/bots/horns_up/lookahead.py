"""One move ahead: the odds to win after each legal move."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Final

from hornsup.bots.horns_up.evaluation import Weights, public_strength, strength
from hornsup.bots.horns_up.planning import DistanceMap, distance_map, plan
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
MAX_ANSWERS: Final = 40


class RivalStrengths:
    """The rivals before a move, so that only those whom it changes are evaluated again."""

    __slots__ = ("_before", "_cannot_walk", "_distances", "_strengths", "_weights")

    def __init__(
        self, state: HornsUp, seat: int, rival_weights: list[float], weights: Weights
    ) -> None:
        self._before = state
        self._distances = distance_map(state)
        self._weights = weights
        self._cannot_walk: list[bool] = []
        self._strengths: list[float] = []
        for other in range(state.players):
            mine = other == seat
            self._cannot_walk.append(not mine and len(reach(state, other)) == 1)
            found = 0.0 if mine else public_strength(state, self._distances, other, weights)
            self._strengths.append(found + rival_weights[other])

    def strength(self, state: HornsUp, distances: DistanceMap, other: int, weight: float) -> float:
        """The strength of a rival after the move."""
        if (
            distances is self._distances
            and self._cannot_walk[other]
            and self._unchanged(state, other)
        ):
            return self._strengths[other]
        return public_strength(state, distances, other, self._weights) + weight

    def _unchanged(self, state: HornsUp, other: int) -> bool:
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


def log_odds(
    state: HornsUp, seat: int, rivals: RivalStrengths, rival_weights: list[float], weights: Weights
) -> float:
    """The logarithm of the odds that a Rocker wins; `rival_weights` add to rivals' strengths."""
    if state.winner >= 0:
        return WON if state.winner == seat else LOST
    distances = distance_map(state)
    total = 0.0
    for other in range(state.players):
        if other != seat:
            total += exp(rivals.strength(state, distances, other, rival_weights[other]))
    return strength(state, distances, seat, weights) - log(total)


def walk_target(state: HornsUp) -> int:
    """The cell to which the Rocker whose turn it is should walk; 0 to stay."""
    target = plan(state, distance_map(state), state.turn).walk_to
    return target if target and target != state.pawns[state.turn] else 0


def is_random(rules: Rules, code: int) -> bool:
    """Whether the effect of a move depends on cards that nobody has seen."""
    if code & OP_MASK != PLAY:
        return False
    side = half_of(code)
    half = rules.effects[kind_of(code) - rules.tickets_from][side - 1 if side else 0]
    return any(step in (DRAW, STAGE_CARD) for step, _ in half.steps)


def state_after(state: HornsUp, code: int) -> HornsUp:
    """The state after a move and its answers; for `end`, the state before the next turn."""
    copy = state.clone()
    if code == END:
        copy.actions = 0
        return copy
    copy._carry_out(code)
    for _ in range(MAX_ANSWERS):
        if not copy.agenda or copy.winner >= 0:
            break
        copy._carry_out(default_answer(copy, code))
    return copy


def default_answer(state: HornsUp, code: int) -> int:
    """An answer chosen without evaluation: part to the same side, discard the last card."""
    codes = state.legal_codes()
    if state.agenda[-1][0] == ASK_PART:
        side = half_of(code) if code & OP_MASK == PART else 1 + state.agenda[-1][2] % 2
        return next(answer for answer in codes if half_of(answer) == side)
    return codes[-1]


def candidates(state: HornsUp, seat: int) -> list[int]:
    """The legal moves without walks and, if others remain, without Walls in nobody's way."""
    codes = [code for code in state.legal_codes() if code & OP_MASK != WALK]
    if not any(code & OP_MASK == WALL_UP for code in codes):
        return codes
    near = wall_cells(state, seat)
    good = [code for code in codes if code & OP_MASK != WALL_UP or cell_of(code) in near]
    return good or codes


def wall_cells(state: HornsUp, seat: int) -> set[int]:
    """The cells before each rival: one step nearer to the Stage, and one more."""
    distances = distance_map(state)
    cells: set[int] = set()
    for other in range(state.players):
        if other == seat:
            continue
        frontier = [state.pawns[other]]
        for _ in range(2):
            frontier = [
                cell + STEP[direction]
                for cell in frontier
                for direction in range(4)
                if distances.nearer[cell] >> direction & 1
            ]
            cells.update(frontier)
    return cells


def rate(
    samples: list[HornsUp],
    seat: int,
    codes: list[int],
    rival_weights: list[float],
    weights: Weights,
) -> list[float]:
    """The log odds after each move; random moves are averaged over all samples."""
    rules = samples[0].rules
    rivals = RivalStrengths(samples[0], seat, rival_weights, weights)
    found: list[float] = []
    for code in codes:
        tries = len(samples) if is_random(rules, code) else 1
        total = 0.0
        for number in range(tries):
            total += log_odds(
                state_after(samples[number], code), seat, rivals, rival_weights, weights
            )
        found.append(total / tries)
    return found

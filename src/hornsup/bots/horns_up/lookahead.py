"""One move ahead: what each legal move would make of a Rocker's prospects."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING, Final

from hornsup.bots.horns_up.prospects import Weights, seen_strength, strength
from hornsup.bots.horns_up.ways import map_of, plan
from hornsup.games.horns_up.agenda import ASK_PART
from hornsup.games.horns_up.board import STEP
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
from hornsup.games.horns_up.symbols import DRAW, STAGE_CARD

if TYPE_CHECKING:
    from hornsup.games.horns_up.rules import Rules
    from hornsup.games.horns_up.state import HornsUp

WON: Final = 50.0
LOST: Final = -50.0
ANSWERS: Final = 40


def outlook(state: HornsUp, seat: int, spite: list[float], weights: Weights) -> float:
    """The logarithm of the odds that a Rocker wins; `spite` adds weight to rivals."""
    if state.winner >= 0:
        return WON if state.winner == seat else LOST
    land = map_of(state)
    rivals = 0.0
    for other in range(state.players):
        if other != seat:
            rivals += exp(seen_strength(state, land, other, weights) + spite[other])
    return strength(state, land, seat, weights) - log(rivals)


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
    """The legal moves without walks and without Walls that stand in nobody's way."""
    codes = state.legal_codes()
    spots = -1 if not any(code & OP_MASK == WALL_UP for code in codes) else 0
    near = wall_cells(state, seat) if spots == 0 else set()
    return [
        code
        for code in codes
        if code & OP_MASK != WALK and (code & OP_MASK != WALL_UP or cell_of(code) in near)
    ]


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
                cell + STEP[way]
                for cell in ring
                for way in range(4)
                if land.down[cell] >> way & 1
            ]
            cells.update(ring)
    return cells


def rate(
    guesses: list[HornsUp], seat: int, codes: list[int], spite: list[float], weights: Weights
) -> list[float]:
    """The outlook after each move; moves that chance decides are tried in every guess."""
    rules = guesses[0].rules
    found: list[float] = []
    for code in codes:
        tries = len(guesses) if by_chance(rules, code) else 1
        total = 0.0
        for number in range(tries):
            total += outlook(after(guesses[number], code), seat, spite, weights)
        found.append(total / tries)
    return found

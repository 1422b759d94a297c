"""Ways to the Stage: how many Paths are still to be played, and how far a hand of Paths leads.

This and the modules that say so work on full states, mostly samples, and are written for speed: the
compiled build compiles them together with the engine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from hornsup.games.horns_up.board import (
    CELLS,
    EAST,
    EDGE,
    FIXED,
    IS_ENTRANCE,
    LAYINGS,
    NORTH,
    SHIFT,
    SOUTH,
    STEP,
    WALL,
    WEST,
    WIDTH,
)
from hornsup.games.horns_up.moves import CELL, PLACE, SIDES
from hornsup.games.horns_up.turns import reach

if TYPE_CHECKING:
    from hornsup.games.horns_up.rules import Rules
    from hornsup.games.horns_up.state import HornsUp

FAR: Final = 99
PATH_KINDS: Final = 7
# What a Wall in the way costs beside the Path that must lie there afterwards.
CLEARABLE: Final = 2
STUBBORN: Final = 4
MAPS_KEPT: Final = 2000


class Map:
    """For one set of Walls: the Paths needed from each cell on, and the sides that lead there."""

    __slots__ = ("down", "steps")

    def __init__(self, steps: list[int], down: list[int]) -> None:
        self.steps = steps  # the Stage itself is 0
        self.down = down  # the sides of a cell behind which the Stage is nearest


class Plan:
    """The best way of one Rocker with the Paths in hand."""

    __slots__ = ("code", "hand_steps", "needed", "stand")

    def __init__(self) -> None:
        self.needed: int = FAR  # Paths to be played until the Stage, by one's best way
        self.hand_steps: int = 0  # how many of them the hand can play, one after the other
        self.stand: int = 0  # the cell to walk to first
        self.code: int = 0  # the first Path to play, as a move; 0 if none helps


_maps: dict[tuple[int, ...], Map] = {}


def map_of(state: HornsUp) -> Map:
    """The map for the Walls on this table."""
    board = state.board
    rules = state.rules
    key = [len(rules.fronts), rules.entrances[4]]
    for cell in state.table:
        if board[cell] & WALL:
            wall = (board[cell] >> SHIFT) - rules.walls_from
            easy = rules.paid_by_path[wall] or rules.paid_by_ticket[wall]
            key.append(cell * 8 + (CLEARABLE if easy else STUBBORN))
    found = _maps.get(tuple(key))
    if found is None:
        if len(_maps) >= MAPS_KEPT:
            _maps.clear()
        found = _maps[tuple(key)] = _survey(rules, key[2:])
    return found


def _survey(rules: Rules, walls: list[int]) -> Map:
    cost = [0 if content & EDGE else 1 for content in rules.bare]
    for wall in walls:
        cost[wall // 8] += wall % 8
    steps = [FAR] * CELLS
    rings: list[list[int]] = [[] for _ in range(FAR + 8)]
    for stage in rules.stage_cells:
        steps[stage] = 0
    for front in rules.fronts:
        rings[cost[front]].append(front)
    for far in range(FAR):
        for cell in rings[far]:
            if steps[cell] <= far:
                continue
            steps[cell] = far
            for way in STEP:
                near = cell + way
                if cost[near] and steps[near] == FAR:
                    rings[min(far + cost[near], FAR)].append(near)
    return Map(steps, _downs(rules, steps))


def _downs(rules: Rules, steps: list[int]) -> list[int]:
    down = [0] * CELLS
    for cell in range(WIDTH, CELLS - WIDTH):
        if rules.bare[cell] & EDGE:
            continue
        north, east = steps[cell - WIDTH], steps[cell + 1]
        south, west = steps[cell + WIDTH], steps[cell - 1]
        least = min(north, east, south, west)
        if least < FAR:
            sides = NORTH if north == least else 0
            sides |= EAST if east == least else 0
            sides |= SOUTH if south == least else 0
            down[cell] = sides | WEST if west == least else sides
    return down


def needed(state: HornsUp, land: Map, seat: int) -> int:
    """Paths still to be played by a Rocker, whatever the hand."""
    board = state.board
    steps = land.steps
    pawn = state.pawns[seat]
    if not pawn:
        return FAR
    best = FAR
    for cell in reach(state, seat):
        content = board[cell]
        for way in range(4):
            if content >> way & 1:
                best = min(best, steps[cell + STEP[way]])
        if not content & IS_ENTRANCE:
            best = min(best, steps[cell])  # turn the own card first, then as from there
    return best


def count_paths(hand: tuple[int, ...]) -> list[int]:
    """How many Paths of each kind a hand holds."""
    counts = [0] * PATH_KINDS
    for kind in hand:
        if kind < PATH_KINDS:
            counts[kind] += 1
    return counts


def plan(state: HornsUp, land: Map, seat: int) -> Plan:
    """The way that needs the fewest Paths, those in hand counting for less."""
    best = Plan()
    if not state.pawns[seat]:
        return best
    counts = count_paths(state.hands[seat])
    for cell in reach(state, seat):
        _plan_from(state, land, cell, counts, best)
    return best


def _plan_from(state: HornsUp, land: Map, cell: int, counts: list[int], best: Plan) -> None:
    """Improve the plan by what can be played from one cell."""
    board = state.board
    content = board[cell]
    for way in range(4):
        if not content >> way & 1:
            continue
        near = cell + STEP[way]
        total = land.steps[near]
        if 3 * total - 2 * total >= _rank(best):  # not even a full hand would help
            continue
        if not total:
            _adopt(best, 0, 0, cell, 0)
        elif board[near] & (FIXED | WALL):
            _adopt(best, total, 0, cell, 0)
        else:
            _try_cards(board, land, cell, near, (way + 2) & 3, counts, total, best)
    if not content & IS_ENTRANCE and land.steps[cell] < _rank(best):
        _try_cards(board, land, cell, cell, -1, counts, land.steps[cell], best)


def _rank(found: Plan) -> int:
    return 3 * found.needed - 2 * found.hand_steps


def _adopt(best: Plan, total: int, played: int, stand: int, code: int) -> None:
    if 3 * total - 2 * played < _rank(best):
        best.needed = total
        best.hand_steps = played
        best.stand = stand
        best.code = code


def _try_cards(
    board: list[int],
    land: Map,
    stand: int,
    goal: int,
    back: int,
    counts: list[int],
    total: int,
    best: Plan,
) -> None:
    """Every card that can begin the way at `goal`; `back` is its side toward the pawn."""
    _adopt(best, total, 0, stand, 0)
    down = land.down[goal]
    covered = 0
    for kind in range(PATH_KINDS):
        if not counts[kind]:
            continue
        for sides in LAYINGS[kind]:
            outs = sides & down
            if not outs & ~covered or (back >= 0 and not sides >> back & 1):
                continue
            covered |= outs
            counts[kind] -= 1
            played = 1 + chain(board, land, goal, outs, counts, total - 1)
            counts[kind] += 1
            _adopt(best, total, played, stand, PLACE | sides << SIDES | goal << CELL)


def chain(board: list[int], land: Map, cell: int, outs: int, counts: list[int], most: int) -> int:
    """How many Paths of a hand can follow one another from a cell left by one of these sides."""
    if most <= 0:
        return 0
    best = 0
    steps = land.steps
    for way in range(4):
        if not outs >> way & 1:
            continue
        near = cell + STEP[way]
        if steps[near] != steps[cell] - 1 or board[near] & (FIXED | WALL):
            continue
        down = land.down[near]
        back = 1 << ((way + 2) & 3)
        covered = 0
        for kind in range(PATH_KINDS):
            if not counts[kind]:
                continue
            for sides in LAYINGS[kind]:
                found = sides & down
                if sides & back and found & ~covered:
                    covered |= found
                    counts[kind] -= 1
                    played = 1 + chain(board, land, near, found, counts, most - 1)
                    counts[kind] += 1
                    if played >= most:
                        return played
                    best = max(best, played)
    return best

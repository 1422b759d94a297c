"""Planning: how many Paths are needed to reach the Stage, and how many of them a hand can play.

This module works on full states, mostly samples, and is written for speed; the compiled wheel
has it together with the engine.
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
# What a Wall costs beside the Path that must lie there afterwards.
CLEARABLE_COST: Final = 2  # removed by a Path or a Ticket
OTHER_WALL_COST: Final = 4
MAX_CACHED_MAPS: Final = 2000


class DistanceMap:
    """For one set of Walls: the Paths needed from each cell, and the sides that lead nearer."""

    __slots__ = ("nearer", "steps")

    def __init__(self, steps: list[int], nearer: list[int]) -> None:
        self.steps = steps  # the Stage itself is 0
        self.nearer = nearer  # the sides of a cell that lead nearest to the Stage


class Plan:
    """The best route of one Rocker with the Paths in hand."""

    __slots__ = ("code", "hand_steps", "needed", "walk_to")

    def __init__(self) -> None:
        self.needed: int = FAR  # Paths to be played until the Stage, by the best route
        self.hand_steps: int = 0  # how many of them the hand can play, one after the other
        self.walk_to: int = 0  # the cell to walk to first
        self.code: int = 0  # the first Path to play, as a move; 0 if none helps


_maps: dict[tuple[int, ...], DistanceMap] = {}


def distance_map(state: HornsUp) -> DistanceMap:
    """The map for the Walls on this table, from the cache."""
    board = state.board
    rules = state.rules
    key = [len(rules.fronts), rules.entrances[4]]
    for cell in state.table:
        if board[cell] & WALL:
            wall = (board[cell] >> SHIFT) - rules.walls_from
            easy = rules.paid_by_path[wall] or rules.paid_by_ticket[wall]
            key.append(cell * 8 + (CLEARABLE_COST if easy else OTHER_WALL_COST))
    found = _maps.get(tuple(key))
    if found is None:
        if len(_maps) >= MAX_CACHED_MAPS:
            _maps.clear()
        found = _maps[tuple(key)] = _compute_map(rules, key[2:])
    return found


def _compute_map(rules: Rules, walls: list[int]) -> DistanceMap:
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
            for offset in STEP:
                near = cell + offset
                if cost[near] and steps[near] == FAR:
                    rings[min(far + cost[near], FAR)].append(near)
    return DistanceMap(steps, _nearer_sides(rules, steps))


def _nearer_sides(rules: Rules, steps: list[int]) -> list[int]:
    nearer = [0] * CELLS
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
            nearer[cell] = sides | WEST if west == least else sides
    return nearer


def paths_needed(state: HornsUp, distances: DistanceMap, seat: int) -> int:
    """Paths still to be played by a Rocker, whatever the hand."""
    board = state.board
    steps = distances.steps
    pawn = state.pawns[seat]
    if not pawn:
        return FAR
    best = FAR
    for cell in reach(state, seat):
        content = board[cell]
        for direction in range(4):
            if content >> direction & 1:
                best = min(best, steps[cell + STEP[direction]])
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


def plan(state: HornsUp, distances: DistanceMap, seat: int) -> Plan:
    """The route that needs the fewest Paths; those in hand cost a third of the others."""
    best = Plan()
    if not state.pawns[seat]:
        return best
    counts = count_paths(state.hands[seat])
    held = sum(counts)
    for cell in reach(state, seat):
        plan_from(state, distances, cell, counts, held, best)
    return best


def plan_from(
    state: HornsUp, distances: DistanceMap, cell: int, counts: list[int], held: int, best: Plan
) -> None:
    """Improve the plan by what can be played from one cell with the Paths held."""
    board = state.board
    content = board[cell]
    for direction in range(4):
        if not content >> direction & 1:
            continue
        near = cell + STEP[direction]
        total = distances.steps[near]
        if 3 * total - 2 * min(total, held) >= _cost(best):  # not even with every Path of the hand
            continue
        if not total:
            _keep_better(best, 0, 0, cell, 0)
        elif board[near] & (FIXED | WALL):
            _keep_better(best, total, 0, cell, 0)
        else:
            back = (direction + 2) & 3
            _try_cards(board, distances, cell, near, back, counts, held, total, best)
    total = distances.steps[cell]
    if not content & IS_ENTRANCE and 3 * total - 2 * min(total, held) < _cost(best):
        _try_cards(board, distances, cell, cell, -1, counts, held, total, best)


def _cost(found: Plan) -> int:
    return 3 * found.needed - 2 * found.hand_steps


def _keep_better(best: Plan, total: int, played: int, walk_to: int, code: int) -> None:
    if 3 * total - 2 * played < _cost(best):
        best.needed = total
        best.hand_steps = played
        best.walk_to = walk_to
        best.code = code


def _try_cards(
    board: list[int],
    distances: DistanceMap,
    walk_to: int,
    goal: int,
    back: int,
    counts: list[int],
    held: int,
    total: int,
    best: Plan,
) -> None:
    """Every card that can begin the route at `goal`; `back` is its side toward the pawn."""
    _keep_better(best, total, 0, walk_to, 0)
    most = min(total, held)
    nearer = distances.nearer[goal]
    covered = 0
    for kind in range(PATH_KINDS):
        if not counts[kind]:
            continue
        for sides in LAYINGS[kind]:
            outs = sides & nearer
            if not outs & ~covered or (back >= 0 and not sides >> back & 1):
                continue
            covered |= outs
            counts[kind] -= 1
            played = 1 + longest_chain(board, distances, goal, outs, counts, most - 1)
            counts[kind] += 1
            _keep_better(best, total, played, walk_to, PLACE | sides << SIDES | goal << CELL)
            if played >= most:
                return


def longest_chain(
    board: list[int], distances: DistanceMap, cell: int, outs: int, counts: list[int], limit: int
) -> int:
    """How many Paths of a hand can follow one another, leaving a cell by one of these sides."""
    if limit <= 0:
        return 0
    best = 0
    steps = distances.steps
    for direction in range(4):
        if not outs >> direction & 1:
            continue
        near = cell + STEP[direction]
        if steps[near] != steps[cell] - 1 or board[near] & (FIXED | WALL):
            continue
        nearer = distances.nearer[near]
        back = 1 << ((direction + 2) & 3)
        covered = 0
        for kind in range(PATH_KINDS):
            if not counts[kind]:
                continue
            for sides in LAYINGS[kind]:
                found = sides & nearer
                if sides & back and found & ~covered:
                    covered |= found
                    counts[kind] -= 1
                    played = 1 + longest_chain(board, distances, near, found, counts, limit - 1)
                    counts[kind] += 1
                    if played >= limit:
                        return played
                    best = max(best, played)
    return best

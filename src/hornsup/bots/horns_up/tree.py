"""The tree of an information-set Monte Carlo search for any number of Rockers.

Every round walks one guess of the hidden cards down the tree, so a node stands for what was done,
not for who holds what; moves that this guess does not allow are passed over. Whoever must decide
prefers what has turned out well for itself, and at first what looks well one move ahead.
"""

from __future__ import annotations

from math import exp, sqrt
from random import Random
from typing import TYPE_CHECKING, Final

from hornsup.bots.horns_up.instinct import act
from hornsup.bots.horns_up.lookahead import better_stand, rate, worth_a_look
from hornsup.bots.horns_up.prospects import Weights, chances
from hornsup.games.horns_up.moves import CELL, WALK

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp

STRAIGHT_ON: Final = 30


class Settings:
    """How a search spends its rounds."""

    __slots__ = ("careful", "curiosity", "horizon", "sharpness")

    def __init__(
        self,
        horizon: int = 1,
        careful: int = 1,
        curiosity: float = 0.5,
        sharpness: float = 1.0,
    ) -> None:
        self.horizon = horizon  # turns of a playout before the position is judged
        self.careful = careful  # turns of it that are played with a look ahead
        self.curiosity = curiosity  # the weight of what looks well against what did well
        self.sharpness = sharpness  # how much one move ahead tells moves apart


class Edge:
    """A move in the tree."""

    __slots__ = ("child", "rate", "total", "visits")

    def __init__(self, first: float) -> None:
        self.rate = first
        self.visits: int = 0
        self.total: float = 0.0
        self.child: Node | None = None


class Node:
    """A point of decision."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.edges: dict[int, Edge] = {}
        self.visits: int = 0


def forced(state: HornsUp) -> int:
    """A move that needs no thought, -1 if there is a choice: the walk forward, the only move."""
    codes = state.legal_codes()
    if len(codes) == 1:
        return codes[0]
    if not state.agenda and state.turn_number:
        stand = better_stand(state)
        if stand:
            return WALK | stand << CELL
    return -1


def explore(
    root: Node,
    state: HornsUp,
    spite: list[float],
    weights: Weights,
    judge: Weights,
    how: Settings,
    rng: Random,
) -> None:
    """One round: down the tree, on by instinct, and back up with what came of it."""
    node = root
    trail: list[Edge] = []
    seats: list[int] = []
    until = state.turn_number + how.horizon
    while state.winner < 0:
        code = forced(state)
        if code < 0:
            codes = worth_a_look(state, state.mover)
            if len(codes) == 1:
                code = codes[0]
        if code >= 0:
            state._carry_out(code)
            continue
        node.visits += 1
        if node.visits == 1 and node is not root:
            break
        code = select(node, state, codes, spite, weights, how)
        edge = node.edges[code]
        trail.append(edge)
        seats.append(state.mover)
        state._carry_out(code)
        if edge.child is None:
            edge.child = Node()
        node = edge.child
    values = playout(state, how, until, weights, judge, rng)
    for place in range(len(trail)):
        trail[place].visits += 1
        trail[place].total += values[seats[place]]


def select(
    node: Node,
    state: HornsUp,
    codes: list[int],
    spite: list[float],
    weights: Weights,
    how: Settings,
) -> int:
    """The move to look into: its average so far, plus curiosity where it looks promising."""
    edges = node.edges
    fresh = [code for code in codes if code not in edges]
    if fresh:
        for code, first in zip(
            fresh, rate([state], state.mover, fresh, spite, weights), strict=True
        ):
            edges[code] = Edge(first)
    top = max(edges[code].rate for code in codes)
    looks = [exp(how.sharpness * (edges[code].rate - top)) for code in codes]
    all_looks = sum(looks)
    tried = 0
    total = 0.0
    for code in codes:
        tried += edges[code].visits
        total += edges[code].total
    unknown = total / tried if tried else 0.5
    reach = how.curiosity * sqrt(tried + 1.0)
    best, most = codes[0], -1.0
    for place in range(len(codes)):
        edge = edges[codes[place]]
        mean = edge.total / edge.visits if edge.visits else unknown
        value = mean + reach * looks[place] / all_looks / (1 + edge.visits)
        if value > most:
            best, most = codes[place], value
    return best


def playout(
    state: HornsUp, how: Settings, until: int, weights: Weights, judge: Weights, rng: Random
) -> list[float]:
    """Play on up to a turn, the first turns with a look ahead; give everyone's chances there."""
    careful = until - how.horizon + how.careful
    spite = [0.0] * state.players
    while state.winner < 0 and state.turn_number < until:
        if state.turn_number < careful:
            code = forced(state)
            state._carry_out(considered(state, spite, weights) if code < 0 else code)
        else:
            state._carry_out(act(state, rng))
    return chances(state, judge)


def considered(state: HornsUp, spite: list[float], weights: Weights) -> int:
    """The move that looks best one move ahead."""
    codes = worth_a_look(state, state.mover)
    if len(codes) == 1:
        return codes[0]
    rates = rate([state], state.mover, codes, spite, weights)
    best = 0
    for place in range(1, len(codes)):
        if rates[place] > rates[best]:
            best = place
    return codes[best]


def favourite(root: Node) -> int:
    """The move that was looked into most."""
    best, most, value = -1, -1, 0.0
    for code, edge in root.edges.items():
        mean = edge.total / edge.visits if edge.visits else 0.0
        if edge.visits > most or (edge.visits == most and mean > value):
            best, most, value = code, edge.visits, mean
    return best

"""The tree of an information-set Monte Carlo search for any number of Rockers.

Every round walks one guess of the hidden cards down the tree, so a node stands for what was done,
not for who holds what; moves that this guess does not allow are passed over. Whoever must decide
prefers what has turned out well for itself, and at first what looks well one move ahead.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Final

from hornsup.bots.horns_up.lookahead import better_stand, rate, worth_a_look
from hornsup.bots.horns_up.prospects import Weights, chances
from hornsup.games.horns_up.moves import CELL, WALK

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp

GRIEF: Final = 0.3  # what a grudge is worth beside one's own chance
LEAST: Final = -9.0


class Settings:
    """How a search spends its rounds."""

    __slots__ = ("curiosity", "horizon", "sharpness")

    def __init__(self, horizon: int = 4, curiosity: float = 0.5, sharpness: float = 1.0) -> None:
        self.horizon = horizon  # turns to play out before the position is judged
        self.curiosity = curiosity  # the weight of what looks well against what did well
        self.sharpness = sharpness  # how much one move ahead tells moves apart


class Mind:
    """Who searches: its seat, its weights, and its grudges against the others."""

    __slots__ = ("calm", "how", "judge", "seat", "spite", "weights")

    def __init__(
        self, seat: int, spite: list[float], weights: Weights, judge: Weights, how: Settings
    ) -> None:
        self.seat = seat
        self.spite = spite
        self.calm = [0.0] * len(spite)  # what the others are thought to hold against anyone
        self.weights = weights  # for one move ahead
        self.judge = judge  # for the end of a playout
        self.how = how

    def rates(self, state: HornsUp, codes: list[int]) -> list[float]:
        """How moves look to whoever must decide."""
        spite = self.spite if state.mover == self.seat else self.calm
        return rate([state], state.mover, codes, spite, self.weights)

    def values(self, state: HornsUp) -> list[float]:
        """Everyone's chances; to a searcher with grudges others' chances are a loss."""
        found = chances(state, self.judge)
        grief = 0.0
        for seat in range(state.players):
            grief += GRIEF * self.spite[seat] * found[seat]
        found[self.seat] -= grief
        return found


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


def explore(root: Node, state: HornsUp, mind: Mind) -> None:
    """One round: down the tree, on in a playout, and back up with what came of it."""
    node = root
    trail: list[Edge] = []
    seats: list[int] = []
    first = state.turn_number
    while state.winner < 0:
        code = forced(state)
        codes = worth_a_look(state, state.mover) if code < 0 else [code]
        if len(codes) == 1:
            state._carry_out(codes[0])
            continue
        node.visits += 1
        if node.visits == 1 and node is not root:
            break
        code = select(node, state, codes, mind)
        edge = node.edges[code]
        trail.append(edge)
        seats.append(state.mover)
        state._carry_out(code)
        if edge.child is None:
            edge.child = Node()
        node = edge.child
    playout(state, first + mind.how.horizon, mind)
    values = mind.values(state)
    for place in range(len(trail)):
        trail[place].visits += 1
        trail[place].total += values[seats[place]]


def select(node: Node, state: HornsUp, codes: list[int], mind: Mind) -> int:
    """The move to look into: its average so far, plus curiosity where it looks promising."""
    edges = node.edges
    fresh = [code for code in codes if code not in edges]
    if fresh:
        for code, look in zip(fresh, mind.rates(state, fresh), strict=True):
            edges[code] = Edge(look)
    top = max([edges[code].rate for code in codes])
    looks = [exp(mind.how.sharpness * (edges[code].rate - top)) for code in codes]
    tried = 0
    total = 0.0
    for code in codes:
        tried += edges[code].visits
        total += edges[code].total
    unknown = total / tried if tried else 0.5
    reach = mind.how.curiosity * sqrt(tried + 1.0) / sum(looks)
    best, most = codes[0], LEAST
    for place in range(len(codes)):
        edge = edges[codes[place]]
        mean = edge.total / edge.visits if edge.visits else unknown
        value = mean + reach * looks[place] / (1 + edge.visits)
        if value > most:
            best, most = codes[place], value
    return best


def playout(state: HornsUp, until: int, mind: Mind) -> None:
    """Play on up to a turn, everyone with a look one move ahead."""
    while state.winner < 0 and state.turn_number < until:
        code = forced(state)
        state._carry_out(considered(state, mind) if code < 0 else code)


def considered(state: HornsUp, mind: Mind) -> int:
    """The move that looks best one move ahead."""
    codes = worth_a_look(state, state.mover)
    if len(codes) == 1:
        return codes[0]
    rates = mind.rates(state, codes)
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

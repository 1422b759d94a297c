"""The tree of an information-set Monte Carlo search for any number of Rockers.

Every round follows one sample of the hidden cards down the tree, so a node stands for a sequence of
moves, not for who holds what; moves that are illegal in the sample are left out. The seat that must
decide prefers moves with a good average, and at first those with a good prior from the lookahead.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Final

from hornsup.bots.horns_up.evaluation import MORE_ACTIONS, Weights, card_uses, win_probabilities
from hornsup.bots.horns_up.judge import chances
from hornsup.bots.horns_up.lookahead import candidates, rate, walk_target
from hornsup.bots.horns_up.planning import distance_map, plan
from hornsup.games.horns_up.card_symbols import ACTION, SELF
from hornsup.games.horns_up.moves import CELL, OP_MASK, PLAY, WALK, half_of, kind_of

if TYPE_CHECKING:
    from hornsup.games.horns_up.rules import Rules
    from hornsup.games.horns_up.state import HornsUp

GRUDGE_PENALTY: Final = 0.3  # weight of a rival's probability to win, per grudge
MIN_VALUE: Final = -9.0


class Settings:
    """How a search works, whoever searches."""

    __slots__ = ("compares", "exploration", "horizon", "judged", "sees_wins", "sharpness")

    def __init__(
        self,
        horizon: int,
        exploration: float,
        sharpness: float,
        sees_wins: bool = False,
        compares: bool = False,
        judged: bool = False,
    ) -> None:
        self.horizon = horizon  # turns to play out before the position is evaluated
        self.exploration = exploration  # weight of the priors against the averages
        self.sharpness = sharpness  # factor of the ratings in the priors
        self.sees_wins = sees_wins  # a win in this turn is played without a search
        # Count what moves change in a sample, not what the sample is worth: a sample in which every
        # move is good then says nothing in favour of the moves that were tried in it.
        self.compares = compares
        self.judged = judged  # positions are evaluated by the learnt judge, not by weights


class Searcher:
    """The seat that searches, its weights, and its grudges against the others."""

    __slots__ = ("no_grudges", "playout_weights", "rival_weights", "seat", "settings", "weights")

    def __init__(
        self,
        seat: int,
        rival_weights: list[float],
        weights: Weights,
        playout_weights: Weights,
        settings: Settings,
    ) -> None:
        self.seat = seat
        self.settings = settings
        self.rival_weights = rival_weights
        self.no_grudges = [0.0] * len(rival_weights)  # assumed of the other seats
        self.weights = weights  # for the lookahead
        self.playout_weights = playout_weights  # for the end of a playout

    def ratings(self, state: HornsUp, codes: list[int]) -> list[float]:
        """The rating of moves for the seat that must decide."""
        rivals = self.rival_weights if state.mover == self.seat else self.no_grudges
        return rate([state], state.mover, codes, rivals, self.weights)

    def values(self, state: HornsUp) -> list[float]:
        """Every seat's probability to win; the searcher's is reduced by its grudges."""
        if self.settings.judged:
            found = chances(state)
        else:
            found = win_probabilities(state, self.playout_weights)
        penalty = 0.0
        for seat in range(state.players):
            penalty += GRUDGE_PENALTY * self.rival_weights[seat] * found[seat]
        found[self.seat] -= penalty
        return found


class Edge:
    """A move in the tree: visits, total value and prior rating."""

    __slots__ = ("child", "rating", "total", "visits")

    def __init__(self, rating: float) -> None:
        self.rating = rating
        self.visits: int = 0
        self.total: float = 0.0
        self.child: Node | None = None


class Node:
    """A decision in the tree."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.edges: dict[int, Edge] = {}
        self.visits: int = 0

    def copy(self) -> Node:
        """This node and all below it, for a search that goes on from here."""
        found = Node()
        found.visits = self.visits
        for code, edge in self.edges.items():
            twin = found.edges[code] = Edge(edge.rating)
            twin.visits = edge.visits
            twin.total = edge.total
            if edge.child is not None:
                twin.child = edge.child.copy()
        return found


def sure_win(state: HornsUp) -> int:
    """The next move of a win in this turn that no hidden card prevents; -1 if none is seen."""
    seat = state.turn
    if state.agenda or not state.turn_number or state.tokens[seat] or state.actions <= 0:
        return -1
    route = plan(state, distance_map(state), seat)
    if route.hand_steps < route.needed or not route.code:
        return -1
    code = route.code
    if route.walk_to != state.pawns[seat]:
        code = WALK | route.walk_to << CELL
    if route.needed > state.actions:
        code = more_actions(state, route.needed)
    return code if code in state.legal_codes() else -1


def more_actions(state: HornsUp, wanted: int) -> int:
    """The Ticket to play first where Tickets of the hand bring that many actions; -1 if not."""
    uses, amounts = card_uses(state.rules)
    able = state.actions
    most = 0
    for kind in state.hands[state.turn]:
        if uses[kind] == MORE_ACTIONS:
            able += amounts[kind]
            most = max(most, amounts[kind])
    if able < wanted:
        return -1
    for code in state.legal_codes():
        if code & OP_MASK == PLAY and actions_gained(state.rules, code) == most:
            return code
    return -1


def actions_gained(rules: Rules, code: int) -> int:
    """The actions that a Ticket brings beyond the one that it costs."""
    side = half_of(code)
    half = rules.effects[kind_of(code) - rules.tickets_from][side - 1 if side else 0]
    gained = -1
    for step, who in half.steps:
        if step == ACTION and who == SELF:
            gained += 1
    return gained


def forced_move(state: HornsUp) -> int:
    """The only move or the walk forward; -1 if there is a choice."""
    codes = state.legal_codes()
    if len(codes) == 1:
        return codes[0]
    if not state.agenda and state.turn_number:
        target = walk_target(state)
        if target:
            return WALK | target << CELL
    return -1


def run_round(root: Node, state: HornsUp, searcher: Searcher) -> None:
    """One round: selection, expansion, playout and backpropagation."""
    node = root
    before = searcher.values(state) if searcher.settings.compares else [0.0] * state.players
    visited: list[Edge] = []
    seats: list[int] = []
    first = state.turn_number
    while state.winner < 0:
        code = sure_win(state) if searcher.settings.sees_wins else -1
        if code < 0:
            code = forced_move(state)
        codes = candidates(state, state.mover) if code < 0 else [code]
        if len(codes) == 1:
            state._carry_out(codes[0])
            continue
        node.visits += 1
        if node.visits == 1 and node is not root:
            break
        code = select(node, state, codes, searcher)
        edge = node.edges[code]
        visited.append(edge)
        seats.append(state.mover)
        state._carry_out(code)
        if edge.child is None:
            edge.child = Node()
        node = edge.child
    playout(state, first + searcher.settings.horizon, searcher)
    values = searcher.values(state)
    for place in range(len(visited)):
        visited[place].visits += 1
        visited[place].total += values[seats[place]] - before[seats[place]]


def select(node: Node, state: HornsUp, codes: list[int], searcher: Searcher) -> int:
    """The move with the best upper bound: average value plus exploration by its prior (PUCT)."""
    edges = node.edges
    new = [code for code in codes if code not in edges]
    if new:
        for code, rating in zip(new, searcher.ratings(state, new), strict=True):
            edges[code] = Edge(rating)
    top = max([edges[code].rating for code in codes])
    sharpness = searcher.settings.sharpness
    priors = [exp(sharpness * (edges[code].rating - top)) for code in codes]
    visits = 0
    total = 0.0
    for code in codes:
        visits += edges[code].visits
        total += edges[code].total
    untried = 0.0 if searcher.settings.compares else 0.5
    default = total / visits if visits else untried
    reach = searcher.settings.exploration * sqrt(visits + 1.0) / sum(priors)
    best, most = codes[0], MIN_VALUE
    for place in range(len(codes)):
        edge = edges[codes[place]]
        mean = edge.total / edge.visits if edge.visits else default
        value = mean + reach * priors[place] / (1 + edge.visits)
        if value > most:
            best, most = codes[place], value
    return best


def playout(state: HornsUp, until: int, searcher: Searcher) -> None:
    """Play up to a turn, every seat by the lookahead."""
    while state.winner < 0 and state.turn_number < until:
        code = forced_move(state)
        state._carry_out(best_by_lookahead(state, searcher) if code < 0 else code)


def best_by_lookahead(state: HornsUp, searcher: Searcher) -> int:
    """The move with the best rating."""
    codes = candidates(state, state.mover)
    if len(codes) == 1:
        return codes[0]
    ratings = searcher.ratings(state, codes)
    best = 0
    for place in range(1, len(codes)):
        if ratings[place] > ratings[best]:
            best = place
    return codes[best]


def is_settled(root: Node, left: int) -> bool:
    """Whether no other move can overtake the most visited one in the rounds that are left."""
    most = second = 0
    for edge in root.edges.values():
        if edge.visits > most:
            most, second = edge.visits, most
        elif edge.visits > second:
            second = edge.visits
    return most - second > left


def most_visited(root: Node) -> int:
    """The move with the most visits; among equals the one with the best average."""
    best, most, value = -1, -1, 0.0
    for code, edge in root.edges.items():
        mean = edge.total / edge.visits if edge.visits else 0.0
        if edge.visits > most or (edge.visits == most and mean > value):
            best, most, value = code, edge.visits, mean
    return best

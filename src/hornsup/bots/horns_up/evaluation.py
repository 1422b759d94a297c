"""Evaluation: features of each Rocker, their weighted sum, and the probabilities to win.

Weights turn the features of a Rocker into a strength. The probabilities to win are the softmax of
the strengths.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from hornsup.bots.horns_up.planning import DistanceMap, Plan, distance_map, paths_needed, plan
from hornsup.games.horns_up.card_symbols import ACTION, DRAW, SELF, STAGE_CARD, SURF

if TYPE_CHECKING:
    from hornsup.games.horns_up.rules import Rules
    from hornsup.games.horns_up.state import HornsUp

# Uses of a kind of card.
PATH_CARD: Final = 0
WALL_CARD: Final = 1
DRAWS: Final = 2
MORE_ACTIONS: Final = 3
HITS: Final = 4
SURFS: Final = 5
STAGES: Final = 6
USES: Final = 7

MAX_NEEDED: Final = 10
FEATURES: Final = 15
PUBLIC_FEATURES: Final = 6


class Weights:
    """A table by Paths needed and one weight per feature."""

    __slots__ = ("need", "public_need", "public_row", "row")

    def __init__(
        self, need: list[float], row: list[float], public_need: list[float], public_row: list[float]
    ) -> None:
        self.need = need  # for a Rocker whose hand is known
        self.row = row
        self.public_need = public_need  # for a Rocker whose hand is hidden
        self.public_row = public_row


def lookahead_weights() -> Weights:
    """Chosen by hand: every Path counts, the last ones most."""
    need = [0.0, -1.0, -1.6, -2.2, -2.8, -3.4, -4.0, -4.6, -5.2, -5.8, -6.4]
    row = [0.4, 1.0, 1.5, 0.1, 0.1, 0.3, 0.1, 0.1, 0.1, 0.0, -0.5, -1.0, -0.5, 0.3, 0.0]
    return Weights(need, row, need, [0.1, 0.1, -0.5, -1.0, -0.5, 0.1])


def playout_weights() -> Weights:
    """Between `lookahead_weights` and a fit on many games, in which leaders are held back."""
    need = [0.95, 0.12, -0.42, -0.94, -1.42, -1.8, -2.15, -2.56, -2.95, -3.28, -3.6]
    row = [0.33, 0.47, 1.57, 0.1, 0.08, 0.2, 0.07, 0.07, 0.1, -0.01, -0.3, -0.65, -0.34, 0.2, -0.44]
    lookahead = lookahead_weights()
    return Weights(need, row, lookahead.public_need, lookahead.public_row)


_card_uses: dict[Rules, tuple[tuple[int, ...], tuple[int, ...]]] = {}


def card_uses(rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each kind of card its use and the amount of it."""
    found = _card_uses.get(rules)
    if found is None:
        pairs = [_use(rules, kind) for kind in range(len(rules.slugs))]
        found = _card_uses[rules] = (
            tuple(use for use, _ in pairs),
            tuple(amount for _, amount in pairs),
        )
    return found


def _use(rules: Rules, kind: int) -> tuple[int, int]:
    if kind < rules.walls_from:
        return PATH_CARD, 1
    if kind < rules.tickets_from:
        return WALL_CARD, 1
    draws = actions = 0
    use = HITS
    for half in rules.effects[kind - rules.tickets_from]:
        own = [step for step, who in half.steps if who == SELF]
        if SURF in own:
            use = SURFS
        elif STAGE_CARD in own:
            use = STAGES
        elif not half.target and not half.remove:
            draws = max(draws, own.count(DRAW))
            actions = max(actions, own.count(ACTION))
    if actions > 1:
        return MORE_ACTIONS, actions - 1
    return (DRAWS, draws) if draws else (use, 1)


def features(state: HornsUp, seat: int, route: Plan) -> list[float]:
    """The features of a Rocker whose hand is known."""
    uses, amounts = card_uses(state.rules)
    held = [0] * USES
    for kind in state.hands[seat]:
        held[uses[kind]] += amounts[kind]
    mine = state.turn == seat and state.turn_number > 0
    actions = state.actions if mine else 2
    waiting = 0 if mine else (seat - state.turn) % state.players
    able = actions + held[MORE_ACTIONS] - state.tokens[seat]
    complete = route.hand_steps >= route.needed
    soon = complete and route.needed <= able and not (state.skips[seat] and not mine)
    return [
        float(min(route.hand_steps, 5)),
        float(complete),
        float(soon),
        float(min(held[PATH_CARD] - route.hand_steps, 4)),
        float(held[DRAWS]),
        float(held[MORE_ACTIONS]),
        float(held[HITS]),
        float(held[WALL_CARD]),
        float(held[SURFS]),
        float(held[STAGES]),
        float(state.tokens[seat]),
        float(state.skips[seat]),
        waiting / state.players,
        float(state.actions) if mine else 0.0,
        float(soon and not mine),
    ]


def public_features(state: HornsUp, seat: int, need: int) -> list[float]:
    """The features of a Rocker whose hand is hidden, except for its size."""
    size = min(len(state.hands[seat]), 10)
    mine = state.turn == seat and state.turn_number > 0
    waiting = 0 if mine else (seat - state.turn) % state.players
    return [
        float(size),
        float(size) if need <= 3 else 0.0,
        float(state.tokens[seat]),
        float(state.skips[seat]),
        waiting / state.players,
        float(state.actions) if mine else 0.0,
    ]


def strength(state: HornsUp, distances: DistanceMap, seat: int, weights: Weights) -> float:
    """How near a Rocker with a known hand is to winning."""
    route = plan(state, distances, seat)
    total = weights.need[min(route.needed, MAX_NEEDED)]
    counts = weights.row
    row = features(state, seat, route)
    for place in range(FEATURES):
        total += counts[place] * row[place]
    return total


def public_strength(state: HornsUp, distances: DistanceMap, seat: int, weights: Weights) -> float:
    """How near a Rocker is to winning, by what everybody can see."""
    need = paths_needed(state, distances, seat)
    total = weights.public_need[min(need, MAX_NEEDED)]
    counts = weights.public_row
    row = public_features(state, seat, need)
    for place in range(PUBLIC_FEATURES):
        total += counts[place] * row[place]
    return total


def win_probabilities(state: HornsUp, weights: Weights) -> list[float]:
    """The probability of each Rocker to win, all hands being known."""
    if state.winner >= 0:
        return [float(seat == state.winner) for seat in range(state.players)]
    distances = distance_map(state)
    return softmax([strength(state, distances, seat, weights) for seat in range(state.players)])


def softmax(values: list[float]) -> list[float]:
    """Probabilities in proportion to the exponentials of the values."""
    top = max(values)
    powers = [exp(value - top) for value in values]
    total = sum(powers)
    return [power / total for power in powers]

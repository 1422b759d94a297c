"""Prospects: what is to be said of each Rocker's chances, and the chance to win that follows.

A Rocker is described by a row of figures; weights fitted on many games turn it into a strength, and
the chances to win are in proportion to the exponentials of the strengths.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from hornsup.bots.horns_up.ways import Map, Plan, map_of, needed, plan
from hornsup.games.horns_up.card_symbols import ACTION, DRAW, SELF, STAGE_CARD, SURF

if TYPE_CHECKING:
    from hornsup.games.horns_up.rules import Rules
    from hornsup.games.horns_up.state import HornsUp

# What a kind of card is good for.
PATH_CARD: Final = 0
WALL_CARD: Final = 1
DRAWS: Final = 2
MORE_ACTIONS: Final = 3
HITS: Final = 4
SURFS: Final = 5
STAGES: Final = 6
USES: Final = 7

MOST_NEEDED: Final = 10
FIGURES: Final = 15
SEEN_FIGURES: Final = 6


class Weights:
    """What the figures count for: a table by Paths needed and a weight per figure."""

    __slots__ = ("need", "row", "seen_need", "seen_row")

    def __init__(
        self, need: list[float], row: list[float], seen_need: list[float], seen_row: list[float]
    ) -> None:
        self.need = need  # of a Rocker whose hand is known
        self.row = row
        self.seen_need = seen_need  # of one of whom the table tells all there is to know
        self.seen_row = seen_row


def racing_weights() -> Weights:
    """Hand-made: every Path counts, the last ones most."""
    need = [0.0, -1.0, -1.6, -2.2, -2.8, -3.4, -4.0, -4.6, -5.2, -5.8, -6.4]
    row = [0.4, 1.0, 1.5, 0.1, 0.1, 0.3, 0.1, 0.1, 0.1, 0.0, -0.5, -1.0, -0.5, 0.3, 0.0]
    return Weights(need, row, need, [0.1, 0.1, -0.5, -1.0, -0.5, 0.1])


def judging_weights() -> Weights:
    """Between racing and what a fit on many games gave, where leaders are held back."""
    need = [0.95, 0.12, -0.42, -0.94, -1.42, -1.8, -2.15, -2.56, -2.95, -3.28, -3.6]
    row = [0.33, 0.47, 1.57, 0.1, 0.08, 0.2, 0.07, 0.07, 0.1, -0.01, -0.3, -0.65, -0.34, 0.2, -0.44]
    racing = racing_weights()
    return Weights(need, row, racing.seen_need, racing.seen_row)


_uses: dict[Rules, tuple[tuple[int, ...], tuple[int, ...]]] = {}


def uses_of(rules: Rules) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each kind of card what it is good for, and how much of it there is."""
    found = _uses.get(rules)
    if found is None:
        pairs = [_use(rules, kind) for kind in range(len(rules.slugs))]
        found = _uses[rules] = (
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


def figures(state: HornsUp, seat: int, way: Plan) -> list[float]:
    """A Rocker whose hand is known, as a row of figures for WEIGHTS."""
    uses, amounts = uses_of(state.rules)
    held = [0] * USES
    for kind in state.hands[seat]:
        held[uses[kind]] += amounts[kind]
    mine = state.turn == seat and state.turn_number > 0
    actions = state.actions if mine else 2
    waiting = 0 if mine else (seat - state.turn) % state.players
    able = actions + held[MORE_ACTIONS] - state.tokens[seat]
    complete = way.hand_steps >= way.needed
    soon = complete and way.needed <= able and not (state.skips[seat] and not mine)
    return [
        float(min(way.hand_steps, 5)),
        float(complete),
        float(soon),
        float(min(held[PATH_CARD] - way.hand_steps, 4)),
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


def seen_figures(state: HornsUp, seat: int, need: int) -> list[float]:
    """A Rocker of whom only the table and the size of the hand is known, for SEEN_WEIGHTS."""
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


def strength(state: HornsUp, land: Map, seat: int, weights: Weights) -> float:
    """How near a Rocker with a known hand is to winning."""
    way = plan(state, land, seat)
    total = weights.need[min(way.needed, MOST_NEEDED)]
    counts = weights.row
    row = figures(state, seat, way)
    for place in range(FIGURES):
        total += counts[place] * row[place]
    return total


def seen_strength(state: HornsUp, land: Map, seat: int, weights: Weights) -> float:
    """How near a Rocker is to winning, by what everybody can see."""
    need = needed(state, land, seat)
    total = weights.seen_need[min(need, MOST_NEEDED)]
    counts = weights.seen_row
    row = seen_figures(state, seat, need)
    for place in range(SEEN_FIGURES):
        total += counts[place] * row[place]
    return total


def chances(state: HornsUp, weights: Weights) -> list[float]:
    """Each Rocker's chance to win, all hands being known."""
    if state.winner >= 0:
        return [float(seat == state.winner) for seat in range(state.players)]
    land = map_of(state)
    return shares([strength(state, land, seat, weights) for seat in range(state.players)])


def shares(strengths: list[float]) -> list[float]:
    """Chances in proportion to the exponentials of strengths."""
    top = max(strengths)
    powers = [exp(value - top) for value in strengths]
    total = sum(powers)
    return [power / total for power in powers]

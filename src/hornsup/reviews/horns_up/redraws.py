"""Chance taken again: what else could have been dealt, drawn or turned over at one moment.

The hands stay as they are; the cards that nobody has drawn are shuffled again, and so is what a
reshuffle would bring. A single draw from the deck is listed card by card instead, which gives the
exact mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, NamedTuple

from hornsup.bots.horns_up import chances
from hornsup.bots.horns_up.tree import sure_win
from hornsup.games.horns_up import events
from hornsup.games.horns_up.agenda import ASK_DISCARD
from hornsup.games.horns_up.state import HornsUp
from hornsup.reviews.data import Values
from hornsup.reviews.horns_up.winning import can_win

CHANCE: Final = (events.Drew, events.StageChanged, events.Reshuffled, events.StageReshuffled)
REDRAWS: Final = 16
REDEALS: Final = 48
MOST_WINNING_MOVES: Final = 16


class Mean(NamedTuple):
    """A mean of chances; without guesses it is exact and has no errors."""

    values: Values
    guesses: int = 0
    errors: Values = ()


def judged(state: HornsUp) -> list[float]:
    """The chances in a state; with a card to discard, those after the victim's best choice.

    So a Ticket that makes others discard is booked where it was played, and the answer only costs
    what a better one would have saved.
    """
    while state.winner < 0 and state.agenda and state.agenda[-1][0] == ASK_DISCARD:
        answers = [carried_out(state.clone(), code) for code in state.legal_codes()]
        if any(_has_drawn(state, answer) for answer in answers):
            break
        seat = state.mover
        state = max(answers, key=lambda answer: chances(answer)[seat])
    if has_won(state):
        return [float(seat == state.turn) for seat in range(state.players)]
    return chances(state)


def has_won(state: HornsUp) -> bool:
    """Whether the Rocker in turn can reach the Stage in this turn, whatever is hidden.

    The judge learnt from players who overlook such wins; a review does not.
    """
    return _follows_a_plan(state) or can_win(state)


def _follows_a_plan(state: HornsUp) -> bool:
    """Whether the bots' plan of a sure win ends on the Stage; soon found."""
    code = sure_win(state) if state.winner < 0 else -1
    if code < 0:
        return False
    seat, turn, copy = state.turn, state.turn_number, state.clone()
    for _ in range(MOST_WINNING_MOVES):
        if code < 0 or copy.winner >= 0 or copy.turn_number != turn:
            break
        carried_out(copy, code)
        code = sure_win(copy) if copy.winner < 0 else -1
    return copy.winner == seat


def _has_drawn(before: HornsUp, after: HornsUp) -> bool:
    """Whether cards came between two states, which nobody could know when choosing."""
    same = before.deck is after.deck and before.stage_deck is after.stage_deck
    return not same or before.drawn != after.drawn or before.stage_drawn != after.stage_drawn


def first_chance(happened: Sequence[Any]) -> int:
    """Where chance begins in what a move led to; the number of events if it never does."""
    for place, event in enumerate(happened):
        if isinstance(event, CHANCE):
            return place
    return len(happened)


def is_single_draw(happened: Sequence[Any]) -> bool:
    """Whether one card was drawn from a deck that had it, and nothing else was left to chance."""
    random = [event for event in happened if isinstance(event, CHANCE)]
    return len(random) == 1 and isinstance(random[0], events.Drew)


def mean_after(before: HornsUp, code: int, happened: Sequence[Any], rng: Random) -> Mean:
    """The mean of the chances after a move over everything that could have been drawn."""
    if is_single_draw(happened):
        return _listed(before, code)
    return mean_of(judged(carried_out(shuffled_again(before, rng), code)) for _ in range(REDRAWS))


def _listed(before: HornsUp, code: int) -> Mean:
    """The exact mean over the first card of the deck."""
    undrawn = before.deck[before.drawn :]
    total = [0.0] * before.players
    for kind, count in sorted(Counter(undrawn).items()):
        copy = before.clone()
        copy.deck, copy.drawn = (kind, *undrawn), 0
        for seat, chance in enumerate(judged(carried_out(copy, code))):
            total[seat] += chance * count
    return Mean(tuple(value / len(undrawn) for value in total))


def shuffled_again(state: HornsUp, rng: Random) -> HornsUp:
    """The state with other cards to come."""
    copy = state.clone()
    deck, stage = list(state.deck[state.drawn :]), list(state.stage_deck[state.stage_drawn :])
    rng.shuffle(deck)
    rng.shuffle(stage)
    copy.deck, copy.drawn = tuple(deck), 0
    copy.stage_deck, copy.stage_drawn = tuple(stage), 0
    copy.seed, copy.words_used = rng.randbytes(32), 0
    return copy


def carried_out(state: HornsUp, code: int) -> HornsUp:
    """The same state after a move that is known to be legal."""
    state.advance(state.move_of(code))
    return state


def mean_deal(state: HornsUp, rng: Random) -> Mean:
    """The mean of the chances over other deals of the same game."""
    start, options = state.game.start, state.options
    deals = (start(state.players, rng.randbytes(32), options) for _ in range(REDEALS))
    return mean_of(judged(deal) for deal in deals if isinstance(deal, HornsUp))


def was_dealt(state: HornsUp) -> bool:
    """Whether a game began with a deal, not with a position that was set up."""
    set_up = state.origin is not None and state.origin.position is not None
    return state.turn_number == 0 and not set_up


def mean_of(found: Iterable[Sequence[float]]) -> Mean:
    """Means and standard errors by seat; the means add up to 1 as closely as the parts do."""
    columns = list(zip(*found, strict=True))
    count = len(columns[0])
    means = [sum(column) / count for column in columns]
    return Mean(tuple(means), count, tuple(_errors(columns, means, count)))


def _errors(
    columns: Sequence[Sequence[float]], means: Sequence[float], count: int
) -> Iterator[float]:
    for column, mean in zip(columns, means, strict=True):
        spread = sum((value - mean) ** 2 for value in column)
        yield sqrt(spread / max(count - 1, 1) / count)

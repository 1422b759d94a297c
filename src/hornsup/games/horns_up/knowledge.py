"""Hands, and what Rockers learn of hands that are not theirs.

A hand changes only through this module, so that what can be known of it is always up to date:

* `known`: for observer s and holder b (place s * players + b) the cards that s is sure b holds,
  because s passed that hand on (Scream for me, H64) and has not seen them leave since;
* `limits`: for each hand, facts that everybody saw: "at least so many of its cards are of these
  kinds", learnt when a Rocker had no Ticket to discard or, with `must_act`, no action to take.
  `public_limits` adds what a question shows as long as it waits for its answer;
* `pool`: after a reshuffle, which cards went into the deck, and what each hand drew and lost since,
  because the discard pile lay open (Q55) and the deck can hold nothing else.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from hornsup.games.horns_up.agenda import ASK_DISCARD

if TYPE_CHECKING:
    from hornsup.games.horns_up.state import HornsUp


class Limit(NamedTuple):
    """At least `least` cards of a hand are of kinds in `kinds` (a bit per kind)."""

    kinds: int
    least: int


Limits = tuple[Limit, ...]


class Pool(NamedTuple):
    """What is remembered since the last reshuffle; tuples by hand."""

    pile: tuple[int, ...]  # the kinds that went into the deck, sorted
    stale: tuple[int, ...]  # how many cards each hand held then
    draws: tuple[tuple[int, int, int], ...]  # (hand, who drew, kind), in order
    left: tuple[tuple[int, ...], ...]  # the kinds that left each hand


def without(hand: tuple[int, ...], kind: int) -> tuple[int, ...]:
    place = hand.index(kind)
    return hand[:place] + hand[place + 1 :]


def gain(state: HornsUp, seat: int, kind: int) -> None:
    """A card drawn from the deck comes into a hand; there is no limit to a hand (H16)."""
    hand = state.hands[seat]
    place = bisect_left(hand, kind)
    state.hands[seat] = (*hand[:place], kind, *hand[place:])
    if state.pool is not None:
        pool = state.pool
        state.pool = pool._replace(draws=(*pool.draws, (seat, seat, kind)))


def lose(state: HornsUp, seat: int, kind: int) -> None:
    """A card leaves a hand, seen by everyone."""
    state.hands[seat] = without(state.hands[seat], kind)
    if state.known is not None:
        _forget_known(state, seat, kind)
    if state.limits is not None:
        limits = list(state.limits)
        limits[seat] = tuple(filter(_still_says, (_less(lim, kind) for lim in limits[seat])))
        state.limits = tuple(limits) if any(limits) else None
    if state.pool is not None:
        left = list(state.pool.left)
        left[seat] = (*left[seat], kind)
        state.pool = state.pool._replace(left=tuple(left))


def _forget_known(state: HornsUp, seat: int, kind: int) -> None:
    assert state.known is not None
    for place in range(seat, len(state.known), state.players):
        if kind in state.known[place]:
            state.known[place] = without(state.known[place], kind)


def _less(limit: Limit, kind: int) -> Limit:
    return limit._replace(least=limit.least - 1) if limit.kinds >> kind & 1 else limit


def _still_says(limit: Limit) -> bool:
    return limit.least > 0


def _add_limit(state: HornsUp, seat: int, kinds: int) -> None:
    """Everyone has seen that every card of this hand is one of these kinds."""
    size = len(state.hands[seat])
    if not size:
        return
    limits = list(state.limits or ((),) * state.players)
    kept = (limit for limit in limits[seat] if limit.kinds != kinds)
    limits[seat] = (*kept, Limit(kinds, size))
    state.limits = tuple(limits)


def public_limits(state: HornsUp, seat: int) -> Limits:
    """What everybody knows of a hand: what was seen before, and what a question tells."""
    seen = state.limits[seat] if state.limits is not None else ()
    return seen + asked_limits(state, seat)


def asked_limits(state: HornsUp, seat: int) -> Limits:
    """What a question tells of a hand: only who holds a Ticket is asked to discard one (Q45).

    Other questions tell nothing: whether a hand has any card is open, and to part and to keep
    concern the table.
    """
    if any(task[0] == ASK_DISCARD and task[1] == seat and task[2] for task in state.agenda):
        kinds = (1 << len(state.rules.slugs)) - (1 << state.rules.tickets_from)
        return (Limit(kinds, 1),)
    return ()


def remember_no_ticket(state: HornsUp, seat: int) -> None:
    """A Rocker had to discard a Ticket and has none."""
    _add_limit(state, seat, (1 << state.rules.tickets_from) - 1)


def remember_no_action(state: HornsUp, playable: int) -> None:
    """A Rocker who must act has ended the turn: no card of the hand can be played (Q5)."""
    everything = (1 << len(state.rules.slugs)) - 1
    _add_limit(state, state.turn, everything & ~playable)


def remember_reshuffle(state: HornsUp) -> None:
    """The open pile has become the deck: forget the older pool, start a new one."""
    sizes = tuple(len(hand) for hand in state.hands)
    state.pool = Pool(tuple(sorted(state.deck)), sizes, (), ((),) * state.players)


def pass_hands(state: HornsUp) -> None:
    """Every hand goes to the right-hand neighbour (H64); the giver remembers what was in it."""
    players = state.players
    old = state.hands
    known = state.known or [()] * (players * players)
    moved: list[tuple[int, ...]] = [()] * (players * players)
    for observer in range(players):
        for holder in range(players):
            taker = (holder - 1) % players
            if taker == observer:
                continue  # one's own hand is in `hands`
            source = old[holder] if holder == observer else known[observer * players + holder]
            moved[observer * players + taker] = source
    state.known = moved
    state.hands = old[1:] + old[:1]
    if state.limits is not None:
        state.limits = state.limits[1:] + state.limits[:1]
    if state.pool is not None:
        state.pool = _rotated(state.pool, players)


def _rotated(pool: Pool, players: int) -> Pool:
    draws = tuple(((hand - 1) % players, who, kind) for hand, who, kind in pool.draws)
    return Pool(pool.pile, pool.stale[1:] + pool.stale[:1], draws, pool.left[1:] + pool.left[:1])

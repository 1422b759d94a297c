"""A fresh game: the VIP deal, the decks, the first hands (H1 to H10)."""

from __future__ import annotations

from hornsup.core.contract import Origin
from hornsup.core.randomness import Seed, Stream, seed_bytes
from hornsup.games.horns_up import events
from hornsup.games.horns_up.options import Options
from hornsup.games.horns_up.rules import Rules, rules_for
from hornsup.games.horns_up.state import HornsUp, blank

ENTRANCE_CARDS = 9
FIRST_HAND = 4


def start(players: int, seed: Seed, options: Options) -> HornsUp:
    """Deal a game. The order in which the stream is read is part of the record format."""
    rules = rules_for(options)
    state = blank(rules, players)
    state.origin = Origin(seed)
    state.seed = seed_bytes(seed)
    stream = Stream(state.seed)
    state.first = state.mover = state.turn = _vip_deal(stream, players)
    state.stage_deck = shuffled(stream, rules.stage_counts)
    state.deck = shuffled(stream, rules.counts)
    state.words_used = stream.used
    state.opening = [events.FirstPlayer(state.first)]
    for offset in range(players):
        _deal(state, rules, (state.first + offset) % players)
    return state


def _vip_deal(stream: Stream, players: int) -> int:
    """H4, Q1: nine Entrances and the VIP Pass, dealt singly from seat 0 until the VIP appears."""
    cards = list(range(ENTRANCE_CARDS + 1))
    stream.shuffle(cards)
    return cards.index(ENTRANCE_CARDS) % players


def shuffled(stream: Stream, counts: tuple[int, ...]) -> tuple[int, ...]:
    """H7, H8: all cards of a deck, kind by kind, then shuffled; the first is drawn first."""
    cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
    stream.shuffle(cards)
    return tuple(cards)


def _deal(state: HornsUp, rules: Rules, seat: int) -> None:
    """H9: four cards, from the first player on."""
    cards = state.deck[state.drawn : state.drawn + FIRST_HAND]
    state.drawn += len(cards)
    state.hands[seat] = tuple(sorted(cards))
    slugs = tuple(rules.slugs[kind] for kind in cards)
    state.opening.append(events.Dealt(seat, slugs, len(cards)))

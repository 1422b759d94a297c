"""Random games of every kind, and the invariants that must hold in all of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import hornsup
from hornsup.core.notation import parse_cell
from hornsup.games.horns_up import options as options_module
from hornsup.games.horns_up.board import card_kind
from hornsup.games.horns_up.state import HornsUp
from hornsup.games.horns_up.wall_of_death import overlapping

PRESETS = tuple(options_module.PRESETS)


def random_options(rng: random.Random) -> dict[str, Any]:
    """A preset with a few random switches, one of the decks."""
    options: dict[str, Any] = {
        "preset": rng.choice(PRESETS),
        "deck": rng.choice(["standard", "forward"]),
    }
    for name in rng.sample(sorted(options_module.SWITCHES), rng.randrange(0, 6)):
        switch = options_module.SWITCHES[name]
        if switch.words:
            options[name] = rng.choice(switch.words)
        elif switch.numbers is not None:
            options[name] = rng.choice(list(switch.numbers))
        else:
            options[name] = rng.random() < 0.5
    return options


def eager(state: HornsUp, rng: random.Random) -> Any:
    """A move that tends to get somewhere: nearer to the Stage if it can, Tickets now and then."""
    moves = state.legal_moves()
    best = rng.choice(moves)
    if rng.random() < 0.35:
        return best
    for move in moves:
        words = str(move).split()
        if words[0] in ("path", "walk") and _row(words[-1]) <= _row(str(best).split()[-1]):
            best = move
    return best


def _row(text: str) -> int:
    if "," not in text:
        return 99
    x, y = parse_cell(text)
    return y + abs(x)


def games(
    seed: int, count: int, players: range = range(3, 10)
) -> Iterator[tuple[HornsUp, random.Random]]:
    """Fresh games with random options; the caller plays them."""
    for number in range(count):
        rng = random.Random(f"{seed}/{number}")
        state = hornsup.new(
            "horns-up",
            players=rng.choice(players),
            seed=rng.randrange(1 << 30),
            options=random_options(rng) if number % 3 else None,
        )
        assert isinstance(state, HornsUp)
        print(
            f"game {number} of games({seed}, {count}, {players}): random.Random('{seed}/{number}')"
        )
        yield state, rng


def audience_cards(state: HornsUp) -> Counter[int]:
    """Every Audience card, wherever it is."""
    cards = Counter(state.deck[state.drawn :])
    cards.update(state.discard)
    cards.update(card_kind(state.board[cell]) for cell in state.table)
    cards.update(card_kind(content) for content in overlapping(state))
    for hand in state.hands:
        cards.update(hand)
    if state.resolving >= 0:
        cards[state.resolving] += 1
    return cards


def stage_cards(state: HornsUp) -> Counter[int]:
    cards = Counter(state.stage_deck[state.stage_drawn :])
    cards.update(state.stage_used)
    if state.stage >= 0:
        cards[state.stage] += 1
    return cards


def full_set(counts: tuple[int, ...]) -> Counter[int]:
    return Counter(dict(enumerate(counts)))


def fingerprint(state: HornsUp) -> tuple[Any, ...]:
    """Everything that makes up a state, caches left out."""
    return (
        tuple(state.board),
        tuple(state.table),
        tuple(sorted(state.face_up)),
        tuple(state.pawns),
        tuple(state.hands),
        state.deck[state.drawn :],
        tuple(state.discard),
        state.resolving,
        state.stage,
        state.stage_deck[state.stage_drawn :],
        state.stage_used,
        state.opener,
        tuple(state.tokens),
        tuple(state.immune),
        tuple(state.skips),
        (state.first, state.turn, state.turn_number, state.actions, state.acted, state.mover),
        tuple(state.agenda),
        state.winner,
        state.words_used,
        state.known and tuple(state.known),
        state.limits,
        state.pool,
    )

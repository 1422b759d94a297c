"""A move that may be taken back has shown nobody anything; a barrier gives a reason that fits."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from hornsup.core import undo
from hornsup.games.horns_up import GAME, events
from hornsup.games.horns_up.state import HornsUp
from hornsup.games.horns_up.undo import MEANINGS
from tests.games.horns_up.harness import eager, games

WORLDS = 3


class Played(NamedTuple):
    before: HornsUp
    after: HornsUp
    move: str
    happened: list[Any]

    def barrier(self, strict: bool = False) -> str | None:
        return GAME.barrier(self.before, self.after, self.happened, strict)


def played(seed: int, count: int, turns: int = 50) -> Iterator[Played]:
    """Moves of random games, half of them chosen at random among all that are legal."""
    for state, rng in games(seed, count):
        while not state.over and state.turns <= turns:
            before = state.clone()
            moves = state.legal_moves()
            move = str(rng.choice(moves) if rng.random() < 0.5 else eager(state, rng))
            yield Played(before, state, move, state.apply(move))


def chance(state: HornsUp) -> tuple[Any, ...]:
    """Everything that lies face down or is still to be shuffled."""
    deck, stage = state.deck[state.drawn :], state.stage_deck[state.stage_drawn :]
    return state.words_used, deck, state.stage, stage, state.stage_used


def test_every_kind_of_event_has_a_meaning() -> None:
    defaults = (getattr(events, name) for name in dir(events) if name[0].isupper())
    kinds = {event._field_defaults["kind"] for event in defaults if hasattr(event, "_fields")}
    assert kinds == {*MEANINGS, "nothing-to-discard"}


@pytest.mark.parametrize("seed", range(3))
def test_a_move_taken_back_has_used_no_chance_and_told_its_mover_nothing(seed: int) -> None:
    free = 0
    rng = random.Random(seed)
    for one in played(300 + seed, 15):
        if one.barrier() is not None:
            continue
        free += 1
        assert chance(one.after) == chance(one.before)
        assert one.after.to_move == one.before.to_move
        assert _knowledge_has_not_grown(one.before, one.after)
        if rng.random() < 0.3:
            _same_in_every_world(one, rng)
    assert free > 300


def _same_in_every_world(one: Played, rng: random.Random) -> None:
    seat = one.before.to_move
    told = one.after.redact(one.happened, seat)
    for _ in range(WORLDS):
        world = one.before.determinize(seat, random.Random(rng.random()))
        assert world.redact(world.apply(one.move), seat) == told
        assert world.view(seat) == one.after.view(seat)


def _knowledge_has_not_grown(before: HornsUp, after: HornsUp) -> bool:
    """Every card of another hand that is known, and every limit, was there before the move."""
    places = range(before.players**2)
    known = all(Counter(_known(after, place)) <= Counter(_known(before, place)) for place in places)
    return known and all(
        _least(after, seat) <= _least(before, seat) for seat in range(after.players)
    )


def _known(state: HornsUp, place: int) -> tuple[int, ...]:
    return () if state.known is None else state.known[place]


def _least(state: HornsUp, seat: int) -> int:
    return 0 if state.limits is None else sum(limit.least for limit in state.limits[seat])


def test_the_reason_of_a_barrier_fits() -> None:
    seen: Counter[str] = Counter()
    for one in played(400, 40):
        reason = one.barrier()
        if reason is not None:
            seen[reason] += 1
            assert _fits(one, reason), f"{one.move} is no case of {reason}"
    assert set(seen) == {undo.OVER, undo.DRAWN, undo.REVEALED, undo.PASSED}


def _fits(one: Played, reason: str) -> bool:
    if reason == undo.OVER:
        return one.after.over
    if reason == undo.DRAWN:
        return chance(one.after) != chance(one.before)
    if reason == undo.REVEALED:
        kinds = {event.kind for event in one.happened}
        return bool(kinds & {"hands-passed", "nothing-to-discard"})
    return one.after.to_move != one.before.to_move or one.after.turns != one.before.turns


def test_what_people_do_by_mistake_can_be_taken_back() -> None:
    verbs: Counter[str] = Counter()
    free: Counter[str] = Counter()
    for one in played(500, 40):
        verb = one.move.split()[0]
        if not one.after.over:
            verbs[verb] += 1
            free[verb] += one.barrier() is None
    for verb in ("walk", "path", "wall", "clear", "token"):
        assert free[verb] == verbs[verb] > 5, verb
    assert free["play"] > verbs["play"] / 4
    assert free["end"] == 0 < verbs["end"]


def test_a_strict_table_lets_no_shown_card_go_back_to_the_hand() -> None:
    for one in played(600, 10):
        lenient, strict = one.barrier(), one.barrier(strict=True)
        seat = one.before.to_move
        assert seat is not None
        if lenient is not None:
            assert strict == lenient
        elif one.after.hands[seat] == one.before.hands[seat]:
            assert strict is None
        else:
            assert strict == undo.SHOWN


def test_an_event_nobody_has_thought_about_is_a_barrier() -> None:
    class Novelty(NamedTuple):
        kind: str = "novelty"

    state = next(games(1, 1))[0]
    assert GAME.barrier(state, state, []) is None
    assert GAME.barrier(state, state, [Novelty()]) == undo.REVEALED


def test_h64_a_hand_passed_on_has_been_seen_and_a_later_turn_has_passed() -> None:
    state = next(games(1, 1))[0]
    assert GAME.barrier(state, state, [events.HandsPassed()]) == undo.REVEALED
    later = state.clone()
    later.turn_number += 1
    assert GAME.barrier(state, later, []) == undo.PASSED

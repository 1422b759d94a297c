"""What a seat may know: views, redacted events and guesses depend on nothing else."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

import hornsup
from hornsup.core import events, scenario
from hornsup.core.events import Event
from hornsup.games.horns_up.sampling import keeps_limits
from hornsup.games.horns_up.state import HornsUp
from tests.games.horns_up.harness import audience_cards, eager, fingerprint, games, stage_cards

SHARDS = 6
POSITIONS_PER_SHARD = 400  # 2,400 positions in all


@pytest.mark.parametrize("seed", range(SHARDS))
def test_permuting_what_a_seat_cannot_see_changes_nothing_for_it(seed: int) -> None:
    """Non-interference: the same view, legal moves, events and guesses in a permuted world."""
    tried = 0
    kinds: Counter[str] = Counter()
    for state, rng in games(1000 + seed, 400):
        while not state.over and state.turns <= 60:
            if rng.random() < 0.1:
                _compare_worlds(state, rng)
                kinds.update(_special(state))
                tried += 1
            state.apply(eager(state, rng))
        if tried >= POSITIONS_PER_SHARD:
            break
    assert tried >= POSITIONS_PER_SHARD
    assert kinds["known"] > 20
    assert kinds["limits"] + kinds["pool"] > 5


def _special(state: HornsUp) -> list[str]:
    found = {"known": state.known, "limits": state.limits, "pool": state.pool}
    return [name for name, value in found.items() if value is not None]


def _compare_worlds(state: HornsUp, rng: random.Random) -> None:
    seat = rng.choice([None, *range(state.players)])
    other = state.determinize(seat, random.Random(rng.random()))
    assert json.dumps(other.view(seat)) == json.dumps(state.view(seat))
    assert audience_cards(other) == audience_cards(state)
    assert stage_cards(other) == stage_cards(state)
    if state.to_move == seat:
        assert other.legal_moves() == state.legal_moves()
        for move in rng.sample(state.legal_moves(), min(2, len(state.legal_moves()))):
            _same_events(state, other, seat, str(move))
    elif seat is not None:
        move = eager(state, rng)
        if other.why_not(move) is None:
            _same_events(state, other, seat, str(move))
    assert other.legal_moves() or state.over, "a guess can be played on"
    here = state.determinize(seat, random.Random(9))
    there = other.determinize(seat, random.Random(9))
    assert fingerprint(here) == fingerprint(there), "a guess depends on knowledge alone"
    assert here.opening == there.opening == state.redact(state.opening, seat)
    assert (here.seed, here.history, here.origin) == (there.seed, there.history, None)


def _same_events(state: HornsUp, other: HornsUp, seat: int | None, move: str) -> None:
    """Both worlds tell the seat the same, up to what the move newly shows to it.

    New to a seat may be: a card it draws, a Stage card turned over, a hand passed to it, a victim
    that has no card to give. From the first such event on the worlds may differ.
    """
    here = state.redact(state.clone().apply(move), seat)
    there = other.redact(other.clone().apply(move), seat)
    for one, two in zip(here, there, strict=False):
        if _shows_something_new(one, seat) or _shows_something_new(two, seat):
            assert one.kind == two.kind or _asks(one) or _asks(two)
            return
        assert one == two
    assert len(here) == len(there) or _ends_in_question(state, other, move)


def _shows_something_new(event: Any, seat: int | None) -> bool:
    kind = event.kind
    if kind == "drew":
        return bool(event.seat == seat)
    return kind in ("stage-changed", "nothing-to-discard", "hands-passed")


def _asks(event: Event) -> bool:
    return event.kind in ("nothing-to-discard", "ticket-played")


def _ends_in_question(state: HornsUp, other: HornsUp, move: str) -> bool:
    """One world stops to ask a victim for a card that the victim of the other has not."""
    one, two = state.clone(), other.clone()
    one.apply(move)
    two.apply(move)
    return bool(one.agenda) != bool(two.agenda) or one.mover != two.mover


def test_events_hide_cards_from_everyone_but_their_owner() -> None:
    state = hornsup.new("horns-up", players=3, seed=4)
    for seat in (0, 1, 2, None):
        for event in state.redact(state.opening, seat):
            if event.kind == "dealt":
                assert (event.cards is not None) == (event.seat == seat)
                assert events.to_json(event)["number"] == 4


def test_no_other_hand_is_anywhere_in_a_view() -> None:
    """A view holds the cards of the table, the piles and the own hand, and no others."""
    for state, rng in games(77, 12):
        while not state.over and state.turns <= 40:
            state.apply(eager(state, rng))
            for seat in range(state.players):
                view = state.view(seat)
                assert Counter(view["hand"]) == Counter(
                    state.rules.slugs[kind] for kind in state.hands[seat]
                )
                known = sum(len(rocker["known"]) for rocker in view["rockers"])
                if state.known is None:
                    assert known == 0
                assert set(view) == set(state.view(None))


def _scene(text: str) -> HornsUp:
    state = scenario.begin(scenario.read(text + "\n[[step]]\nexpect = {}\n"))
    assert isinstance(state, HornsUp)
    return state


def test_a_passed_hand_stays_known_until_its_cards_are_seen_to_leave() -> None:
    state = _scene(
        """
game = "horns-up"
players = 3
[position]
hands = { A = ["horns-up", "path-ns", "path-ns", "cold-beer"], B = ["path-ew"], C = ["mosh-pit"] }
stage_draw = ["scream-for-me"]
"""
    )
    state.apply("play horns-up")
    given = ["path-ns", "path-ns", "cold-beer"]
    assert state.view(0)["rockers"][2]["known"] == given
    assert state.view(1)["rockers"][0]["known"] == ["path-ew"]
    assert state.view(None)["rockers"][2]["known"] == []
    for number in range(30):
        guess = state.determinize(0, random.Random(number))
        assert [guess.rules.slugs[kind] for kind in guess.hands[2]] == given
    state.apply("end")
    state.apply("end")
    assert state.turn == 2
    state.apply("play cold-beer")
    assert state.view(0)["rockers"][2]["known"] == ["path-ns", "path-ns"]


def test_after_a_reshuffle_guesses_keep_the_pools_apart() -> None:
    """B holds what was never in the pile; the deck holds what was."""
    state = _scene(
        """
game = "horns-up"
players = 3
[position]
turn = "C"
hands = { B = ["mosh-pit", "mosh-pit"], A = ["path-ew"] }
discard = ["path-ns", "path-ns", "path-ns", "headbangers", "cold-beer", "path-nesw"]
deck_size = 0
"""
    )
    state.apply("end")  # A's turn begins with a draw, so the pile is shuffled
    assert state.pool is not None
    pile = {"path-ns", "headbangers", "cold-beer", "path-nesw"}
    for number in range(60):
        guess = state.determinize(0, random.Random(number))
        slugs = guess.rules.slugs
        assert [slugs[kind] for kind in guess.hands[1]] == ["mosh-pit", "mosh-pit"]
        assert {slugs[kind] for kind in guess.deck[guess.drawn :]} <= pile
        guess = state.determinize(2, random.Random(number))
        drawn = Counter(guess.hands[0]) + Counter(guess.hands[1])
        held = {slugs[kind] for kind in drawn}
        assert {"mosh-pit", "path-ew"} <= held, "what was in no pile is still in a hand"


def test_a_rocker_without_a_ticket_is_known_to_have_none() -> None:
    state = _scene(
        """
game = "horns-up"
players = 3
[position]
hands = { A = ["ticket-check"], B = ["path-ns", "path-ew", "mosh-pit"], C = ["cold-beer"] }
"""
    )
    state.apply("play ticket-check")
    state.apply("discard cold-beer")
    limits = state.view(0)["rockers"][1]["limits"]
    assert limits[0]["at_least"] == 3
    assert "cold-beer" not in limits[0]["of"]
    for number in range(80):
        guess = state.determinize(0, random.Random(number))
        assert max(guess.hands[1]) < guess.rules.tickets_from
        assert guess.view(0) == state.view(0)


ASKED_FOR_A_TICKET = """
game = "horns-up"
players = 3
[position]
hands = { A = ["ticket-check"], B = ["path-ns", "cold-beer"], C = ["path-ew", "mosh-pit"] }
"""


def test_who_is_asked_for_a_ticket_holds_one_in_every_guess() -> None:
    """H28j, Q45: only a holder is asked, so the question itself shows a Ticket."""
    state = _scene(ASKED_FOR_A_TICKET)
    state.apply("play ticket-check")
    assert state.to_move == 1
    for seat in (0, 2, None):
        for number in range(100):
            guess = state.determinize(seat, random.Random(number))
            assert max(guess.hands[1]) >= guess.rules.tickets_from
            assert guess.legal_moves(), "the question can be answered"
            assert guess.view(seat) == state.view(seat)


def test_late_guesses_and_guesses_in_them_keep_limits_and_pools() -> None:
    """Long games of nine with reshuffles, passed hands and hands without an action to take."""
    special: Counter[str] = Counter()
    for seed in range(3):
        rng = random.Random(seed)
        state = hornsup.new("horns-up", players=9, seed=seed, options={"must_act": True})
        assert isinstance(state, HornsUp)
        while not state.over and state.turns < 250:
            state.apply(_idle(state, rng))
            if state.pool is not None and rng.random() < 0.1:
                guess = state.determinize(rng.randrange(9), rng).determinize(rng.randrange(9), rng)
                _check_pools_and_limits(guess)
                special.update(_special(guess))
    assert special["limits"] > 20
    assert special["pool"] > 60


def _check_pools_and_limits(guess: HornsUp) -> None:
    assert guess.pool is not None
    assert not Counter(guess.deck[guess.drawn :]) - Counter(guess.pool.pile)
    assert keeps_limits(guess)


def _idle(state: HornsUp, rng: random.Random) -> Any:
    """A move that keeps cards moving and nobody near the Stage."""
    moves = state.legal_moves()
    idle = [move for move in moves if str(move).startswith(("play", "wall", "discard"))]
    return rng.choice(idle or moves)


def test_who_is_asked_for_a_ticket_holds_one_in_a_guess_from_a_view() -> None:
    state = _scene(ASKED_FOR_A_TICKET)
    state.apply("play ticket-check")
    for number in range(100):
        guess = state.game.state_from_view(state.view(0), random.Random(number))
        assert guess.legal_moves()
        assert guess.view(0) == state.view(0)


def test_guesses_of_a_hand_that_holds_a_ticket_are_uniform() -> None:
    """How often both cards are Tickets, given that one is: within five errors."""
    state = _scene(ASKED_FOR_A_TICKET)
    state.apply("play ticket-check")
    tickets = 46 - 1
    unseen = 137 - 1
    both = tickets * (tickets - 1) / 2
    share = both / (both + tickets * (unseen - tickets))
    rng = random.Random(5)
    tries = 4000
    least = state.rules.tickets_from
    hits = sum(min(state.determinize(0, rng).hands[1]) >= least for _ in range(tries))
    assert abs(hits / tries - share) < 5 * (share * (1 - share) / tries) ** 0.5


def test_guesses_before_any_reshuffle_are_uniform() -> None:
    """How often a rival holds at least one cross: the hypergeometric share, within five errors."""
    state = hornsup.new("horns-up", players=3, seed=11)
    assert isinstance(state, HornsUp)
    cross = state.rules.slugs.index("path-nesw")
    unseen = 137 - 4
    crosses = 10 - state.hands[0].count(cross)
    none = 1.0
    for drawn in range(4):
        none *= (unseen - crosses - drawn) / (unseen - drawn)
    rng = random.Random(3)
    tries = 4000
    hits = sum(cross in state.determinize(0, rng).hands[1] for _ in range(tries))
    error = (none * (1 - none) / tries) ** 0.5
    assert abs(hits / tries - (1 - none)) < 5 * error


def test_a_guess_cannot_foresee_the_next_reshuffle() -> None:
    state = hornsup.new("horns-up", players=3, seed=2)
    assert isinstance(state, HornsUp)
    guess = state.determinize(0, random.Random(1))
    assert guess.seed != state.seed
    with pytest.raises(hornsup.BadInput):
        guess.record()


def test_what_is_known_of_a_hand_shrinks_as_its_cards_are_seen_to_leave() -> None:
    state = _scene(
        """
game = "horns-up"
players = 3
[position]
pawns = { A = "0,8", B = "1,7" }
hands = { A = ["ticket-check"], B = ["path-ns", "path-nesw"] }
draw = ["cold-beer"]
"""
    )
    state.apply("play ticket-check")

    def limits() -> list[int]:
        return [limit["at_least"] for limit in state.view(2)["rockers"][1]["limits"]]

    assert limits() == [2]
    state.apply("end")
    assert limits() == [2], "a card drawn says nothing about the others"
    state.apply("play cold-beer")
    assert limits() == [2], "a Ticket that leaves was none of them"
    state.apply("path NS 1,6")
    assert limits() == [1]
    state.apply("end")
    while state.turn != 1:
        state.apply("end")
    state.apply("path NESW 1,8")
    assert limits() == []
    assert state.limits is None

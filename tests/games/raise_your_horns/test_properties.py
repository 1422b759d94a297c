"""What must hold in every game: random games with 3 to 9 players and random options."""

from __future__ import annotations

import json
import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import hornsup
from hornsup.core import record
from hornsup.games.raise_your_horns import events
from hornsup.games.raise_your_horns.moves import MOVE_OF_CODE
from hornsup.games.raise_your_horns.state import RaiseYourHorns
from tests.games.raise_your_horns.harness import fingerprint, games, playing

ALL_MOVES = list(MOVE_OF_CODE.values())
Game = tuple[RaiseYourHorns, random.Random]
quick = settings(max_examples=60, deadline=None)


@quick
@given(games())
def test_legal_moves_are_accepted_unique_stable_and_round_trip(game: Game) -> None:
    state, rng = game
    for _ in playing(state, rng):
        moves = state.legal_moves()
        assert moves == state.clone().legal_moves()
        assert len(set(moves)) == len(moves)
        assert bool(moves) != state.over
        for move in moves:
            assert state.why_not(move) is None
            assert state.parse(str(move)) is move
            state.clone().apply(str(move))


@quick
@given(games())
def test_other_moves_are_refused_with_a_rule_and_change_nothing(game: Game) -> None:
    state, rng = game
    for _ in playing(state, rng, 60):
        legal = state.legal_moves()
        before = fingerprint(state)
        for move in rng.sample(ALL_MOVES, 12):
            why = state.why_not(move)
            assert (why is None) == (move in legal)
            if why is None:
                continue
            try:
                state.apply(move)
            except hornsup.IllegalMove as error:
                assert (error.code, error.rule) == (why.code, why.rule)
                assert why.rule[0] == "R"
            else:
                raise AssertionError(f"{move} was refused and played")
        assert fingerprint(state) == before


@quick
@given(games())
def test_records_replay_event_for_event(game: Game) -> None:
    state, rng = game
    told = [state.opening, *(happened for _, happened in playing(state, rng))]
    data = json.loads(json.dumps(state.record()))
    assert [happened for _, happened in record.steps(data)] == told
    again = record.replay(data)
    assert isinstance(again, RaiseYourHorns)
    assert fingerprint(again) == fingerprint(state)
    assert record.verify(data).honest


@quick
@given(games(), st.integers(0, 40))
def test_a_clone_goes_its_own_way(game: Game, before: int) -> None:
    state, rng = game
    for _ in playing(state, rng, before):
        pass
    copy, kept = state.clone(), fingerprint(state)
    told = [happened for _, happened in playing(copy, random.Random(5), 40)]
    assert fingerprint(state) == kept
    assert [happened for _, happened in playing(state, random.Random(5), 40)] == told
    assert fingerprint(state) == fingerprint(copy)


@quick
@given(games())
def test_advance_does_what_apply_does_without_events(game: Game) -> None:
    state, rng = game
    quiet = state.clone()
    for _ in playing(state, rng):
        quiet.advance(state.moves_played()[-1])
        assert fingerprint(quiet) == fingerprint(state)


@quick
@given(games())
def test_views_are_the_same_for_all_and_ready_for_json(game: Game) -> None:
    state, rng = game
    for _, happened in playing(state, rng, 40):
        spectator = state.view(None)
        assert json.loads(json.dumps(spectator)) == spectator
        for seat in range(state.players):
            assert state.view(seat) == {**spectator, "seat": seat}
            assert state.redact(happened, seat) == happened
        assert spectator["to_move"] == state.to_move
        assert state.seed.hex() not in json.dumps(spectator)


@quick
@given(games(), st.integers(0, 60))
def test_a_guess_shares_what_lies_open_and_nothing_else(game: Game, before: int) -> None:
    state, rng = game
    for _ in playing(state, rng, before):
        pass
    guess = state.determinize(0, rng)
    assert guess.view(0) == state.view(0)
    assert guess.legal_moves() == state.legal_moves()
    assert guess.seed != state.seed
    assert guess.origin is None
    for _ in playing(guess, rng, 20):
        pass


@quick
@given(games())
def test_every_event_is_told_in_every_language(game: Game) -> None:
    state, rng = game
    narrate = state.game.narrate
    assert narrate is not None
    for _, happened in playing(state, rng, 40):
        for event in happened:
            for language in ("en", "it", "fr"):
                sentence = narrate(event, language)
                assert sentence
                assert "@" not in sentence


@quick
@given(games())
def test_r4_to_r12_rounds_add_up_when_judged_again_from_their_events(game: Game) -> None:
    state, rng = game
    judge = Judge(state.players)
    for _, happened in playing(state, rng, 200):
        for event in happened:
            judge.hear(event)
        assert judge.losses == state.losses
        if not state.over:
            assert judge.direction == state.direction
    assert judge.ended == state.over


class Judge:
    """Counts a game from its events alone, in the plainest way: a second reading of the rules."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.losses = [0] * players
        self.direction = 1
        self.ended = False
        self.kept: dict[int, str] = {}
        self.roller = -1
        self.roll: tuple[str, ...] = ()
        self.loser: int | None = None
        self.off = False

    def hear(self, event: Any) -> None:
        assert not self.ended, "nothing happens after the end"
        if isinstance(event, events.RoundBegan):
            assert event.direction == self.direction
            assert event.seat == self.roller or event.round == 1
            self.kept, self.loser, self.off, self.roller = {}, None, False, event.seat
        elif isinstance(event, events.Rolled):
            self.hear_roll(event)
        elif isinstance(event, events.Kept):
            self.hear_keep(event)
        elif isinstance(event, events.Named):
            assert event.loser != event.seat
            self.loser = event.loser
        elif isinstance(event, events.Declined | events.Fouled):
            self.loser = self.roller = event.seat
        elif isinstance(event, events.RoundLost):
            self.hear_loss(event)
        elif isinstance(event, events.GameEnded):
            self.ended = True
            assert list(event.losses) == self.losses
            assert {self.losses[seat] for seat in event.seats} == {min(self.losses)}

    def hear_roll(self, event: events.Rolled) -> None:
        if self.kept:
            assert event.seat == (self.roller + self.direction) % self.players
        assert event.seat not in self.kept
        assert len(event.dice) == (3 if self.players == 3 else 4) - len(self.kept)
        self.roller, self.roll = event.seat, event.dice
        self.off = "F!" in event.dice
        if self.off:
            self.loser = event.seat

    def hear_keep(self, event: events.Kept) -> None:
        assert event.seat == self.roller
        assert event.die in self.roll
        black = [die for die in self.roll if die[0] != "W"]
        assert event.die[0] != "W" or event.die == "WH" or not black
        self.kept[event.seat] = event.die

    def hear_loss(self, event: events.RoundLost) -> None:
        if self.loser is not None:
            losers = [self.loser]
        else:
            values = {s: int(die[1:]) for s, die in self.kept.items() if die != "WH"}
            losers = [seat for seat, value in values.items() if value == min(values.values())]
        assert sorted(event.seats) == sorted(losers)
        for seat in losers:
            self.losses[seat] += 1
        if self.off:
            self.direction = -self.direction

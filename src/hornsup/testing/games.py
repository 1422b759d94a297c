"""The conformance suite of games: the contract, whatever the rules."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hornsup.core import record, registry
from hornsup.core.contract import GameState
from hornsup.core.refusal import Refusal
from hornsup.errors import BadInput, IllegalMove

NONSENSE = ("", "   ", "fly to the moon", "\x00", "walk", "keep", "path NS", "é" * 300)


def check_game(name: str, games: int = 5, max_moves: int = 200) -> None:
    """Play random games and hold the engine to its contract; an AssertionError says what broke."""
    game = registry.get(name)
    _check_seats(name)
    for seed in range(games):
        players = Random(seed).choice(list(game.seats[:7]))
        try:
            _check_one(name, players, seed, max_moves)
        except AssertionError as error:
            error.add_note(f"in the game new({name!r}, players={players}, seed={seed})")
            raise


def _check_one(name: str, players: int, seed: int, max_moves: int) -> None:
    rng = Random(seed)
    state = registry.start(name, players, seed)
    again = registry.start(name, players, seed)
    assert state.view(None) == again.view(None), "same arguments, same game"
    events: list[Any] = [state.opening]
    for _ in range(max_moves):
        if state.over:
            break
        events.append(_check_position(state, rng))
    _check_record(state, events)
    _check_figures(state)


def _check_seats(name: str) -> None:
    seats = registry.get(name).seats
    for players in (seats[0] - 1, seats[-1] + 1):
        try:
            registry.start(name, players, 0)
        except BadInput:
            continue
        raise AssertionError(f"{players} players should be refused")


def _check_position(state: GameState, rng: Random) -> list[Any]:
    """One position and one move of it."""
    seat = state.to_move
    assert seat is not None
    assert 0 <= seat < state.players
    assert state.outcome is None
    moves = state.legal_moves()
    assert moves, "a game that is not over has a legal move"
    assert len(set(moves)) == len(moves), "no move twice"
    assert state.legal_moves() == moves, "a stable order"
    _check_refusals(state)
    for viewer in (None, *range(state.players)):
        json.dumps(state.view(viewer))
    guess = state.determinize(seat, Random(rng.random()))
    assert guess.view(seat) == state.view(seat), "a guess looks the same to its seat"
    assert guess.legal_moves() == moves
    move = rng.choice(moves)
    assert state.parse(str(move)) == move, "texts round-trip"
    copy = state.clone()
    copy.advance(move)
    before = state.view(None)
    assert state.legal_moves() == moves, "a clone is independent"
    assert state.view(None) == before
    happened = state.apply(str(move))
    assert copy.view(None) == state.view(None), "advance does what apply does"
    for viewer in (None, *range(state.players)):
        assert len(state.redact(happened, viewer)) == len(happened)
    return happened


def _check_refusals(state: GameState) -> None:
    before = state.view(state.to_move)
    for text in NONSENSE:
        refusal = state.why_not(text)
        assert isinstance(refusal, Refusal), f"{text!r} should be refused"
        assert refusal.code
        assert refusal.rule
        try:
            state.apply(text)
        except IllegalMove as error:
            assert (error.code, error.rule) == (refusal.code, refusal.rule)
        else:
            raise AssertionError(f"{text!r} was played")
    assert state.view(state.to_move) == before, "a refused move changes nothing"


def _check_record(state: GameState, events: list[Any]) -> None:
    data = json.loads(json.dumps(state.record()))
    assert [happened for _, happened in record.steps(data)] == events, "a record replays its events"
    assert record.replay(data).view(None) == state.view(None)
    assert record.verify(data).honest


def _check_figures(state: GameState) -> None:
    """Every seat has one place, a winner the first one, and every row a value for each seat."""
    figures = state.figures()
    placed = sorted(seat for place in figures.order for seat in place)
    assert placed == list(range(state.players)), "the order has every seat once"
    if state.outcome is not None:
        assert figures.order[0] == state.outcome.winners, "the winners come first"
    assert all(len(row.values) == state.players for row in figures.rows)
    assert state.figures() == figures, "the same game has the same figures"

"""Bots fed with nothing but the view of their seat play as they do with the true state behind."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import hornsup
from hornsup.bots import Bot, Info
from hornsup.bots.base import RandomBot
from hornsup.bots.from_view import info_from_view
from hornsup.bots.lineup import bot_names, make_bot
from hornsup.core import registry, scenario
from hornsup.core.contract import Game, GameState
from tests.games.horns_up.harness import random_options

SHIPPED = [
    (game, name)
    for game in ("horns-up", "raise-your-horns")
    for name in bot_names(game)
    if game != "horns-up" or name not in ("search", "search-1", "hard", "expert")
]
SEARCHERS = [("horns-up", "search:6"), ("horns-up", "search-1:2")]
RETALIATING = [
    ("horns-up", "racer@0.9"),
    ("horns-up", "greedy@0.9"),
    ("raise-your-horns", "exact@1"),
]
PICKED = """
game = "horns-up"
players = 3
[position]
hands = { A = ["ticket-check"], B = ["cold-beer", "mosh-pit", "horns-up"], C = ["slow-song"] }
[[step]]
expect = {}
"""


def told(state: GameState, rng: Random, with_moves: bool = False) -> Info:
    """What reaches the seat to move through JSON."""
    view, legal, moves = json.loads(
        json.dumps(
            [
                state.view(state.to_move),
                [str(move) for move in state.legal_moves()],
                [str(move) for move in state.moves_played()] if with_moves else [],
            ]
        )
    )
    return info_from_view(state.game.name, view, legal, rng, moves)


def assert_choices(state: GameState, name: str, max_turns: int, with_moves: bool = False) -> None:
    """Play on with one bot at every seat: with views alone it chooses what it would choose."""
    true_bots = [make_bot(state.game.name, name) for _ in range(state.players)]
    fed_bots = [make_bot(state.game.name, name) for _ in range(state.players)]
    number = 0
    while not state.over and state.turns <= max_turns and number < 400:
        seat = state.to_move
        assert seat is not None
        number += 1
        move = true_bots[seat].choose(Info.of(state, Random(number)))
        fed = fed_bots[seat].choose(told(state, Random(number), with_moves))
        assert str(fed) == str(move)
        state.apply(str(fed))


@pytest.mark.parametrize(("game", "name"), SHIPPED + SEARCHERS)
def test_a_bot_chooses_the_same_from_the_view_alone(game: str, name: str) -> None:
    turns = 3 if name.startswith("search") else 15
    assert_choices(hornsup.new(game, players=4, seed=name), name, turns)


@pytest.mark.parametrize(("game", "name"), RETALIATING)
def test_the_moves_played_keep_a_grudge_alive(game: str, name: str) -> None:
    assert_choices(hornsup.new(game, players=3, seed=2), name, 30, with_moves=True)


def test_hard_chooses_the_same_from_the_view_alone_in_the_middle_of_an_effect() -> None:
    state = scenario.begin(scenario.read(PICKED))
    state.apply("play ticket-check")
    hard = make_bot("horns-up", "hard")
    fed = hard.choose(told(state, Random(1)))
    assert fed == hard.choose(Info.of(state, Random(1)))
    assert str(fed).startswith("discard ")


def play_by_views(state: GameState, names: list[str], max_turns: int = 1000) -> None:
    bots = [make_bot(state.game.name, names[seat % len(names)]) for seat in range(state.players)]
    rngs = [Random(seat) for seat in range(state.players)]
    while not state.over and state.turns <= max_turns:
        seat = state.to_move
        assert seat is not None
        move = bots[seat].choose(told(state, rngs[seat]))
        assert state.why_not(str(move)) is None
        state.apply(str(move))


@pytest.mark.parametrize("players", [3, 6, 9])
def test_whole_games_of_horns_up_by_views_alone(players: int) -> None:
    options: Any = random_options(Random(players)) if players > 3 else None
    state = hornsup.new("horns-up", players=players, seed=players, options=options)
    play_by_views(state, ["racer", "easy", "racer"])
    assert state.over


@pytest.mark.parametrize("players", [3, 4, 7, 20])
def test_whole_games_of_raise_your_horns_by_views_alone(players: int) -> None:
    state = hornsup.new("raise-your-horns", players=players, seed=players)
    play_by_views(state, [*(["exact"] if players < 5 else []), "greedy", "easy", "random"])
    assert state.over


def test_no_state_is_made_for_a_bot_that_asks_for_no_guess(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: str) -> None:
        raise AssertionError("a state is made")

    state = hornsup.new("horns-up", players=4, seed=1)
    infos = [told(state, Random(1)), told(state, Random(1))]
    monkeypatch.setattr(registry, "get", refuse)
    bots: list[Bot] = [RandomBot(), make_bot("horns-up", "racer")]
    for bot, info in zip(bots, infos, strict=True):
        assert bot.choose(info) in info.legal
    with pytest.raises(AssertionError, match="a state is made"):
        infos[0].sample()


def test_one_state_is_made_and_every_guess_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    state = hornsup.new("horns-up", players=4, seed=1)
    game: Game = state.game
    calls: list[object] = []
    info = told(state, Random(1))

    class Counting:
        @staticmethod
        def state_from_view(view: Any, rng: Random) -> GameState:
            calls.append(view)
            return game.state_from_view(view, rng)

    monkeypatch.setattr(registry, "get", lambda _: Counting)
    guesses = [info.sample() for _ in range(3)]
    assert len(calls) == 1
    assert len({json.dumps(guess.view((info.seat + 1) % 4)["hand"]) for guess in guesses}) > 1
    assert all(guess.view(info.seat) == info.view for guess in guesses)


def test_what_cannot_be_read_is_refused() -> None:
    state = hornsup.new("horns-up", players=3, seed=1)
    view = state.view(state.to_move)
    legal = [str(move) for move in state.legal_moves()]
    for wrong_view, wrong_legal, named in (
        (view, ["fly to the moon"], "fly to the moon"),
        (view, [7], "7"),
        (view, [], "no legal move"),
        (state.view(None), legal, "seat"),
        ({**view, "game": "chess"}, legal, "game"),
        ({**view, "players": 40}, legal, "40"),
        ({**view, "options": {"deck": []}}, legal, "options"),
        ([], legal, "table"),
    ):
        with pytest.raises(hornsup.BadInput, match=named):
            info_from_view("horns-up", wrong_view, wrong_legal, Random(1))  # type: ignore[arg-type] # that is the point

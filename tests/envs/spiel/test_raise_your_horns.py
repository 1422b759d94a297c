"""`python_raise_your_horns`: chance nodes with the right probabilities, and the engine's rules."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pyspiel
import pytest

import hornsup
import hornsup.envs.spiel  # registers the games
from hornsup.games.raise_your_horns import GAME
from hornsup.games.raise_your_horns.solution import rolls_of
from tests.envs.spiel.test_games import random_states
from tests.seeds import new_random


def load(text: str) -> Any:
    return pyspiel.load_game(f"python_raise_your_horns({text})")


def play(state: Any, *texts: str) -> Any:
    """Apply outcomes and moves by their texts."""
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("dice", ["standard", "high", "1.1.H/3.0/2.2.!"])
def test_probabilities_are_those_of_the_dice(players: int, dice: str) -> None:
    game = load(f"players={players},dice={dice}")
    rules = game.setting.rules
    for hand, falls in game.setting.falls.items():
        given = {text: chance for text, (_, chance) in zip(falls.texts, falls.chances, strict=True)}
        exact = dict(rolls_of(rules.dice, hand))
        assert len(given) == len(exact)
        for faces, chance in exact.items():
            assert given[" ".join(face.text for face in faces)] == float(chance)
        assert abs(sum(given.values()) - 1) < 1e-12


def test_two_blanks_are_one_outcome() -> None:
    state = load("players=4").new_initial_state()
    chances = {state.action_to_string(number): p for number, p in state.chance_outcomes()}
    assert len(chances) == 6 * 21 * 6
    assert chances["roll W1 B2 B1 F1"] == float(Fraction(2, 6**4))
    assert chances["roll W1 B2 B2 F1"] == float(Fraction(1, 6**4))


def test_nobody_is_asked_to_roll_unless_there_is_a_choice() -> None:
    state = load("players=3").new_initial_state()
    assert state.is_chance_node()
    assert [state.action_to_string(a) for a in play(state, "roll W1 B2 F3").legal_actions()] == [
        "keep B2",
        "keep F3",
    ]
    state = load("players=3,fouls=True").new_initial_state()
    assert [state.action_to_string(a) for a in state.legal_actions()] == ["roll", "foul"]
    assert play(state, "roll").is_chance_node()
    assert play(state, "roll W1 B2 F3", "foul").returns() == [-1, 0, 0]


def test_the_lowest_die_loses_and_horns_let_name_a_loser() -> None:
    state = load("players=3").new_initial_state()
    play(state, "roll W1 B2 F3", "keep F3", "roll W4 B1", "keep B1", "roll W1", "keep W1")
    assert state.is_terminal()
    assert state.returns() == [0, -1, -1]
    state = load("players=3").new_initial_state()
    play(state, "roll WH B2 F!")
    assert (state.current_player(), state.is_terminal()) == (0, False)
    assert play(state, "name C").returns() == [0, 0, -1]


def test_rewards_come_at_the_decision_after_the_loss() -> None:
    state = load("players=3,end_value=2").new_initial_state()
    play(state, "roll W1 B2 F!")
    assert state.is_chance_node()
    play(state, "roll W1 B2 F3")
    assert state.rewards() == [-1, 0, 0]
    play(state, "keep B2", "roll W5 F4")
    assert state.rewards() == [0, 0, 0]
    assert state.returns() == [-1, 0, 0]


def test_any_seat_starts_with_the_same_chance() -> None:
    state = load("players=5,starter=-1").new_initial_state()
    assert state.chance_outcomes() == [(seat, 0.2) for seat in range(5)]
    play(state, "start D", "roll W1 B2 B1 F3")
    assert state.current_player() == 3


@pytest.mark.parametrize("players", [3, 4, 9])
def test_a_scenario_with_the_same_dice_ends_alike(players: int) -> None:
    """The engine plays the texts of a random game and comes to the same losses."""
    rng = new_random()
    game = load(f"players={players},end_value=5,fouls=True")
    for _ in range(10):
        last = random_states(game, rng)[-1]
        texts = last.progress.texts()
        rolls = [text.removeprefix("roll ") for text in texts if text.startswith("roll ")]
        data = {"round": 1, "turn": "A", "rolls": rolls}
        options = GAME.read_options({"end_goal": "rounds", "end_value": 5, "fouls": True})
        state = GAME.position(players, options, data)
        for text in texts:
            state.apply(text.split()[0] if text.startswith("roll ") else text)
        assert state.over
        assert state.outcome is not None
        assert state.outcome.losses is not None
        assert last.returns() == [-loss for loss in state.outcome.losses]


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    state = play(load("players=3").new_initial_state(), "roll W1 B2 F3")
    white = state.progress.setting.encoder.map.encode(state.progress.engine.parse("keep W1"), 0)
    with pytest.raises(hornsup.BadInput, match="'keep W1' is not legal now"):
        state.apply_action(white)
    assert str(state) == "roll W1 B2 F3"

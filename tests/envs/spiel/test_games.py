"""What OpenSpiel asks of both games: its own random simulation, bounds, copies, serialization."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

import hornsup.envs.spiel  # registers the games
from tests.seeds import new_random

DICE = [
    "python_raise_your_horns(players=3)",
    "python_raise_your_horns(players=4,end_goal=losses,end_value=3,starter=-1)",
    "python_raise_your_horns(players=9,fouls=True,end_value=4,name_only_in_round=True)",
    "python_raise_your_horns(players=20,dice=high,starter=19)",
]
CARDS = [
    "python_horns_up(players=3,max_turns=20,rng_seed=1)",
    "python_horns_up(players=4,max_turns=12,rng_seed=2,preset=fr)",
    "python_horns_up(players=9,max_turns=6,rng_seed=3,options=must_act:true;stage_width:5)",
]


def random_states(game: Any, rng: Random) -> list[Any]:
    """The states of a random game, each one a copy."""
    state = game.new_initial_state()
    states = [state.clone()]
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(numbers, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        states.append(state.clone())
    return states


def seen(state: Any, player: int) -> tuple[Any, ...]:
    """All that a seat can be told of a state."""
    parts: list[Any] = [state.information_state_string(player), state.observation_string(player)]
    for kind in (None, INFO_STATE_OBS_TYPE):
        observation = make_observation(state.get_game(), kind)
        observation.set_from(state, player)
        tensor = observation.tensor
        parts.append(None if tensor is None else tensor.tolist())
    return tuple(parts)


@pytest.mark.parametrize("name", DICE)
def test_dice_games_pass_the_simulation_of_openspiel(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=10, serialize=True, verbose=False)


@pytest.mark.parametrize("name", CARDS)
def test_card_games_pass_the_simulation_of_openspiel(name: str) -> None:
    """It cannot serialize: of sampled games in Python OpenSpiel asks for a state of the generator
    that Python has no way to give. `test_serialization` does it instead."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize("name", [*DICE, *CARDS])
def test_serialization(name: str) -> None:
    game, rng = pyspiel.load_game(name), new_random()
    for state in random_states(game, rng)[::7]:
        again = game.deserialize_state(state.serialize())
        assert again.history() == state.history()
        assert again.returns() == state.returns()
        assert again.current_player() == state.current_player()
        assert seen(again, 0) == seen(state, 0)
        if not state.is_terminal() and not state.is_chance_node():
            assert again.legal_actions() == state.legal_actions()


@pytest.mark.parametrize("name", [*DICE, *CARDS])
def test_the_declared_bounds_hold(name: str) -> None:
    game, rng = pyspiel.load_game(name), new_random()
    for _ in range(5):
        last = random_states(game, rng)[-1]
        players = [step.player for step in last.full_history()]
        chances = players.count(pyspiel.PlayerId.CHANCE)
        assert chances <= game.max_chance_nodes_in_history()
        assert len(players) - chances <= game.max_game_length()
        assert len(players) <= game.max_history_length()
        for value in last.returns():
            assert game.min_utility() <= value <= game.max_utility()


@pytest.mark.parametrize("name", [*DICE, *CARDS])
def test_a_copy_is_independent(name: str) -> None:
    game, rng = pyspiel.load_game(name), new_random()
    for state in random_states(game, rng)[:-1:5]:
        before = (state.history(), seen(state, 1))
        child = state.clone()
        child.apply_action(rng.choice(child.legal_actions()))
        assert (state.history(), seen(state, 1)) == before
        assert child.history()[:-1] == state.history()


@pytest.mark.parametrize("name", [*DICE, *CARDS])
def test_observers_give_what_states_give_and_change_nothing(name: str) -> None:
    game, rng = pyspiel.load_game(name), new_random()
    observation = make_observation(game)
    for state in random_states(game, rng)[1::5]:
        before = str(state)
        for player in range(game.num_players()):
            observation.set_from(state, player)
            assert np.array_equal(observation.tensor, state.observation_tensor(player))
            assert observation.string_from(state, player) == state.observation_string(player)
            flat = np.concatenate([part.ravel() for part in observation.dict.values()])
            assert np.array_equal(flat, observation.tensor)
        assert str(state) == before


@pytest.mark.parametrize("name", [DICE[1], CARDS[1]])
def test_the_learning_environment_of_openspiel_plays_them(name: str) -> None:
    """Its time steps carry observations, legal actions and the rewards of every seat."""
    rng = new_random()
    game = pyspiel.load_game(name)
    environment = rl_environment.Environment(
        game, observation_type=rl_environment.ObservationType.OBSERVATION
    )
    environment.seed(rng.randrange(2**31))
    step = environment.reset()
    totals = np.zeros(game.num_players())
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == game.observation_tensor_size()
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])
        totals += step.rewards
    assert np.allclose(totals, environment.get_state.returns())


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("python_raise_your_horns(players=2)", "3 to 20 players"),
        ("python_raise_your_horns(end_goal=stop)", "end_goal is rounds or losses"),
        ("python_raise_your_horns(players=3,starter=3)", "starter is a seat from 0 to 2 or -1"),
        ("python_raise_your_horns(dice=1.2/1.0)", "three dice such as"),
        ("python_raise_your_horns(dice=loaded)", "unknown dice 'loaded'"),
        ("python_horns_up(players=10)", "3 to 9 players"),
        ("python_horns_up(max_turns=0)", "max_turns is a number from 1"),
        ("python_horns_up(deals=0)", "deals is a number from 1"),
        ("python_horns_up(options=must_act)", "options are name:value"),
        ("python_horns_up(options=must_act:maybe)", "option must_act is true or false"),
        ("python_horns_up(options=must_art:true)", "did you mean 'must_act'"),
    ],
)
def test_wrong_parameters_are_refused_with_the_reason(name: str, refusal: str) -> None:
    with pytest.raises(hornsup.BadInput, match=refusal):
        pyspiel.load_game(name)

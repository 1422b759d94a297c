"""The PettingZoo environments: PettingZoo's own tests, and what they do not test."""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from functools import partial
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

import hornsup
from hornsup.envs import horns_up_v0, raise_your_horns_v0
from hornsup.errors import BadInput
from tests.envs.harness import SIZES, odd_deck
from tests.seeds import new_random

MODULES = [horns_up_v0, raise_your_horns_v0]
# What api_test says of every environment that is not on its list of those with dictionaries.
DICTIONARIES = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",  # of agents whose game is over
)
CONFIGURATIONS = [
    (horns_up_v0, None),
    (horns_up_v0, "fr"),
    (horns_up_v0, {"deck": odd_deck()}),
    (raise_your_horns_v0, None),
    (raise_your_horns_v0, {"dice": "high", "fouls": True}),
]
IDS = ["standard", "fr", "odd-deck", "dice", "high-dice"]


def masked_choice(env: Any, rng: Any) -> int:
    numbers = np.flatnonzero(env.last()[0]["action_mask"])
    return int(rng.choice(numbers))


@DICTIONARIES
@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize(("module", "options"), CONFIGURATIONS, ids=IDS)
def test_the_api_test_of_pettingzoo(module: Any, options: Any, players: int) -> None:
    with redirect_stdout(io.StringIO()) as told:
        api_test(module.env(players=players, options=options, max_turns=20), num_cycles=100)
    assert "Passed" in told.getvalue()


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("module", MODULES)
def test_the_seed_test_of_pettingzoo(module: Any, players: int) -> None:
    seed_test(partial(module.env, players=players), num_cycles=60)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("module", MODULES)
def test_the_render_test_of_pettingzoo(module: Any, players: int) -> None:
    with redirect_stdout(io.StringIO()) as told:
        render_test(
            partial(module.env, players=players),
            {"svg": lambda picture: picture.startswith("<svg")},
        )
    assert told.getvalue().count("\n") > 20, "the mode human prints the table"


@pytest.mark.parametrize("players", SIZES)
def test_a_turn_cap_truncates_the_game(players: int) -> None:
    env = horns_up_v0.env(players=players, max_turns=7, rows=False)
    env.reset(seed=3)
    rng = new_random()
    turns = 0
    while not env.truncations[env.agent_selection]:
        turns = env.unwrapped.episode.state.turns
        assert turns <= 7
        env.step(masked_choice(env, rng))
    assert turns == 7
    assert env.unwrapped.episode.state.turns == 8
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert set(env.rewards.values()) == {0.0}
    assert not env.last()[0]["action_mask"].any()
    while env.agents:
        env.step(None)


@pytest.mark.parametrize("module", MODULES)
def test_a_step_cap_counts_illegal_actions_too(module: Any) -> None:
    env = module.env(max_steps=10)
    env.reset(seed=1)
    for _ in range(10):
        assert not any(env.truncations.values())
        env.step(1)  # another Entrance or `stop`: legal once at most
    assert all(env.truncations.values())


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("action", [-5, 10**9, 2.5, "roll", None, np.int64(1 << 40)])
def test_an_illegal_action_is_refused_politely(module: Any, action: Any) -> None:
    env = module.env(illegal_reward=-0.25)
    env.reset(seed=1)
    agent, before = env.agent_selection, env.last()
    view = env.unwrapped.episode.state.view(None)
    env.step(action)
    assert env.agent_selection == agent
    observation, reward, terminated, truncated, info = env.last()
    assert reward == -0.25
    assert not terminated
    assert not truncated
    assert "action numbers go from 0" in info["illegal"]
    assert env.unwrapped.episode.state.view(None) == view
    assert (observation["action_mask"] == before[0]["action_mask"]).all()
    assert sum(env.rewards.values()) == -0.25


def test_an_illegal_move_is_refused_with_its_rule() -> None:
    env = raise_your_horns_v0.env()
    env.reset(seed=1)
    env.step(3)
    refused = env.infos[env.agent_selection]["illegal"]
    assert refused.startswith("keep W1: ")
    env.step(0)
    assert "illegal" not in env.last()[4]


def test_a_second_walk_is_refused_and_says_why() -> None:
    env = horns_up_v0.raw_env(players=3)
    rng = new_random()
    env.reset(seed=4)
    walk = env.encoder.blocks[1]
    for _ in range(2000):
        if env.episode.done:
            env.reset()
        walks = [n for n in env.episode.legal if walk.start <= n < walk.start + walk.size]
        if walks:
            env.step(walks[0])
            again = [
                env.encoder.number(move, env.episode.state.to_move or 0)
                for move in env.episode.state.legal_moves()
                if move.verb == "walk"
            ]
            if again and not env.episode.done:
                env.step(again[0])
                assert "one free walk" in env.infos[env.agent_selection]["illegal"]
                return
        else:
            env.step(rng.choice(env.episode.legal))
    raise AssertionError("no walk in 2000 moves")


@pytest.mark.parametrize("players", SIZES)
def test_the_winner_earns_what_the_others_pay(players: int) -> None:
    """Played by the engine's first move, which walks and builds toward the Stage."""
    env = horns_up_v0.raw_env(players=players, max_turns=1000, rows=False)
    won = 0
    for seed in range(5):
        env.reset(seed=seed)
        while not env.episode.done:
            env.step(env.episode.legal[0])
        if env.episode.over:
            won += 1
            winner = env.episode.state.outcome.winners[0]  # type: ignore[union-attr] # it is over
            assert env.rewards[f"player_{winner}"] == 1
            assert sum(env.rewards.values()) == pytest.approx(0)
            assert all(env.terminations.values())
    assert won


@pytest.mark.parametrize("players", SIZES)
def test_the_rewards_of_the_dice_are_the_losses(players: int) -> None:
    env = raise_your_horns_v0.raw_env(players=players, rows=False)
    rng = new_random()
    env.reset(seed=2)
    total = dict.fromkeys(env.possible_agents, 0.0)
    while not env.episode.done:
        env.step(rng.choice(env.episode.legal))
        for agent, reward in env.rewards.items():
            total[agent] += reward
    outcome = env.episode.state.outcome
    assert outcome is not None
    assert [-total[agent] for agent in env.possible_agents] == list(outcome.losses or ())


@pytest.mark.parametrize("module", MODULES)
def test_a_seed_deals_the_game_of_the_engine(module: Any) -> None:
    env = module.env(players=5)
    env.reset(seed=11)
    engine = hornsup.new(module.GAME, players=5, seed=11)
    state = env.unwrapped.episode.state
    assert [state.view(seat) for seat in range(5)] == [engine.view(seat) for seat in range(5)]
    env.reset()
    first = env.unwrapped.episode.state.view(0)
    env.reset(seed=11)
    env.reset()
    assert env.unwrapped.episode.state.view(0) == first


@pytest.mark.parametrize("module", MODULES)
def test_info_has_a_row_for_each_legal_move(module: Any) -> None:
    env = module.env()
    env.reset(seed=1)
    rng = new_random()
    for _ in range(50):
        observation, _, terminated, truncated, info = env.last()
        if terminated or truncated:
            break
        numbers = info["action_numbers"]
        assert sorted(numbers) == list(np.flatnonzero(observation["action_mask"]))
        assert info["actions"].shape == (len(numbers), env.unwrapped.encoder.row_width)
        env.step(int(rng.choice(numbers)))
    plain = module.env(rows=False)
    plain.reset(seed=1)
    assert plain.last()[4] == {}


def test_settings_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadInput, match="render_mode is None or one of"):
        horns_up_v0.env(render_mode="3d")
    with pytest.raises(BadInput, match="at least 1"):
        horns_up_v0.env(max_turns=0)
    with pytest.raises(BadInput, match="3 to 20 players"):
        raise_your_horns_v0.env(players=21)

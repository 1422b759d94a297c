"""The Gymnasium environments: Gymnasium's own check, and what it does not check."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import hornsup.envs
from hornsup.errors import BadInput
from tests.envs.harness import SIZES, odd_deck
from tests.seeds import new_random

NAMES = ["hornsup/HornsUp-v0", "hornsup/RaiseYourHorns-v0"]


def play(env: Any, seed: int, rng: Any) -> float:
    """One game by masked random actions; what was earned."""
    observation, _ = env.reset(seed=seed)
    total, done = 0.0, False
    while not done:
        action = rng.choice(np.flatnonzero(observation["action_mask"]))
        observation, reward, terminated, truncated, _ = env.step(action)
        total += reward
        done = terminated or truncated
    return total


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_the_check_of_gymnasium(name: str, players: int) -> None:
    env = gymnasium.make(name, players=players, render_mode="ansi")
    check_env(env.unwrapped)


@pytest.mark.parametrize("name", NAMES)
def test_every_way_to_render(name: str) -> None:
    for mode, kind in (
        ("ansi", str),
        ("svg", str),
        ("rgb_array", np.ndarray),
        ("human", type(None)),
    ):
        env: Any = gymnasium.make(name, render_mode=mode).unwrapped
        env.reset(seed=1)
        assert isinstance(env.render(), kind)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        (NAMES[0], {"players": 3, "bots": "greedy,random", "seat": 2}),
        (NAMES[0], {"players": 9, "bots": "racer", "options": "en"}),
        (NAMES[0], {"options": {"deck": odd_deck()}, "bots": "random"}),
        (NAMES[1], {"players": 3, "bots": "exact,random", "seat": 0}),
        (NAMES[1], {"players": 9, "bots": "easy", "options": {"dice": "high"}}),
    ],
)
def test_games_against_line_ups_come_to_an_end(name: str, settings: dict[str, Any]) -> None:
    env = gymnasium.make(name, max_turns=60, **settings)
    rng = new_random()
    for seed in range(3):
        earned = play(env, seed, rng)
        assert earned <= 1


def test_the_learner_sits_where_it_was_told() -> None:
    env: Any = gymnasium.make(NAMES[0], seat=2, bots="racer").unwrapped
    for seed in range(4):
        observation, _ = env.reset(seed=seed)
        assert env.episode.state.to_move == 2
        seats = env.encoder.layout.spans["seat"].places
        assert list(observation["observation"][seats]) == [0, 0, 1, 0]
    drawn: Any = gymnasium.make(NAMES[0]).unwrapped
    found = set()
    for seed in range(30):
        drawn.reset(seed=seed)
        found.add(drawn.learner)
        assert drawn.episode.state.to_move == drawn.learner
    assert found == {0, 1, 2, 3}


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    stories = []
    for _ in range(2):
        env = gymnasium.make(name, bots="random")
        observation, info = env.reset(seed=9)
        story = [observation["observation"].tobytes(), info["actions"].tobytes()]
        for _ in range(40):
            action = int(np.flatnonzero(observation["action_mask"])[0])
            observation, reward, terminated, truncated, _ = env.step(action)
            story += [observation["observation"].tobytes(), reward]
            if terminated or truncated:
                break
        stories.append(story)
    assert stories[0] == stories[1]


def test_all_losses_of_the_dice_are_counted() -> None:
    """Also those before the learner's first decision and after its last one."""
    env: Any = gymnasium.make(NAMES[1], bots="random").unwrapped
    rng = new_random()
    for seed in range(20):
        earned = play(env, seed, rng)
        assert earned == -env.episode.state.losses[env.learner]


def test_illegal_actions_cost_and_change_nothing() -> None:
    env: Any = gymnasium.make(NAMES[0], illegal_reward=-0.5, max_steps=4).unwrapped
    observation, _ = env.reset(seed=1)
    for step in range(4):
        again, reward, terminated, truncated, info = env.step(env.encoder.actions - 1)
        assert reward == -0.5
        assert "illegal" in info
        assert not terminated
        assert truncated == (step == 3)
        assert (again["observation"] == observation["observation"]).all()
    assert env.step(0)[1:] == (0.0, False, True, {}), "after the end nothing happens"


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(BadInput, match="seat is None or from 0 to 3"):
        gymnasium.make(NAMES[0], seat=4)
    with pytest.raises(BadInput, match="unknown bot"):
        gymnasium.make(NAMES[0], bots="nobody")
    with pytest.raises(BadInput, match="reset the environment"):
        gymnasium.make(NAMES[0]).unwrapped.step(0)
    with pytest.raises(AttributeError, match="no attribute 'v9'"):
        hornsup.envs.v9  # noqa: B018 -- to look is what is tested

"""Batches of games and vector environments: the same games as one by one, in any division."""

from __future__ import annotations

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import hornsup.envs  # registers the environments
from hornsup.envs.encoder import make_encoder
from hornsup.envs.episode import Caps, Episode
from hornsup.envs.games_batch import GameBatch, Settings
from hornsup.envs.process_batch import ProcessBatch, WorkerError
from hornsup.envs.raise_your_horns.batch import random_actions
from hornsup.envs.raise_your_horns.vector import DiceVectorEnv
from hornsup.envs.vector import GameVectorEnv
from hornsup.errors import BadInput

GAMES = ["horns-up", "raise-your-horns"]
SHORT = Caps(max_turns=6)
assert hornsup.envs


@pytest.mark.parametrize("players", [3, 9])
@pytest.mark.parametrize("game", GAMES)
def test_a_batch_plays_the_games_that_one_plays_by_hand(game: str, players: int) -> None:
    batch = GameBatch(Settings(game, players, caps=SHORT), 3, seed=8)
    encoder = make_encoder(game, players)
    seeds = [Random(f"8/{number}") for number in range(3)]
    episodes = [Episode(encoder, SHORT, seed.getrandbits(63)) for seed in seeds]
    rng, found = np.random.default_rng(2), np.zeros(encoder.size, dtype=np.int16)
    ended = 0
    for _ in range(120):
        actions = random_actions(batch.arrays.masks, rng)
        batch.step(actions)
        for number, episode in enumerate(episodes):
            earned = episode.step(int(actions[number])) or [0.0] * players
            assert batch.arrays.rewards[number] == pytest.approx(earned)
            assert batch.arrays.terminated[number] == episode.over
            assert batch.arrays.truncated[number] == episode.truncated
            if episode.done:
                ended += 1
                episode.deal(seeds[number].getrandbits(63))
            seat = episode.state.to_move
            assert seat == batch.arrays.to_move[number]
            encoder.observe(episode.state, seat or 0, found)
            assert (batch.arrays.observations[number] == found).all()
            assert list(np.flatnonzero(batch.arrays.masks[number])) == sorted(episode.legal)
        rows = batch.rows()
        assert [len(row) for row in rows] == [len(numbers) for numbers in batch.numbers()]
    assert ended > 2


def fingerprints(batch: Any, steps: int) -> list[bytes]:
    rng = np.random.default_rng(3)
    told = []
    for _ in range(steps):
        batch.step(random_actions(batch.arrays.masks, rng))
        arrays = batch.arrays
        told += [array.tobytes() for array in (arrays.observations, arrays.rewards, arrays.masks)]
    return told


@pytest.mark.parametrize("bots", [None, "racer"])
def test_processes_play_the_same_games_as_one(bots: str | None) -> None:
    settings = Settings("horns-up", 4, bots=bots, caps=SHORT)
    alone = fingerprints(GameBatch(settings, 5, seed=4), 40)
    with ProcessBatch(settings, 5, processes=2, seed=4) as divided:
        assert fingerprints(divided, 40) == alone
        divided.reset(4)
        assert fingerprints(divided, 40) == alone


def test_a_batch_that_is_closed_leaves_no_process_and_says_so() -> None:
    batch = ProcessBatch(Settings("raise-your-horns", 3), 2, processes=2, seed=1)
    workers = list(batch._workers)
    batch.close()
    batch.close()
    assert not any(worker.is_alive() for worker in workers)


def test_a_process_that_dies_is_an_error_and_not_a_wait() -> None:
    with ProcessBatch(Settings("raise-your-horns", 3), 2, processes=2, seed=1) as batch:
        batch._workers[1].kill()
        batch._workers[1].join()
        with pytest.raises(WorkerError, match="has gone"):
            batch.step([0, 0])


def test_what_fails_in_a_process_is_told() -> None:
    settings = Settings("horns-up", 3, bots="tests.envs.test_batches:Stubborn")
    with pytest.raises(WorkerError, match="IllegalMove"):
        ProcessBatch(settings, 2, processes=1, seed=1)


class Stubborn:
    """A bot that plays one move whatever the game."""

    def choose(self, info: Any) -> Any:
        del info
        return hornsup.Move("fly to the moon")


def test_settings_that_cannot_be_are_refused() -> None:
    with pytest.raises(BadInput, match="2 games need 1 to 2 processes"):
        ProcessBatch(Settings("horns-up"), 2, processes=3)
    with pytest.raises(BadInput, match="seat is None or"):
        GameBatch(Settings("horns-up", seat=7), 2)


VECTORS: list[tuple[str, dict[str, Any]]] = [
    ("hornsup/HornsUp-v0", {"players": 3, "bots": "random", "max_turns": 9}),
    ("hornsup/HornsUp-v0", {"players": 9, "max_turns": 12, "copy": False}),
    ("hornsup/RaiseYourHorns-v0", {"players": 3, "bots": "random,exact"}),
    ("hornsup/RaiseYourHorns-v0", {"players": 3, "bots": "greedy", "max_turns": 3, "seat": 1}),
]


@pytest.mark.parametrize(("name", "settings"), VECTORS)
def test_a_vector_environment_keeps_to_gymnasiums_contract(
    name: str, settings: dict[str, Any]
) -> None:
    env: Any = gymnasium.make_vec(
        name, num_envs=6, vectorization_mode="vector_entry_point", **settings
    )
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    rng = np.random.default_rng(7)
    observation, infos = env.reset(seed=3)
    assert infos == {}
    ended, done = 0, np.zeros(6, dtype=bool)
    for _ in range(150):
        assert env.observation_space.contains(observation)
        masks = observation["action_mask"].copy()
        assert (masks.any(axis=1) == ~done).all(), "after the end there is nothing to choose"
        masks[done, 0] = 1  # any action: it is ignored
        observation, rewards, terminated, truncated, _ = env.step(random_actions(masks, rng))
        assert rewards.shape == (6,)
        assert (rewards[done] == 0).all(), "the step that deals anew earns nothing"
        assert not (terminated & truncated).any()
        assert not (done & (terminated | truncated)).any()
        done = terminated | truncated
        ended += int(done.sum())
    assert ended > 6
    env.close()


@pytest.mark.parametrize("name", ["hornsup/HornsUp-v0", "hornsup/RaiseYourHorns-v0"])
def test_the_same_seed_plays_the_same_vector(name: str) -> None:
    sums = []
    for _ in range(2):
        env: Any = gymnasium.make_vec(
            name, num_envs=4, vectorization_mode="vector_entry_point", players=3
        )
        observation, _ = env.reset(seed=5)
        total = 0.0
        for _ in range(30):
            actions = observation["action_mask"].argmax(axis=1)
            observation, rewards, *_ = env.step(actions)
            total += float(rewards.sum()) + float(observation["observation"].sum())
        sums.append(total)
    assert sums[0] == sums[1]


def test_a_vector_of_processes_is_the_vector_of_one() -> None:
    stories = []
    for processes in (0, 2):
        env = GameVectorEnv("horns-up", 4, players=3, max_turns=5, processes=processes)
        observation, _ = env.reset(seed=6)
        story = []
        for _ in range(40):
            observation, rewards, *_ = env.step(observation["action_mask"].argmax(axis=1))
            story += [observation["observation"].tobytes(), rewards.tobytes()]
        env.close()
        stories.append(story)
    assert stories[0] == stories[1]


def test_the_rewards_of_a_learner_at_dice_are_all_its_losses() -> None:
    env = DiceVectorEnv(32, players=3, bots="random")
    observation, _ = env.reset(seed=1)
    rng = np.random.default_rng(1)
    earned, checked = np.zeros(32), 0
    spans = env.encoder.layout.spans
    for _ in range(200):
        masks = observation["action_mask"].copy()
        masks[~masks.any(axis=1), 0] = 1
        observation, rewards, terminated, _, _ = env.step(random_actions(masks, rng))
        earned += rewards
        losses = observation["observation"][:, spans["rockers"].start]
        for game in np.flatnonzero(terminated):
            assert earned[game] == -losses[game]
            assert observation["observation"][game, spans["phase"].start + 4] == 1
            earned[game] = 0
            checked += 1
    assert checked > 100


def test_illegal_actions_of_a_vector_cost_and_count() -> None:
    for env in (
        GameVectorEnv("horns-up", 3, players=3, illegal_reward=-2.0, max_steps=3),
        DiceVectorEnv(3, players=3, illegal_reward=-2.0, max_steps=3),
    ):
        env.reset(seed=1)
        for step in range(3):
            _, rewards, terminated, truncated, _ = env.step(np.full(3, env.encoder.actions + 5))
            losses = rewards + 2.0  # the dice may have cost something before the first decision
            assert (losses <= 0).all()
            assert step == 0 or (losses == 0).all()
            assert not terminated.any()
            assert truncated.all() == (step == 2)
    with pytest.raises(BadInput, match="max_steps is at least 1"):
        DiceVectorEnv(3, players=3, max_steps=0)

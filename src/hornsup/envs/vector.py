"""Gymnasium's vector environments: many games, one learner in each, the others are bots."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from hornsup.envs.episode import ILLEGAL_REWARD, MAX_TURNS, Caps
from hornsup.envs.games_batch import GameBatch, Settings
from hornsup.envs.process_batch import Batch, ProcessBatch
from hornsup.envs.single import DEFAULT_BOTS
from hornsup.envs.spaces import action_space, observation_space

Stepped = tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]


class GameVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """Games in this process, or in as many as `processes` says.

    A game that has ended is dealt anew by the next step, which ignores its action
    (`AutoresetMode.NEXT_STEP`). `copy=False` hands out the arrays themselves, which the next step
    writes again.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 4,
        bots: str | None = None,
        seat: int | None = None,
        options: object = None,
        *,
        free_walks: str = "one",
        max_turns: int = MAX_TURNS,
        max_steps: int | None = None,
        illegal_reward: float = ILLEGAL_REWARD,
        processes: int = 0,
        copy: bool = True,
    ) -> None:
        caps = Caps(max_turns, max_steps, illegal_reward)
        line_up = DEFAULT_BOTS[game] if bots is None else bots
        settings = Settings(game, players, options, line_up, seat, free_walks, caps, next_step=True)
        self.encoder = settings.encoder()
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.single_observation_space = observation_space(self.encoder)
        self.single_action_space = action_space(self.encoder)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.batch: Batch = (
            ProcessBatch(settings, num_envs, processes)
            if processes
            else GameBatch(settings, num_envs)
        )
        self._copy = copy
        self._everyone = np.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        del options
        if seed is not None:
            self._np_random, self._np_random_seed = np.random.default_rng(seed), seed
        self.batch.reset(seed)
        return self._observed(), {}

    def step(self, actions: Any) -> Stepped:
        self.batch.step(np.asarray(actions))
        arrays = self.batch.arrays
        rewards = arrays.rewards[self._everyone, arrays.to_move].astype(np.float64)
        ended = arrays.terminated.copy(), arrays.truncated.copy()
        return self._observed(), rewards, *ended, {}

    def _observed(self) -> dict[str, Any]:
        arrays = self.batch.arrays
        found: dict[str, Any] = {"observation": arrays.observations, "action_mask": arrays.masks}
        return {key: array.copy() for key, array in found.items()} if self._copy else found

    def close_extras(self, **kwargs: Any) -> None:
        del kwargs
        self.batch.close()


def horns_up(**settings: Any) -> GameVectorEnv:
    """`gymnasium.make_vec("hornsup/HornsUp-v0", ...)`."""
    return GameVectorEnv("horns-up", **settings)


def raise_your_horns(**settings: Any) -> VectorEnv[dict[str, Any], Any, Any]:
    """`gymnasium.make_vec("hornsup/RaiseYourHorns-v0", ...)`: all games in arrays."""
    from hornsup.envs.raise_your_horns.vector import DiceVectorEnv

    return DiceVectorEnv(**settings)

"""Raise Your Horns! as Gymnasium's vector environment, in arrays: one learner in each game."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from hornsup.bots.lineup import line_up_names
from hornsup.envs.episode import ILLEGAL_REWARD, MAX_TURNS
from hornsup.envs.raise_your_horns.batch import DiceBatch, Numbers, random_actions
from hornsup.envs.single import DEFAULT_BOTS, check_seat
from hornsup.envs.spaces import action_space, observation_space
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns.rules import OVER

Stepped = tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]


class DiceVectorEnv(VectorEnv[dict[str, Any], Any, Any]):
    """A learner against bots in every game, all in tables.

    A bot's choice in each situation is worked out once; whom a bot names is drawn evenly from the
    others, and a choice that it would draw is drawn once. A game that has ended is dealt anew by
    the next step, which ignores its action (`AutoresetMode.NEXT_STEP`).
    """

    def __init__(
        self,
        num_envs: int = 1,
        players: int = 4,
        bots: str | None = None,
        seat: int | None = None,
        options: object = None,
        *,
        max_turns: int = MAX_TURNS,
        max_steps: int | None = None,
        illegal_reward: float = ILLEGAL_REWARD,
    ) -> None:
        self._max_steps = max_turns * 50 if max_steps is None else max_steps
        if self._max_steps < 1:
            raise BadInput(f"max_steps is at least 1, not {max_steps}")
        self.batch = DiceBatch(
            num_envs,
            players,
            options,
            max_turns=max_turns,
            illegal_reward=illegal_reward,
            same_step=False,
        )
        self.encoder = self.batch.encoder
        names = line_up_names(bots or DEFAULT_BOTS["raise-your-horns"], players - 1)
        policies = {name: self.batch.tables.policy(name) for name in set(names)}
        # By place from the learner's left on and situation.
        self._policies = np.stack([policies[name] for name in names])
        self._seat = check_seat(seat, players)
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.single_observation_space = observation_space(self.encoder)
        self.single_action_space = action_space(self.encoder)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._everyone = np.arange(num_envs)
        self.learners: Numbers = np.zeros(num_envs, dtype=np.int64)
        self._steps: Numbers = np.zeros(num_envs, dtype=np.int64)
        self._earned = np.zeros(num_envs, dtype=np.float64)
        self._done = np.ones(num_envs, dtype=bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        del options
        if seed is not None:
            self._np_random, self._np_random_seed = np.random.default_rng(seed), seed
        self.batch.reset(seed)
        self._begin(self._everyone)
        self._done[:] = False
        return self._observed(), {}

    def step(self, actions: Any) -> Stepped:
        new = np.flatnonzero(self._done)
        going = np.flatnonzero(~self._done)
        chosen = np.asarray(actions)
        self._steps[going] += 1
        self._play(going, chosen[going])
        self._play_bots()
        if len(new):
            self._begin(new)
        ended = self._ended(going)
        # What bots earn the learner in a new game before its first decision counts with that one.
        rewards = np.zeros(self.num_envs)
        rewards[going] = self._earned[going]
        self._earned[going] = 0
        return self._observed(), rewards, *ended, {}

    def _ended(self, going: Numbers) -> tuple[Any, Any]:
        terminated = np.zeros(self.num_envs, dtype=bool)
        truncated = np.zeros(self.num_envs, dtype=bool)
        terminated[going] = self.batch.terminated[going]
        too_long = self._steps[going] >= self._max_steps
        truncated[going] = ~terminated[going] & (self.batch.truncated[going] | too_long)
        self._done = terminated | truncated
        return terminated, truncated

    def _begin(self, games: Numbers) -> None:
        """Deal games until the learner has a decision in each of them."""
        while len(games):
            batch = self.batch
            batch.deal(games)
            batch.terminated[games] = batch.truncated[games] = False
            drawn = batch.rng.integers(0, batch.players, len(games))
            self.learners[games] = drawn if self._seat is None else self._seat
            self._steps[games] = 0
            self._earned[games] = 0
            self._play_bots()
            games = games[batch.terminated[games] | batch.truncated[games]]

    def _play(self, games: Numbers, actions: Any) -> None:
        """Play in some games, and add up what the learner earns."""
        batch = self.batch
        batch.rewards[games] = 0
        batch.play(games, actions)
        self._earned[games] += batch.rewards[games, self.learners[games]]

    def _play_bots(self) -> None:
        """Play on until the learner decides in every game that has not ended."""
        batch = self.batch
        while True:
            over = batch.terminated | batch.truncated
            waiting = np.flatnonzero((batch.to_move != self.learners) & ~over)
            if not len(waiting):
                return
            self._play(waiting, self._bots_choose(waiting))

    def _bots_choose(self, games: Numbers) -> Numbers:
        batch = self.batch
        situations = batch.situation[games]
        places = (batch.to_move[games] - self.learners[games]) % batch.players
        chosen: Numbers = self._policies[places - 1, situations]
        drawn = np.flatnonzero(chosen < 0)
        if len(drawn):
            masks = batch.tables.masks[situations[drawn]].copy()
            naming = batch.tables.naming[situations[drawn]]
            masks[naming, self.encoder.map.names_from] = 0  # nobody names oneself
            chosen[drawn] = random_actions(masks, batch.rng)
        return chosen

    def _observed(self) -> dict[str, Any]:
        """What the learners know; of a game that has ended, that it has and who lost how often."""
        batch = self.batch
        batch.observe()
        found, masks = batch.observations.copy(), batch.masks.copy()
        done = np.flatnonzero(self._done)
        if len(done):
            self._write_ends(found, done)
            masks[done] = 0
        return {"observation": found, "action_mask": masks}

    def _write_ends(self, found: Any, games: Numbers) -> None:
        spans, batch = self.encoder.layout.spans, self.batch
        rockers = spans["rockers"]
        seats = (self.learners[games, None] + np.arange(batch.players)) % batch.players
        ends = np.zeros((len(games), self.encoder.size), dtype=np.int16)
        ends[:, spans["phase"].start + OVER] = 1
        ends[np.arange(len(games)), spans["seat"].start + self.learners[games]] = 1
        losses = np.take_along_axis(batch.losses[games], seats, axis=1)
        ends[:, rockers.start : rockers.stop : rockers.shape[1]] = losses
        found[games] = ends

"""PettingZoo environments: every seat is an agent, one decides after the other."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from hornsup.envs import render as rendering
from hornsup.envs.encoder import Encoder, make_encoder
from hornsup.envs.episode import ILLEGAL_REWARD, MAX_TURNS, Caps, Episode
from hornsup.envs.spaces import action_space, move_rows, observation_space, observed


class GameEnv(AECEnv[str, dict[str, Any], int]):
    """A game as PettingZoo sees it; agents are `player_0` and so on, by seat.

    `rows=False` leaves `info["actions"]` out, which is faster.
    """

    def __init__(
        self,
        name: str,
        encoder: Encoder,
        caps: Caps,
        render_mode: str | None = None,
        rows: bool = True,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": name,
            "render_modes": list(rendering.MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.encoder = encoder
        self.caps = caps
        self.rows = rows
        self.render_mode = rendering.check_mode(render_mode)
        self.possible_agents = [f"player_{seat}" for seat in range(encoder.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: observation_space(encoder) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(encoder) for agent in self.possible_agents}
        self._seeds = np.random.default_rng(secrets.randbits(128))
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: that of `hornsup.new(..., seed=seed)`, or the next one without a seed."""
        del options
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        dealt = seed if seed is not None else int(self._seeds.integers(1 << 63))
        self.episode = Episode(self.encoder, self.caps, dealt)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows now; the mask is all zeros unless it is to move."""
        episode, seat = self.episode, self._seats[agent]
        legal = episode.legal if seat == episode.state.to_move and not episode.done else ()
        return observed(self.encoder, episode.state, seat, legal)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode = self.episode
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        refused = episode.why_illegal(action) if action not in episode.legal else None
        gains = episode.step(action)
        if gains is not None:
            self.rewards = dict(zip(self.possible_agents, gains, strict=True))
            self._accumulate_rewards()
        self._select()
        if refused is not None:
            self.infos[agent]["illegal"] = refused
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Say whose decision it is, or that the game has ended for all."""
        episode = self.episode
        if episode.done:
            self.terminations = dict.fromkeys(self.agents, episode.over)
            self.truncations = dict.fromkeys(self.agents, episode.truncated)
            self.agent_selection = self.agents[0]
            return
        seat = episode.state.to_move
        assert seat is not None
        self.agent_selection = agent = self.possible_agents[seat]
        if self.rows:
            self.infos[agent] = move_rows(self.encoder, episode.state, episode.legal)

    def render(self) -> Any:
        """The table as everyone sees it, in the way of `render_mode`."""
        return rendering.render(self.episode.state, self.render_mode)


def raw_env(
    game: str,
    name: str,
    players: int,
    options: object = None,
    *,
    free_walks: str = "one",
    max_turns: int = MAX_TURNS,
    max_steps: int | None = None,
    illegal_reward: float = ILLEGAL_REWARD,
    rows: bool = True,
    render_mode: str | None = None,
) -> GameEnv:
    """The environment of a game without wrappers."""
    encoder = make_encoder(game, players, options, free_walks)
    return GameEnv(name, encoder, Caps(max_turns, max_steps, illegal_reward), render_mode, rows)


def wrapped(environment: GameEnv) -> OrderEnforcingWrapper[str, dict[str, Any], int]:
    """With the wrapper that refuses calls in the wrong order, such as `step` before `reset`."""
    return OrderEnforcingWrapper(environment)

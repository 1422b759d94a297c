"""Gymnasium environments: one learner at a table of bots."""

from __future__ import annotations

from typing import Any

import gymnasium

from hornsup.bots.base import Bot
from hornsup.bots.lineup import line_up
from hornsup.envs import render as rendering
from hornsup.envs.encoder import Encoder, make_encoder
from hornsup.envs.episode import ILLEGAL_REWARD, MAX_TURNS, Caps, Episode
from hornsup.envs.spaces import action_space, move_rows, observation_space, observed
from hornsup.errors import BadInput

DEFAULT_BOTS = {"horns-up": "racer", "raise-your-horns": "greedy"}


class LearnerEnv(gymnasium.Env[dict[str, Any], Any]):
    """A game in which everyone but the learner is a bot.

    `bots` is a line-up for the other seats, from the learner's left on, repeated if it is short;
    `seat` is the learner's, drawn for each game if it is None.
    """

    def __init__(
        self,
        game: str,
        players: int = 4,
        bots: str | None = None,
        seat: int | None = None,
        options: object = None,
        *,
        free_walks: str = "one",
        max_turns: int = MAX_TURNS,
        max_steps: int | None = None,
        illegal_reward: float = ILLEGAL_REWARD,
        rows: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.encoder: Encoder = make_encoder(game, players, options, free_walks)
        self.caps = Caps(max_turns, max_steps, illegal_reward)
        self.rivals = rival_bots(self.encoder, bots)
        self.seat = check_seat(seat, players)
        self.rows = rows
        self.metadata = {"render_modes": list(rendering.MODES), "render_fps": 2}
        self.render_mode = rendering.check_mode(render_mode)
        self.observation_space = observation_space(self.encoder)
        self.action_space = action_space(self.encoder)
        self.episode: Episode | None = None
        self.learner = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a game and play on until the learner must decide."""
        super().reset(seed=seed)
        del options
        self.episode = None
        while self.episode is None or self.episode.done:  # bots may end a game among themselves
            dealt = int(self.np_random.integers(1 << 63))
            drawn = int(self.np_random.integers(self.encoder.players))
            self.learner = drawn if self.seat is None else self.seat
            bots = seated(self.rivals, self.learner)
            self.episode = Episode(self.encoder, self.caps, dealt, bots)
        # What was lost before the learner's first decision counts with it.
        self._before = self._own(self.episode.earned)
        return self._observed(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play the learner's action and the bots' moves up to its next decision.

        An illegal action changes nothing and earns `illegal_reward`; after the end nothing happens.
        """
        episode = self.episode
        if episode is None:
            raise BadInput("reset the environment before the first step")
        if episode.done:
            return self._observed(), 0.0, episode.over, episode.truncated, {}
        refused = episode.why_illegal(action)
        reward = self._own(episode.step(action)) + self._before
        self._before = 0.0
        info = self._info()
        if refused is not None:
            info["illegal"] = refused
        if self.render_mode == "human":
            self.render()
        return self._observed(), reward, episode.over, episode.truncated, info

    def _own(self, earned: list[float] | None) -> float:
        return 0.0 if earned is None else earned[self.learner]

    def _observed(self) -> dict[str, Any]:
        assert self.episode is not None
        legal = () if self.episode.done else self.episode.legal
        return observed(self.encoder, self.episode.state, self.learner, legal)

    def _info(self) -> dict[str, Any]:
        assert self.episode is not None
        if not self.rows or self.episode.done:
            return {}
        return move_rows(self.encoder, self.episode.state, self.episode.legal)

    def render(self) -> Any:
        """The table as the learner sees it; pictures show what everyone sees."""
        assert self.episode is not None, "reset the environment before rendering it"
        return rendering.render(self.episode.state, self.render_mode, self.learner)


def rival_bots(encoder: Encoder, bots: str | None) -> list[Bot]:
    """A bot for each seat but the learner's, from its left on."""
    names = DEFAULT_BOTS[encoder.game] if bots is None else bots
    return line_up(encoder.game, names, encoder.players - 1)


def seated(rivals: list[Bot], learner: int) -> dict[int, Bot]:
    players = len(rivals) + 1
    return {(learner + place) % players: bot for place, bot in enumerate(rivals, 1)}


def check_seat(seat: int | None, players: int) -> int | None:
    if seat is not None and not (isinstance(seat, int) and 0 <= seat < players):
        raise BadInput(f"seat is None or from 0 to {players - 1}, not {seat!r}")
    return seat


def horns_up(**settings: Any) -> LearnerEnv:
    """`gymnasium.make("hornsup/HornsUp-v0", ...)`."""
    return LearnerEnv("horns-up", **settings)


def raise_your_horns(**settings: Any) -> LearnerEnv:
    """`gymnasium.make("hornsup/RaiseYourHorns-v0", ...)`."""
    return LearnerEnv("raise-your-horns", **settings)

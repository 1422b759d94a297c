"""Many games in one process, written into arrays that are allocated once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from hornsup.bots.base import Bot
from hornsup.envs.encoder import Encoder, make_encoder
from hornsup.envs.episode import Caps, Episode
from hornsup.envs.single import check_seat, rival_bots, seated


@dataclass(frozen=True, slots=True)
class Arrays:
    """What a batch writes; the first place of each array is the game."""

    observations: npt.NDArray[np.int16]
    masks: npt.NDArray[np.int8]
    rewards: npt.NDArray[np.float32]
    to_move: npt.NDArray[np.int64]
    actions: npt.NDArray[np.int64]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]

    def part(self, first: int, last: int) -> Arrays:
        """The same arrays for some of the games."""
        return Arrays(*(getattr(self, own.name)[first:last] for own in fields(self)))


Shapes = list[tuple[str, tuple[int, ...], Any]]


def shapes(encoder: Encoder, n: int) -> Shapes:
    """Name, shape and type of the arrays of a batch, the widest types first."""
    return [
        ("to_move", (n,), np.int64),
        ("actions", (n,), np.int64),
        ("rewards", (n, encoder.players), np.float32),
        ("observations", (n, encoder.size), np.int16),
        ("masks", (n, encoder.actions), np.int8),
        ("terminated", (n,), np.bool_),
        ("truncated", (n,), np.bool_),
    ]


def allocate(encoder: Encoder, n: int) -> Arrays:
    arrays: dict[str, Any] = {
        name: np.zeros(shape, kind) for name, shape, kind in shapes(encoder, n)
    }
    return Arrays(**arrays)


@dataclass(frozen=True, slots=True)
class Settings:
    """The games of a batch. Without `bots` the caller plays every seat, with them one learner."""

    game: str
    players: int = 4
    options: object = None
    bots: str | None = None
    seat: int | None = None
    free_walks: str = "one"
    caps: Caps = field(default_factory=Caps)
    next_step: bool = False
    """Whether a game that ended is dealt anew by the next step instead of the same one."""

    def encoder(self) -> Encoder:
        check_seat(self.seat, self.players)
        return make_encoder(self.game, self.players, self.options, self.free_walks)


class GameBatch:
    """Some games of a batch, from number `first` on; game i is the same in every division.

    After `reset` and each `step` the arrays have what who must decide knows and may do (with bots:
    the learner), rewards by game and seat, and which games ended in that step.
    """

    def __init__(
        self,
        settings: Settings,
        n: int,
        seed: int | None = None,
        arrays: Arrays | None = None,
        first: int = 0,
    ) -> None:
        self.settings = settings
        self.encoder = settings.encoder()
        self.n = n
        self.first = first
        self.arrays = arrays if arrays is not None else allocate(self.encoder, n)
        self._rivals: list[list[Bot] | None] = [self._make_rivals() for _ in range(n)]
        # What bots have earned each seat in a new game before the first decision.
        self._owed: list[list[float] | None] = [None] * n
        self._learners = [0] * n
        self._shown: list[Sequence[int]] = [()] * n
        self.reset(seed)

    def _make_rivals(self) -> list[Bot] | None:
        return None if self.settings.bots is None else rival_bots(self.encoder, self.settings.bots)

    def reset(self, seed: int | None = None) -> None:
        """Deal all games anew; without a seed those that follow, or any at first."""
        if seed is not None or not hasattr(self, "_seeds"):
            start = Random().getrandbits(64) if seed is None else seed
            self._seeds = [Random(f"{start}/{self.first + game}") for game in range(self.n)]
        self.episodes = [self._dealt(game) for game in range(self.n)]
        self.arrays.masks[:] = 0
        self.arrays.rewards[:] = 0
        self.arrays.terminated[:] = self.arrays.truncated[:] = False
        self._shown = [()] * self.n
        for game in range(self.n):
            self._write(game)

    def _dealt(self, game: int) -> Episode:
        """A new game, up to the first decision that is not a bot's."""
        rng, rivals, settings = self._seeds[game], self._rivals[game], self.settings
        while True:
            seed = rng.getrandbits(63)
            if rivals is None:
                return Episode(self.encoder, settings.caps, seed)
            drawn = rng.randrange(self.encoder.players)
            learner = self._learners[game] = drawn if settings.seat is None else settings.seat
            episode = Episode(self.encoder, settings.caps, seed, seated(rivals, learner))
            if not episode.done:  # bots may end a game among themselves
                self._owed[game] = episode.earned
                return episode

    def step(self, actions: Sequence[int] | npt.NDArray[np.int64]) -> None:
        """Play one action in every game; an illegal one changes nothing and costs its seat."""
        arrays = self.arrays
        arrays.rewards[:] = 0
        arrays.terminated[:] = arrays.truncated[:] = False
        chosen = actions.tolist() if isinstance(actions, np.ndarray) else actions
        for game, action in enumerate(chosen):
            if self.episodes[game].done:
                self._go_on_with(game)
            else:
                self._play(game, action)

    def _play(self, game: int, action: int) -> None:
        arrays, episode, owed = self.arrays, self.episodes[game], self._owed[game]
        earned = episode.step(action)
        if earned is not None:
            arrays.rewards[game] = earned
        if owed is not None:
            arrays.rewards[game] += owed
            self._owed[game] = None
        if episode.done:
            arrays.terminated[game] = episode.over
            arrays.truncated[game] = episode.truncated
            if not self.settings.next_step:
                self._go_on_with(game)
                return
        self._write(game)

    def _go_on_with(self, game: int) -> None:
        self.episodes[game] = self._dealt(game)
        self._write(game)

    def _write(self, game: int) -> None:
        """Write what the one who decides knows, and what that one may do."""
        episode, arrays = self.episodes[game], self.arrays
        state = episode.state
        seat = state.to_move if self._rivals[game] is None else self._learners[game]
        seat = 0 if seat is None else seat
        arrays.to_move[game] = seat
        self.encoder.observe(state, seat, arrays.observations[game])
        mask, before = arrays.masks[game], self._shown[game]
        if before:
            mask[before] = 0
        legal = () if episode.done else episode.legal
        if legal:
            mask[legal] = 1
        self._shown[game] = legal

    def rows(self) -> list[npt.NDArray[np.float32]]:
        """The legal moves of every game as rows of features, in the order of `numbers`."""
        return [self.encoder.rows(episode.state) for episode in self.episodes]

    def numbers(self) -> list[Sequence[int]]:
        """The action numbers of the rows."""
        return list(self._shown)

    def close(self) -> None:
        """Nothing to release; a batch over processes has."""

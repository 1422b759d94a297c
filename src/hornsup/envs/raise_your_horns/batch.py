"""Many games of Raise Your Horns! at once, each step a few look-ups in the tables of rounds.

A game is the engine's own from its first round on: who starts is drawn evenly instead of rolled
for, and forfeits are left out. Every game takes one action per step, also a `roll`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from hornsup.envs.encoder import make_encoder
from hornsup.envs.episode import ILLEGAL_REWARD, MAX_TURNS
from hornsup.envs.raise_your_horns.encoder import DiceEncoder
from hornsup.envs.raise_your_horns.round_tables import FIRST_ENDING, ILLEGAL, ROLL, round_tables
from hornsup.games.raise_your_horns.options import LOSSES, ROUNDS
from hornsup.games.raise_your_horns.rules import CLOCKWISE

Numbers = npt.NDArray[np.int64]


class DiceBatch:
    """`n` games; those that end are dealt anew in the same step, unless `same_step` is False.

    After `reset` and each `step`: `observations` and `masks` of who must decide, `to_move` (seats),
    `rewards` by game and seat, `terminated` and `truncated` of the games that ended in that step.
    The arrays are written again by the next step: copy what is to be kept.
    """

    def __init__(
        self,
        n: int,
        players: int = 4,
        options: object = None,
        *,
        max_turns: int = MAX_TURNS,
        illegal_reward: float = ILLEGAL_REWARD,
        seed: int | None = None,
        same_step: bool = True,
    ) -> None:
        encoder = make_encoder("raise-your-horns", players, options)
        assert isinstance(encoder, DiceEncoder)
        self.encoder = encoder
        self.n = n
        self.players = players
        self.same_step = same_step
        self.tables = round_tables(encoder.options, players)
        self.max_turns = max_turns
        self.illegal_reward = illegal_reward
        goal, value = encoder.options.end_goal, encoder.options.end_value
        self._loss_goal = value if goal == LOSSES else np.iinfo(np.int64).max
        self._round_goal = value if goal == ROUNDS else np.iinfo(np.int64).max
        self._everyone = np.arange(n)
        self._places = np.arange(players)
        self.situation: Numbers = np.zeros(n, dtype=np.int64)
        self.starter: Numbers = np.zeros(n, dtype=np.int64)
        self.rounds: Numbers = np.zeros(n, dtype=np.int64)
        self.losses: Numbers = np.zeros((n, players), dtype=np.int64)
        self.observations = np.zeros((n, encoder.size), dtype=np.int16)
        self.masks = np.zeros((n, encoder.actions), dtype=np.int8)
        self.rewards = np.zeros((n, players), dtype=np.float32)
        self.terminated = np.zeros(n, dtype=bool)
        self.truncated = np.zeros(n, dtype=bool)
        self._find_columns()
        self.reset(seed)

    def _find_columns(self) -> None:
        """Where an observation has what is not in the tables: it changes between rounds."""
        spans = self.encoder.layout.spans
        self._seat_column = spans["seat"].start
        self._round_column = spans["round"].start
        self._left_column = spans["left"].start
        rockers = spans["rockers"]
        self._loss_columns = slice(rockers.start, rockers.stop, rockers.shape[1])

    def reset(self, seed: int | None = None) -> None:
        """Deal all games anew."""
        if seed is not None or not hasattr(self, "rng"):
            self.rng = np.random.default_rng(seed)
        self.deal(self._everyone)
        self.rewards[:] = 0
        self.terminated[:] = self.truncated[:] = False
        self.observe()

    def deal(self, games: Numbers) -> None:
        self.situation[games] = self.tables.first[CLOCKWISE]
        self.starter[games] = self.rng.integers(0, self.players, len(games))
        self.rounds[games] = 1
        self.losses[games] = 0

    @property
    def to_move(self) -> Numbers:
        """The seat that must decide in each game."""
        return (self.starter + self.tables.movers[self.situation]) % self.players

    def step(self, actions: Any) -> None:
        """Play one action in every game; an illegal one changes nothing and costs its seat."""
        self.rewards[:] = 0
        self.terminated[:] = self.truncated[:] = False
        self.play(self._everyone, np.asarray(actions))
        self.observe()

    def play(self, games: Numbers, actions: Any) -> None:
        """Play one action in some games and add what it earns; `observe` writes what is seen."""
        tables, situations = self.tables, self.situation[games]
        known = (actions >= 0) & (actions < self.encoder.actions)
        targets = tables.targets[situations, np.where(known, actions, 0)]
        targets[~known] = ILLEGAL
        rolling = np.flatnonzero(targets == ROLL)
        if len(rolling):
            targets[rolling] = self._roll(situations[rolling])
        illegal = np.flatnonzero(targets == ILLEGAL)
        if len(illegal):
            wrong = games[illegal]
            self.rewards[wrong, self.to_move[wrong]] += self.illegal_reward
            targets[illegal] = situations[illegal]
        ended = np.flatnonzero(targets <= FIRST_ENDING)
        if len(ended):
            self._end_rounds(games[ended], FIRST_ENDING - targets[ended])
        going = np.flatnonzero(targets >= 0)
        self.situation[games[going]] = targets[going]

    def _roll(self, situations: Numbers) -> Any:
        tables = self.tables
        ways = tables.ways[situations]
        falls = (self.rng.random(len(situations)) * ways).astype(np.int64)
        return tables.falls[tables.fall_starts[situations] + falls]

    def _end_rounds(self, games: Numbers, endings: npt.NDArray[np.int32]) -> None:
        """Count the losses and begin the next round, or the next game."""
        tables, players = self.tables, self.players
        situations = self.situation[games]
        mover = (self.starter[games] + tables.movers[situations]) % players
        lost = tables.lost[endings]
        seats = (mover[:, None] + self._places) % players
        self.losses[games[:, None], seats] += lost
        self.rewards[games[:, None], seats] -= lost
        self.starter[games] = (mover + tables.next_starter[endings]) % players
        clockwise = (tables.directions[situations] == CLOCKWISE) ^ tables.turns[endings]
        first = tables.first
        self.situation[games] = np.where(clockwise, first[CLOCKWISE], first[-CLOCKWISE])
        over = tables.stops[endings] | (self.losses[games].max(axis=1) >= self._loss_goal)
        over |= self.rounds[games] >= self._round_goal
        cut = ~over & (self.rounds[games] >= self.max_turns)
        self.rounds[games] += 1
        self.terminated[games[over]] = True
        self.truncated[games[cut]] = True
        done = games[over | cut]
        if len(done) and self.same_step:
            self.deal(done)

    def observe(self) -> None:
        """Look up what is in the tables and fill in the seat, the losses and the round."""
        tables, situation = self.tables, self.situation
        np.take(tables.observations, situation, axis=0, out=self.observations)
        np.take(tables.masks, situation, axis=0, out=self.masks)
        mover, found = self.to_move, self.observations
        found[:, self._seat_column : self._seat_column + self.players] = 0
        found[self._everyone, self._seat_column + mover] = 1
        seats = (mover[:, None] + self._places) % self.players
        found[:, self._loss_columns] = np.take_along_axis(self.losses, seats, axis=1)
        found[:, self._round_column] = self.rounds
        found[:, self._left_column] = self._left()

    def _left(self) -> Any:
        options = self.encoder.options
        if options.end_goal == LOSSES:
            return options.end_value - self.losses.max(axis=1)
        return options.end_value - self.rounds if options.end_goal == ROUNDS else 0


def random_actions(masks: npt.NDArray[np.int8], rng: np.random.Generator) -> Numbers:
    """One of the legal actions of each row, all equally likely; every row has one."""
    rows, width = masks.shape
    legal = np.flatnonzero(masks.view(np.bool_))  # of flags it is found much faster
    starts = np.searchsorted(legal, np.arange(rows + 1) * width)
    first, counts = starts[:-1], np.diff(starts)
    chosen: Numbers = legal[first + (rng.random(rows) * counts).astype(np.int64)] % width
    return chosen

"""The rounds of Raise Your Horns! as tables, worked out by the engine once.

A situation is a moment of a round in which a Rocker decides: the dice kept so far, the direction,
and the roll if there is one. The engine plays every action from every situation with every fall of
the dice; what comes out is written down. So a batch can look up what the rules say.
"""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import lru_cache
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

from hornsup.bots.base import Info
from hornsup.bots.lineup import make_bot
from hornsup.core import registry
from hornsup.envs.raise_your_horns.encoder import DiceEncoder, make
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns.options import Options
from hornsup.games.raise_your_horns.rounds import begin_round
from hornsup.games.raise_your_horns.rules import CLOCKWISE, NAMING, OVER
from hornsup.games.raise_your_horns.state import RaiseYourHorns

ILLEGAL: Final = -1
ROLL: Final = -2
FIRST_ENDING: Final = -3
"""Targets below zero; -3 is the first ending, -4 the second and so on."""
MOST_FALLS: Final = 5000
"""Ways for the full hand to fall; standard dice have 1296 and make 25,000 situations."""
FAR_END: Final = 1000

Key = tuple[int, tuple[int, ...], tuple[str, ...] | None]
Ending = tuple[tuple[int, ...], int, bool, bool]
"""Losers and next starter as places from the one who moved, whether the direction turned, and
whether the game was stopped."""


class RoundTables:
    """Every situation of a round, for one set of options and one number of players."""

    def __init__(self, options: Options, players: int) -> None:
        self.encoder: DiceEncoder = make(options, players, "one")
        self.players = players
        # A game that does not end by itself, so that only rounds end in the tables.
        self._open = replace(options, end_value=FAR_END, forfeits="off")
        self._numbers: dict[Key, int] = {}
        self.states: list[RaiseYourHorns] = []
        self._queue: deque[int] = deque()
        self._targets: list[npt.NDArray[np.int32]] = []
        self._rolls: dict[int, list[int]] = {}
        self._endings: dict[Ending, int] = {}
        self.first: dict[int, int] = {
            direction: self._situation(self._fresh(direction))
            for direction in (CLOCKWISE, -CLOCKWISE)
        }
        while self._queue:
            self._explore(self._queue.popleft())
        self._finish()

    def _fresh(self, direction: int) -> RaiseYourHorns:
        game = registry.get("raise-your-horns")
        state = game.start(self.players, 0, self._open)
        assert isinstance(state, RaiseYourHorns)
        state.direction = direction
        begin_round(state, 0, None)
        if state.hand.ways > MOST_FALLS:
            raise BadInput(
                f"these dice fall in {state.hand.ways} ways; tables are made for {MOST_FALLS}"
            )
        return state

    def _situation(self, state: RaiseYourHorns) -> int:
        """The number of a situation, a new one if it has not been met."""
        roll = None if state.roll is None else state.roll.texts
        key = (state.direction, tuple(face.code for face in state.kept), roll)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.states)
            self.states.append(state)
            self._queue.append(number)
        return number

    def _explore(self, number: int) -> None:
        """Let the engine play every legal action of a situation."""
        state, encoder = self.states[number], self.encoder
        targets = np.full(encoder.actions, ILLEGAL, dtype=np.int32)
        for action in encoder.legal(state):
            if encoder.move(action, state.seat).text == "roll":
                targets[action] = ROLL
                self._rolls[number] = self._falls(state)
            else:
                after = state.clone()
                after.advance(encoder.move(action, state.seat))
                targets[action] = self._target(state, after)
        self._targets.append(targets)

    def _falls(self, state: RaiseYourHorns) -> list[int]:
        """Where each fall of the dice in hand leads; all are equally likely."""
        targets: dict[tuple[str, ...], int] = {}
        found = []
        for number in range(state.hand.ways):
            roll = state.hand[number]
            target = targets.get(roll.texts)
            if target is None:
                after = state.clone()
                after.script = (roll.faces,)
                after.advance(self.encoder.move(0, state.seat))
                target = targets[roll.texts] = self._target(state, after)
            found.append(target)
        return found

    def _target(self, before: RaiseYourHorns, after: RaiseYourHorns) -> int:
        """A situation, or the number of an ending of the round."""
        stopped = after.phase == OVER
        if after.round_number == before.round_number and not stopped:
            return self._situation(after)
        mover = before.seat
        losers = () if stopped else after.losers
        ending: Ending = (
            tuple((loser - mover) % self.players for loser in losers),
            (after.starter - mover) % self.players,
            after.direction != before.direction,
            stopped,
        )
        return FIRST_ENDING - self._endings.setdefault(ending, len(self._endings))

    def _finish(self) -> None:
        """The lists as arrays."""
        encoder, count = self.encoder, len(self.states)
        self.targets: npt.NDArray[np.int32] = np.array(self._targets)
        self.masks: npt.NDArray[np.int8] = (self.targets != ILLEGAL).astype(np.int8)
        self.observations = np.empty((count, encoder.size), dtype=np.int16)
        for number, state in enumerate(self.states):
            encoder.observe(state, state.seat, self.observations[number])
        # Who decides, as a place from the one who started the round.
        self.movers: npt.NDArray[np.int64] = np.array([state.seat for state in self.states])
        self.directions = np.array([state.direction for state in self.states], dtype=np.int16)
        self.ways = np.array([len(self._rolls.get(n, (0,))) for n in range(count)])
        starts = np.cumsum([0, *self.ways[:-1]])
        self.fall_starts: npt.NDArray[np.int64] = starts
        falls = [self._rolls.get(number, [0]) for number in range(count)]
        self.falls: npt.NDArray[np.int32] = np.concatenate(falls).astype(np.int32)
        self.lost = np.zeros((len(self._endings), self.players), dtype=np.int64)
        self.next_starter = np.zeros(len(self._endings), dtype=np.int64)
        self.turns = np.zeros(len(self._endings), dtype=bool)
        self.stops = np.zeros(len(self._endings), dtype=bool)
        for (losers, starter, turned, stopped), number in self._endings.items():
            self.lost[number, list(losers)] = 1
            self.next_starter[number] = starter
            self.turns[number] = turned
            self.stops[number] = stopped
        self.naming: npt.NDArray[np.bool_] = np.array([s.phase == NAMING for s in self.states])

    def policy(self, bot: str) -> npt.NDArray[np.int64]:
        """What a bot does in each situation; -1 where it names a Rocker or plays at random."""
        if bot == "random":
            return np.full(len(self.states), -1, dtype=np.int64)
        player, rng = make_bot("raise-your-horns", bot), Random(0)
        chosen = [
            -1
            if state.phase == NAMING
            else self.encoder.number(player.choose(Info.of(state, rng)), state.seat)
            for state in self.states
        ]
        return np.array(chosen, dtype=np.int64)


@lru_cache(maxsize=8)
def round_tables(options: Options, players: int) -> RoundTables:
    """The tables of a table; batches with equal options share them."""
    return RoundTables(options, players)

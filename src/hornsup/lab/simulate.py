"""Many games between bots, on one core or several, with the same result either way."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any

from hornsup.bots import Info
from hornsup.bots.lineup import line_up, line_up_names
from hornsup.core import registry
from hornsup.core.contract import GameState
from hornsup.errors import BadInput

CHUNK = 25


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played."""

    game: str
    players: int
    games: int
    bots: str
    seed: int | str = 0
    max_turns: int = 1000
    options: Any = None

    def check(self) -> None:
        """Refuse a plan that cannot be played before any process starts."""
        if self.games < 1:
            raise BadInput(f"games is a number from 1, not {self.games}")
        if self.max_turns < 1:
            raise BadInput(f"max-turns is a number from 1, not {self.max_turns}")
        registry.start(self.game, self.players, 0, self.options)
        line_up(self.game, self.bots, self.players)


@dataclass(frozen=True, slots=True)
class Played:
    """One game in short."""

    number: int
    finished: bool
    winners: tuple[int, ...]
    turns: int
    moves: int


def game_seed(plan: Plan, number: int) -> str:
    """The seed of one game of a plan: enough to deal it again."""
    return f"{plan.seed}/{number}"


def play_one(plan: Plan, number: int) -> tuple[GameState, int]:
    """Play a game of the plan; give its last state and the number of moves."""
    seed = game_seed(plan, number)
    state = registry.start(plan.game, plan.players, seed, plan.options)
    bots = line_up(plan.game, plan.bots, plan.players)
    generators = [Random(f"{seed}/{seat}") for seat in range(plan.players)]
    moves = 0
    while not state.over and state.turns <= plan.max_turns:
        seat = state.to_move
        assert seat is not None
        state.apply(bots[seat].choose(Info.of(state, generators[seat])))
        moves += 1
    return state, moves


def _play_chunk(plan: Plan, numbers: range) -> list[Played]:
    import hornsup.games  # noqa: F401 -- a fresh process must put the games on the shelf

    results = []
    for number in numbers:
        state, moves = play_one(plan, number)
        winners = state.outcome.winners if state.outcome else ()
        results.append(Played(number, state.over, winners, state.turns, moves))
    return results


def play_all(plan: Plan, jobs: int) -> Iterator[list[Played]]:
    """Play the games in chunks, in order; each game depends on its own seed alone."""
    chunks = [range(first, min(first + CHUNK, plan.games)) for first in range(0, plan.games, CHUNK)]
    if jobs <= 1:
        for chunk in chunks:
            yield _play_chunk(plan, chunk)
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        yield from pool.map(_play_chunk, [plan] * len(chunks), chunks)


class Tally:
    """The figures of a simulation, added up as results come in."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.names = line_up_names(plan.bots, plan.players)
        self.wins = [0] * plan.players
        self.turns: list[int] = []
        self.moves = 0
        self.finished = 0
        self.started = time.perf_counter()

    def add(self, results: list[Played]) -> None:
        for played in results:
            self.turns.append(played.turns)
            self.moves += played.moves
            self.finished += played.finished
            for seat in played.winners:
                self.wins[seat] += 1

    def summary(self) -> dict[str, Any]:
        """The figures as one JSON object."""
        seconds = time.perf_counter() - self.started
        games = len(self.turns)
        by_bot = dict.fromkeys(self.names, 0)
        for name, wins in zip(self.names, self.wins, strict=True):
            by_bot[name] += wins
        ranked = sorted(self.turns)
        return {
            "game": self.plan.game,
            "players": self.plan.players,
            "games": games,
            "finished": self.finished,
            "unfinished": games - self.finished,
            "moves": self.moves,
            "seconds": round(seconds, 3),
            "moves_per_second": round(self.moves / seconds, 1),
            "games_per_second": round(games / seconds, 2),
            "wins": self.wins,
            "bots": self.names,
            "wins_by_bot": by_bot,
            "turns_mean": round(sum(ranked) / games, 2) if games else 0,
            "turns_p95": ranked[math.ceil(0.95 * games) - 1] if games else 0,
            "seed": self.plan.seed,
            "max_turns": self.plan.max_turns,
        }

"""Many games between bots: what is to be played, one game of it, and the sum of all."""

from __future__ import annotations

import math
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from hornsup.bots import Bot, Info
from hornsup.bots.lineup import line_up, line_up_names
from hornsup.core import registry
from hornsup.core.contract import GameState
from hornsup.core.moves import Move
from hornsup.errors import BadInput, HornsUpError
from hornsup.lab.observe import Observer, observer_of

MOVES_PER_TURN = 200
"""Walking is free: a bot that does nothing else is cut off like an endless game."""


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


Task = tuple[Plan, int]
"""A game to be played: its plan and its number there."""


@dataclass(frozen=True, slots=True)
class Played:
    """One game in short; `seen` and `record` (its moves) are there if somebody watched."""

    number: int
    finished: bool
    winners: tuple[int, ...]
    turns: int
    moves: int
    seconds: float = 0.0
    seen: dict[str, Any] | None = None
    record: str = ""


def game_seed(plan: Plan, number: int) -> str:
    """The seed of one game of a plan: enough to deal it again."""
    return f"{plan.seed}/{number}"


def play_one(plan: Plan, number: int, observer: Observer | None = None) -> tuple[GameState, int]:
    """Play a game of the plan; give its last state and the number of moves."""
    seed = game_seed(plan, number)
    state = registry.start(plan.game, plan.players, seed, plan.options)
    bots = line_up(plan.game, plan.bots, plan.players)
    generators = [Random(f"{seed}/{seat}") for seat in range(plan.players)]
    moves = 0
    if observer is not None:
        observer.begin(state)
    most = plan.max_turns * MOVES_PER_TURN
    while not state.over and state.turns <= plan.max_turns and moves < most:
        seat = state.to_move
        assert seat is not None
        move = _choice(plan, number, bots[seat], Info.of(state, generators[seat]))
        happened = state.apply(move)
        moves += 1
        if observer is not None:
            observer.after(state, seat, happened)
    return state, moves


def _choice(plan: Plan, number: int, bot: Bot, info: Info) -> Move:
    """What the bot chooses; its own mistakes become one line that says where to look."""
    try:
        return bot.choose(info)
    except HornsUpError:
        raise
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        name = line_up_names(plan.bots, plan.players)[info.seat]
        raise BadInput(
            f"the bot {name!r} failed in game {number} of seed {plan.seed}: "
            f"{type(error).__name__}: {error} ({Path(place.filename).name}, line {place.lineno})"
        ) from error


def play_task(task: Task, watch: bool = False) -> Played:
    """One game in short, with the statistics of the lab if they are asked for."""
    plan, number = task
    started = time.perf_counter()
    observer = observer_of(plan.game) if watch else None
    state, moves = play_one(plan, number, observer)
    winners = state.outcome.winners if state.outcome else ()
    return Played(
        number,
        state.over,
        winners,
        state.turns,
        moves,
        time.perf_counter() - started,
        None if observer is None else observer.result(state),
        ";".join(move.text for move in state.moves_played()) if watch else "",
    )


def play_batch(tasks: list[Task], watch: bool, stopped: Callable[[], bool]) -> list[Played]:
    """Some games in order; when asked to stop, the game under way is the last one."""
    import hornsup.games  # noqa: F401 -- declares the games in a new process

    results = []
    for task in tasks:
        if stopped():
            break
        results.append(play_task(task, watch))
    return results


def tasks_of(plan: Plan, first: int = 0) -> Iterator[Task]:
    """The games of a plan, from one of them on."""
    return ((plan, number) for number in range(first, plan.games))


def simulate(
    game: str,
    *,
    players: int,
    games: int,
    bots: str,
    seed: int | str = 0,
    max_turns: int = 1000,
    options: Any = None,
    jobs: int | None = 1,
) -> dict[str, Any]:
    """Play many games between bots and give the figures that `hornsup simulate --json` prints.

    `bots` is a line-up. With `jobs=None` there is one process per core; the results are the same.
    """
    plan = Plan(game, players, games, bots, seed, max_turns, options)
    plan.check()
    tally = Tally(plan)
    for played in play_all(plan, jobs):
        tally.add(played)
    return tally.summary()


def play_all(plan: Plan, jobs: int | None = None, watch: bool = False) -> Iterator[list[Played]]:
    """Play the games in chunks, in order; each game depends on its own seed alone."""
    from hornsup.lab.crew import make_crew, play_tasks

    with make_crew(jobs) as crew:
        yield from play_tasks(crew, tasks_of(plan), plan.games, watch)


class Tally:
    """The figures of a simulation, added up as results come in."""

    def __init__(self, plan: Plan, seconds: float = 0.0) -> None:
        self.plan = plan
        self.names = line_up_names(plan.bots, plan.players)
        self.wins = [0] * plan.players
        self.turns: Counter[int] = Counter()
        self.example: dict[int, int] = {}  # by turns, the first game that took so many
        self.first_wins: list[int | None] = [None] * plan.players
        self.games = 0
        self.moves = 0
        self.finished = 0
        self.started = time.perf_counter() - seconds

    def add(self, results: Iterable[Played]) -> None:
        for played in results:
            self.count(played.finished, played.winners, played.turns, played.moves)

    def count(self, finished: bool, winners: Iterable[int], turns: int, moves: int) -> None:
        """One more game; they come in the order of their numbers."""
        self.example.setdefault(turns, self.games)
        for seat in winners:
            if self.first_wins[seat] is None:
                self.first_wins[seat] = self.games
        self.games += 1
        self.turns[turns] += 1
        self.moves += moves
        self.finished += finished
        for seat in winners:
            self.wins[seat] += 1

    def turns_within(self, share: float) -> int:
        """The number of turns within which this share of the games stayed."""
        rank, seen = math.ceil(share * self.games), 0
        for turns in sorted(self.turns):
            seen += self.turns[turns]
            if seen >= rank:
                return turns
        return 0

    def summary(self) -> dict[str, Any]:
        """The figures as one JSON object."""
        seconds = time.perf_counter() - self.started
        by_bot = dict.fromkeys(self.names, 0)
        for name, wins in zip(self.names, self.wins, strict=True):
            by_bot[name] += wins
        total = sum(turns * games for turns, games in self.turns.items())
        return {
            "game": self.plan.game,
            "players": self.plan.players,
            "games": self.games,
            "finished": self.finished,
            "unfinished": self.games - self.finished,
            "moves": self.moves,
            "seconds": round(seconds, 3),
            "moves_per_second": round(self.moves / seconds, 1),
            "games_per_second": round(self.games / seconds, 2),
            "wins": self.wins,
            "bots": self.names,
            "wins_by_bot": by_bot,
            "turns_mean": round(total / self.games, 2) if self.games else 0,
            "turns_p95": self.turns_within(0.95),
            "seed": self.plan.seed,
            "max_turns": self.plan.max_turns,
        }

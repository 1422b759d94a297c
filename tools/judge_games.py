"""The games that the judge of Horns Up learns from, and is measured on.

`play` stores positions and who won; with the compiled engine it is several times as fast. `hold`
stores whole games. Everything depends on the seeds, on nothing else.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Iterator
from math import exp
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

import hornsup.games  # noqa: F401 -- declares the games
from hornsup.bots.base import Info
from hornsup.bots.horns_up import lookahead
from hornsup.bots.horns_up.evaluation import lookahead_weights, playout_weights, win_probabilities
from hornsup.bots.horns_up.judge import rows
from hornsup.bots.horns_up.tree import forced_move
from hornsup.bots.lineup import make_bot
from hornsup.core import registry
from hornsup.games.horns_up.moves import OP_MASK, WALK
from hornsup.games.horns_up.state import HornsUp

GAME: Final = "horns-up"
MAX_TURNS: Final = 400
MAX_MOVES: Final = 3000
MISTAKES: Final = (0.0, 0.0, 0.05, 0.15)  # how often a move of a game is random
AT_TURN_START: Final = 0.6  # how many of these positions are stored, and of all others
ELSEWHERE: Final = 0.1

# Games with odd moves: every seat has its own habits.
ODD_TEMPERATURES: Final = (0, 0, 0, 0.3, 0.7, 1.5)  # 0 plays the best rated move
ODD_MISTAKES: Final = (0, 0, 0, 0.05, 0.15)
ODD_MAX_MOVES: Final = 2500
ODD_AT_TURN_START: Final = 0.5
ODD_ELSEWHERE: Final = 0.08
ODD_SAMPLES: Final = 3
WEIGHTS: Final = lookahead_weights()

Stored = tuple[HornsUp, bool]


# --- games of named bots --------------------------------------------------------------------


def random_line_up(rng: Random, bots: list[str]) -> tuple[list[str], float]:
    """Who plays, and how often a move is random; four times in ten all seats are alike."""
    players = 4 if rng.random() < 0.5 else rng.randint(3, 9)
    if rng.random() < 0.4:
        names = [bots[0]] * players
    else:
        names = [rng.choice(bots) for _ in range(players)]
    return names, rng.choice(MISTAKES)


def positions(number: int, seed: str, bots: list[str]) -> Iterator[Stored]:
    """One game, move by move: the state, and whether it is one to store."""
    rng = Random(f"{seed}/{number}")
    names, mistakes = random_line_up(rng, bots)
    state = registry.start(GAME, len(names), f"{seed}/{number}")
    assert isinstance(state, HornsUp)
    players = [make_bot(GAME, name) for name in names]
    last_turn = moves = 0
    while not state.over and state.turns <= MAX_TURNS and moves < MAX_MOVES:
        moves += 1
        info = Info.of(state, rng)
        move = players[state.mover].choose(info)
        if mistakes and rng.random() < mistakes:
            others = [other for other in info.legal if other.code & OP_MASK != WALK]
            move = rng.choice(others or info.legal)
        state.apply(move)
        began = state.turn_number != last_turn
        last_turn = state.turn_number
        stored = not state.over and rng.random() < (AT_TURN_START if began else ELSEWHERE)
        yield state, stored


# --- games with odd moves -------------------------------------------------------------------


def odd_positions(number: int, seed: str) -> Iterator[Stored]:
    """One game of seats that rate moves as `greedy` does, but do not always play the best."""
    rng = Random(f"{seed}/{number}")
    players = 4 if rng.random() < 0.7 else rng.randint(3, 9)
    state = registry.start(GAME, players, f"{seed}/{number}")
    assert isinstance(state, HornsUp)
    temperatures = [rng.choice(ODD_TEMPERATURES) for _ in range(players)]
    mistakes = [rng.choice(ODD_MISTAKES) for _ in range(players)]
    last_turn = moves = 0
    while state.winner < 0 and moves < ODD_MAX_MOVES:
        moves += 1
        seat = state.mover
        state._carry_out(odd_move(state, rng, temperatures[seat], mistakes[seat]))
        if state.winner >= 0:
            yield state, False
            return
        began = state.turn_number != last_turn
        last_turn = state.turn_number
        yield state, rng.random() < (ODD_AT_TURN_START if began else ODD_ELSEWHERE)


def odd_move(state: HornsUp, rng: Random, temperature: float, mistakes: float) -> int:
    """The better a move is rated the likelier; sometimes any move."""
    code = forced_move(state)
    if code >= 0:
        return code
    codes = lookahead.candidates(state, state.mover)
    if len(codes) == 1:
        return codes[0]
    if mistakes and rng.random() < mistakes:
        return rng.choice(codes)
    samples = [state]
    if any(lookahead.is_random(state.rules, code) for code in codes):
        samples = [state.determinize(state.mover, rng) for _ in range(ODD_SAMPLES)]
    ratings = lookahead.rate(samples, state.mover, codes, [0.0] * state.players, WEIGHTS)
    top = max(ratings)
    if not temperature:
        return rng.choice(
            [code for code, rating in zip(codes, ratings, strict=True) if rating >= top]
        )
    return rng.choices(codes, [exp((rating - top) / temperature) for rating in ratings])[0]


# --- what is stored -------------------------------------------------------------------------


class Samples:
    """Rows of positions, the old judge's chances there, and who won; one game after another."""

    def __init__(self) -> None:
        self.rows: list[Any] = []  # one array for each position, a row for each seat
        self.old: list[list[float]] = []
        self.winner: list[int] = []
        self.game: list[int] = []

    def add_game(self, number: int, found: Iterator[Stored]) -> None:
        winner = -1
        for state, stored in found:
            winner = state.winner
            if stored:
                self.rows.append(np.array(rows(state), np.float16))
                self.old.append(win_probabilities(state, playout_weights()))
                self.game.append(number)
        if winner >= 0:
            self.winner += [winner] * (len(self.rows) - len(self.winner))
            return
        for values in (self.rows, self.old, self.game):
            del values[len(self.winner) :]


def play(asked: argparse.Namespace) -> None:
    started = time.perf_counter()
    samples = Samples()
    for number in range(asked.games):
        if asked.odd:
            found = odd_positions(number, f"gen/{asked.seed}")
        else:
            found = positions(number, f"judge/{asked.seed}", asked.bots.split(","))
        samples.add_game(number, found)
    np.savez_compressed(
        asked.file,
        rows=np.concatenate(samples.rows),
        old=np.concatenate(samples.old).astype(np.float32),
        players=np.array([len(each) for each in samples.rows]),
        winner=np.array(samples.winner),
        game=np.array(samples.game),
    )
    seconds = time.perf_counter() - started
    print(f"{asked.games} games, {len(samples.winner)} positions, {seconds:.0f} s")


def hold(asked: argparse.Namespace) -> None:
    """Store finished games by seed and moves, with the numbers of the moves to judge after."""
    games = []
    for number in range(asked.games):
        seed = f"judge/{asked.seed}"
        found = list(enumerate(positions(number, seed, asked.bots.split(",")), 1))
        places = [count for count, (_, stored) in found if stored and count % 4 == 0]
        state = found[-1][1][0]
        if state.over:
            moves = [move.code for move in state.moves_played()]
            text = {"players": state.players, "seed": f"{seed}/{number}", "winner": state.winner}
            games.append({**text, "moves": moves, "judge_after": places})
    data = json.dumps(games, separators=(",", ":")).encode()
    Path(asked.file).write_bytes(gzip.compress(data, 9, mtime=0))
    print(f"{len(games)} games")

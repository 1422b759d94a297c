"""Train the judge of Horns Up: games of bots against one another, the fit, and how good it is.

    python tools/train_judge.py play games.npz --games 6000 --bots greedy,racer,easy --seed 11
    python tools/train_judge.py fit games.npz more.npz --out judge.json
    python tools/train_judge.py hold tests/bots/data/judge_games.json.gz --games 400 --seed held-out

`play` stores positions and who won; with the compiled engine it is several times as fast. `fit`
needs numpy and holds every eighth game back. `hold` stores whole games, on which the tests measure
the judge. Everything depends on the seeds, on nothing else.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

import hornsup.games  # noqa: F401 -- declares the games
from hornsup.bots.base import Info
from hornsup.bots.horns_up.evaluation import playout_weights, win_probabilities
from hornsup.bots.horns_up.judge import ONE_ROW, rows
from hornsup.bots.lineup import make_bot
from hornsup.core import registry
from hornsup.games.horns_up.moves import OP_MASK, WALK
from hornsup.games.horns_up.state import HornsUp

GAME: Final = "horns-up"
MAX_PLAYERS: Final = 9
MAX_TURNS: Final = 400
MAX_MOVES: Final = 3000
MISTAKES: Final = (0.0, 0.0, 0.05, 0.15)  # how often a move of a game is random
AT_TURN_START: Final = 0.6  # how many of these positions are stored, and of all others
ELSEWHERE: Final = 0.1
HIDDEN: Final = (32, 16)
SCALE: Final = 1000  # weights are stored as whole thousandths
HELD_OUT: Final = 8  # one game in so many is not learnt from

Data = dict[str, Any]


# --- games ----------------------------------------------------------------------------------


def random_line_up(rng: Random, bots: list[str]) -> tuple[list[str], float]:
    """Who plays, and how often a move is random; four times in ten all seats are alike."""
    players = 4 if rng.random() < 0.5 else rng.randint(3, 9)
    if rng.random() < 0.4:
        names = [bots[0]] * players
    else:
        names = [rng.choice(bots) for _ in range(players)]
    return names, rng.choice(MISTAKES)


def positions(number: int, seed: str, bots: list[str]) -> Iterator[tuple[HornsUp, bool]]:
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


class Samples:
    """Rows of positions, the old judge's chances there, and who won; one game after another."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self.old: list[Any] = []
        self.players: list[int] = []
        self.winner: list[int] = []
        self.game: list[int] = []

    def add_game(self, number: int, seed: str, bots: list[str]) -> None:
        winner = -1
        for state, stored in positions(number, seed, bots):
            winner = state.winner
            if stored:
                self._add(state, number)
        if winner >= 0:
            self.winner += [winner] * (len(self.players) - len(self.winner))
            return
        for values in (self.rows, self.old, self.players, self.game):
            del values[len(self.winner) :]

    def _add(self, state: HornsUp, game: int) -> None:
        block = np.zeros((MAX_PLAYERS, ONE_ROW), np.float16)
        block[: state.players] = rows(state)
        old = np.zeros(MAX_PLAYERS, np.float32)
        old[: state.players] = win_probabilities(state, playout_weights())
        self.rows.append(block)
        self.old.append(old)
        self.players.append(state.players)
        self.game.append(game)


def play(asked: argparse.Namespace) -> None:
    started = time.perf_counter()
    samples = Samples()
    for number in range(asked.games):
        samples.add_game(number, f"judge/{asked.seed}", asked.bots.split(","))
    np.savez_compressed(
        asked.file,
        rows=np.array(samples.rows),
        old=np.array(samples.old),
        players=np.array(samples.players),
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


# --- fit ------------------------------------------------------------------------------------


def load(paths: list[str]) -> Data:
    """All positions; a game's number is made unlike those of other files."""
    parts = []
    for place, path in enumerate(paths):
        with np.load(path) as found:
            part = {key: found[key] for key in ("rows", "old", "players", "winner", "game")}
        part["game"] = part["game"] + place * 1_000_000
        parts.append(part)
    return {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}


def seats(players: Any) -> Any:
    """Which of the nine places are seats."""
    return np.arange(MAX_PLAYERS)[None] < players[:, None]


class Fit:
    """The net, trained by Adam on the log-loss of the winner."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        sizes = (ONE_ROW, *HIDDEN, 1)
        self.weights = [
            (rng.standard_normal((inner, outer)) * np.sqrt(2 / inner)).astype(np.float32)
            for inner, outer in pairwise(sizes)
        ]
        self.biases = [np.zeros(outer, np.float32) for outer in sizes[1:]]
        self.weights[-1] *= 0.1
        self.moments = [(np.zeros_like(each), np.zeros_like(each)) for each in self.parameters()]
        self.steps = 0

    def parameters(self) -> list[Any]:
        return [*self.weights, *self.biases]

    def forward(self, found: Any, mask: Any) -> tuple[list[Any], Any]:
        """The inputs of every layer, and the chances."""
        layers = [found.reshape(-1, ONE_ROW)]
        for place in range(2):
            layers.append(np.maximum(layers[-1] @ self.weights[place] + self.biases[place], 0))
        scores = (layers[-1] @ self.weights[2] + self.biases[2]).reshape(mask.shape)
        scores = np.where(mask, scores, -1e9)
        powers = np.exp(scores - scores.max(1, keepdims=True)) * mask
        return layers, powers / powers.sum(1, keepdims=True)

    def step(self, found: Any, mask: Any, target: Any, rate: float, decay: float) -> None:
        layers, chances = self.forward(found, mask)
        error = ((chances - target) / len(mask)).reshape(-1, 1).astype(np.float32)
        weight_slopes: list[Any] = [None] * 3
        bias_slopes: list[Any] = [None] * 3
        for place in (2, 1, 0):
            weight_slopes[place] = layers[place].T @ error + decay * self.weights[place]
            bias_slopes[place] = error.sum(0)
            if place:
                error = (error @ self.weights[place].T) * (layers[place] > 0)
        self._adam([*weight_slopes, *bias_slopes], rate)

    def _adam(self, slopes: list[Any], rate: float) -> None:
        self.steps += 1
        for value, slope, (mean, square) in zip(
            self.parameters(), slopes, self.moments, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            right = mean / (1 - 0.9**self.steps)
            value -= rate * right / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)

    def round(self) -> None:
        """Make the weights what they are when stored."""
        for value in self.parameters():
            value[...] = np.round(value * SCALE) / SCALE

    def text(self) -> str:
        """The net as JSON, in whole thousandths."""
        first, second, third = (np.round(each * SCALE).astype(int) for each in self.weights)
        biases = [np.round(each * SCALE).astype(int).tolist() for each in self.biases]
        data = {
            "scale": SCALE,
            "first": first.tolist(),
            "bias1": biases[0],
            "second": second.tolist(),
            "bias2": biases[1],
            "third": third[:, 0].tolist(),
            "bias3": biases[2][0],
        }
        return json.dumps(data, separators=(",", ":")) + "\n"


def chances_of(fit: Fit, data: Data, at: Any) -> Any:
    return fit.forward(data["rows"][at].astype(np.float32), seats(data["players"][at]))[1]


def log_loss(chances: Any, winner: Any) -> float:
    return float(-np.log(np.maximum(chances[np.arange(len(winner)), winner], 1e-9)).mean())


def train(data: Data, asked: argparse.Namespace) -> Fit:
    learn = np.flatnonzero(data["game"] % HELD_OUT != 0)
    fit = Fit(asked.seed)
    rng = np.random.default_rng(asked.seed)
    steps = asked.epochs * (len(learn) // asked.batch)
    for _ in range(asked.epochs):
        order = rng.permutation(learn)
        for start in range(0, len(order) - asked.batch + 1, asked.batch):
            at = order[start : start + asked.batch]
            mask = seats(data["players"][at])
            winner = np.arange(MAX_PLAYERS)[None] == data["winner"][at][:, None]
            rate = asked.rate * (1 - fit.steps / steps)
            rows_now = data["rows"][at].astype(np.float32)
            fit.step(rows_now, mask, winner.astype(np.float32), rate, asked.decay)
    fit.round()
    return fit


def report(fit: Fit, data: Data) -> None:
    """Log-loss and calibration on the games that were held out."""
    test = np.flatnonzero(data["game"] % HELD_OUT == 0)
    winner, players, old = data["winner"][test], data["players"][test], data["old"][test]
    chances = chances_of(fit, data, test)
    print(f"all: even {float(np.log(players).mean()):.4f}, ", end="")
    print(f"old {log_loss(old, winner):.4f}, new {log_loss(chances, winner):.4f}")
    for count in sorted(set(players.tolist())):
        part = players == count
        losses = log_loss(old[part], winner[part]), log_loss(chances[part], winner[part])
        print(f"{count} players: old {losses[0]:.4f}, new {losses[1]:.4f}")
    mask = seats(players)
    predicted = chances[mask]
    won = (np.arange(MAX_PLAYERS)[None] == winner[:, None])[mask]
    tenths = np.minimum((predicted * 10).astype(int), 9)
    for tenth in sorted(set(tenths.tolist())):
        part = tenths == tenth
        means = float(predicted[part].mean()), float(won[part].mean())
        print(f"{means[0]:6.1%} predicted, {means[1]:6.1%} won, {int(part.sum())} seats")


def fit_command(asked: argparse.Namespace) -> None:
    data = load(asked.files)
    fit = train(data, asked)
    Path(asked.out).write_text(fit.text(), encoding="utf-8")
    report(fit, data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(required=True)
    for name, run in (("play", play), ("hold", hold)):
        playing = commands.add_parser(name)
        playing.add_argument("file")
        playing.add_argument("--games", type=int, default=1000)
        playing.add_argument("--bots", default="greedy,racer,easy")
        playing.add_argument("--seed", default="1")
        playing.set_defaults(run=run)
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", nargs="+")
    fitting.add_argument("--out", required=True)
    fitting.add_argument("--seed", type=int, default=1)
    fitting.add_argument("--epochs", type=int, default=5)
    fitting.add_argument("--batch", type=int, default=512)
    fitting.add_argument("--rate", type=float, default=0.002)
    fitting.add_argument("--decay", type=float, default=1e-3)
    fitting.set_defaults(run=fit_command)
    asked = parser.parse_args()
    asked.run(asked)


if __name__ == "__main__":
    main()

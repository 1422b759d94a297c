"""Train the judges of Horns Up: games of bots against one another, the fit, and how good it is.

    python tools/train_judge.py play games.npz --games 6000 --bots greedy,racer,easy --seed 11
    python tools/train_judge.py fit games.npz more.npz --out judge.json
    python tools/train_judge.py play odd.npz --games 6904 --odd --seed g1
    python tools/train_judge.py fit odd.npz --sweeps 2 --out move_judge.json
    python tools/train_judge.py hold tests/bots/data/judge_games.json.gz --games 400 --seed held-out

`fit` needs numpy and holds every eighth game back. With `--sweeps`, every sweep after the first
learns less from who won, and more from what the net of the sweep before says of the positions that
came next: the luck of the rest of a game then disturbs less. `judge_games.py` has the rest.
"""

from __future__ import annotations

import argparse
import json
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import judge_games
import numpy as np

from hornsup.bots.horns_up.judge import ONE_ROW

MAX_PLAYERS: Final = 9
HIDDEN: Final = (32, 16)
SCALE: Final = 1000  # weights are stored as whole thousandths
HELD_OUT: Final = 8  # one game in so many is not learnt from
LATER_DECAY: Final = 0.3  # sweeps after the first learn from steadier figures and need less decay


# --- positions ------------------------------------------------------------------------------


class Positions:
    """All positions of some files; a game's number is made unlike those of other files."""

    def __init__(self, paths: list[str]) -> None:
        parts: dict[str, list[Any]] = {key: [] for key in ("rows", "old", "players", "winner")}
        games = []
        for place, path in enumerate(paths):
            with np.load(path) as found:
                for key, values in parts.items():
                    values.append(found[key])
                games.append(found["game"] + place * 1_000_000)
        self.rows = np.concatenate(parts["rows"])  # of all seats, one position after another
        self._old = np.concatenate(parts["old"])
        self.players = np.concatenate(parts["players"])
        self.winner = np.concatenate(parts["winner"])
        self.game = np.concatenate(games)
        self._first = np.concatenate([[0], np.cumsum(self.players)])[:-1]
        self.won = (np.arange(MAX_PLAYERS)[None] == self.winner[:, None]).astype(np.float32)
        held = self.game % HELD_OUT == 0
        self.learn, self.test = np.flatnonzero(~held), np.flatnonzero(held)

    def seats(self, at: Any) -> Any:
        """Which of the nine places are seats."""
        return np.arange(MAX_PLAYERS)[None] < self.players[at][:, None]

    def _places(self, at: Any, mask: Any) -> Any:
        return (self._first[at][:, None] + np.arange(MAX_PLAYERS)[None])[mask]

    def block(self, at: Any) -> tuple[Any, Any]:
        """The rows of these positions, nine for each, and which of them are seats."""
        mask = self.seats(at)
        found = np.zeros((len(at), MAX_PLAYERS, ONE_ROW), np.float32)
        found[mask] = self.rows[self._places(at, mask)]
        return found, mask

    def old(self, at: Any) -> Any:
        """The chances that the weights of 0.1.0 give."""
        mask = self.seats(at)
        found = np.zeros(mask.shape, np.float32)
        found[mask] = self._old[self._places(at, mask)]
        return found


# --- fit ------------------------------------------------------------------------------------


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


def chances_of(fit: Fit, data: Positions, at: Any) -> Any:
    parts = [at[start : start + 4096] for start in range(0, len(at), 4096)]
    return np.concatenate([fit.forward(*data.block(part))[1] for part in parts])


def log_loss(chances: Any, winner: Any) -> float:
    return float(-np.log(np.maximum(chances[np.arange(len(winner)), winner], 1e-9)).mean())


def later_chances(data: Positions, chances: Any, trust: float) -> Any:
    """What to learn: the mean of what the positions that came next were worth, and who won.

    A position that came later counts less by the factor `trust` for each step (TD(lambda)).
    """
    found = np.zeros_like(chances)
    ends = np.flatnonzero(np.append(data.game[1:] != data.game[:-1], True))
    lengths = np.diff(ends, prepend=-1)
    found[ends] = data.won[ends]
    for back in range(1, int(lengths.max())):
        at = ends[lengths > back] - back
        found[at] = (1 - trust) * chances[at + 1] + trust * found[at + 1]
    return found


def train(data: Positions, target: Any, seed: int, decay: float, asked: argparse.Namespace) -> Fit:
    fit = Fit(seed)
    rng = np.random.default_rng(seed)
    steps = asked.epochs * (len(data.learn) // asked.batch)
    for _ in range(asked.epochs):
        order = rng.permutation(data.learn)
        for start in range(0, len(order) - asked.batch + 1, asked.batch):
            at = order[start : start + asked.batch]
            rate = asked.rate * (1 - fit.steps / steps)
            fit.step(*data.block(at), target[at], rate, decay)
    fit.round()
    return fit


def report(fit: Fit, data: Positions) -> None:
    """Log-loss and calibration on the games that were held out."""
    test = data.test
    winner, players, old = data.winner[test], data.players[test], data.old(test)
    chances = chances_of(fit, data, test)
    print(f"all: even {float(np.log(players).mean()):.4f}, ", end="")
    print(f"old {log_loss(old, winner):.4f}, new {log_loss(chances, winner):.4f}")
    for count in sorted(set(players.tolist())):
        part = players == count
        losses = log_loss(old[part], winner[part]), log_loss(chances[part], winner[part])
        print(f"{count} players: old {losses[0]:.4f}, new {losses[1]:.4f}")
    mask = data.seats(test)
    predicted = chances[mask]
    won = data.won[test][mask]
    tenths = np.minimum((predicted * 10).astype(int), 9)
    for tenth in sorted(set(tenths.tolist())):
        part = tenths == tenth
        means = float(predicted[part].mean()), float(won[part].mean())
        print(f"{means[0]:6.1%} predicted, {means[1]:6.1%} won, {int(part.sum())} seats")


def fit_command(asked: argparse.Namespace) -> None:
    data = Positions(asked.files)
    fit = train(data, data.won, asked.seed, asked.decay, asked)
    for sweep in range(1, asked.sweeps):
        chances = chances_of(fit, data, np.arange(len(data.game)))
        target = later_chances(data, chances, asked.trust)
        fit = train(data, target, asked.seed + sweep, asked.decay * LATER_DECAY, asked)
    Path(asked.out).write_text(fit.text(), encoding="utf-8")
    report(fit, data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    commands = parser.add_subparsers(required=True)
    for name, run in (("play", judge_games.play), ("hold", judge_games.hold)):
        playing = commands.add_parser(name)
        playing.add_argument("file")
        playing.add_argument("--games", type=int, default=1000)
        playing.add_argument("--bots", default="greedy,racer,easy")
        playing.add_argument("--seed", default="1")
        if name == "play":
            playing.add_argument("--odd", action="store_true", help="games with odd moves instead")
        playing.set_defaults(run=run)
    fitting = commands.add_parser("fit")
    fitting.add_argument("files", nargs="+")
    fitting.add_argument("--out", required=True)
    fitting.add_argument("--seed", type=int, default=1)
    fitting.add_argument("--sweeps", type=int, default=1)
    fitting.add_argument("--trust", type=float, default=0.8)
    fitting.add_argument("--epochs", type=int, default=5)
    fitting.add_argument("--batch", type=int, default=512)
    fitting.add_argument("--rate", type=float, default=0.002)
    fitting.add_argument("--decay", type=float, default=1e-3)
    fitting.set_defaults(run=fit_command)
    asked = parser.parse_args()
    asked.run(asked)


if __name__ == "__main__":
    main()

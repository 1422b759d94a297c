"""Learning to choose among rows: a small net, its optimiser, and policy gradient with a critic.

A decision is a matrix with a row of figures for each legal move. One net gives every row a score;
the softmax of the scores is the policy. `train_horns_up.py` uses it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Final

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]
HIDDEN: Final = (32, 16)
EPOCHS: Final = 4
CHUNK: Final = 512  # decisions in one step of the optimiser
CLIP: Final = 0.2
DECAY: Final = 0.95
ENTROPY: Final = 0.01


class Net:
    """Rectified hidden layers and one number out, for many rows at once."""

    def __init__(self, layers: list[tuple[Array, Array]]) -> None:
        self.layers = layers

    @classmethod
    def fresh(cls, rng: np.random.Generator, sizes: tuple[int, ...]) -> Net:
        layers = []
        for width, units in pairwise(sizes):
            scale = np.sqrt(2.0 / width) * (0.1 if units == 1 else 1.0)
            weights = rng.normal(0.0, scale, (width, units)).astype(np.float32)
            layers.append((weights, np.zeros(units, dtype=np.float32)))
        return cls(layers)

    def forward(self, rows: Array) -> list[Array]:
        """What every layer makes of the rows, the rows themselves first."""
        found = [rows]
        for weights, bias in self.layers[:-1]:
            found.append(np.maximum(found[-1] @ weights + bias, 0.0))
        weights, bias = self.layers[-1]
        found.append(found[-1] @ weights + bias)
        return found

    def score(self, rows: Array) -> Array:
        out: Array = self.forward(rows)[-1][:, 0]
        return out

    def gradient(self, found: list[Array], slope: Array) -> list[Array]:
        """The gradient of every weight and bias, for `slope` by score."""
        gradients: list[Array] = []
        back = slope[:, None].astype(np.float32)
        for number in range(len(self.layers) - 1, -1, -1):
            gradients[:0] = [found[number].T @ back, back.sum(axis=0)]
            if number:
                back = (back @ self.layers[number][0].T) * (found[number] > 0)
        return gradients

    @property
    def parameters(self) -> list[Array]:
        return [array for layer in self.layers for array in layer]


class Adam:
    """The optimiser; the gradient is cut to a length of one."""

    def __init__(self, parameters: list[Array]) -> None:
        self.parameters = parameters
        self.means = [np.zeros_like(array) for array in parameters]
        self.squares = [np.zeros_like(array) for array in parameters]
        self.steps = 0

    def step(self, gradients: list[Array], rate: float) -> None:
        self.steps += 1
        length = float(np.sqrt(sum(float((g * g).sum()) for g in gradients)))
        cut = 1.0 / max(length, 1.0)
        for array, gradient, mean, square in zip(
            self.parameters, gradients, self.means, self.squares, strict=True
        ):
            mean += 0.1 * (cut * gradient - mean)
            square += 0.001 * ((cut * gradient) ** 2 - square)
            unbiased = mean / (1 - 0.9**self.steps)
            spread = np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8
            array -= (rate * unbiased / spread).astype(np.float32)


# --- what was played ------------------------------------------------------------------------


@dataclass
class Trace:
    """What the agent saw and chose at one seat of one game."""

    rows: list[Array] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    won: bool = False

    def add(self, rows: Array, place: int, chance: float) -> None:
        self.rows.append(rows)
        self.chosen.append(place)
        self.chances.append(chance)


def choose(net: Net, rows: Array, rng: Random | None) -> tuple[int, float]:
    """A move by the policy, or the best one without a generator, and its chance."""
    scores = net.score(rows)
    powers = np.exp((scores - scores.max()).astype(np.float64))
    chances = powers / powers.sum()
    place = int(chances.argmax())
    if rng is not None:
        place = int(np.searchsorted(np.cumsum(chances), rng.random()))
        place = min(place, len(rows) - 1)
    return place, float(chances[place])


# --- learning -------------------------------------------------------------------------------


@dataclass
class Batch:
    """The decisions of many games one after the other, with the rows of all their moves."""

    rows: Array
    starts: Places  # where the rows of each decision begin
    sizes: Places
    chosen: Places  # the row of the move that was played
    logs: Array  # the logarithm of its chance then
    gains: Array  # how much better than expected it went from there
    returns: Array  # what the critic should have said

    def part(self, numbers: Places) -> Batch:
        """Some of the decisions."""
        sizes = self.sizes[numbers]
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        kept = np.concatenate(
            [np.arange(s, s + n) for s, n in zip(self.starts[numbers], sizes, strict=True)]
        )
        chosen = starts + self.chosen[numbers] - self.starts[numbers]
        found = (self.logs[numbers], self.gains[numbers], self.returns[numbers])
        return Batch(self.rows[kept], starts, sizes, chosen, *found)


class Learner:
    """The policy, a critic that estimates what is still to be earned, and their optimisers."""

    def __init__(self, seed: int, width: int, situation: int, progress: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.situation = situation  # from here on the rows of a decision are equal
        self.progress = progress  # the place of what the bonus rewards to become less
        self.net = Net.fresh(self.rng, (width, *HIDDEN, 1))
        self.critic = Net.fresh(self.rng, (width - situation, 32, 1))
        self.scale = np.ones(width, dtype=np.float32)
        self.net_steps = Adam(self.net.parameters)
        self.critic_steps = Adam(self.critic.parameters)

    def fit_scale(self, traces: list[Trace]) -> None:
        """Divide every place of a row by its spread in the first games."""
        rows = np.concatenate([rows for trace in traces for rows in trace.rows])
        spread = np.sqrt((rows.astype(np.float64) ** 2).mean(axis=0))
        self.scale = (1.0 / np.maximum(spread, 0.2)).astype(np.float32)

    def player(self) -> Net:
        """The policy for rows as they are, not scaled."""
        (weights, bias), *others = self.net.layers
        return Net([(weights * self.scale[:, None], bias), *others])

    def batch(self, traces: list[Trace], bonus: float) -> Batch:
        traces = [trace for trace in traces if trace.rows]
        gains, returns = zip(*(self._credit(trace, bonus) for trace in traces), strict=True)
        rows = np.concatenate([rows for trace in traces for rows in trace.rows]) * self.scale
        sizes = np.array([len(rows) for trace in traces for rows in trace.rows])
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        chosen = starts + [place for trace in traces for place in trace.chosen]
        logs = np.log([chance for trace in traces for chance in trace.chances])
        every = np.concatenate(gains)
        every = (every - every.mean()) / (every.std() + 1e-6)
        return Batch(rows, starts, sizes, chosen, logs, every, np.concatenate(returns))

    def _credit(self, trace: Trace, bonus: float) -> tuple[Array, Array]:
        """For each decision how much better than expected it went on, and the critic's goal."""
        tops = np.stack([rows[0] for rows in trace.rows])
        values = self.critic.score((tops * self.scale)[:, self.situation :])
        needed = np.append(tops[:, self.progress], 0.0 if trace.won else tops[-1, self.progress])
        earned = bonus * (needed[:-1] - needed[1:])
        earned[-1] += trace.won
        following = np.append(values[1:], 0.0)
        errors = earned + following - values
        gains = np.zeros_like(errors)
        sum_ = 0.0
        for place in range(len(errors) - 1, -1, -1):
            sum_ = errors[place] + DECAY * sum_
            gains[place] = sum_
        return gains, gains + values

    def learn(self, batch: Batch, rate: float) -> float:
        """Some passes over the batch; returns the mean entropy of the policy."""
        entropies = []
        for _ in range(EPOCHS):
            order = self.rng.permutation(len(batch.sizes))
            for first in range(0, len(order), CHUNK):
                part = batch.part(np.sort(order[first : first + CHUNK]))
                entropies.append(self._improve_policy(part, rate))
                self._improve_critic(part, rate)
        return float(np.mean(entropies))

    def _improve_policy(self, part: Batch, rate: float) -> float:
        """One step up the clipped advantage (PPO) and the entropy."""
        found = self.net.forward(part.rows)
        scores = found[-1][:, 0]
        tops = np.repeat(np.maximum.reduceat(scores, part.starts), part.sizes)
        powers = np.exp(scores - tops)
        chances = powers / np.repeat(np.add.reduceat(powers, part.starts), part.sizes)
        logs = np.log(chances + 1e-9)
        ratios = np.exp(logs[part.chosen] - part.logs)
        free = np.where(part.gains > 0, ratios < 1 + CLIP, ratios > 1 - CLIP)
        push = part.gains * ratios * free
        entropy = -np.add.reduceat(chances * logs, part.starts)
        slope = -chances * np.repeat(push, part.sizes)
        slope[part.chosen] += push
        slope -= ENTROPY * chances * (logs + np.repeat(entropy, part.sizes))
        self.net_steps.step(self.net.gradient(found, -slope / len(part.sizes)), rate)
        return float(entropy.mean())

    def _improve_critic(self, part: Batch, rate: float) -> None:
        found = self.critic.forward(part.rows[part.starts][:, self.situation :])
        error = found[-1][:, 0] - part.returns
        self.critic_steps.step(self.critic.gradient(found, error / len(error)), rate)

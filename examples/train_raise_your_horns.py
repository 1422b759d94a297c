"""Train an agent for Raise Your Horns! by playing against itself, with numpy alone.

    python examples/train_raise_your_horns.py --seed 1 --plot curve.svg --weights agent.json

It takes a minute or two and prints the table of docs/training.md.

The agent is a small net that guesses for every legal move how likely it is to lose the round. It
learns from how the rounds ended (Monte Carlo values): thousands of games run side by side in the
batch environment, every seat is the same net, some moves are random. How good it is is worked out,
not sampled: the lab walks all rounds of one agent against three exact players (`RoundGraph`).
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hornsup.core.notation import seat_letter
from hornsup.envs.layout import Layout
from hornsup.envs.raise_your_horns.batch import DiceBatch, random_actions
from hornsup.envs.raise_your_horns.encoder import make
from hornsup.games.raise_your_horns import GAME
from hornsup.games.raise_your_horns.faces import Face
from hornsup.games.raise_your_horns.moves import ROLL_MOVE, keep_move
from hornsup.games.raise_your_horns.state import RaiseYourHorns
from hornsup.lab.bulk import RoundGraph

PLAYERS = 4
ROUNDS = 1_000_000
GAMES = 2048  # side by side
HIDDEN = 96
SAMPLES = 4096  # decisions per step of learning
RATE, LAST_RATE = 3e-3, 1e-4
NOISE, LAST_NOISE = 0.5, 0.02  # the share of random moves, at the start and at the end
FADED = 0.7  # the part of the training after which that share stays
FIRST_MEASURED = 4_000  # rounds; then at twice as many, and so on
PLAYED = 200_000  # rounds of the last column
POLICIES = ("random", "greedy", "trained", "exact")


class Net:
    """Two layers: from an observation to the log odds of losing the round, for every action."""

    def __init__(self, layout: Layout, actions: int, rng: np.random.Generator) -> None:
        self.columns = useful_columns(layout)
        self.weights = [
            rng.normal(0, (2 / len(self.columns)) ** 0.5, (len(self.columns), HIDDEN)),
            np.zeros(HIDDEN),
            rng.normal(0, 0.1 / HIDDEN**0.5, (HIDDEN, actions)),
            np.zeros(actions),
        ]
        self.means = [np.zeros_like(part) for part in self.weights]
        self.squares = [np.zeros_like(part) for part in self.weights]
        self.updates = 0

    def inputs(self, observations: np.ndarray) -> np.ndarray:
        return observations[:, self.columns] / 3.0

    def odds(self, observations: np.ndarray) -> np.ndarray:
        first, bias, second, last = self.weights
        return np.maximum(self.inputs(observations) @ first + bias, 0) @ second + last

    def best(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        """The legal action of each row that is least likely to lose."""
        return np.where(masks > 0, self.odds(observations), np.inf).argmin(axis=1)

    def learn(
        self, observations: np.ndarray, actions: np.ndarray, lost: np.ndarray, rate: float
    ) -> None:
        """One step of Adam on the cross entropy between guesses and what happened."""
        first, bias, second, last = self.weights
        inputs = self.inputs(observations)
        hidden = np.maximum(inputs @ first + bias, 0)
        rows = np.arange(len(actions))
        guess = 1 / (1 + np.exp(-(hidden @ second + last)[rows, actions]))
        error = np.zeros((len(actions), len(last)))
        error[rows, actions] = (guess - lost) / len(actions)
        back = (error @ second.T) * (hidden > 0)
        slopes = [inputs.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(axis=0)]
        self.updates += 1
        for part, mean, square, slope in zip(
            self.weights, self.means, self.squares, slopes, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope**2 - square)
            fair = (square / (1 - 0.999**self.updates)) ** 0.5 + 1e-8
            part -= rate * mean / (1 - 0.9**self.updates) / fair

    def to_json(self) -> list[Any]:
        """The weights as plain data; `from_json` reads them."""
        return [part.round(5).tolist() for part in self.weights]

    def from_json(self, data: list[Any]) -> None:
        self.weights = [np.array(part) for part in data]


def useful_columns(layout: Layout) -> np.ndarray:
    """The round as it stands, without seats, earlier losses and the number of the round."""
    spans = ["phase", "hand", "rolled", "off"]
    columns = [column for name in spans for column in range(layout.size)[layout[name]]]
    rockers = layout.spans["rockers"]
    width = rockers.shape[1]
    columns += [n for n in range(rockers.start, rockers.stop) if (n - rockers.start) % width]
    return np.array(columns)


class Choices:
    """Decisions whose rounds are still running, at most one for each game and seat."""

    def __init__(self, batch: DiceBatch) -> None:
        shape = (batch.n, batch.players)
        self.observations = np.zeros((*shape, batch.observations.shape[1]), dtype=np.int16)
        self.actions = np.zeros(shape, dtype=np.int64)
        self.waiting = np.zeros(shape, dtype=bool)

    def add(self, batch: DiceBatch, actions: np.ndarray) -> None:
        """Remember what was chosen where there was something to choose."""
        games = np.flatnonzero(batch.masks.sum(axis=1) > 1)
        seats = batch.to_move[games]
        self.observations[games, seats] = batch.observations[games]
        self.actions[games, seats] = actions[games]
        self.waiting[games, seats] = True

    def ended(self, batch: DiceBatch) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The decisions of rounds that the last step ended, and whether their seats lost."""
        over = batch.rewards.min(axis=1) < 0  # every round has a loser
        found = np.nonzero(self.waiting & over[:, None])
        self.waiting[found] = False
        lost = (batch.rewards[found] < 0).astype(float)
        return self.observations[found], self.actions[found], lost


def train(rounds: int, seed: int) -> Iterator[tuple[int, Net]]:
    """Play so many rounds and learn from them; gives the net at every point of the curve."""
    rng = np.random.default_rng(seed)
    batch = DiceBatch(GAMES, PLAYERS, seed=seed)
    net = Net(batch.encoder.layout, batch.encoder.actions, rng)
    choices = Choices(batch)
    samples: list[tuple[np.ndarray, ...]] = []
    played = 0
    yield played, net
    next_point = min(FIRST_MEASURED, rounds)
    while played < rounds:
        done = played / rounds
        noise = max(NOISE + (LAST_NOISE - NOISE) * done / FADED, LAST_NOISE)
        actions = net.best(batch.observations, batch.masks)
        free = rng.random(batch.n) < noise
        actions = np.where(free, random_actions(batch.masks, rng), actions)
        choices.add(batch, actions)
        batch.step(actions)
        played += int((batch.rewards.min(axis=1) < 0).sum())
        samples.append(choices.ended(batch))
        if sum(len(lost) for _, _, lost in samples) >= SAMPLES:
            learnt = [np.concatenate(parts) for parts in zip(*samples, strict=True)]
            net.learn(*learnt, RATE + (LAST_RATE - RATE) * done)
            samples = []
        if played >= next_point:
            yield played, net
            next_point = min(2 * next_point, rounds)


# --- how good it is -------------------------------------------------------------------------


class AgentGraph(RoundGraph):
    """All rounds of policies of the lab at three places and the net, called `trained`, at one."""

    def __init__(self, policy: str, place: int, others: str, net: Net) -> None:
        self.net = net
        self.encoder = make(GAME.read_options(None), PLAYERS, "one")
        policies = [others] * PLAYERS
        policies[place] = policy
        super().__init__(self.encoder.options.the_dice(), PLAYERS, policies)

    def _chosen(self, place: int, kept: tuple[Face, ...], roll: tuple[Face, ...]) -> list[Face]:
        if self.policies[place] != "trained":
            return super()._chosen(place, kept, roll)
        state = self._situation(kept, roll)
        codes = list(state.choices)
        seen = np.zeros((1, self.encoder.size), dtype=np.int16)
        self.encoder.observe(state, state.seat, seen[0])
        odds = self.net.odds(seen)[0][self.encoder.map.numbers(codes, state.seat)]
        best = codes[int(odds.argmin())]
        return [face for face in roll if keep_move(face).code == best][:1]

    def _situation(self, kept: tuple[Face, ...], roll: tuple[Face, ...]) -> RaiseYourHorns:
        """The engine's state after these dice were kept and these were rolled."""
        data = {
            "turn": seat_letter(len(kept)),
            "kept": {seat_letter(place): face.text for place, face in enumerate(kept)},
            "rolls": [" ".join(face.text for face in roll)],
        }
        state = GAME.position(PLAYERS, self.encoder.options, data)
        state.advance(ROLL_MOVE)
        assert isinstance(state, RaiseYourHorns)
        return state


def one_against(policy: str, others: str, net: Net) -> list[AgentGraph]:
    """A policy at each place in turn, three of another at the other places."""
    return [AgentGraph(policy, place, others, net) for place in range(PLAYERS)]


def losses(graphs: list[AgentGraph]) -> list[float]:
    """How often the one loses a round, by place."""
    return [float(graph.expected()[place]) for place, graph in enumerate(graphs)]


def played_share(graphs: list[AgentGraph], rounds: int, seed: int) -> float:
    """The mean over the places once more, from rounds that are played."""
    each = rounds // PLAYERS
    lost = sum(int(graph.play(each, seed)[place]) for place, graph in enumerate(graphs))
    return lost / (each * PLAYERS)


class Measured(NamedTuple):
    """Shares of rounds lost by one player against three of a kind."""

    by_place: list[float]  # against exact players
    among_greedy: float
    played: float  # against exact players, in a simulation

    @property
    def mean(self) -> float:
        return float(np.mean(self.by_place))


def measure(policy: str, net: Net, rounds: int, seed: int) -> Measured:
    against_exact = one_against(policy, "exact", net)
    among_greedy = losses(one_against(policy, "greedy", net))
    played = played_share(against_exact, rounds, seed)
    return Measured(losses(against_exact), float(np.mean(among_greedy)), played)


def names_itself(net: Net) -> tuple[int, int]:
    """In how many of all situations with a loser to name the net would name itself."""
    batch = DiceBatch(1, PLAYERS)
    itself = batch.encoder.map.names_from
    masks = batch.tables.masks
    naming = np.flatnonzero(masks[:, itself])
    chosen = net.best(batch.tables.observations[naming], masks[naming])
    return int((chosen == itself).sum()), len(naming)


def table(measured: dict[str, Measured], rounds: int) -> list[str]:
    """The baselines and the net, in Markdown."""
    half = 1.96 * (0.21 / rounds) ** 0.5
    places = " | ".join(seat_letter(place) for place in range(PLAYERS))
    lines = [
        f"| One plays | {places} | mean | above exact | among `greedy` | played |",
        "|---|" + "---:|" * (PLAYERS + 4),
    ]
    for policy, found in measured.items():
        above = 100 * (found.mean - measured["exact"].mean)
        cells = [f"{value:.2%}" for value in (*found.by_place, found.mean)]
        cells += [f"{above:.2f} points", f"{found.among_greedy:.2%}"]
        cells += [f"{found.played:.1%} ± {half:.1%}"]
        lines.append(f"| {policy} | {' | '.join(cells)} |".replace("%", " %"))
    return lines


def plot(curve: list[tuple[int, float]], exact: float, greedy: float, file: Path) -> None:
    """The learning curve as an SVG."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "training", "svg.fonttype": "none"})
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 3.6), facecolor="#16121f")
    axes.set_facecolor("#16121f")
    rounds, above = zip(*((max(n, 1_000), 100 * (mean - exact)) for n, mean in curve), strict=True)
    axes.plot(rounds, above, marker="o", color="#f2b134", label="trained")
    axes.axhline(100 * (greedy - exact), color="#4fb0ae", linestyle="--", label="greedy")
    axes.axhline(2, color="#e4572e", linestyle=":", label="two points")
    axes.set(xscale="log", yscale="log", xlabel="rounds played (the first point: none)")
    axes.set_ylabel("points above the exact loss rate")
    axes.tick_params(colors="#f4ead6", which="both")
    for text in (axes.xaxis.label, axes.yaxis.label):
        text.set_color("#f4ead6")
    axes.legend(facecolor="#16121f", labelcolor="#f4ead6")
    figure.tight_layout()
    figure.savefig(file, format="svg", metadata={"Date": None})
    plt.close(figure)


def main(arguments: list[str] | None = None) -> float:
    """Train, print curve and table; gives how far the net is above the exact loss rate."""
    parser = argparse.ArgumentParser(description="Train an agent for Raise Your Horns!")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--played", type=int, default=PLAYED, help="rounds of the last column")
    parser.add_argument("--plot", type=Path, help="write the learning curve, an SVG")
    parser.add_argument("--weights", type=Path, help="write the weights, as JSON")
    asked = parser.parse_args(arguments)
    began, curve = time.process_time(), []
    for rounds, net in train(asked.rounds, asked.seed):
        curve.append((rounds, float(np.mean(losses(one_against("trained", "exact", net))))))
        seconds = time.process_time() - began
        print(f"{rounds:>9} rounds  {curve[-1][1]:.2%} lost  {seconds:.0f} s", flush=True)
    measured = {name: measure(name, net, asked.played, asked.seed) for name in POLICIES}
    print("\n".join(table(measured, asked.played)))
    print("names itself in {} of {} situations".format(*names_itself(net)))
    if asked.plot:
        plot(curve, measured["exact"].mean, measured["greedy"].mean, asked.plot)
    if asked.weights:
        asked.weights.write_text(json.dumps(net.to_json()) + "\n", encoding="utf-8")
    return measured["trained"].mean - measured["exact"].mean


if __name__ == "__main__":
    main()

"""Train an agent for Horns Up by policy gradient on the rows of its legal moves.

    python examples/train_horns_up.py --games 12000 --jobs 2 --seed 1 --out trained

One small net gives every legal move a score from its row; the softmax of the scores is the policy.
The agent plays at tables of four against bots and itself. It is rewarded for winning, at first also
for coming nearer to the Stage, and learns by proximal policy optimisation with a critic. The same
seed and number of games give the same weights, whatever `--jobs` is. It needs numpy and matplotlib.
"""

from __future__ import annotations

import os

# One thread for matrices: the games are played in parallel, and sums stay the same everywhere.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import json
import time
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from matplotlib.figure import Figure

from hornsup.bots.base import Bot, Info
from hornsup.bots.lineup import make_bot
from hornsup.core.moves import Move
from hornsup.envs.encoder import make_encoder
from hornsup.envs.episode import Caps, Episode
from hornsup.lab.intervals import wilson
from hornsup.lab.plots import MAIN, SECOND, STYLE

Array = npt.NDArray[np.float32]
PLAYERS: Final = 4
HIDDEN: Final = (32, 16)
BATCH: Final = 64  # games between two updates
EPOCHS: Final = 3
CHUNK: Final = 512  # decisions in one step of the optimiser
CLIP: Final = 0.2
DECAY: Final = 0.95
RATE: Final = 1e-3
ENTROPY: Final = 0.01
BONUS: Final = 0.1  # for each Path less that is needed, fading out
BONUS_UNTIL: Final = 0.25  # of the games
SELF: Final = 0.3  # how many of the other seats the agent plays itself
CAPS: Final = Caps(max_turns=200)
ENCODER: Final = make_encoder("horns-up", PLAYERS)
SPANS: Final = ENCODER.row_layout.spans
FIRST: Final = SPANS["verb"].start  # what comes before depends on the deck and the table
WIDTH: Final = ENCODER.row_width - FIRST
SITUATION: Final = SPANS["phase"].start - FIRST  # from here on all rows of a decision are equal
NEEDED: Final = SPANS["own"].start + 4 - FIRST


# --- nets -----------------------------------------------------------------------------------


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


# --- games ----------------------------------------------------------------------------------


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


@dataclass(frozen=True)
class Task:
    """One game to play: its number, who plays, whether the agent explores."""

    seed: str
    seats: tuple[str, ...]
    explore: bool


AGENT: Final = "agent"


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


def play(task: Task, net: Net) -> list[Trace]:
    """One game; a trace for each seat of the agent."""
    rng = Random(f"moves/{task.seed}") if task.explore else None
    named = [(seat, name) for seat, name in enumerate(task.seats) if name != AGENT]
    bots = {seat: make_bot("horns-up", name) for seat, name in named}
    traces = {seat: Trace() for seat in range(PLAYERS) if seat not in bots}
    episode = Episode(ENCODER, CAPS, task.seed, bots)
    while not episode.done:
        place = 0
        if len(episode.legal) > 1:
            rows = ENCODER.rows(episode.state)[:, FIRST:]
            place, chance = choose(net, rows, rng)
            if task.explore:
                traces[episode.state.to_move or 0].add(rows, place, chance)
        episode.step(episode.legal[place])
    winners = episode.state.outcome.winners if episode.state.outcome else ()
    for seat, trace in traces.items():
        trace.won = seat in winners
    return [traces[seat] for seat in sorted(traces)]


def play_packed(work: tuple[Task, Net]) -> list[Trace]:
    """`play` in a worker process."""
    return play(*work)


class Players:
    """Plays games in this process or in several; the results are the same."""

    def __init__(self, jobs: int) -> None:
        self.pool = get_context("spawn").Pool(jobs) if jobs > 1 else None

    def play(self, tasks: list[Task], net: Net) -> list[list[Trace]]:
        if self.pool is None:
            return [play(task, net) for task in tasks]
        return self.pool.map(play_packed, [(task, net) for task in tasks], chunksize=4)

    def wins(self, tasks: list[Task], net: Net) -> int:
        return sum(trace.won for traces in self.play(tasks, net) for trace in traces)

    def close(self) -> None:
        if self.pool is not None:
            self.pool.close()
            self.pool.join()


def training_task(seed: int, number: int, rivals: list[str]) -> Task:
    """A game of the agent at one seat against bots, some of them replaced by itself."""
    rng = Random(f"seats/{seed}/{number}")
    seats = [AGENT if rng.random() < SELF else rng.choice(rivals) for _ in range(PLAYERS)]
    seats[number % PLAYERS] = AGENT
    return Task(f"train/{seed}/{number}", tuple(seats), explore=True)


def against(deals: str, games: int, rival: str) -> list[Task]:
    """Games against three bots of a kind, on deals that training never uses."""
    return [
        Task(
            f"{deals}/{number}",
            tuple(AGENT if seat == number % PLAYERS else rival for seat in range(PLAYERS)),
            explore=False,
        )
        for number in range(games)
    ]


# --- learning -------------------------------------------------------------------------------


@dataclass
class Batch:
    """The decisions of many games one after the other, with the rows of all their moves."""

    rows: Array
    starts: npt.NDArray[np.int64]  # where the rows of each decision begin
    sizes: npt.NDArray[np.int64]
    chosen: npt.NDArray[np.int64]  # the row of the move that was played
    logs: Array  # the logarithm of its chance then
    gains: Array  # how much better than expected it went from there
    returns: Array  # what the critic should have said

    def part(self, numbers: npt.NDArray[np.int64]) -> Batch:
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

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.net = Net.fresh(self.rng, (WIDTH, *HIDDEN, 1))
        self.critic = Net.fresh(self.rng, (WIDTH - SITUATION, 32, 1))
        self.scale = np.ones(WIDTH, dtype=np.float32)
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
        values = self.critic.score((tops * self.scale)[:, SITUATION:])
        needed = np.append(tops[:, NEEDED], 0.0 if trace.won else tops[-1, NEEDED])
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
        found = self.critic.forward(part.rows[part.starts][:, SITUATION:])
        error = found[-1][:, 0] - part.returns
        self.critic_steps.step(self.critic.gradient(found, error / len(error)), rate)


@dataclass
class Run:
    """What training and tests have shown so far."""

    curve: list[tuple[int, int, int]] = field(default_factory=list)  # games, tests, wins
    table: dict[str, tuple[int, int]] = field(default_factory=dict)  # rival: tests, wins
    seconds: float = 0.0


def train(settings: argparse.Namespace, players: Players, run: Run) -> Net:
    """Play, learn, and now and then test."""
    learner, began = Learner(settings.seed), time.perf_counter()
    rivals = settings.rivals.split(",")
    for first in range(0, settings.games, BATCH):
        if first % (BATCH * settings.every) == 0:
            test_on_the_way(settings, players, run, learner, first)
        left = 1 - first / settings.games
        numbers = range(first, min(first + BATCH, settings.games))
        tasks = [training_task(settings.seed, number, rivals) for number in numbers]
        traces = [t for game in players.play(tasks, learner.player()) for t in game if t.rows]
        if not first:
            learner.fit_scale(traces)
        bonus = BONUS * max(0.0, 1 - (1 - left) / BONUS_UNTIL)
        learner.learn(learner.batch(traces, bonus), RATE * (0.1 + 0.9 * left))
    test_on_the_way(settings, players, run, learner, settings.games)
    run.seconds = time.perf_counter() - began
    return learner.player()


def test_on_the_way(
    settings: argparse.Namespace, players: Players, run: Run, learner: Learner, games: int
) -> None:
    tasks = against(f"curve/{settings.seed}", settings.curve_games, "racer")
    run.curve.append((games, len(tasks), players.wins(tasks, learner.player())))
    share = wilson(run.curve[-1][2], len(tasks))
    print(
        f"{games:6} games: {share.value:6.1%} of {share.games} won against three racer", flush=True
    )
    write_weights(learner.player(), settings.out / "weights.json")


# --- what is written ------------------------------------------------------------------------


def write_weights(net: Net, path: Path) -> None:
    """Plain JSON; five significant digits."""
    layers = [{"weights": rounded(weights), "bias": rounded(bias)} for weights, bias in net.layers]
    spans = [name for name, span in SPANS.items() if span.start >= FIRST]
    path.write_text(json.dumps({"spans": spans, "layers": layers}) + "\n", encoding="utf-8")


def rounded(array: Array) -> Any:
    if array.ndim > 1:
        return [rounded(row) for row in array]
    return [float(f"{number:.5g}") for number in array]


def read_weights(path: Path) -> Net:
    """What `write_weights` wrote."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return Net(
        [
            (np.array(layer["weights"], np.float32), np.array(layer["bias"], np.float32))
            for layer in data["layers"]
        ]
    )


class Trained(Bot):
    """A bot that plays by trained weights: the best move, at tables of every size."""

    weights = Path(os.environ.get("HORNSUP_WEIGHTS", "trained/weights.json"))

    def __init__(self) -> None:
        self.net = read_weights(self.weights)

    def choose(self, info: Info) -> Move:
        state: Any = info.sample()  # rows are the same in every sample
        encoder = make_encoder("horns-up", state.players, state.options)
        legal = encoder.legal(state)
        rows = encoder.rows(state)[:, encoder.row_layout.spans["verb"].start :]
        return encoder.move(legal[choose(self.net, rows, None)[0]], info.seat)


def draw_curve(run: Run, path: Path) -> None:
    """The learning curve with 95 % intervals, as a small SVG."""
    with mpl.rc_context({**STYLE, "svg.hashsalt": "curve", "ytick.color": STYLE["xtick.color"]}):
        canvas = Figure(figsize=(5.6, 3.2), layout="constrained")
        axes = canvas.add_subplot()
        games = [point[0] for point in run.curve]
        shares = [wilson(wins, tests) for _, tests, wins in run.curve]
        low, high = [100 * s.low for s in shares], [100 * s.high for s in shares]
        axes.fill_between(games, low, high, color=MAIN, alpha=0.25, linewidth=0)
        axes.plot(games, [100 * s.value for s in shares], color=MAIN, marker="o", markersize=3)
        axes.axhline(25, color=SECOND, linewidth=1, linestyle="--")
        axes.set_xlabel("games played in training")
        axes.set_ylabel("won against three racer, %")
        axes.set_ylim(bottom=0)
        canvas.savefig(path, format="svg", metadata={"Date": None})


def final_table(settings: argparse.Namespace, players: Players, run: Run, net: Net) -> str:
    """Test against three of each kind of bot, and say how it went."""
    lines = ["| Against three | Games | Won | 95 % interval |", "|---|---:|---:|---:|"]
    for rival in settings.tests.split(","):
        tasks = against(f"test/{settings.seed}", settings.test_games, rival)
        run.table[rival] = (len(tasks), players.wins(tasks, net))
        share = wilson(run.table[rival][1], len(tasks))
        interval = f"{100 * share.low:.1f}–{100 * share.high:.1f} %"
        lines.append(f"| `{rival}` | {share.games} | {100 * share.value:.1f} % | {interval} |")
    return "\n".join(lines)


def read_arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=12_000, help="games to learn from")
    parser.add_argument("--jobs", type=int, default=2, help="processes that play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rivals", default="racer", help="bots to learn against, with commas")
    parser.add_argument("--every", type=int, default=16, help="batches between two tests")
    parser.add_argument("--curve-games", type=int, default=100, help="games of such a test")
    parser.add_argument("--test-games", type=int, default=400, help="games of each final test")
    parser.add_argument("--tests", default="racer,greedy,random", help="bots of the final tests")
    parser.add_argument("--out", type=Path, default=Path("trained"), help="folder for the results")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> None:
    settings = read_arguments(arguments)
    settings.out.mkdir(parents=True, exist_ok=True)
    players, run = Players(settings.jobs), Run()
    try:
        train(settings, players, run)
        draw_curve(run, settings.out / "curve.svg")
        table = final_table(settings, players, run, read_weights(settings.out / "weights.json"))
    finally:
        players.close()
    print(f"trained in {run.seconds:.0f} s\n\n{table}")
    (settings.out / "results.json").write_text(json.dumps(asdict(run), indent=1) + "\n")
    (settings.out / "table.md").write_text(table + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

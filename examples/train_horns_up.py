"""Train an agent for Horns Up by policy gradient on the rows of its legal moves.

    python examples/train_horns_up.py --games 4000 --jobs 2 --seed 1 --out trained

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
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure
from row_learning import Array, Learner, Net, Trace, choose

from hornsup.bots.base import Bot, Info
from hornsup.bots.lineup import make_bot
from hornsup.core.moves import Move
from hornsup.envs.encoder import make_encoder
from hornsup.envs.episode import Caps, Episode
from hornsup.lab.intervals import wilson
from hornsup.lab.plots import MAIN, SECOND, STYLE

PLAYERS: Final = 4
RATE: Final = 2e-3
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


# --- games ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Task:
    """One game to play: its number, who plays, whether the agent explores."""

    seed: str
    seats: tuple[str, ...]
    explore: bool


AGENT: Final = "agent"


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


# --- training -------------------------------------------------------------------------------


@dataclass
class Run:
    """What training and tests have shown so far."""

    curve: list[tuple[int, int, int]] = field(default_factory=list)  # games, tests, wins
    table: dict[str, tuple[int, int]] = field(default_factory=dict)  # rival: tests, wins
    seconds: float = 0.0


def train(settings: argparse.Namespace, players: Players, run: Run) -> Net:
    """Play, learn, and now and then test."""
    learner, began = Learner(settings.seed, WIDTH, SITUATION, NEEDED), time.perf_counter()
    rivals, batch = settings.rivals.split(","), settings.batch
    last = min(settings.until or settings.games, settings.games)
    for first in range(0, last, batch):
        if first % (batch * settings.every) == 0:
            test_on_the_way(settings, players, run, learner, first)
        left = 1 - first / settings.games
        numbers = range(first, min(first + batch, last))
        tasks = [training_task(settings.seed, number, rivals) for number in numbers]
        traces = [t for game in players.play(tasks, learner.player()) for t in game if t.rows]
        if not first:
            learner.fit_scale(traces)
        bonus = BONUS * max(0.0, 1 - (1 - left) / BONUS_UNTIL)
        learner.learn(learner.batch(traces, bonus), RATE * (0.1 + 0.9 * left))
    test_on_the_way(settings, players, run, learner, last)
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
    parser.add_argument("--games", type=int, default=4000, help="games to learn from")
    parser.add_argument("--until", type=int, help="stop after so many of these games")
    parser.add_argument("--jobs", type=int, default=2, help="processes that play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rivals", default="racer", help="bots to learn against, with commas")
    parser.add_argument("--batch", type=int, default=64, help="games between two updates")
    parser.add_argument("--every", type=int, default=10, help="batches between two tests")
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

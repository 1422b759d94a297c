"""The training example: it learns, it writes what it learnt, and a seed repeats it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from hornsup.bots.lineup import make_bot
from hornsup.testing import check_bot
from tests.bots.duels import play
from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"
SHORT = "--games 24 --batch 8 --every 2 --curve-games 4 --test-games 4 --tests racer,random".split()


def run(out: Path, *arguments: str) -> str:
    """The command as users give it."""
    command = [sys.executable, str(EXAMPLES / "train_horns_up.py"), *SHORT, "--out", str(out)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [*command, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def example(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return import_module(name)


def test_a_short_run_writes_weights_that_play_and_a_seed_repeats_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = run(tmp_path / "one", "--seed", "3", "--jobs", "1")
    assert "| `racer` | 4 |" in printed
    run(tmp_path / "two", "--seed", "3", "--jobs", "2")
    run(tmp_path / "other", "--seed", "4", "--jobs", "1")
    weights = {name: (tmp_path / name / "weights.json").read_bytes() for name in ("one", "two")}
    assert weights["one"] == weights["two"], "two processes learn what one learns"
    assert (tmp_path / "other" / "weights.json").read_bytes() != weights["one"]
    results = json.loads((tmp_path / "one" / "results.json").read_text(encoding="utf-8"))
    assert [point[0] for point in results["curve"]] == [0, 16, 24]
    assert "<svg" in (tmp_path / "one" / "curve.svg").read_text(encoding="utf-8")
    bot = example("train_horns_up", monkeypatch).Trained
    monkeypatch.setattr(bot, "weights", tmp_path / "one" / "weights.json")
    check_bot("horns-up", bot, games=2, max_turns=6)
    racers = [make_bot("horns-up", "racer") for _ in range(4)]
    assert play([bot(), *racers], "trained", max_turns=300) in range(5)


def test_the_gradient_is_the_slope(monkeypatch: pytest.MonkeyPatch) -> None:
    learning = example("row_learning", monkeypatch)
    rng = np.random.default_rng(5)
    net = learning.Net.fresh(rng, (6, 5, 4, 1))
    net.layers = [(w.astype(np.float64), b + 0.1) for w, b in net.layers]
    rows, slope = rng.normal(size=(7, 6)), rng.normal(size=7)
    gradients = net.gradient(net.forward(rows), slope.astype(np.float32))
    for array, gradient in zip(net.parameters, gradients, strict=True):
        for place in np.ndindex(array.shape):
            kept = array[place]
            array[place] = kept + 1e-5
            above = float(net.score(rows) @ slope)
            array[place] = kept - 1e-5
            below = float(net.score(rows) @ slope)
            array[place] = kept
            assert gradient[place] == pytest.approx((above - below) / 2e-5, abs=1e-3)


def test_it_learns_which_rows_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of three decisions, won by whoever takes the marked row at least twice."""
    learning = example("row_learning", monkeypatch)
    rng = np.random.default_rng(1)
    draws = Random(1)
    learner = learning.Learner(1, 6, 4, 5)
    shares = []
    for _ in range(40):
        traces = []
        for _ in range(32):
            trace, hits = learning.Trace(), 0
            for _ in range(3):
                rows = rng.random((5, 6)).astype(np.float32)
                rows[:, 4:] = rows[0, 4:]
                marked = int(rng.integers(5))
                rows[:, 0] = 0
                rows[marked, 0] = 1
                place, chance = learning.choose(learner.player(), rows, draws)
                trace.add(rows, place, chance)
                hits += place == marked
            trace.won = hits >= 2
            traces.append(trace)
        shares.append(float(np.mean([trace.won for trace in traces])))
        learner.learn(learner.batch(traces, 0.0), 1e-2)
    print("won, first and last:", shares[0], np.mean(shares[-5:]))
    assert shares[0] < 0.4
    assert np.mean(shares[-5:]) > 0.9

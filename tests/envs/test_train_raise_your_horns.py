"""The training example in a short form: it learns, measures itself and writes its results."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.conftest import ROOT

SCRIPT = ROOT / "examples" / "train_raise_your_horns.py"
PAGE = ROOT / "docs" / "training.md"


@pytest.fixture(scope="module")
def script() -> Any:
    spec = importlib.util.spec_from_file_location(SCRIPT.stem, SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[SCRIPT.stem] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_a_short_training_comes_within_two_points_of_the_exact_solution(
    script: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The page's own run has four players and takes 25 times as many rounds; here the curve has
    its two ends only, and three players make a quicker table."""
    monkeypatch.setattr(script, "PLAYERS", 3)
    monkeypatch.setattr(script, "FIRST_MEASURED", 10**9)
    curve, weights = tmp_path / "curve.svg", tmp_path / "agent.json"
    short = ["--rounds", "40000", "--played", "4000", "--seed", "1"]
    above = script.main([*short, "--plot", str(curve), "--weights", str(weights)])
    assert 0 <= above < 0.02
    printed = capsys.readouterr().out.splitlines()
    assert [line.split("|")[1].strip() for line in printed if line.startswith("| ")] == [
        "One plays",
        *script.POLICIES,
    ]
    first, last = (float(line.split()[2].rstrip("%")) for line in printed[:2])
    assert first - last > 3
    assert curve.read_text(encoding="utf-8").startswith("<?xml")
    assert len(json.loads(weights.read_text(encoding="utf-8"))) == 4


def test_the_same_seed_trains_the_same_net(script: Any) -> None:
    def weights(seed: int) -> list[Any]:
        *_, (_, net) = script.train(3_000, seed)
        assert net.updates > 0
        found: list[Any] = net.weights
        return found

    one, again, other = weights(1), weights(1), weights(2)
    assert all(np.array_equal(a, b) for a, b in zip(one, again, strict=True))
    assert not np.array_equal(one[0], other[0])


def test_weights_come_back_from_plain_data(script: Any) -> None:
    *_, (_, net) = script.train(3_000, 1)
    rng = np.random.default_rng(1)
    observations = rng.integers(0, 3, (20, 81))
    before = net.odds(observations)
    net.from_json(json.loads(json.dumps(net.to_json())))
    assert np.allclose(net.odds(observations), before, atol=1e-2)


def test_a_net_learns_what_it_is_told(script: Any) -> None:
    """Action 5 always loses, action 6 never does; their guesses move apart."""
    [(_, net)] = script.train(0, 1)
    observations = np.random.default_rng(2).integers(0, 2, (256, 81))
    actions = np.arange(256) % 2 + 5
    lost = (actions == 5).astype(float)
    for _ in range(60):
        net.learn(observations, actions, lost, 1e-2)
    odds = net.odds(observations)
    assert odds[:, 5].min() > 1 > -1 > odds[:, 6].max()


def test_the_page_shows_the_curve_and_keeps_within_two_points() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert "img/training-dice.svg" in text
    rows = [line.split("|") for line in text.splitlines() if line.startswith("| trained ")]
    assert rows
    above = float(rows[0][7].split()[0])
    assert above < 2

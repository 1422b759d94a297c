"""The golden playthroughs play out line by line as they stand."""

from __future__ import annotations

import sys

import pytest

from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import golden


@pytest.mark.parametrize("name", golden.GAMES)
def test_golden_playthrough(name: str) -> None:
    stored = (golden.FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = golden.playthrough(name).splitlines()
    for number, (was, came) in enumerate(zip(stored, played, strict=False), 1):
        assert came == was, f"line {number} of {name}; if meant so, run `make golden`"
    assert len(stored) == len(played)

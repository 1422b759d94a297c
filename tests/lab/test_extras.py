"""A command whose libraries are not installed says in one line which extra brings them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hornsup.cli import run


@pytest.mark.parametrize(
    ("library", "extra", "words"),
    [
        ("matplotlib", "lab", "report somewhere"),
        ("numpy", "lab", "compare horns-up --preset standard,en"),
        ("openskill", "lab", "tournament --bots racer,random"),
        ("pyarrow", "lab", "simulate horns-up --games 1 --out run --format parquet"),
        ("ray", "ray", "simulate horns-up --games 1 --ray auto"),
    ],
)
def test_a_missing_library_names_its_extra(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    library: str,
    extra: str,
    words: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    assert run(words.split()) == 1
    err = capsys.readouterr().err
    assert f"needs {library}; install it with: pip install 'hornsup[{extra}]'" in err
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_plain_simulation_needs_nothing_else(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for library in ("numpy", "matplotlib", "pyarrow", "openskill", "ray"):
        monkeypatch.setitem(sys.modules, library, None)
    words = f"simulate horns-up --games 2 --bots racer --out {tmp_path / 'run'}".split()
    assert run(words) == 0
    assert (tmp_path / "run" / "games.csv").exists()
    assert capsys.readouterr().err == ""

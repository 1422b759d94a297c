"""`hornsup bench`."""

from __future__ import annotations

import json

import pytest

from hornsup.cli import run
from hornsup.core import registry


def test_every_game_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "--seconds", "0.05", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found) == registry.names()
    for figures in found.values():
        assert figures["moves"] > 0
        assert figures["moves_per_second"] > 0
        assert figures["copy_microseconds"] > 0


def test_one_game_has_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    game = registry.names()[0]
    assert run(["bench", game, "--seconds", "0.02"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(game)
    assert "moves/s" in line


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess"], "chess"),
        (["--seconds", "0"], "seconds is a number above 0"),
        (["--players", "40"], "players"),
    ],
)
def test_wrong_arguments_end_in_one_line(
    capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert run(["bench", *words]) == 1
    err = capsys.readouterr().err
    assert told in err
    assert err.count("\n") == 1

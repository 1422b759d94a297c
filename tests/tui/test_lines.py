"""Line mode: the same client on a pipe, without Textual, and in sentences for screen readers."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from hornsup.cli import common
from tests.cli.test_extras import Terminal
from tests.conftest import ROOT


def hornsup_on_a_pipe(*words: str, stdin: str = "", **environment: str) -> str:
    """What `hornsup play` prints where there is no terminal."""
    done = subprocess.run(
        [sys.executable, "-m", "hornsup", "play", *words],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), **environment},
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_a_game_on_a_pipe_is_played_at_a_table() -> None:
    words = ("raise-your-horns", "--players", "3", "--option", "end_value=2", "--lang", "en")
    out = hornsup_on_a_pipe(*words, "--seed", "5", stdin="1\n" * 400)
    assert out.startswith("Welcome to Raise Your Horns! Players at this table: 3.")
    assert "win" in out.splitlines()[-1]
    assert "\x1b" not in out


def test_the_same_seed_tells_the_same_game() -> None:
    words = "raise-your-horns --seat - --seed 8 --players 3 --bots random --lang en".split()
    assert hornsup_on_a_pipe(*words) == hornsup_on_a_pipe(*words)


def test_a_move_can_be_taken_back_and_chat_is_said() -> None:
    lines = "1\nsay hello there\npath NS 9,9\n1\nundo\nquit\n"
    out = hornsup_on_a_pipe("--seed", "3", "--lang", "en", stdin=lines)
    assert "A: hello there" in out
    assert "Not possible" in out
    assert "A undoes the last move." in out


def test_the_odds_are_told() -> None:
    lines = "1\n1\nodds\nquit\n"
    out = hornsup_on_a_pipe("raise-your-horns", "--seed", "3", "--lang", "en", stdin=lines)
    assert "risk of losing (best)" in out


def test_two_people_on_a_pipe_pass_the_device_on() -> None:
    lines = "\n1\n\n1\nquit\n"
    out = hornsup_on_a_pipe("--seat", "A,B", "--seed", "3", "--lang", "en", stdin=lines)
    assert "Pass the device to A" in out
    assert "Pass the device to B" in out


@pytest.mark.parametrize(
    ("game", "part"),
    [("horns-up", "Path, open to the"), ("raise-your-horns", "anticlockwise")],
)
def test_a_screen_reader_gets_sentences(game: str, part: str) -> None:
    stdin = "1\n" * 12 + "table\nquit\n"
    out = hornsup_on_a_pipe(game, "--lines", "--seed", "3", "--lang", "en", stdin=stdin)
    assert part in out
    assert not {*out} & {*"░▒┃━╋│╭═"}


def test_without_textual_and_with_a_dumb_terminal_lines_are_printed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for stream in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, stream, Terminal())
    monkeypatch.setenv("TERM", "xterm-256color")
    assert common.full_screen()
    monkeypatch.setenv("TERM", "dumb")
    assert not common.full_screen()
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(common, "find_spec", lambda _name: None)
    assert not common.full_screen()

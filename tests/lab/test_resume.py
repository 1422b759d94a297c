"""An interrupted tournament or comparison goes on to the numbers of an uninterrupted one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from hornsup.cli import run
from hornsup.errors import BadInput
from hornsup.lab import run_folder
from hornsup.lab.journal import Journal
from hornsup.lab.run_folder import RunFolder, code_digest
from hornsup.lab.simulate import Played
from hornsup.lab.tournament import Tournament
from tests.conftest import ROOT

SETUP = Tournament("raise-your-horns", ("random", "greedy", "exact"), 3, 12, 4)
TASKS = SETUP.tasks()
WORDS = "tournament --bots racer,random,easy --players 3 --games 200 --max-turns 60 --seed 9"
COMPARED = "compare horns-up --option must_act=false,true --games 150 --seed 1"


def game(number: int) -> Played:
    return Played(TASKS[number][1], True, (number % 3,), 5 + number, 9, seen={"losses": [1, 2, 0]})


def kept(path: Path) -> list[Played]:
    return Journal(path, TASKS).games


# --- the journal ------------------------------------------------------------------------------


def test_a_journal_gives_back_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    journal = Journal(path, TASKS)
    journal.append([game(0), game(1)])
    journal.append([replace(game(2), finished=False, winners=(), seconds=1.5, record="roll")])
    again = Journal(path, TASKS)
    assert not again.damaged
    assert again.games == [game(0), game(1), replace(game(2), finished=False, winners=())]
    assert len(path.read_text().splitlines()) == 3


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_damaged_end_costs_one_game(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "games.jsonl"
    Journal(path, TASKS).append([game(number) for number in range(5)])
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    torn = Journal(path, TASKS)
    assert torn.damaged
    assert torn.games == [game(number) for number in range(4)]
    torn.append([game(4)])
    assert path.read_bytes() == whole
    assert not Journal(path, TASKS).damaged


def test_a_last_line_of_rubbish_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    Journal(path, TASKS).append([game(0), game(1)])
    whole = path.read_bytes()
    path.write_bytes(whole + b"\0\0\0\0\n")
    assert kept(path) == [game(0), game(1)]
    assert path.read_bytes() == whole


def test_damage_in_the_middle_or_other_settings_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    Journal(path, TASKS).append([game(number) for number in range(4)])
    with pytest.raises(BadInput, match="line 1 is garbled: it is not game 0"):
        Journal(path, replace(SETUP, seed=5).tasks())
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[2], lines[3]]))
    with pytest.raises(BadInput, match="line 2 is garbled"):
        kept(path)


# --- the folder -------------------------------------------------------------------------------


def test_a_folder_keeps_its_settings(tmp_path: Path) -> None:
    RunFolder.create(tmp_path / "a", "tournament", SETUP.to_json())
    found = RunFolder.open(tmp_path / "a", "tournament")
    assert Tournament.from_json(found.settings) == SETUP
    with pytest.raises(BadInput, match=r"go on with: hornsup tournament --resume .*a"):
        RunFolder.create(tmp_path / "a", "tournament", SETUP.to_json())
    with pytest.raises(BadInput, match="a run of hornsup tournament, not of hornsup compare"):
        RunFolder.open(tmp_path / "a", "compare")
    (tmp_path / "a" / "run.json").write_text("{}")
    with pytest.raises(BadInput, match=r"run\.json is garbled"):
        RunFolder.open(tmp_path / "a", "tournament")


def test_other_code_does_not_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the games by one version of a bot and half by another would mean nothing."""
    RunFolder.create(tmp_path, "tournament", SETUP.to_json())
    monkeypatch.setattr(run_folder, "code_digest", lambda: "other")
    with pytest.raises(BadInput, match="played by other rules or bots"):
        RunFolder.open(tmp_path, "tournament")


def test_the_digest_of_the_code_is_that_of_rules_and_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "hornsup"
    for name in ("core/a.py", "games/b.toml", "bots/c.py", "lab/simulate.py", "lab/seating.py"):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("x\n")
    monkeypatch.setattr(run_folder, "__file__", str(package / "lab" / "run_folder.py"))

    def digest() -> str:
        code_digest.cache_clear()
        return code_digest()

    try:
        before = digest()
        (package / "core" / "a.so").write_bytes(b"compiled")
        (package / "lab" / "report.py").write_text("y\n")
        assert digest() == before
        (package / "games" / "b.toml").write_text("y\n")
        assert digest() != before
    finally:
        code_digest.cache_clear()


# --- interruptions ----------------------------------------------------------------------------


def begin(words: str, out: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "hornsup", *words.split(), "--out", str(out), "--jobs", "1"],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(process: subprocess.Popen[str], grown: Path) -> None:
    """Until some games are on the disk."""
    end = time.monotonic() + 60
    while not (grown.exists() and grown.stat().st_size > 1500):
        assert process.poll() is None, "it was done before it could be interrupted"
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tournament, played without an interruption."""
    path = tmp_path_factory.mktemp("tournament") / "whole"
    assert run([*WORDS.split(), "--json", "--out", str(path), "--jobs", "1"]) == 0
    return path


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "kill"])
def test_an_interrupted_tournament_ends_like_a_whole_one(
    whole: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], how: signal.Signals
) -> None:
    parts = tmp_path / "parts"
    process = begin(WORDS, parts)
    wait_for(process, parts / "games.jsonl")
    process.send_signal(how)
    _, err = process.communicate(timeout=60)
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert f"go on with: hornsup tournament --resume {parts}" in err
    assert not (parts / "tournament.json").exists()
    before = (parts / "games.jsonl").read_bytes()
    assert 0 < before.count(b"\n") < 200
    (parts / "games.jsonl").write_bytes(before[:-3])  # as if it had been hit while writing

    capsys.readouterr()
    assert run(["tournament", "--resume", str(parts), "--json", "--jobs", "2"]) == 0
    resumed = capsys.readouterr()
    assert "was damaged and is played again" in resumed.err
    assert json.loads(resumed.out) == json.loads((whole / "tournament.json").read_text())
    for name in ("games.jsonl", "tournament.json", "tournament.md"):
        assert (parts / name).read_bytes() == (whole / name).read_bytes()
    assert before[:-200] == (parts / "games.jsonl").read_bytes()[: len(before) - 200]


def test_a_finished_tournament_is_told_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "tournament raise-your-horns --bots random,exact --players 3 --games 6 --json --jobs 1"
    assert run([*words.split(), "--out", str(tmp_path)]) == 0
    first = capsys.readouterr().out
    assert run(["tournament", "--resume", str(tmp_path), "--json"]) == 0
    assert capsys.readouterr().out == first


def test_an_interrupted_comparison_ends_like_a_whole_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    process = begin(COMPARED, parts)
    wait_for(process, parts / "4-players-must_act=false" / "games.csv")
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    rows = (parts / "4-players-must_act=false" / "games.csv").read_text().count("\n") - 1
    assert rows > 0
    assert not (parts / "4-players-must_act=true" / "summary.json").exists()

    assert run(["compare", "--resume", str(parts), "--jobs", "1"]) == 0
    resumed = capsys.readouterr().out
    assert run([*COMPARED.split(), "--out", str(whole), "--jobs", "2"]) == 0
    assert resumed.replace("parts", "whole") == capsys.readouterr().out
    for value in ("false", "true"):
        folder = f"4-players-must_act={value}"
        files = [(path / folder / "games.csv").read_bytes() for path in (whole, parts)]
        assert files[0] == files[1]


def test_a_comparison_says_the_same_with_and_without_a_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "compare raise-your-horns --option end_value=5,8 --bots random --games 30 --jobs 1"
    assert run(words.split()) == 0
    told = capsys.readouterr().out
    assert run([*words.split(), "--out", str(tmp_path / "out")]) == 0
    kept_too = capsys.readouterr().out
    assert [line for line in kept_too.splitlines() if "written to" not in line] == told.splitlines()
    assert json.loads((tmp_path / "out" / "run.json").read_text())["command"] == "compare"


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("--resume nowhere", "holds no run; begin one with: hornsup compare"),
        ("--resume nowhere --games 7", "leave out games"),
    ],
)
def test_errors_are_one_line(capsys: pytest.CaptureFixture[str], words: str, part: str) -> None:
    assert run(["compare", *words.split()]) == 1
    err = capsys.readouterr().err
    assert part in err
    assert err.count("\n") == 1

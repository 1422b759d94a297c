"""Many games: the same whoever plays them, kept when interrupted, and each one to be had again."""

from __future__ import annotations

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import hornsup
from hornsup.bots import Bot, Info
from hornsup.cli import run
from hornsup.core import record
from hornsup.core.moves import Move
from hornsup.lab.crew import make_crew, play_tasks
from hornsup.lab.results import Results, columns
from hornsup.lab.simulate import MOVES_PER_TURN, Plan, Played, Tally, play_all, play_one, tasks_of
from tests.conftest import ROOT

PLAN = Plan("horns-up", players=4, games=30, bots="racer", seed=3)
DICE = Plan("raise-your-horns", players=5, games=60, bots="random", seed=3)


def untimed(chunks: Any) -> list[Played]:
    return [replace(played, seconds=0.0) for chunk in chunks for played in chunk]


def folder(path: Path) -> dict[str, bytes]:
    """What must not depend on how the games were played."""
    moves = gzip.decompress((path / "moves.txt.gz").read_bytes())
    return {"rows": (path / "games.csv").read_bytes(), "moves": moves}


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(list(words))
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("plan", [PLAN, DICE], ids=lambda plan: plan.game)
def test_the_results_do_not_depend_on_the_jobs(plan: Plan) -> None:
    alone, two, left_to_it = (untimed(play_all(plan, jobs, watch=True)) for jobs in (1, 2, None))
    assert [played.number for played in alone] == list(range(plan.games))
    assert alone == two == left_to_it


def test_watching_changes_nothing() -> None:
    short = replace(PLAN, games=5)
    watched = untimed(play_all(short, 1, watch=True))
    assert [replace(played, seen=None, record="") for played in watched] == untimed(
        play_all(short, 1)
    )


def test_a_stop_keeps_the_beginning_of_the_plan() -> None:
    asked: list[int] = []

    def stopped() -> bool:
        return len(asked) >= 7

    with make_crew(1, stopped) as crew:
        for chunk in play_tasks(crew, tasks_of(PLAN), PLAN.games, False, stopped):
            asked += [played.number for played in chunk]
    assert asked == list(range(len(asked)))
    assert 7 <= len(asked) < PLAN.games


def test_a_stop_keeps_the_beginning_of_the_plan_in_processes_too() -> None:
    plan = replace(PLAN, games=4000)
    seen: list[int] = []

    def stopped() -> bool:
        return len(seen) > 10

    with make_crew(2) as crew:
        for chunk in play_tasks(crew, tasks_of(plan), plan.games, False, stopped):
            seen += [played.number for played in chunk]
    assert seen == list(range(len(seen)))
    assert 10 < len(seen) < plan.games


def write_run(path: Path, plan: Plan, form: str = "csv", until: int | None = None) -> Tally:
    """A run in a folder; interrupted after some games if `until` says so."""
    results = Results.open(path) if (path / "plan.json").exists() else None
    results = results or Results.create(path, plan, form)
    tally = results.resume()
    last = plan.games if until is None else until
    with make_crew(1) as crew:
        tasks = tasks_of(plan, tally.games)
        for chunk in play_tasks(crew, tasks, last - tally.games, watch=True):
            results.append(chunk)
            tally.add(chunk)
    results.finish(tally)
    return tally


def test_what_was_interrupted_goes_on_to_the_same_results(tmp_path: Path) -> None:
    whole = write_run(tmp_path / "whole", PLAN)
    write_run(tmp_path / "parts", PLAN, until=7)
    write_run(tmp_path / "parts", PLAN, until=19)
    parts = write_run(tmp_path / "parts", PLAN)
    assert folder(tmp_path / "whole") == folder(tmp_path / "parts")
    timeless = [
        {key: value for key, value in tally.summary().items() if "second" not in key}
        for tally in (whole, parts)
    ]
    assert timeless[0] == timeless[1]
    assert json.loads((tmp_path / "parts" / "summary.json").read_text())["complete"] is True


def test_torn_files_lose_only_what_was_torn(tmp_path: Path) -> None:
    write_run(tmp_path / "whole", PLAN)
    write_run(tmp_path / "torn", PLAN, until=20)
    rows, moves = tmp_path / "torn" / "games.csv", tmp_path / "torn" / "moves.txt.gz"
    rows.write_bytes(rows.read_bytes()[:-40])
    moves.write_bytes(moves.read_bytes()[:-9])
    write_run(tmp_path / "torn", PLAN)
    assert folder(tmp_path / "whole") == folder(tmp_path / "torn")


def test_the_rows_say_what_happened(tmp_path: Path) -> None:
    write_run(tmp_path / "run", PLAN)
    with (tmp_path / "run" / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == list(columns("horns-up"))
    state, moves = play_one(PLAN, 4)
    assert rows[4]["seed"] == "3/4"
    assert rows[4]["bots"] == "racer"
    assert state.outcome is not None
    assert rows[4]["winners"] == "ABCD"[state.outcome.winners[0]]
    assert (rows[4]["turns"], rows[4]["moves"]) == (str(state.turns), str(moves))
    assert json.loads(rows[4]["cards"])


def test_parquet_holds_the_same_rows(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow comes with the lab extra")

    for plan in (replace(PLAN, games=9), replace(DICE, games=9)):
        write_run(tmp_path / plan.game / "csv", plan)
        write_run(tmp_path / plan.game / "parquet", plan, "parquet", until=4)
        write_run(tmp_path / plan.game / "parquet", plan, "parquet")
        one, two = (Results.open(tmp_path / plan.game / form) for form in ("csv", "parquet"))
        assert not two.csv_path.exists()
        assert list(one.rows()) == list(two.rows())
        assert parquet.read_table(two.parquet_path).num_rows == 9


def test_a_folder_by_the_command_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = str(tmp_path / "run")
    words = "simulate horns-up --games 6 --bots racer --seed 3 --json --out".split()
    code, told, err = call(capsys, *words, out)
    assert (code, err) == (0, "")
    plain = json.loads(call(capsys, *words[:-1])[1])
    with_folder = json.loads(told)
    assert list(with_folder) == list(plain)
    assert with_folder["wins"] == plain["wins"]
    assert json.loads((tmp_path / "run" / "summary.json").read_text())["wins"] == plain["wins"]
    code, _, err = call(capsys, *words, out)
    assert code == 1
    assert f"hornsup simulate --resume {out}" in err
    code, told, _ = call(capsys, "simulate", "--resume", out, "--json")
    assert code == 0
    assert json.loads(told)["wins"] == plain["wins"]


def test_any_game_is_one_command_away(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out, file = str(tmp_path / "run"), tmp_path / "game.json"
    words = "simulate horns-up --games 6 --bots racer --seed 3 --option must_act=true".split()
    told = call(capsys, *words, "--out", out)[1]
    command = next(line for line in told.splitlines() if "--save-game" in line).split("|")[0]
    number = int(command.split("--save-game")[1].split()[0])
    again = call(capsys, *command.split()[1:])[1]
    assert json.loads(again)["options"] == {"must_act": True}
    code, told, _ = call(capsys, "simulate", "--resume", out, "--save-game", str(number), str(file))
    assert code == 0
    assert f"hornsup replay {file}" in told
    assert json.loads(file.read_text()) == json.loads(again)
    assert record.verify(json.loads(again)).honest
    assert hornsup.replay(json.loads(again)).over
    assert call(capsys, "replay", str(file))[0] == 0


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("simulate --resume nowhere", "holds no results"),
        ("simulate horns-up --save-game -1 -", "numbered from 0"),
        ("simulate horns-up --jobs 0", "from 1"),
        ("simulate horns-up --ray nowhere:1", "ray"),
    ],
)
def test_errors_are_one_line(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: str,
    part: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, "ray", None)
    code, _, err = call(capsys, *words.split())
    assert code == 1
    assert part in err
    assert err.count("\n") == 1


def test_with_resume_the_plan_is_that_of_the_folder(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    write_run(tmp_path / "run", PLAN, until=3)
    words = ["simulate", "--resume", str(tmp_path / "run")]
    code, _, err = call(capsys, *words, "--bots", "random")
    assert code == 1
    assert "leave out bots" in err
    assert call(capsys, *words, "--save-game", "29", "-")[0] == 1
    assert call(capsys, *words, "--json")[0] == 0


def test_a_garbled_plan_and_another_engine_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    write_run(tmp_path, PLAN, until=1)
    plan = tmp_path / "plan.json"
    data = json.loads(plan.read_text())
    for text, part in (
        ("{", "garbled"),
        (json.dumps({**data, "engine": "0"}), "rules version '0'"),
    ):
        plan.write_text(text)
        code, _, err = call(capsys, "simulate", "--resume", str(tmp_path))
        assert code == 1
        assert part in err


def test_a_run_of_an_earlier_engine_with_the_same_games_goes_on(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    write_run(tmp_path, PLAN, until=1)
    plan = tmp_path / "plan.json"
    data = json.loads(plan.read_text())
    assert data["engine"] == "2"
    plan.write_text(json.dumps({**data, "engine": "1"}))
    assert call(capsys, "simulate", "--resume", str(tmp_path))[0] == 0


def test_rows_of_another_make_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    write_run(tmp_path, PLAN, until=2)
    rows = tmp_path / "games.csv"
    text = rows.read_text()
    wrong = (
        (text.replace("kingmaking", "queenmaking"), "other columns"),
        (text.replace("1,3/1,4,", "1,3/1,four,"), "players of game 1 is 'four'"),
    )
    for changed, part in wrong:
        rows.write_text(changed)
        for command in (["simulate", "--resume"], ["report"]):
            code, _, err = call(capsys, *command, str(tmp_path))
            assert code == 1
            assert part in err
            assert err.count("\n") == 1


def test_a_bot_that_fails_is_named_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lab_failing.py").write_text(
        "class Failing:\n    def choose(self, info):\n        return info.legal[0] / 0\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    for jobs in ("1", "2"):
        words = ["simulate", "horns-up", "--bots", "lab_failing:Failing", "--jobs", jobs]
        code, _, err = call(capsys, *words)
        assert code == 1
        assert "the bot 'lab_failing:Failing' failed in game 0" in err
        assert "lab_failing.py, line 3" in err
        assert err.count("\n") == 1


def interrupted(path: Path, *words: str) -> tuple[int, str]:
    """Start a long run, press Ctrl-C once it has written something, and see how it ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", "hornsup", *words, "--out", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
    )
    try:
        deadline = time.monotonic() + 60
        while not (path / "games.csv").exists() or (path / "games.csv").stat().st_size < 3000:
            assert time.monotonic() < deadline, "nothing was written"
            assert process.poll() is None, process.communicate()[1]
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    return process.returncode, err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_finished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], jobs: str
) -> None:
    path = tmp_path / "run"
    words = f"simulate horns-up --games 100000 --bots racer --seed 3 --jobs {jobs}".split()
    code, err = interrupted(path, *words)
    assert code == 130
    assert "Traceback" not in err
    assert f"go on with: hornsup simulate --resume {path}" in err
    summary = json.loads((path / "summary.json").read_text())
    done = sum(1 for _ in Results.open(path).rows())
    assert summary["games"] == done == sum(1 for _ in Results.open(path).moves()) > 0
    assert summary["complete"] is False
    plan = path / "plan.json"
    data = json.loads(plan.read_text())
    data["plan"]["games"] = done + 3
    plan.write_text(json.dumps(data))
    assert call(capsys, "simulate", "--resume", str(path), "--json")[0] == 0
    write_run(tmp_path / "whole", replace(PLAN, games=done + 3))
    assert folder(path) == folder(tmp_path / "whole")


class Wanderer(Bot):
    """Walks whenever it can and never ends a turn of its own accord."""

    def choose(self, info: Info) -> Move:
        walks = [move for move in info.legal if str(move).startswith("walk")]
        paths = [move for move in info.legal if str(move).startswith("path")]
        return info.rng.choice(walks or paths or info.legal)


def test_a_bot_that_walks_for_ever_is_cut_off() -> None:
    plan = Plan("horns-up", 3, 1, f"{__name__}:Wanderer", seed=1, max_turns=5)
    state, moves = play_one(plan, 0)
    assert not state.over
    assert moves == 5 * MOVES_PER_TURN

"""The command line as a stranger meets it: results on stdout, one clear line on stderr."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import hornsup
from hornsup.cli import run
from tests.conftest import ROOT


def hornsup_command(
    *words: str, stdin: str = "", cwd: Path = ROOT
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hornsup", *words],
        input=stdin,
        capture_output=True,
        text=True,
        cwd=cwd,
        timeout=120,
        check=False,
    )


def call(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """The same in this process, for speed."""
    code = run(list(words))
    out, err = capsys.readouterr()
    return code, out, err


def a_record(tmp_path: Path, moves: int = 60) -> Path:
    state = hornsup.new("horns-up", players=3, seed=5)
    for _ in range(moves):
        if not state.over:
            legal = state.legal_moves()
            state.apply(legal[len(legal) // 2])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(state.record()), encoding="utf-8")
    return path


def test_alone_it_prints_the_short_help() -> None:
    done = hornsup_command()
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: hornsup")


@pytest.mark.parametrize(
    ("words", "code", "part"),
    [
        (["nonsense"], 2, "No such command"),
        (["simulate"], 2, "Missing argument"),
        (["simulate", "horns-up", "--players", "many"], 2, "not a valid integer"),
        (["simulate", "chess"], 1, "unknown game 'chess'"),
        (["simulate", "horns-up", "--players", "2"], 1, "3 to 9 players, not 2"),
        (["simulate", "horns-up", "--players", "10"], 1, "3 to 9 players, not 10"),
        (["simulate", "horns-up", "--option", "foo=1"], 1, "unknown option 'foo'"),
        (["simulate", "horns-up", "--option", "must_act"], 1, "NAME=VALUE"),
        (["simulate", "horns-up", "--option", "must_act=perhaps"], 1, "true or false"),
        (["simulate", "horns-up", "--preset", "de"], 1, "unknown preset 'de'"),
        (["simulate", "horns-up", "--deck", "nowhere.toml"], 1, "no deck 'nowhere.toml'"),
        (["simulate", "horns-up", "--bots", "genius"], 1, "unknown bot 'genius'"),
        (["simulate", "horns-up", "--bots", "no_such_module:Bot"], 1, "cannot be loaded"),
        (["simulate", "horns-up", "--games", "0"], 1, "from 1"),
        (["simulate", "horns-up", "--jobs", "0"], 1, "from 1"),
        (["rules", "H99"], 1, "no rule"),
        (["rules", "--search", "xylophone"], 1, "no rule contains"),
        (["rules", "H1", "--lang", "de"], 1, "no language 'de'"),
        (["replay", "nowhere.json"], 1, "No such file"),
        (["verify", "nowhere.json"], 1, "No such file"),
        (["check", "nowhere.toml"], 1, "No such file"),
        (["deck", "nowhere.toml"], 1, "No such file"),
        (["play", "horns-up", "--seat", "Z"], 1, "no seat"),
    ],
)
def test_errors_are_one_line_that_says_what_to_do(
    capsys: pytest.CaptureFixture[str], words: list[str], code: int, part: str
) -> None:
    got, _, err = call(capsys, *words)
    assert got == code
    assert part in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "text",
    ["", "{}", "[1, 2", '{"format": "hornsup-record/1"}', "\x00", '{"format": 3}', "[" * 9000],
)
def test_a_garbled_record_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str
) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    for command in ("replay", "verify"):
        code, out, err = call(capsys, command, str(path))
        assert (code, out) == (1, "")
        assert err.count("\n") == 1


def test_a_file_that_is_no_text_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff\xfe")
    for command in ("replay", "verify", "check", "deck"):
        code, _, err = call(capsys, command, str(path))
        assert code == 1
        assert err.count("\n") == 1


def test_simulate_prints_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate horns-up --players 4 --games 20 --bots racer --seed 1 --json".split()
    code, out, err = call(capsys, *words)
    assert (code, err) == (0, "")
    figures = json.loads(out)
    expected = (
        "game players games finished unfinished moves seconds moves_per_second games_per_second "
        "wins bots wins_by_bot turns_mean turns_p95"
    )
    assert set(expected.split()) <= set(figures)
    assert figures["finished"] == figures["games"] == sum(figures["wins"]) == 20
    assert figures["wins_by_bot"] == {"racer": 20}


def test_simulate_is_the_same_whatever_the_jobs() -> None:
    results = []
    for jobs in ("1", "2"):
        done = hornsup_command(
            *"simulate horns-up --players 5 --games 60 --bots racer,random --seed 5 --json".split(),
            "--jobs",
            jobs,
        )
        figures = json.loads(done.stdout)
        results.append({key: figures[key] for key in ("wins", "moves", "finished", "turns_mean")})
    assert results[0] == results[1]


def test_simulate_cuts_endless_games(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate horns-up --games 4 --bots random --max-turns 15 --json".split()
    figures = json.loads(call(capsys, *words)[1])
    assert figures["unfinished"] == 4


def test_simulate_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = call(capsys, *["simulate", "horns-up", "--games", "5", "--bots", "racer"])
    assert code == 0
    assert "5 games, 5 finished" in out


def test_verify_accepts_a_true_record_and_names_what_is_false(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = a_record(tmp_path)
    code, out, _ = call(capsys, "verify", str(path))
    assert code == 0
    assert out.startswith("Honest")
    data = json.loads(path.read_text())
    data["seed"] = 6
    path.write_text(json.dumps(data))
    code, out, _ = call(capsys, "verify", str(path))
    assert code == 1
    assert out.startswith("NOT HONEST: move 1")


def test_replay_tells_the_game_in_three_languages(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = a_record(tmp_path)
    told = [call(capsys, "replay", str(path), "--lang", lang)[1] for lang in ("en", "it", "fr")]
    assert len(set(told)) == 3
    assert len({text.count("\n") for text in told}) == 1
    lines = call(capsys, "replay", str(path), "--json")[1].splitlines()
    assert json.loads(lines[0])["events"][0]["event"] == "first-player"


def test_replay_from_a_seat_hides_the_other_hands(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = a_record(tmp_path, 20)
    out = call(capsys, "replay", str(path), "--seat", "B", "--json")[1]
    for line in out.splitlines():
        for event in json.loads(line)["events"]:
            if event["event"] == "drew":
                assert (event["card"] is None) == (event["seat"] != 1)


def test_rules_by_number_chapter_and_word(capsys: pytest.CaptureFixture[str]) -> None:
    assert "H60" in call(capsys, "rules", "h60", "--lang", "en")[1]
    italian = call(capsys, "rules", "H60", "--lang", "it")[1]
    assert "Percorso" in italian
    assert call(capsys, "rules", "walls")[1].count("\nH4") >= 5
    whole = call(capsys, "rules", "horns-up", "--lang", "en")[1]
    assert all(f"H{number}" in whole for number in range(1, 79))
    assert whole.index("THE GAME IN ONE MINUTE") < whole.index("H1 ")
    assert "UNE MINUTE" in call(capsys, "rules", "raise-your-horns", "--lang", "fr")[1]
    assert "H18" in call(capsys, "rules", "--search", "token", "--lang", "en")[1]
    assert "H1–H10" in call(capsys, "rules")[1]


def test_deck_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    out = call(capsys, "deck", "forward", "--lang", "en")[1]
    assert "Pushed Away [pushed-away]" in out
    assert "Reconstructed" in out


def test_check_prints_a_readable_difference(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(
        """
game = "horns-up"
title = "a wrong guess"
players = 3
[position]
pawns = { A = "0,2" }
paths = ["NS 0,2"]
hands = { A = ["path-ns"] }
[[step]]
move = "path NS 0,1"
[[step]]
expect = { winner = "B", actions = 0, paths = ["NS 0,2"] }
"""
    )
    code, out, _ = call(capsys, "check", str(path))
    assert code == 1
    assert "FAIL" in out
    assert 'step 2: winner: expected "B", came "A"' in out
    assert "step 2: actions: expected 0, came 1" in out
    assert 'paths: expected ["NS 0,2"], came ["NS 0,1", "NS 0,2"]' in out


def test_a_whole_game_can_be_played_by_typing() -> None:
    lines = ["?", "nonsense", "why path NS 0,1", "rules H60", "moves", "table"]
    lines += ["1"] * 400 + ["end", "1"] * 400 + ["quit"]
    done = hornsup_command("play", "--seed", "3", "--lang", "en", stdin="\n".join(lines))
    assert done.returncode == 0
    assert done.stderr == ""
    assert "STAGE" in done.stdout
    assert "H13" in done.stdout


def test_a_game_can_be_saved_and_verified(tmp_path: Path) -> None:
    saved = tmp_path / "saved.json"
    done = hornsup_command("play", "--seed", "3", stdin=f"1\nsave {saved}\nquit\n")
    assert done.returncode == 0
    checked = hornsup_command("verify", str(saved))
    assert checked.returncode == 0, checked.stdout


def test_watching_bots_play_to_the_end() -> None:
    done = hornsup_command("play", "--seat", "-", "--seed", "8", "--players", "3", "--lang", "fr")
    assert done.returncode == 0
    assert "Scène" in done.stdout

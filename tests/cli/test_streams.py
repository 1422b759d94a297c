"""Pipes, terminals, colours, completion: what a shell gives and takes."""

from __future__ import annotations

import errno
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from hornsup import cli
from hornsup.cli import odds, run
from tests.cli.test_commands import a_record, call

HORNSUP = [sys.executable, "-m", "hornsup"]


def with_environment(**changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    return {**kept, "LC_ALL": "en", "TERM": "xterm-256color", **changes}


def on_a_terminal(*words: str, **environment: str) -> str:
    """What a command prints when its output is a terminal."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*HORNSUP, *words],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env=with_environment(**environment),
    ) as process:
        os.close(theirs)
        printed = b""
        try:
            while part := os.read(ours, 65536):
                printed += part
        except OSError as error:  # Linux says so at the end of a terminal
            if error.errno != errno.EIO:
                raise
    os.close(ours)
    assert process.returncode == 0, printed
    return printed.decode()


# --- colours --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["rules"],
        ["play", "--seat", "-", "--players", "3", "--seed", "8", "--bots", "racer"],
        ["doctor", "--port", "0"],
    ],
    ids=lambda words: words[0],
)
def test_colours_on_a_terminal_and_none_with_no_color(words: list[str], tmp_path: Path) -> None:
    data = {"HORNSUP_DATA": str(tmp_path)}
    assert "\x1b[" in on_a_terminal(*words, **data)
    plain = on_a_terminal(*words, NO_COLOR="1", **data)
    assert len(plain) > 100
    assert "\x1b[" not in plain


def test_tables_of_rich_have_no_colour_with_no_color(tmp_path: Path) -> None:
    """Of a server whose database is empty, and one that it bans."""
    data = {"HORNSUP_DATA": str(tmp_path)}
    on_a_terminal("serve", "--migrate", **data)
    on_a_terminal("admin", "ban", "--address", "192.0.2.1", **data)
    plain = on_a_terminal("admin", "bans", NO_COLOR="1", **data)
    assert "192.0.2.1" in plain
    assert "\x1b[3" not in plain  # a colour


# --- pipes ----------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["rules", "horns-up"], ["--help"], ["odds", "--json"]])
def test_a_closed_pipe_is_quiet(words: list[str]) -> None:
    with subprocess.Popen(
        [*HORNSUP, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=with_environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        told = process.stderr.read()
    assert told == b""
    assert process.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*HORNSUP, "rules"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=with_environment(),
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "hornsup: No space left on device\n"


# --- errors ---------------------------------------------------------------------------------


def test_a_mistake_of_ours_is_one_line_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_words: object) -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(odds, "read_kept", broken)
    code, out, err = call(capsys, "odds")
    assert (code, out) == (1, "")
    assert err.startswith("hornsup: unexpected error, ZeroDivisionError: division by zero; ")
    assert err.count("\n") == 1
    monkeypatch.setenv("HORNSUP_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        run(["odds"])


def test_a_class_that_is_no_bot_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = call(capsys, "simulate", "horns-up", "--bots", "json:loads")
    assert code == 1
    assert err.startswith("hornsup: the bot 'json:loads' cannot be made")


def test_a_bot_that_ends_the_process_gives_its_own_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rude_bot.py").write_text("import sys\nsys.exit(3)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert run(["simulate", "horns-up", "--bots", "rude_bot:Bot"]) == 3


def test_a_server_that_does_not_answer_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["bot", "http://127.0.0.1:1"], ["play", "--join", "http://127.0.0.1:1/ABC234"]):
        code, _, err = call(capsys, *words)
        assert code == 1
        assert err.count("\n") == 1
        assert "does not answer" in err


# --- JSON -----------------------------------------------------------------------------------


def test_rules_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(call(capsys, "rules", "h60", "--json", "--lang", "it")[1])
    assert told["language"] == "it"
    assert [(each["number"], each["game"]) for each in told["rules"]] == [("H60", "horns-up")]
    assert "Percorso" in told["rules"][0]["text"]
    everything = json.loads(call(capsys, "rules", "--json")[1])["rules"]
    assert {each["number"] for each in everything} >= {"H1", "H78", "R1"}
    walls = json.loads(call(capsys, "rules", "walls", "--json")[1])["rules"]
    assert 3 < len(walls) < len(everything)


def test_deck_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(call(capsys, "deck", "forward", "--json")[1])
    assert any(ticket["card"] == "pushed-away" for ticket in told["ticket"])


def test_check_as_data(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    start = 'game = "raise-your-horns"\nplayers = 3\n'
    good.write_text(f'{start}title = "fits"\n[[step]]\nexpect = {{ turn = "A" }}\n')
    bad.write_text(f'{start}title = "does not"\n[[step]]\nexpect = {{ turn = "B" }}\n')
    code, out, _ = call(capsys, "check", str(good), str(bad), "--json")
    told = json.loads(out)
    assert code == 1
    assert (told["passed"], told["failed"]) == (1, 1)
    assert [(each["title"], each["ok"]) for each in told["scenarios"]] == [
        ("fits", True),
        ("does not", False),
    ]
    assert told["scenarios"][0]["differences"] == []
    assert "expected" in told["scenarios"][1]["differences"][0]


def test_compare_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    words = "compare raise-your-horns --preset standard,family --bots random --games 6 --json"
    code, out, err = call(capsys, *words.split())
    assert (code, err) == (0, "")
    told = json.loads(out)
    (found,) = told["comparisons"]
    assert (found["first"], found["second"]) == ("preset standard", "preset family")
    assert (found["players"], found["games"]) == (4, 6)
    assert {"question", "first", "second", "difference", "p", "verdict"} <= set(found["answers"][0])


# --- language -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
    ],
)
def test_the_language_is_that_of_the_system(
    variables: dict[str, str],
    language: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert json.loads(call(capsys, "rules", "H1", "--json")[1])["language"] == language


# --- completion -----------------------------------------------------------------------------


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_its_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = call(capsys, "completion", shell)
    assert (code, err) == (0, "")
    assert f"_HORNSUP_COMPLETE={shell}_complete" in out


def completions(
    line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> set[str]:
    """What bash is told for a line that ends at the cursor."""
    monkeypatch.setenv("_HORNSUP_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    assert cli.run([]) == 0
    return {each.partition(",")[2] for each in capsys.readouterr().out.splitlines()}


@pytest.mark.parametrize(
    ("line", "some"),
    [
        ("hornsup re", {"replay", "review", "report", "restore"}),
        ("hornsup admin ba", {"ban", "bans"}),
        ("hornsup simulate h", {"horns-up"}),
        ("hornsup simulate raise-your-horns --preset f", {"family"}),
        ("hornsup rules --lang ", {"en", "it", "fr"}),
        ("hornsup rules H6", {"H6", "H60", "H69"}),
        ("hornsup replay --w", {"--watch"}),
        ("hornsup completion ", {"bash", "zsh", "fish"}),
    ],
)
def test_words_are_completed(
    line: str,
    some: set[str],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = completions(line, capsys, monkeypatch)
    assert some <= found
    assert all(word.startswith(line.split(" ")[-1]) for word in found)


def test_bash_can_read_the_script(tmp_path: Path) -> None:
    """In a real bash, where there is one, with files that it completes itself."""
    bash = next((each for each in ("/bin/bash", "/usr/bin/bash") if Path(each).exists()), None)
    if bash is None:
        pytest.skip("there is no bash here")
    a_record(tmp_path)
    script = tmp_path / "hornsup.bash"
    with script.open("w") as file:
        subprocess.run([*HORNSUP, "completion", "bash"], stdout=file, check=True)
    done = subprocess.run(
        [bash, "-c", f"source {script} && complete -p hornsup"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "-F _hornsup_completion hornsup" in done.stdout, done.stderr

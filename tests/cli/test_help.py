"""Help: quick, complete, the same words for the same things, and examples that work."""

from __future__ import annotations

import contextlib
import io
import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

import hornsup
from hornsup.cli import COMMANDS, EXAMPLES, cli, run
from hornsup.cli.help import Command, Example, Group, every_command
from hornsup.cli.simulate import FORMATS
from hornsup.lab import results
from tests.conftest import ROOT

EVERY = dict(every_command(cli))
RUNS = [
    example
    for each in (cli, *EVERY.values())
    for example in getattr(each, "examples", ())
    if not example.needs
]
HEAVY = (
    "PIL",
    "alembic",
    "anywidget",
    "asyncio",
    "hornsup.bots",
    "hornsup.client",
    "hornsup.exports",
    "hornsup.games.horns_up",
    "hornsup.games.raise_your_horns",
    "hornsup.lab.crew",
    "hornsup.lab.simulate",
    "hornsup.play",
    "hornsup.reviews",
    "hornsup.server.app",
    "hornsup.tui",
    "litestar",
    "matplotlib",
    "msgspec",
    "numpy",
    "pyarrow",
    "ray",
    "rich",
    "sqlalchemy",
    "structlog",
    "textual",
    "uvicorn",
    "websockets",
)
ONE_MEANING = ("--json", "--lang", "--jobs", "--seed", "--out", "--resume", "--data", "--max-turns")


def name_of(path: tuple[str, ...]) -> str:
    return " ".join(path)


# --- what help says -------------------------------------------------------------------------


@pytest.mark.parametrize("path", EVERY, ids=name_of)
def test_help_has_examples_and_says_what_every_option_is(path: tuple[str, ...]) -> None:
    found = EVERY[path]
    assert isinstance(found, Command | Group)
    assert found.examples
    assert all(example.typed.find(f"hornsup {name_of(path)}") >= 0 for example in found.examples)
    assert found.help
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            assert parameter.help.partition("  [")[0][-1] in ".?", parameter.help
            assert (
                parameter.help[0].isupper()
                or "en, it or fr" in parameter.help
                or ("://" in parameter.help.split()[0])
            ), parameter.help


def test_examples_end_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--help"]) == 0
    told = capsys.readouterr().out.partition("\nExamples:\n")[2].splitlines()
    assert told[4:6] == ["  hornsup rules H60", "      one rule"]
    assert len(told) == 8


def test_the_first_page_lists_every_command_and_fits_a_line_each(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run([]) == 0
    alone = capsys.readouterr().out
    assert run(["--help"]) == 0
    assert capsys.readouterr().out == alone
    lines = alone.splitlines()
    for name, (_, text) in COMMANDS.items():
        assert f"  {name:<10}  {text}" in lines
    assert max(map(len, lines)) < 80


def test_a_group_alone_prints_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["admin"]) == 0
    assert capsys.readouterr().out.startswith("Usage: hornsup admin [OPTIONS] COMMAND")


@pytest.mark.parametrize("option", ONE_MEANING)
def test_an_option_is_the_same_in_every_command(option: str) -> None:
    """By what it is called in the help, and whether it takes a value."""
    found = {
        path: (parameter.metavar, parameter.is_flag)
        for path, command in EVERY.items()
        for parameter in command.params
        if isinstance(parameter, click.Option) and option in parameter.opts
        if path != ("serve",)  # its options are the server's settings
    }
    assert len(found) >= 3
    assert len(set(found.values())) == 1, found


def test_the_formats_in_the_help_are_those_of_the_lab() -> None:
    assert FORMATS == results.FORMATS


# --- examples -------------------------------------------------------------------------------


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The files that examples name: a finished game, a deck, a scenario, a folder of games."""
    monkeypatch.chdir(tmp_path)
    state = hornsup.new("raise-your-horns", players=3, seed=5)
    while not state.over:
        state.apply(state.legal_moves()[0])
    Path("game.json").write_text(json.dumps(state.record()), encoding="utf-8")
    scenario = ROOT / "tests/scenarios/horns_up/h23-last-path-wins-at-once.toml"
    Path("argument.toml").write_text(scenario.read_text("utf-8"), encoding="utf-8")
    assert typed("hornsup deck standard --toml > my.toml")[0] == 0
    return tmp_path


def typed(line: str) -> tuple[int, str]:
    """Run a line as a shell would, pipes and > included: the last exit code, and the output."""
    line, _, target = line.partition(" > ")
    code, out = 0, ""
    for part in line.split(" | "):
        words = shlex.split(part)
        assert words[0] == "hornsup"
        code, out = in_process(words[1:], out)
        if code:
            break
    if target:
        Path(target).write_text(out, encoding="utf-8")
    return code, out


def in_process(words: list[str], stdin: str) -> tuple[int, str]:
    before, printed = sys.stdin, io.StringIO()
    sys.stdin = io.StringIO(stdin)
    try:
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()) as err:
            code = run(words)
    finally:
        sys.stdin = before
    return code, printed.getvalue() if code == 0 else err.getvalue()


LONG = ("compare", "report", "tournament")  # they play games and draw plots


@pytest.mark.parametrize(
    "example",
    [
        pytest.param(each, marks=pytest.mark.slow) if each.line.split()[1] in LONG else each
        for each in RUNS
    ],
    ids=lambda example: example.typed,
)
@pytest.mark.usefixtures("prepared")
def test_an_example_works(example: Example) -> None:
    if "report games" in example.line:
        assert typed("hornsup simulate raise-your-horns --games 2 --out games")[0] == 0
    code, out = typed(example.typed)
    assert code == 0, out
    assert out or "--to" in example.line or "--html" in example.line
    if example.line.endswith("--json"):
        json.loads(out)


def test_most_examples_are_run() -> None:
    assert len(EXAMPLES) > 2
    assert len(RUNS) >= 35


# --- speed ----------------------------------------------------------------------------------

SCRIPT = """
import json, sys
from hornsup.cli import run
found, (paths, heavy) = {}, json.loads(sys.argv[1])
for path in paths:
    assert run([*path, "--help"]) == 0
    loaded = [name for name in heavy if name in sys.modules]
    found[" ".join(path)] = loaded
    heavy = [name for name in heavy if name not in loaded]
print(json.dumps(found), file=sys.stderr)
"""


def test_help_imports_nothing_heavy() -> None:
    """What makes help slow is what it imports; the time itself depends on the machine."""
    paths = [(), *EVERY]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, json.dumps([paths, HEAVY])],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    found: dict[str, Any] = json.loads(done.stderr)
    assert list(found) == [name_of(path) for path in paths]
    assert {command: loaded for command, loaded in found.items() if loaded} == {}


def test_rules_import_neither_bots_nor_libraries() -> None:
    light = [name for name in HEAVY if not name.startswith("hornsup.games.")]
    script = (
        "import sys; from hornsup.cli import run; code = run(['rules']); "
        f"print([n for n in {light!r} if n in sys.modules], file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr == "[]\n"

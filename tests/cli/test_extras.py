"""The extras that the package declares, and commands that name the one they miss."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import click
import pytest

from hornsup.cli import common, run
from tests.cli.test_commands import a_record
from tests.conftest import ROOT

NAMED = {"server", "push", "tui", "notebook", "export", "lab", "ray", "envs", "docs", "dev"}
FOR_WORK_ON_THE_CODE = {"docs", "dev"}


def test_the_extras_are_those_of_the_documentation() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert set(extras) == NAMED | {"client", "all"}
    (everything,) = extras["all"]
    named = everything.removeprefix("hornsup[").removesuffix("]").split(",")
    assert set(named) == set(extras) - FOR_WORK_ON_THE_CODE - {"all"}


@pytest.mark.parametrize(
    ("library", "extra", "words"),
    [
        ("websockets", "client", "bot http://127.0.0.1:1"),
        ("websockets", "client", "play --join http://127.0.0.1:1/ABC234"),
        ("uvicorn", "server", "serve"),
        ("sqlalchemy", "server", "admin tables"),
        ("sqlalchemy", "server", "backup monday.backup"),
        ("alembic", "server", "doctor"),
        ("resvg_py", "export", "export game.json --to game.gif"),
        ("PIL", "export", "review game.json --png game.png"),
    ],
)
def test_a_missing_library_names_its_extra(
    library: str,
    extra: str,
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    a_record(tmp_path)
    monkeypatch.setitem(sys.modules, library, None)
    assert run(words.split()) == 1
    err = capsys.readouterr().err
    assert f"needs {library}; install it with: pip install 'hornsup[{extra}]'" in err
    assert err.count("\n") == 1


class Terminal:
    """Enough of a stream to be taken for a terminal."""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None: ...


def test_without_textual_a_terminal_is_told_how_to_get_the_full_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    monkeypatch.setenv("TERM", "xterm")
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, Terminal())
    monkeypatch.setattr(click, "echo", lambda text, **_: said.append(text))
    assert common.full_screen()
    assert said == []
    monkeypatch.setitem(sys.modules, "textual", None)
    assert not common.full_screen()
    assert said == ["hornsup: line by line; for the full screen: pip install 'hornsup[tui]'"]

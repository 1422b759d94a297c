"""The page of the command line says what its help says."""

from __future__ import annotations

import re
import sys

import pytest

from hornsup.cli import cli, run
from hornsup.cli.help import every_command
from tests.conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import cli_page

TEXT = cli_page.PAGE.read_text(encoding="utf-8")


def test_the_page_is_up_to_date() -> None:
    assert cli_page.page(TEXT) == TEXT, "run `make pages`"


def test_the_page_has_every_command_once() -> None:
    headings = re.findall(r"^####? hornsup (.+)$", TEXT, flags=re.MULTILINE)
    assert headings == [" ".join(path) for path, _ in every_command(cli)]


@pytest.mark.parametrize("words", ["rules", "admin ban"])
def test_the_page_shows_what_help_prints(
    words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run([*words.split(), "--help"]) == 0
    assert f"```text\n{capsys.readouterr().out}```\n" in TEXT

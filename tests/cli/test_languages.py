"""What the terminal draws and tells is in the language asked for."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import hornsup
from hornsup import i18n
from hornsup.cli import run
from hornsup.games.horns_up import terminal

STAGES = {"en": "STAGE", "it": "PALCO", "fr": "SCÈNE"}
COLOURS = re.compile("\x1b\\[[0-9]+m")


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_drawn_table_has_words_of_the_language_in_straight_columns(language: str) -> None:
    view = hornsup.new("horns-up", players=3, seed=5).view(None)
    wall = {"cell": "0,3", "kind": "wall", "card": "mosh-pit", "face": "up", "sides": ""}
    board = COLOURS.sub("", terminal.board({**view, "table": [wall]}, language))
    lines = board.splitlines()
    assert [stage for stage in STAGES.values() if stage in lines[1]] == [STAGES[language]]
    assert len(lines[0]) == len(lines[1])
    assert "▒MOSHP▒" in board
    entrance = i18n.text(language, "art.terminal.entrance")
    assert board.count(f"│{entrance:^5}│") == len(view["entrances"])


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_drawn_words_fit_into_a_cell(language: str) -> None:
    assert len(i18n.text(language, "art.terminal.stage")) <= terminal.WIDE
    assert len(i18n.text(language, "art.terminal.entrance")) <= terminal.WIDE - 2


@pytest.mark.parametrize(
    ("language", "end"),
    [("en", "the game was not over"), ("it", "la partita non era finita"), ("fr", "pas finie")],
)
def test_the_end_of_a_record_is_told_in_the_language(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, language: str, end: str
) -> None:
    path = tmp_path / "game.json"
    state = hornsup.new("raise-your-horns", players=3, seed=5)
    path.write_text(json.dumps(state.record()), encoding="utf-8")
    assert run(["replay", str(path), "--lang", language]) == 0
    assert end in capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_the_end_of_a_dice_game_in_the_terminal_names_no_stage(
    capsys: pytest.CaptureFixture[str], language: str
) -> None:
    words = ("raise-your-horns", "--players", "3", "--seed", "5", "--seat", "-")
    assert run(["play", *words, "--lang", language]) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    names = [i18n.lookup(language, f"ending.wins.{form}") for form in ("one", "other")]
    bots = "(Bot [A-C]|, | and | e | et )+"
    pattern = "|".join(re.escape(name).replace(r"\{names\}", bots) for name in names)
    assert re.fullmatch(pattern, last)

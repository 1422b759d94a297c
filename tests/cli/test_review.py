"""`hornsup review`: text, JSON, a page, pictures, and refusals in one line."""

from __future__ import annotations

import json
import struct
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import hornsup
from hornsup.cli import run
from hornsup.core import record as records
from tests.reviews.games import played

SCRIPT = "<script>alert(1)</script>"


class Page(HTMLParser):
    """The tags of a page, what it loads, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.loads: list[str | None] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.loads += [value for name, value in attrs if name in ("src", "href", "srcset")]

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture
def dice(tmp_path: Path) -> str:
    """A finished game whose players call themselves what they like."""
    data = played("raise-your-horns", 3, 1, "random,exact,easy")
    seats = [{"seat": at, "name": SCRIPT if at else "Ozzy", "bot": None} for at in range(3)]
    return written(tmp_path, records.seal(data, players=seats))


def written(folder: Path, data: dict[str, Any]) -> str:
    path = folder / "game.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def test_text_has_a_line_per_seat_the_ledger_and_the_turning_points(
    dice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["review", dice, "--lang", "en"]) == 0
    out = capsys.readouterr().out
    for words in ("A Ozzy", "▁", "Turning points", "  1. Round", "Luck and play", "Own moves"):
        assert words in out


@pytest.mark.parametrize("language", ["it", "fr"])
def test_text_speaks_other_languages(
    dice: str, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["review", dice, "--lang", language]) == 0
    out = capsys.readouterr().out
    assert {"it": "momenti decisivi", "fr": "moments décisifs"}[language] in out


def test_json_is_one_object(dice: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review", dice, "--json", "--seed", "5", "--guesses", "3"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["seed"], data["guesses"]) == (5, 3)
    assert data["names"] == ["Ozzy", SCRIPT, SCRIPT]


def test_a_page_needs_no_network_and_names_are_text(dice: str, tmp_path: Path) -> None:
    path = tmp_path / "review.html"
    assert run(["review", dice, "--html", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    page = Page(text)
    assert "script" not in page.tags
    assert page.loads == []
    assert "alert(1)" in page.words
    assert {"svg", "table", "caption", "ol"} <= set(page.tags)
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")


def test_a_picture_to_share_has_letters_and_no_names(dice: str, tmp_path: Path) -> None:
    path = tmp_path / "review.svg"
    assert run(["review", dice, "--svg", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert (root.attrib["width"], root.attrib["height"]) == ("1200", "630")
    assert "Ozzy" not in text
    assert "alert" not in text


def test_a_png_is_as_wide_as_the_picture(dice: str, tmp_path: Path) -> None:
    path = tmp_path / "review.png"
    assert run(["review", dice, "--png", str(path)]) == 0
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:24]) == (1200, 630)


def test_a_png_without_the_extra_names_it(
    dice: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert run(["review", dice, "--png", "x.png"]) == 1
    assert "pip install 'hornsup[export]'" in capsys.readouterr().err


def test_as_a_seat_saw_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, played("horns-up", 3, 1, "racer", (("entrance_distance", 5),)))
    assert run(["review", file, "--as", "B", "--guesses", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["seen_by"] == 1
    assert {decision["seat"] for decision in data["decisions"]} <= {1}
    assert run(["review", file, "--as", "Z"]) == 1
    assert "seats are A to C" in capsys.readouterr().err


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
@pytest.mark.parametrize("more", [[], ["--as", "A"], ["--json"], ["--svg", "x.svg"]])
def test_a_running_game_is_refused_in_one_line(
    tmp_path: Path, game: str, more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    state = hornsup.new(game, players=3, seed=1)
    for _ in range(9):
        state.apply(state.legal_moves()[0])
    assert not state.over
    assert run(["review", written(tmp_path, state.record()), *more]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "only a finished game is reviewed" in told.err
    assert told.err.count("\n") == 1


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "hornsup-record/1"}', "\x00"])
def test_bad_files_are_one_line_on_standard_error(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.json").write_text(text, encoding="utf-8")
    assert run(["review", str(tmp_path / "bad.json")]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1


def test_without_a_file_usage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["review"]) == 2
    assert "FILE" in capsys.readouterr().err

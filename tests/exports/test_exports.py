"""Files from records: every kind of file, names as text, running games without hidden cards."""

from __future__ import annotations

import base64
import gzip
import json
import re
import tomllib
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

import hornsup
from hornsup import i18n
from hornsup.cli import run
from hornsup.errors import BadInput
from hornsup.exports import Wanted, export_game
from hornsup.exports.cards import pages
from hornsup.exports.game import Played
from hornsup.exports.pictures import film_gif, frames
from hornsup.exports.raster import png
from hornsup.exports.replay_page import replay_pack, replay_page
from hornsup.exports.sheet import plain, sheet_markdown, sheet_page
from tests.exports.games import SCRIPT, finished, running

GAMES = ("horns-up", "raise-your-horns")
MOST_BYTES = 600_000


def written(record: dict[str, Any], path: Path, **wanted: Any) -> bytes:
    export_game(record, path, "en", Wanted(**wanted))
    return path.read_bytes()


# --- pictures -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_becomes_a_film(game: str) -> None:
    played = Played(finished(game), "en")
    film = Image.open(BytesIO(film_gif(played, played.turn(3), width=400)))
    assert film.width == 400
    assert film.n_frames == len(played.turn(3))  # type: ignore[attr-defined]  # a GIF has it
    assert film.info["loop"] == 0


def test_a_film_has_the_size_of_its_largest_table() -> None:
    played = Played(finished(), "en")
    width, height, drawn = frames(played, played.moments)
    assert len(drawn) == len(played.moments)
    for layers in drawn:
        assert all(x + w <= width + 20 and y + h <= height + 2 for x, y, w, h, _ in layers)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_step_becomes_a_picture_with_names_as_text(
    game: str, language: str, tmp_path: Path
) -> None:
    record = finished(game)
    export_game(record, tmp_path / "a.svg", language, Wanted(at=9))
    text = (tmp_path / "a.svg").read_text(encoding="utf-8")
    tree = ElementTree.fromstring(text)
    assert not [each for each in tree.iter() if each.tag.endswith("script")]
    assert "Ozzy" in text
    picture = Image.open(BytesIO(written(record, tmp_path / "a.png", at=9, width=500)))
    assert picture.width == 500


def test_letters_are_drawn_without_any_font_of_the_machine() -> None:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 60">'
    for word in ("Horns", "più", "Ça ira", "Доро"):
        drawn = png(f'{head}<text x="4" y="44" font-size="40">{word}</text></svg>', 300)
        assert Image.open(BytesIO(drawn)).getbbox() is not None, word


# --- the page -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_page_is_small_and_loads_nothing(game: str) -> None:
    page = replay_page(Played(finished(game), "fr"))
    assert len(page.encode()) < MOST_BYTES
    assert not re.search(r"https?://(?!www\.w3\.org/\d+/svg)", page)
    assert SCRIPT not in page
    assert page.count("<script>") == 1


def test_a_nine_player_game_fits_too() -> None:
    assert len(replay_page(Played(finished(players=9, seed=3), "en")).encode()) < MOST_BYTES


def packed_game(record: dict[str, Any]) -> Any:
    """The game inside a page, as the browser unpacks it."""
    page = replay_page(Played(record, "en"))
    found = re.search(r'"/packed/game\.json":"([^"]+)"', page)
    assert found
    return json.loads(gzip.decompress(base64.b64decode(found[1])))


def test_a_finished_game_can_be_seen_from_everywhere() -> None:
    record = finished()
    packed = packed_game(record)
    assert packed["viewpoints"] == ["open", "table", 0, 1, 2, 3]
    assert packed["record"] == record
    assert len(packed["steps"]) == len(record["moves"]) + 1


def test_a_running_game_holds_no_hidden_card() -> None:
    record = running()
    packed = packed_game(record)
    state = hornsup.replay(record)
    assert packed["viewpoints"] == ["table"]
    assert packed["record"] is None
    text = json.dumps(packed)
    assert '"hand": [' not in text.replace('"hand": []', "")
    assert "seed" not in text
    hidden = {card for seat in range(4) for card in state.view(seat)["hand"]}
    seen = {card["card"] for card in state.view(None)["table"]} | set(state.view(None)["discard"])
    resources = replay_pack(Played(record, "en")).resources["/packed/game.json"]
    for card in hidden - seen:
        assert f'"{card}"' not in resources


def test_a_running_game_tells_no_hidden_card_on_any_file() -> None:
    played = Played(running(), "en")
    assert all("starts with 4 cards" in each for each in played.moments[0].sentences[1:])
    assert i18n.text("en", "export.running") in sheet_markdown(played)


# --- score sheets -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_score_sheet_names_everybody(game: str, language: str) -> None:
    played = Played(finished(game), language)
    text = sheet_markdown(played)
    assert "Ozzy" in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert "<" not in text
    ElementTree.fromstring(sheet_page(played))


def test_markdown_is_escaped() -> None:
    assert plain("a|b*c_\n# `x`") == "a\\|b\\*c\\_ \\# \\`x\\`"
    assert plain("[a](b)<i>&") == "\\[a\\](b)&lt;i&gt;&amp;"


def test_a_score_sheet_becomes_a_page_to_print(tmp_path: Path) -> None:
    assert written(finished(), tmp_path / "sheet.pdf").startswith(b"%PDF")


# --- cards --------------------------------------------------------------------------------------


def test_every_card_of_a_deck_is_printed() -> None:
    from hornsup.cli.export import _printed

    title, cards = _printed("standard", "it")
    assert title == "Carte da stampare: standard"
    assert sum(card.count for card in cards) == 137 + 12 + 9
    sheets = list(pages(cards, backs=True))
    assert len(sheets) == 2 * 16
    assert sum(len(layers) - 1 for layers in sheets) == 2 * 158


@pytest.mark.parametrize("suffix", ["svg", "html"])
def test_cards_of_an_own_deck_are_written(suffix: str, tmp_path: Path) -> None:
    from hornsup.games.horns_up.deck import deck_text

    own = deck_text("standard").replace('name = "standard"', 'name = "<b>own</b>"', 1)
    assert tomllib.loads(own)["name"] == "<b>own</b>"
    (tmp_path / "own.toml").write_text(own)
    target = tmp_path / f"cards.{suffix}"
    assert run(["export", "--cards", str(tmp_path / "own.toml"), "--to", str(target)]) == 0
    text = target.read_text()
    assert "<b>own" not in text
    assert text.count("<use ") == 158 + 16


# --- refusals -----------------------------------------------------------------------------------


def refusal(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = run(["export", *arguments])
    return code, capsys.readouterr().err


def test_an_unknown_suffix_lists_what_there_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.json").write_text(json.dumps(finished()))
    code, text = refusal([str(tmp_path / "game.json"), "--to", "game.mp4"], capsys)
    assert code == 1
    assert "'.mp4' files" in text
    assert ".gif, .png, .svg, .html, .md, .pdf" in text


def test_a_broken_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "game.json").write_text("{")
    code, text = refusal([str(tmp_path / "game.json"), "--to", "a.svg"], capsys)
    assert code == 1
    assert "game.json" in text
    forged = finished()
    forged["moves"][3] = "enter 99,99"
    (tmp_path / "game.json").write_text(json.dumps(forged))
    code, text = refusal([str(tmp_path / "game.json"), "--to", str(tmp_path / "a.svg")], capsys)
    assert code == 1
    assert "Traceback" not in text
    assert not (tmp_path / "a.svg").exists()


def test_neither_game_nor_deck(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = refusal(["--to", "a.svg"], capsys)
    assert code == 2
    assert "--cards" in text


def test_steps_and_turns_that_are_not_there() -> None:
    played = Played(finished(), "en")
    last = len(played.moments) - 1
    with pytest.raises(BadInput, match=f"steps 0 to {last}, not 9999"):
        played.moment(9999)
    with pytest.raises(BadInput, match="turns 0 to"):
        played.turn(9999)


def test_a_missing_package_names_the_extra(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    (tmp_path / "game.json").write_text(json.dumps(finished()))
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    code, text = refusal([str(tmp_path / "game.json"), "--to", "a.png"], capsys)
    assert code == 1
    assert "hornsup[export]" in text

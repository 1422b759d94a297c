"""`hornsup verify`: plain words in three languages, and exit code 1 for whatever is not honest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hornsup.cli import run
from tests.core.sealed import Data, resealed, sealed

MINE = "for those about to rock"
KEPT = (
    "The deal is the promised one: it follows from the secret, the table and the contributions of "
    "2 players."
)


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en")


def verify(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, data: Data, *words: str
) -> tuple[int, str, str]:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    code = run(["verify", str(path), *words])
    out, err = capsys.readouterr()
    return code, out, err


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_an_honest_table_is_told_line_by_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, game: str
) -> None:
    data = sealed(game)
    shown = data["deal"]["commitment"]
    words = ["--commitment", shown, "--contribution", MINE, "--seat", "A"]
    code, out, err = verify(capsys, tmp_path, data, *words)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("Honest: dealt again from its seed, all")
    assert lines[1:] == [
        "The outcome is the one that the moves give.",
        "The promise was kept: the hash shown before the game is the hash of the secret.",
        KEPT,
        "The hash you were shown is the one in the record.",
        "Your contribution is in the record, at seat A.",
        "The seal is whole: nothing in the file was changed after the game.",
    ]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--commitment", "00" * 32], "NOT HONEST: the hash you were shown is not the one"),
        (["--contribution", "not mine"], "NOT HONEST: your contribution is not in the record"),
        (["--contribution", MINE, "--seat", "C"], "NOT HONEST: your contribution is not"),
    ],
)
def test_a_record_that_is_not_of_my_game_is_not_honest(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: list[str], part: str
) -> None:
    code, out, err = verify(capsys, tmp_path, sealed("horns-up"), *words)
    assert (code, err) == (1, "")
    assert out.startswith(part)


def test_three_languages_say_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = sealed("raise-your-horns")
    bad["checks"][9] = "0" * 16
    heads = []
    for language, word in (
        ("en", "NOT HONEST"),
        ("it", "PARTITA IRREGOLARE"),
        ("fr", "PARTIE IRRÉGULIÈRE"),
    ):
        code, out, _ = verify(capsys, tmp_path, bad, "--lang", language)
        assert code == 1
        assert out.startswith(word)
        assert f"10, {bad['moves'][9]!r} (" in out
        heads.append(out.splitlines())
    assert len({len(lines) for lines in heads}) == 1
    assert not set(heads[0]) & set(heads[1]) & set(heads[2])


def test_json_has_every_finding(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, out, _ = verify(capsys, tmp_path, sealed("horns-up"), "--json")
    told = json.loads(out)
    assert code == 0
    assert told["honest"] is told["finished"] is told["promise_kept"] is told["deal_kept"] is True
    assert told["moves"] == len(sealed("horns-up")["moves"])
    bad = resealed({**sealed("horns-up"), "engine": "0"})
    code, out, _ = verify(capsys, tmp_path, bad, "--json", "--lang", "it")
    told = json.loads(out)
    assert code == 1
    assert [one["code"] for one in told["findings"] if one["good"] is False] == ["start-refused"]
    assert told["findings"][0]["text"].startswith("La partita non si può distribuire")


def test_wrong_usage_and_garbled_files_are_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    garbled = sealed("horns-up")
    garbled["deal"]["secret"] = "secret"
    for data, words, code, part in (
        (sealed("horns-up"), ["--seat", "A"], 2, "--seat says whose --contribution it is"),
        (sealed("horns-up"), ["--contribution", MINE, "--seat", "Z"], 1, "'Z' is no seat"),
        (sealed("horns-up"), ["--lang", "de"], 1, "no language 'de'"),
        (garbled, [], 1, "its secret is 'secret'"),
    ):
        got, out, err = verify(capsys, tmp_path, data, *words)
        assert (got, out, err.count("\n")) == (code, "", 1)
        assert part in err


def test_a_sealed_record_is_told_as_any_other(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(sealed("horns-up")), encoding="utf-8")
    assert run(["replay", str(path)]) == 0
    assert "Winner: " in capsys.readouterr().out

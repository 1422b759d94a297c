"""A house rule that changes the game is seen to do so; one that does not is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from hornsup.cli import run
from hornsup.cli.compare import players_of
from hornsup.errors import BadInput


def told(capsys: pytest.CaptureFixture[str], words: str) -> str:
    assert run(["compare", *words.split(), "--jobs", "1"]) == 0
    return capsys.readouterr().out


def line(text: str, label: str) -> str:
    return next(line for line in text.splitlines() if line.strip().startswith(label))


def test_a_real_difference_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "horns-up --option must_act=false,true --games 40 --seed 1")
    assert line(text, "unused actions").endswith("changes")
    assert "unused actions" in line(text, "what changes:")
    assert "--option must_act=true --save-game N - | hornsup replay -" in text


def test_identical_values_differ_in_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    text = told(capsys, "horns-up --preset standard,it --games 15")
    assert "4 players, 15 games each, dealt alike; none of them went differently" in text
    assert "what changes: nothing that could not be chance" in text
    for row in text.splitlines():
        if "% " in row and "to" in row:
            assert "1.0000" in row


def test_decks_presets_and_the_dice_game_compare_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert "deck forward" in told(capsys, "horns-up --deck standard,forward --games 6")
    assert "end_value=8" in told(
        capsys, "raise-your-horns --option end_value=5,8 --bots random --games 30"
    )


def test_every_number_of_players_gets_its_table_and_plots(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "cmp"
    words = f"horns-up --option chain_through_walls=true,false --players 3-4 --games 6 --out {out}"
    text = told(capsys, words)
    assert "3 players, 6 games each" in text
    assert "4 players, 6 games each" in text
    assert (out / "turns-per-game-over-players.svg").exists()
    pictures = sorted(path.name for path in out.glob("*-players.png"))
    assert len([name for name in pictures if "over" not in name]) == 2
    assert run(["report", str(out)]) == 0


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("horns-up", "at least two values"),
        ("horns-up --option must_act=true", "at least two values"),
        ("horns-up --option must_act=true, --games 3", "fewer than two values"),
        ("horns-up --option must_act=true,perhaps", "true or false"),
        ("horns-up --option foo=1,2", "unknown option 'foo'"),
        ("horns-up --preset it,de", "unknown preset 'de'"),
        ("horns-up --preset it,en --deck standard,forward", "name one thing"),
        ("horns-up --preset it,en --players many", "3-9"),
        ("horns-up --preset it,en --players 2-4", "3 to 9 players, not 2"),
        ("chess --preset it,en", "unknown game"),
    ],
)
def test_errors_are_one_line(capsys: pytest.CaptureFixture[str], words: str, part: str) -> None:
    assert run(["compare", *words.split()]) == 1
    err = capsys.readouterr().err
    assert part in err
    assert err.count("\n") == 1


def test_players() -> None:
    assert players_of("3-5") == [3, 4, 5]
    assert players_of("7, 3") == [3, 7]
    with pytest.raises(BadInput):
        players_of("5-3")

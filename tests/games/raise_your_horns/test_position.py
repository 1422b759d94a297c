"""Positions of scenarios: what is set up, read back, and refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hornsup
from hornsup.core import record, scenario
from tests.conftest import ROOT
from tests.games.raise_your_horns.harness import lay, letters, play

FILES = sorted((ROOT / "tests" / "scenarios" / "raise_your_horns").glob("*.toml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_scenario(path: Path) -> None:
    result = scenario.check(path.read_text(encoding="utf-8"))
    assert result.passed, result.differences


def test_there_are_scenarios_for_every_rule_named_by_their_rule() -> None:
    titles = {path: scenario.read(path.read_text(encoding="utf-8"))["title"] for path in FILES}
    assert len(FILES) >= 25
    for path, title in titles.items():
        assert title.startswith(f"R{int(path.stem[1:3])} "), path.stem
    assert {int(path.stem[1:3]) for path in FILES} == set(range(1, 16))


def test_dice_that_a_roll_does_not_mention_fall_by_chance() -> None:
    state = lay("WH B4 B1 F3", "W3 F!")
    play(state, "roll", "keep B4", "roll")
    assert letters(state.losers) == "B"


def test_after_the_dice_to_come_the_stream_goes_on() -> None:
    state = lay("W2 B4 B1 F3")
    play(state, "roll", "keep B4", "roll")
    assert state.words_used >= 1


def test_a_position_without_turn_goes_on_after_those_who_kept() -> None:
    assert lay(kept={"B": "B4", "C": "F1"}).to_move == 3
    assert lay(kept={"B": "B4", "A": "F1"}, direction=-1).to_move == 3
    assert lay().to_move == 0


def test_whoever_kept_nothing_is_reached_before_the_round_ends() -> None:
    state = lay("B2 B1 F5", "B1 F5", "F5", kept={"A": "WH"}, turn="C")
    play(state, "roll", "keep B2", "roll", "keep B1", "roll", "keep F5")
    assert letters(state.losers) == "D"
    assert state.starter == 1


def test_a_position_has_a_record() -> None:
    state = lay("WH B4 B1 F!", losses={"A": 2})
    play(state, "roll", "name C", "roll")
    data = state.record()
    assert record.verify(data).honest
    again = record.replay(data)
    assert again.view(None) == state.view(None)


@pytest.mark.parametrize(
    ("position", "line"),
    [
        ({"dice": []}, "[position] has no 'dice'"),
        ({"turn": "E"}, "seats are A to D"),
        ({"direction": 0}, "direction is 1 (clockwise) or -1"),
        ({"direction": True}, "direction is 1 (clockwise) or -1"),
        ({"round": -1}, "round is a whole number from 0"),
        ({"losses": {"A": "two"}}, "losses of A is a whole number"),
        ({"losses": [1, 2]}, "losses is a table by seat"),
        ({"losses": {"A": 5}}, "the game is over: it ends at 5 losses"),
        ({"kept": ["B4"]}, "kept is a table by seat"),
        ({"kept": {"A": "B6"}}, "'B6' is no face of the dice 'standard'"),
        ({"kept": {"A": "X1"}}, "'X1' is no face"),
        ({"kept": {"A": "F!"}}, "F! cannot have been kept: it ends the round (R9)"),
        ({"kept": {"A": "W3"}}, "W3 cannot have been kept: it waits until the last (R5)"),
        ({"kept": {"A": "B4"}, "turn": "A"}, "A has kept B4 already"),
        ({"kept": {"A": "B1", "B": "B2", "C": "B3"}}, "cannot have been kept too"),
        ({"kept": {"A": "WH", "B": "WH"}}, "WH cannot have been kept too: the dice are W B B F"),
        ({"kept": {"A": "WH", "B": "B1", "C": "B1", "D": "F1"}}, "A has kept WH already"),
        ({"kept": {"A": "B1"}, "round": 0}, "nobody has kept a die"),
        ({"rolls": "W1"}, "rolls is a list of texts"),
        ({"rolls": ["W1 W2"]}, "the roll 'W1 W2' cannot come: the dice of this game are W B B F"),
        ({"rolls": [""]}, "the roll '' cannot come"),
        ({"rolls": ["W9"]}, "'W9' is no face"),
        ({"rolls": ["F1"], "round": 0}, "the roll 'F1' cannot come: the dice in hand are W"),
        ({"rolls": ["F1"], "kept": {"A": "F2"}}, "cannot come: the dice in hand are W B B"),
    ],
)
def test_positions_that_cannot_be_are_refused(position: dict[str, Any], line: str) -> None:
    data = {"game": "raise-your-horns", "position": position}
    with pytest.raises(hornsup.BadInput) as refused:
        scenario.begin(data)
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)


def test_too_many_kept_dice_are_refused_with_five_players() -> None:
    kept = {"A": "WH", "B": "B1", "C": "B1", "D": "F1"}
    with pytest.raises(hornsup.BadInput, match="none of the 4 is left to roll"):
        lay(players=5, kept=kept, turn="E")


def test_a_roll_that_does_not_fit_changes_nothing() -> None:
    state = lay("W2 B4 B1 F3", "W1 F2")
    play(state, "roll", "keep F3")
    before = state.view(None)
    with pytest.raises(hornsup.BadInput, match="'W1 F2' cannot come: the dice in hand are W B B"):
        state.apply("roll")
    assert state.view(None) == before
    assert len(state.moves_played()) == 2


@pytest.mark.parametrize(
    ("expect", "difference"),
    [
        ({"losers": ["A"]}, 'losers: expected ["A"], came ["B", "C"]'),
        ({"losers": "A"}, 'losers: expected "A", came "BC"'),
        ({"losers": "CB"}, None),
        ({"losers": ["C", "B"]}, None),
        ({"losses": [0, 1, 1, 0]}, None),
        ({"losses": {"B": 2}}, "losses: expected {B = 2}, came {B = 1}"),
        ({"kept": {"B": ""}}, None),
        ({"rolls": ["W1"]}, None),
        ({"round": 2, "turn": "D", "starter": "D", "direction": 1, "over": False}, None),
        ({"hands": {}}, "nothing called 'hands' can be expected"),
        ({"kept": "B4"}, "expect kept by seat"),
    ],
)
def test_what_can_be_expected(expect: dict[str, Any], difference: str | None) -> None:
    data = {
        "game": "raise-your-horns",
        "position": {"kept": {"A": "WH", "B": "B2", "C": "B2"}, "rolls": ["F5", "W1"]},
        "step": [{"move": "roll"}, {"move": "keep F5"}, {"expect": expect}],
    }
    try:
        found = scenario.run(data).differences
    except hornsup.BadInput as error:
        found = (str(error),)
    assert (difference is None and not found) or (difference is not None and difference in found[0])

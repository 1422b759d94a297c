"""Dice as data: what can be read, and what is refused with a clear line (R1, R8)."""

from __future__ import annotations

from importlib.resources import files

import pytest

import hornsup
from hornsup.games.raise_your_horns.dice import SHIPPED, Dice, dice_by_name
from hornsup.games.raise_your_horns.rolls import hands_of
from tests.games.raise_your_horns.harness import ODD_DICE, lay, legal, new, play

STANDARD = (files("hornsup.games.raise_your_horns") / "data" / "dice_standard.toml").read_text()


def test_r1_r8_the_standard_dice() -> None:
    dice = dice_by_name("standard")
    assert dice.white == (1, 2, 3, 4, 5, "H")
    assert dice.blank == (1, 2, 3, 4, 5, 0)
    assert dice.off == (1, 2, 3, 4, 5, "!")


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_dice_survive_being_written_and_read(name: str) -> None:
    dice = dice_by_name(name)
    assert Dice.from_data(dice.to_data()) == dice
    assert dice.name == name


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('"H"]', "]]", "not a TOML file"),
        ('name = "standard"', "", "need a name"),
        ('name = "standard"', 'name = "standard"\nsides = 6', "line 6: unknown entry 'sides'"),
        ("[faces]", "[sides]", "unknown entry 'sides'"),
        ('F = [1, 2, 3, 4, 5, "!"]', "", "F = [...] with its faces is missing"),
        ('F = [1, 2, 3, 4, 5, "!"]', "F = 3", "line 10: F = [...]"),
        ("F =", "G =", "line 10: there is no die 'G'"),
        ('F = [1, 2, 3, 4, 5, "!"]', "F = [1]", "line 10: F: a die has 2 to 100 faces, not 1"),
        ('5, "!"]', '5, "H"]', """line 10: F: a face is 1 to 99 or "!", not 'H'"""),
        ('5, "H"]', '5, "!"]', """line 8: W: a face is 1 to 99 or "H", not '!'"""),
        ("5, 0]", "5, -1]", "line 9: B: a face is 1 to 99 or 0, not -1"),
        ("5, 0]", "5, true]", "line 9: B: a face is 1 to 99 or 0, not True"),
        ("5, 0]", "5, false]", "line 9: B: a face is 1 to 99 or 0, not False"),
        ("5, 0]", "5, 1.5]", "line 9: B: a face is 1 to 99 or 0, not 1.5"),
        ("5, 0]", "5, 100]", "line 9: B: a face is 1 to 99 or 0, not 100"),
        ('W = [1, 2, 3, 4, 5, "H"]', "W = [3, 3]", "line 8: W: with one face only"),
    ],
)
def test_bad_dice_are_refused_with_one_clear_line(old: str, new: str, line: str) -> None:
    assert old in STANDARD
    with pytest.raises(hornsup.BadInput) as refused:
        Dice.from_toml(STANDARD.replace(old, new))
    assert line in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("dice", ["stadnard", 6, {"name": "x"}, {"name": "x", "faces": {}}])
def test_bad_dice_options_are_refused(dice: object) -> None:
    with pytest.raises(hornsup.BadInput):
        new(dice=dice)


def test_dice_with_other_faces_play_and_replay() -> None:
    state = new(dice=ODD_DICE, seed=4)
    while not state.over:
        state.apply(state.legal_moves()[0])
    record = state.record()
    assert record["options"]["dice"] == ODD_DICE
    assert hornsup.replay(record).outcome == state.outcome


def test_every_number_of_a_hand_is_one_fall_of_its_dice() -> None:
    hand = hands_of("WBBF", dice_by_name("standard"), 4, False)["WBBF"]
    assert hand.ways == 1296
    falls = [hand[number].texts for number in range(hand.ways)]
    assert len(set(falls)) == 6 * 21 * 6
    assert falls[0] == ("W1", "B1", "B1", "F1")
    assert falls[1] == ("W1", "B1", "B1", "F2")
    assert falls[6] == ("W1", "B2", "B1", "F1")
    assert falls[-1] == ("WH", "B0", "B0", "F!")
    assert sum("WH" in fall for fall in falls) == 216


def test_hands_pass_on_every_die_but_the_one_kept() -> None:
    hands = hands_of("WBBF", dice_by_name("standard"), 4, False)
    assert sorted(hands) == sorted(
        ["WBBF", "WBB", "WBF", "BBF", "WB", "WF", "BB", "BF", "W", "B", "F"]
    )
    assert hands["WBBF"].without["B"] is hands["WBF"]
    assert hands["F"].without["F"] is None


def test_dice_of_many_sides_are_thrown_without_a_table() -> None:
    many = list(range(1, 100))
    dice = {"name": "many", "faces": {"W": [*many, "H"], "B": [*many, 0], "F": [*many, "!"]}}
    state = lay("W99 B99 B0 F99", options={"dice": dice})
    play(state, "roll")
    assert legal(state) == ["keep B99", "keep B0", "keep F99"]
    play(state, "keep B99", "roll")
    assert state.roll is not None
    assert len(state.roll.faces) == 3

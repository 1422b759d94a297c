"""A round: keeping, losing, the white die, the off symbol, the next round (R3 to R12)."""

from __future__ import annotations

import pytest

import hornsup
from hornsup.games.raise_your_horns.events import (
    Declined,
    DirectionTurned,
    Kept,
    MayName,
    Named,
    OffRolled,
    Rolled,
    RoundBegan,
    RoundLost,
)
from tests.games.raise_your_horns.harness import lay, legal, letters, play

OFF = {"forfeits": "off"}


def test_r3_a_whole_round_event_by_event() -> None:
    state = lay("W2 B1 B4 F3", "W1 B2 F5", "W5 B3", "W4", options=OFF)
    moves = ["roll", "keep B4", "roll", "keep F5", "roll", "keep B3", "roll", "keep W4"]
    assert play(state, *moves) == [
        Rolled(0, ("W2", "B4", "B1", "F3")),
        Kept(0, "B4"),
        Rolled(1, ("W1", "B2", "F5")),
        Kept(1, "F5"),
        Rolled(2, ("W5", "B3")),
        Kept(2, "B3"),
        Rolled(3, ("W4",)),
        Kept(3, "W4"),
        RoundLost(1, (2,)),
        RoundBegan(2, 3, 1),
    ]


def test_r3_two_blanks_that_show_the_same_are_one_choice() -> None:
    state = lay("W2 B3 B3 F3")
    play(state, "roll")
    assert legal(state) == ["keep B3", "keep F3"]


def test_r3_the_last_die_is_kept_by_a_move_of_its_own() -> None:
    state = lay("W4", kept={"A": "B4", "B": "F5", "C": "B3"})
    assert legal(state) == ["roll"]
    play(state, "roll")
    assert legal(state) == ["keep W4"]


@pytest.mark.parametrize(
    ("kept", "last", "losers"),
    [
        (("B5", "F1", "B2"), "W4", "B"),
        (("B0", "B0", "F3"), "W4", "AB"),
        (("B3", "F3", "B3"), "W3", "ABCD"),
        (("B2", "F2", "B5"), "W2", "ABD"),
        (("B2", "F3", "B5"), "W1", "D"),
        (("WH", "B2", "B2"), "F5", "BC"),
        (("WH", "B2", "B2"), "F2", "BCD"),
        (("B5", "F5", "B5"), "WH", "ABC"),
        (("B0", "WH", "F5"), "B0", "AD"),
    ],
)
def test_r4_r7_r8_the_lowest_lose_and_horns_are_safe(
    kept: tuple[str, ...], last: str, losers: str
) -> None:
    state = lay(last, kept=dict(zip("ABC", kept, strict=True)))
    play(state, "roll", f"keep {last}")
    assert letters(state.losers) == losers
    assert state.losses == [int(seat in losers) for seat in "ABCD"]
    assert state.direction == 1
    assert state.to_move == 3


def test_r5_white_die_needs_horns_while_black_is_rolled() -> None:
    state = lay("W5 B2 B0 F1")
    play(state, "roll")
    assert legal(state) == ["keep B2", "keep B0", "keep F1"]
    with pytest.raises(hornsup.IllegalMove) as refused:
        state.apply("keep W5")
    assert (refused.value.code, refused.value.rule) == ("white-waits", "R5")


def test_r5_the_white_die_is_free_once_it_is_alone() -> None:
    state = lay("W5", kept={"A": "B4", "B": "F5", "C": "B3"})
    play(state, "roll")
    assert legal(state) == ["keep W5"]


def test_r6_horns_may_be_kept_beside_black_dice_but_need_not() -> None:
    state = lay("WH B4 B1 F3")
    play(state, "roll")
    assert legal(state) == ["keep WH", "keep B4", "keep B1", "keep F3"]


def test_r6_horns_that_are_passed_on_protect_nobody() -> None:
    state = lay("WH B4 B1 F3", "W3 B2 F!")
    play(state, "roll", "keep B4", "roll")
    assert letters(state.losers) == "B"
    assert state.round_number == 2


def test_r7_the_view_says_who_holds_the_horns() -> None:
    state = lay("WH B4 B1 F3")
    play(state, "roll", "keep WH")
    assert state.view(1)["horns"] == 0


def test_r9_the_off_symbol_ends_the_round_at_once() -> None:
    state = lay("W3 B2 F!", kept={"A": "B0"}, options=OFF)
    assert play(state, "roll") == [
        Rolled(1, ("W3", "B2", "F!")),
        OffRolled(1, "rulebook"),
        RoundLost(1, (1,)),
        DirectionTurned(-1),
        RoundBegan(2, 1, -1),
    ]
    assert state.losses == [0, 1, 0, 0]


def test_r10_horns_in_the_same_roll_let_the_roller_name() -> None:
    state = lay("WH B4 B1 F!", options=OFF)
    assert play(state, "roll")[-1] == MayName(0)
    assert legal(state) == ["name A", "name B", "name C", "name D"]
    assert play(state, "name C") == [
        Named(0, 2),
        RoundLost(1, (2,)),
        DirectionTurned(-1),
        RoundBegan(2, 0, -1),
    ]


def test_r10_horns_kept_earlier_count_and_do_not_protect_from_being_named() -> None:
    state = lay("B2 F!", kept={"A": "WH", "B": "B3"})
    play(state, "roll", "name A")
    assert letters(state.losers) == "A"
    assert state.to_move == 2


def test_r10_declining_costs_the_roller_the_round() -> None:
    state = lay("B2 F!", kept={"A": "WH", "B": "B3"}, options=OFF)
    assert play(state, "roll", "name C")[2:4] == [MayName(2), Declined(2)]
    assert letters(state.losers) == "C"


def test_r10_name_only_in_round_leaves_out_those_the_dice_do_not_reach() -> None:
    options = {"name_only_in_round": True}
    state = lay("WH B4 B1 F!", players=6, turn="F", options=options)
    play(state, "roll")
    assert legal(state) == ["name A", "name B", "name C", "name F"]
    refusal = state.why_not("name D")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("not-in-round", "R10")


def test_r11_every_off_symbol_turns_the_direction() -> None:
    state = lay("W3 B2 B2 F!", "W3 B2 B2 F!", turn="B")
    play(state, "roll")
    assert (state.direction, state.order) == (-1, (1, 0, 3, 2))
    play(state, "roll")
    assert (state.direction, state.order) == (1, (1, 2, 3, 0))


def test_r12_the_last_roller_starts_the_next_round() -> None:
    state = lay("W5", kept={"B": "B4", "C": "F2", "D": "B1"}, turn="A", round=3)
    play(state, "roll", "keep W5")
    assert (state.round_number, state.starter, state.to_move) == (4, 0, 0)
    assert state.view(0)["kept"] == [None] * 4

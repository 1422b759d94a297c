"""The table, the starting roll, and numbers of players (R1, R2, R14)."""

from __future__ import annotations

from typing import Any

import pytest

import hornsup
from hornsup.core.randomness import Stream, seed_bytes
from hornsup.games.raise_your_horns.events import RoundBegan, StartRolled, StartTied
from tests.games.raise_your_horns.harness import lay, legal, new, play


def test_r1_a_new_game_waits_for_the_first_throw_of_the_white_die() -> None:
    state = new()
    assert legal(state) == ["roll"]
    assert state.to_move == 0
    assert state.turns == 0
    assert state.view(0)["hand"] == ["W"]


def test_r1_four_players_have_one_white_two_blank_and_one_off_die() -> None:
    assert lay().view(None)["hand"] == ["W", "B", "B", "F"]


def test_r2_everyone_throws_in_seat_order_and_the_highest_starts() -> None:
    state = lay("W2", "W4", "W5", "W1", round=0)
    assert play(state, "roll", "roll", "roll", "roll") == [
        StartRolled(0, "W2"),
        StartRolled(1, "W4"),
        StartRolled(2, "W5"),
        StartRolled(3, "W1"),
        RoundBegan(1, 2, 1),
    ]
    assert state.to_move == 2


def test_r2_only_those_who_tie_throw_again() -> None:
    state = lay("WH", "W5", "WH", "W2", "W1", "W4", round=0)
    told = play(state, "roll", "roll", "roll", "roll")
    assert told[-1] == StartTied((0, 2))
    assert state.view(None)["start"] == {"contenders": [0, 2], "throws": [None] * 4}
    assert play(state, "roll", "roll")[-1] == RoundBegan(1, 2, 1)
    assert state.view(None)["start"] is None


def test_r2_nothing_but_rolling_is_legal_before_the_first_round() -> None:
    state = new(fouls=True, end_goal="stop")
    assert legal(state) == ["roll"]
    for move in ("keep W3", "name A", "stop", "foul"):
        assert state.why_not(move) is not None


@pytest.mark.parametrize("players", range(3, 21))
def test_r14_three_to_twenty_players(players: int) -> None:
    state = new(players)
    while state.turns == 0:
        state.apply("roll")
    assert state.view(None)["hand"] == list("WBF" if players == 3 else "WBBF")
    assert len(state.view(None)["order"]) == min(players, 4)


@pytest.mark.parametrize("players", [-1, 0, 1, 2, 21, 4.0, "4", True, None])
def test_r14_other_numbers_are_refused(players: Any) -> None:
    with pytest.raises(hornsup.BadInput, match=r"3 to 20 players.*R14"):
        hornsup.new("raise-your-horns", players=players, seed=1)


def test_r14_the_rest_are_skipped_with_five_and_more() -> None:
    rolls = ("W2 B4 B3 F5", "W2 B4 F5", "W2 F5", "W2")
    state = lay(*rolls, players=6, turn="E")
    play(state, "roll", "keep B3", "roll", "keep B4", "roll", "keep F5", "roll", "keep W2")
    assert state.losers == (1,)
    assert state.losses == [0, 1, 0, 0, 0, 0]


def test_dice_are_one_number_per_roll_with_a_digit_for_each_die() -> None:
    """Anyone can throw a game's dice again from its seed."""
    state = new(4, "a seed that people agreed on")
    stream = Stream(seed_bytes("a seed that people agreed on"))
    white = [1, 2, 3, 4, 5, "H"]
    for _ in range(4):
        (event, *_rest) = state.apply("roll")
        assert event.die == f"W{white[stream.below(6)]}"
    while state.turns == 0:
        state.apply("roll")
        stream.below(6)
    (event, *_rest) = state.apply("roll")
    w, b1, b2, f = _digits(stream.below(6**4))
    blank, off = [1, 2, 3, 4, 5, 0], [1, 2, 3, 4, 5, "!"]
    blanks = sorted((blank[b1], blank[b2]), reverse=True)
    assert event.dice == (f"W{white[w]}", f"B{blanks[0]}", f"B{blanks[1]}", f"F{off[f]}")


def _digits(number: int) -> list[int]:
    return [number // 6**place % 6 for place in (3, 2, 1, 0)]


def test_the_same_arguments_give_the_same_game_and_forfeits_never_touch_the_dice() -> None:
    plain, again, off = new(5, 9), new(5, 9), new(5, 9, forfeits="off")
    for _ in range(60):
        if plain.over:
            break
        move = plain.legal_moves()[-1]
        assert plain.apply(move) == again.apply(str(move))
        off.apply(move)
        assert plain.view(None)["roll"] == off.view(None)["roll"]
    assert plain.losses == off.losses

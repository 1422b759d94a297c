"""The end of a game and fouls (R13, R15)."""

from __future__ import annotations

from typing import Any

import pytest

import hornsup
from hornsup.games.raise_your_horns.events import Fouled, GameEnded, RoundLost, Stopped
from tests.games.raise_your_horns.harness import lay, legal, letters, new, play

LAST: dict[str, Any] = {"kept": {"A": "B0", "B": "F3", "C": "B5"}}


def test_r13_the_fifth_loss_ends_the_game() -> None:
    state = lay("W3", losses={"A": 4, "B": 2, "C": 1, "D": 1}, **LAST)
    told = play(state, "roll", "keep W3")
    assert told[-1] == GameEnded("losses-reached", (2, 3), (5, 2, 1, 1))
    assert state.over
    assert state.to_move is None
    assert state.legal_moves() == []
    assert state.outcome == hornsup.Outcome("losses-reached", (2, 3), (5, 2, 1, 1))
    assert state.record()["outcome"] == {
        "reason": "losses-reached",
        "winners": [2, 3],
        "losses": [5, 2, 1, 1],
    }


def test_r13_nothing_is_legal_when_the_game_is_over() -> None:
    state = lay("W3", options={"end_value": 1}, **LAST)
    play(state, "roll", "keep W3")
    for move in ("roll", "keep W3", "name A", "stop", "foul"):
        refusal = state.why_not(move)
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("game-over", "R13")


def test_r13_end_goal_rounds_counts_rounds_whatever_the_losses() -> None:
    state = new(end_goal="rounds", end_value=7)
    while not state.over:
        state.apply(state.legal_moves()[0])
    assert state.turns == 7
    assert state.outcome is not None
    assert state.outcome.reason == "rounds-played"
    assert sum(state.losses) >= 7


def test_r13_end_goal_stop_is_legal_at_every_roll() -> None:
    state = lay("W2 B4 B1 F3", options={"end_goal": "stop"})
    assert legal(state) == ["roll", "stop"]
    play(state, "roll")
    assert state.why_not("stop") is not None
    play(state, "keep B4")
    assert play(state, "stop") == [Stopped(1), GameEnded("stopped", (0, 1, 2, 3), (0, 0, 0, 0))]


def test_r13_end_goal_time_is_called_between_rounds_only() -> None:
    state = lay("W2 B4 B1 F3", "W2 B1 F!", options={"end_goal": "time"}, turn="A")
    assert legal(state) == ["roll", "stop"]
    play(state, "roll", "keep B4")
    refusal = state.why_not("stop")
    assert refusal is not None
    assert refusal.code == "stop-between-rounds"
    play(state, "roll", "stop")
    assert state.outcome == hornsup.Outcome("time-up", (0, 2, 3), (0, 1, 0, 0))


@pytest.mark.parametrize(
    ("goal", "code"), [("losses", "play-to-losses"), ("rounds", "play-to-rounds")]
)
def test_r13_stop_is_refused_where_a_goal_was_agreed(goal: str, code: str) -> None:
    refusal = lay(options={"end_goal": goal}).why_not("stop")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, "R13")
    assert "5" in refusal.message


def test_r15_fouls_end_the_round_without_a_reversal() -> None:
    options = {"fouls": True, "forfeits": "off"}
    state = lay("W2 B4 F3", kept={"A": "B0"}, options=options)
    play(state, "roll")
    assert legal(state) == ["keep B4", "keep F3", "foul"]
    assert play(state, "foul")[:2] == [Fouled(1), RoundLost(1, (1,))]
    assert (letters(state.losers), state.starter, state.direction) == ("B", 1, 1)


def test_r15_fouls_before_rolling_but_not_while_naming() -> None:
    state = lay("WH B4 B2 F!", options={"fouls": True})
    assert legal(state) == ["roll", "foul"]
    play(state, "roll")
    refusal = state.why_not("foul")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("no-foul-now", "R15")


def test_r15_touched_is_chosen() -> None:
    state = lay("W2 B4 B1 F3")
    play(state, "roll", "keep B1")
    with pytest.raises(hornsup.IllegalMove, match="R3"):
        state.apply("keep B4")

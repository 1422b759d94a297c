"""The notation of moves: what is refused, what is another spelling, and what old logs may hold."""

from __future__ import annotations

from typing import Any

import pytest

import hornsup
from hornsup.core import record, registry

OFF_TABLE = ("99,99", "-16,0", "0,-1", "17,3", "0,22")


def a_turn(*tickets: str) -> hornsup.GameState:
    """A's turn in the middle of a game, with some Tickets in hand."""
    position: dict[str, Any] = {
        "turn": "A",
        "actions": 2,
        "pawns": {"A": "0,6", "B": "0,7", "C": "1,7", "D": "2,6"},
        "paths": ["NS 0,6", "NS 0,7"],
        "hands": {"A": list(tickets)},
    }
    game = registry.get("horns-up")
    return game.position(4, game.read_options(None), position)


@pytest.mark.parametrize("cell", ["0,3", *OFF_TABLE])
def test_h28_a_cell_after_a_ticket_that_names_none_is_refused(cell: str) -> None:
    state = a_turn("cold-beer")
    refusal = state.why_not(f"play cold-beer {cell}")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("no-cell-asked", "H28")
    with pytest.raises(hornsup.IllegalMove):
        state.apply(f"play cold-beer {cell}")
    with pytest.raises(hornsup.IllegalMove):
        state.apply(state.parse(f"play cold-beer {cell}"))
    assert state.why_not("play cold-beer") is None


@pytest.mark.parametrize("cell", OFF_TABLE)
def test_h28_a_ticket_that_removes_a_card_removes_none_off_the_table(cell: str) -> None:
    refusal = a_turn("steward").why_not(f"play steward left {cell}")
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("off-table", "H28")


@pytest.mark.parametrize("cell", OFF_TABLE)
def test_a_cell_off_the_table_keeps_its_text(cell: str) -> None:
    move = a_turn("cold-beer").parse(f"play  cold-beer {cell}")
    assert str(move) == f"play cold-beer {cell}"


@pytest.mark.parametrize("cell", OFF_TABLE)
def test_an_old_record_with_such_a_move_is_still_replayed(cell: str) -> None:
    state = a_turn("cold-beer")
    state.apply("play cold-beer")
    written = state.record()
    old = {**written, "moves": [f"play cold-beer {cell}"]}
    assert hornsup.replay(old).view(None) == state.view(None)
    assert record.verify(old).honest
    assert hornsup.replay(old).record() == written


def test_an_old_record_with_a_cell_on_the_table_is_as_wrong_as_ever() -> None:
    state = a_turn("cold-beer")
    state.apply("play cold-beer")
    wrong = {**state.record(), "moves": ["play cold-beer 0,3"]}
    with pytest.raises(hornsup.BadInput, match="move 1"):
        hornsup.replay(wrong)
    assert not record.verify(wrong).honest

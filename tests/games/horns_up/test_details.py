"""Details that a position's end state does not show: routes, orders, caches."""

from __future__ import annotations

from typing import Any

import pytest

import hornsup
from hornsup.games.horns_up.state import HornsUp

GAME = hornsup.new("horns-up", players=3, seed=0).game


def scene(players: int = 3, options: dict[str, Any] | None = None, **position: Any) -> HornsUp:
    state = GAME.position(players, GAME.read_options(options), position)
    assert isinstance(state, HornsUp)
    return state


@pytest.mark.parametrize(
    ("own", "front"),
    [("EW", "NE"), ("NES", "NE"), ("EW", "NES")],
    ids=["both sides closed", "the front card closed", "the own card closed"],
)
def test_h23_the_winning_walk_goes_through_open_sides_only(own: str, front: str) -> None:
    """From 0,2 to 0,1 it is one step, but closed; the walk goes round by 1,2 and 1,1."""
    state = scene(
        5,
        turn="C",
        pawns={"A": "0,2", "B": "1,2", "C": "0,8", "D": "0,1", "E": "1,1"},
        paths=[f"{own} 0,2", "NW 1,2", f"{front} 0,1", "SW 1,1"],
        skips=["D", "E"],
    )
    happened = state.apply("end")
    assert state.winner == 0
    assert happened[-1].walk == ("0,2", "1,2", "1,1", "0,1", "0,0")
    assert not any(event.kind == "drew" for event in happened), "before drawing"


def test_h23_fire_explosion_can_open_a_walk_of_three_cards() -> None:
    state = scene(
        pawns={"A": "1,2", "B": "0,2", "C": "0,1"},
        paths=["EW 1,2", "SW 0,2", "NS 0,1"],
        hands={"A": ["horns-up"]},
        stage_draw=["fire-explosion"],
    )
    happened = state.apply("play horns-up")
    assert state.winner == 0
    assert happened[-1].walk == ("1,2", "0,2", "0,1", "0,0")


def test_h59_loose_reading_walks_on_from_the_rivals_card() -> None:
    """occupied_needs_connection false: what can be reached changes with every step."""
    state = scene(
        options={"occupied_needs_connection": False},
        pawns={"A": "0,4", "B": "1,4", "C": "2,4"},
        paths=["NS 0,4", "NS 1,4", "EW 2,4"],
    )
    assert {str(move) for move in state.legal_moves()} >= {"walk 1,4", "walk 2,4"}
    state.apply("walk 2,4")
    assert "walk 0,4" not in {str(move) for move in state.legal_moves()}
    assert "walk 1,4" in {str(move) for move in state.legal_moves()}


def test_h59_loose_reading_does_not_enter_empty_or_face_down_cells() -> None:
    state = scene(
        options={"occupied_needs_connection": False},
        pawns={"A": "0,4"},
        paths=["NS 0,4", "down NS 1,4"],
    )
    walks = [str(move) for move in state.legal_moves() if str(move).startswith("walk")]
    assert walks == []


def test_h32_those_crushed_together_are_named_clockwise_from_the_player() -> None:
    state = scene(
        4,
        turn="C",
        pawns={"A": "2,1", "B": "2,1", "D": "2,1"},
        paths=["NS 2,1"],
        hands={"C": ["pushed-away"]},
    )
    happened = state.apply("play pushed-away B N")
    marked = [event.seat for event in happened if event.kind == "skip-marked"]
    assert marked == [3, 0, 1]


def test_h73_those_crushed_by_the_closing_are_named_clockwise_from_the_closer() -> None:
    state = scene(
        4,
        turn="C",
        pawns={"A": "2,4", "B": "2,4", "D": "-2,4"},
        paths=["NS 2,4", "NS -2,4"],
        hands={"C": ["horns-up"]},
        stage="wall-of-death",
        stage_draw=["encore"],
    )
    happened = state.apply("play horns-up")
    crushed = next(event for event in happened if event.kind == "crushed")
    assert crushed.seats == (3, 0, 1)


def test_h61_a_deck_of_one_stage_card_leaves_it_where_it_is() -> None:
    """Q48: the card on the Stage is never shuffled in; with no other nothing happens."""
    data = GAME.read_options(None).the_deck().to_data()
    data["stage"] = [{"card": "encore", "count": 1, "named": True, "symbols": ["encore"]}]
    data["totals"]["stage"] = 1
    state = scene(options={"deck": data}, hands={"A": ["horns-up", "horns-up"]}, stage="encore")
    happened = state.apply("play horns-up")
    assert [event.kind for event in happened] == ["ticket-played"]
    assert state.view(None)["stage"] == "encore"
    assert state.discard == [state.rules.slugs.index("horns-up")]


def test_h12_ending_early_tells_something_only_to_those_who_must_act() -> None:
    must = scene(
        options={"must_act": True},
        pawns={"A": "0,8"},
        walls=["mosh-pit 0,7", "mosh-pit 1,8", "mosh-pit -1,8"],
        hands={"A": ["crowd-surfing"]},
    )
    assert [str(move) for move in must.legal_moves()] == ["end"]
    must.apply("end")
    told = must.view(1)["rockers"][0]["limits"]
    assert told[0]["at_least"] == 1
    assert "crowd-surfing" in told[0]["of"]
    assert "cold-beer" not in told[0]["of"]
    may = scene(hands={"A": ["crowd-surfing"]})
    may.apply("end")
    assert may.view(1)["rockers"][0]["limits"] == []

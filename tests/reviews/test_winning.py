"""Wins within a turn that a reader of the log sees: the chances are sure from there on."""

from __future__ import annotations

from typing import Any

import pytest

from hornsup.core import scenario
from hornsup.games.horns_up.state import HornsUp
from hornsup.reviews.horns_up.redraws import judged
from hornsup.reviews.horns_up.winning import can_win


def table(**position: Any) -> HornsUp:
    usual = {"turn": "A", "actions": 2, "pawns": {"A": "0,2", "B": "3,5", "C": "4,4"}}
    data = {"game": "horns-up", "players": 3, "position": {**usual, **position}, "step": [{}]}
    state = scenario.begin(data)
    assert isinstance(state, HornsUp)
    return state


WINS: dict[str, dict[str, Any]] = {
    "the own card is covered first": {
        "paths": ["EW 0,2"],
        "hands": {"A": ["path-ns", "path-ns"]},
    },
    "a Wall is cleared first": {
        "paths": ["NS 0,2"],
        "walls": ["troublemakers 0,1"],
        "hands": {"A": ["path-ns", "slow-song"]},
    },
    "a push brings the card nearer": {
        "pawns": {"A": "2,1", "B": "2,1", "C": "4,4"},
        "paths": ["EW 2,1"],
        "hands": {"A": ["pushed-away", "path-nesw"]},
    },
    "a Ticket brings one more action": {
        "pawns": {"A": "0,3", "B": "3,5", "C": "4,4"},
        "paths": ["EW 0,3"],
        "hands": {"A": ["path-ns", "path-ns", "path-ns", "second-wind"]},
    },
    "another's card is crossed": {
        "pawns": {"A": "1,2", "B": "1,1", "C": "4,4"},
        "paths": ["NS 1,2", "ES 1,1"],
        "hands": {"A": ["path-nesw", "path-nesw"]},
    },
}


@pytest.mark.parametrize("way", WINS)
def test_a_win_of_this_turn_is_seen(way: str) -> None:
    state = table(**WINS[way])
    assert can_win(state)
    assert judged(state) == [1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    "position",
    [
        {"paths": ["EW 0,2"], "hands": {"A": ["path-ns"]}},
        {"paths": ["NS 0,2"], "hands": {"A": ["path-ew", "cold-beer"]}},
        {"paths": ["NS 0,2"], "hands": {"A": ["path-ns"]}, "tokens": {"A": 2}},
        {"paths": ["NS 0,2"], "hands": {"A": ["path-ns"]}, "actions": 0},
        {
            "paths": ["NS 0,2"],
            "walls": ["mosh-pit 0,1"],
            "hands": {"A": ["path-ns", "slow-song", "path-nesw"]},
        },
    ],
)
def test_what_does_not_win_is_not_taken_for_a_win(position: dict[str, Any]) -> None:
    state = table(**position)
    assert not can_win(state)
    assert 0 < judged(state)[0] < 1

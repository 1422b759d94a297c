"""How long what happens takes to be seen: every event is weighed, what is to be read is long."""

from __future__ import annotations

from random import Random
from typing import Any

from hornsup.core.showing import LONGEST, PLAIN
from hornsup.games.horns_up import GAME, events
from hornsup.games.horns_up.showing import WEIGHTS, showing
from tests.games.horns_up.harness import eager, games


def test_every_kind_of_event_is_weighed() -> None:
    named = (getattr(events, name) for name in dir(events) if name[0].isupper())
    kinds = {event._field_defaults["kind"] for event in named if hasattr(event, "_fields")}
    assert kinds == set(WEIGHTS)
    assert GAME.showing is showing


def test_a_step_is_short_and_what_must_be_read_is_long() -> None:
    walk, path = events.Walked(0, "0,6"), events.PathPlayed(0, "NS", "0,6", None)
    wall = events.WallPlayed(0, "mosh-pit", "0,3", None)
    turn = [events.TurnEnded(0), events.TurnBegan(1, 2), events.Drew(1, "path-ns")]
    ticket = events.TicketPlayed(0, "cold-beer", "", None)
    attack = [events.TicketPlayed(0, "slow-song", "", 1), events.TokenTaken(1, 2)]
    stage = [events.TicketPlayed(0, "horns-up", "", None), events.StageChanged("encore")]
    told: list[list[Any]] = [
        [walk],
        turn,
        [path],
        [wall],
        [ticket],
        attack,
        stage,
        [events.Divided(0)],
    ]
    steps = [showing(each) for each in told]
    assert steps == [1, 1, 1.2, 1.5, 3.5, 4, 5.5, 4]
    push = events.Pushed(1, "E", ("0,4",))
    assert showing([*attack, push]) == showing(attack) + 1


def test_no_move_is_shorter_than_a_step_or_endlessly_long() -> None:
    assert showing([]) == PLAIN
    assert showing([events.Divided(0)] * 9) == LONGEST
    seen: set[float] = set()
    for state, rng in games(77, 6):
        while not state.over and state.turns < 40:
            seen.add(showing(state.apply(str(eager(state, Random(rng.random()))))))
    assert min(seen) == PLAIN
    assert 3.5 <= max(seen) <= LONGEST

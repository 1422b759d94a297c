"""The figures of a finished game: counted from the golden games, and sums that must add up."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import hornsup
from hornsup.core import registry
from hornsup.core.figures import Figures, in_order
from hornsup.games.horns_up.figures import ROWS
from tests.games.golden_games import golden_lines, golden_names, golden_state
from tests.games.horns_up.harness import eager, games

GOLDEN = golden_names("horns-up")


def told(name: str, sentence: str, players: int) -> list[int]:
    """How many lines of a golden game say this of each seat; `SEAT` stands for its letter."""
    lines = golden_lines(name)
    counts = []
    for letter in "ABCDEFGHI"[:players]:
        pattern = re.compile(" {4}" + sentence.replace("SEAT", letter))
        counts.append(sum(bool(pattern.fullmatch(line)) for line in lines))
    return counts


@pytest.mark.parametrize("name", GOLDEN)
@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        ("turns", r"Turn \d+: SEAT\."),
        ("paths", r"SEAT plays a Path at .*"),
        ("walls", r"SEAT plays (?!a Path).* at -?\d.*"),
        ("tickets", r"SEAT plays [A-Z][^,()0-9]*\."),
        ("tokens", r"SEAT takes a Ballad token and now holds \d\."),
        ("skips", r"SEAT skips this turn\."),
        ("pushes-taken", r"The card under SEAT is pushed .*"),
    ],
)
def test_a_figure_is_what_the_log_tells(name: str, row: str, sentence: str) -> None:
    state = golden_state(name)
    assert list(state.figures().row(row).values) == told(name, sentence, state.players)


def test_the_figures_of_a_golden_game() -> None:
    """Three racers: C wins in turn 19, A and B were on the way."""
    figures = golden_state("horns_up_3_racers").figures()
    assert {row.name: row.values for row in figures.rows} == {
        "distance": (3, 4, 0),
        "turns": (6, 6, 7),
        "paths": (6, 6, 8),
        "walls": (1, 0, 0),
        "tickets": (2, 4, 5),
        "steps": (5, 6, 8),
        "cleared": (0, 0, 0),
        "attacks-given": (1, 0, 2),
        "attacks-taken": (0, 3, 0),
        "pushes-given": (0, 0, 1),
        "pushes-taken": (0, 1, 0),
        "tokens": (0, 0, 0),
        "skips": (0, 1, 0),
    }
    assert figures.order == ((2,), (0,), (1,))
    assert [(each.name, each.seat) for each in figures.highlights] == [
        ("won-walk", 2),
        ("target", 1),
    ]
    assert [(each.name, each.seats) for each in figures.medals] == [
        ("steps", (2,)),
        ("attacks-taken", (1,)),
        ("tickets", (2,)),
    ]


def test_every_seat_has_one_place_and_every_row_a_value_for_it() -> None:
    for name in GOLDEN:
        state = golden_state(name)
        figures = state.figures()
        assert sorted(seat for place in figures.order for seat in place) == [*range(state.players)]
        assert [row.name for row in figures.rows] == [*ROWS]
        assert all(len(row.values) == state.players for row in figures.rows)
        assert figures == state.figures(), "the same game has the same figures"


def test_the_winner_comes_first_and_the_others_by_their_distance() -> None:
    state: Any = golden_state("horns_up_5_mixed")
    figures = state.figures()
    distance = figures.row("distance").values
    assert figures.order[0] == (state.winner,)
    assert distance[state.winner] == 0
    assert [distance[place[0]] for place in figures.order] == sorted(
        distance[place[0]] for place in figures.order
    )


def test_equal_distances_share_a_place() -> None:
    assert in_order([3, 0, 3, 1], first=(1,)) == ((1,), (3,), (0, 2))
    assert in_order([2, 2, 2]) == ((0, 1, 2),)


@pytest.mark.parametrize("seed", range(3))
def test_the_sums_of_random_games_add_up(seed: int) -> None:
    for state, rng in games(700 + seed, 12):
        events = [*state.opening]
        while not state.over and state.turns <= 40:
            events += state.apply(eager(state, rng))
        _check_sums(state, state.figures(), events)


def _check_sums(state: Any, figures: Figures, events: list[Any]) -> None:
    rows = {row.name: row.values for row in figures.rows}
    kinds = [event.kind for event in events]
    assert sum(rows["pushes-given"]) == sum(rows["pushes-taken"]) == kinds.count("pushed")
    assert sum(rows["attacks-given"]) == sum(rows["attacks-taken"])
    assert sum(rows["turns"]) == state.turn_number
    assert sum(rows["skips"]) == kinds.count("turn-skipped")
    played = sum(map(kinds.count, ("path-played", "wall-played", "ticket-played")))
    assert sum(map(sum, (rows["paths"], rows["walls"], rows["tickets"]))) == played
    assert sum(rows["tokens"]) == sum(state.tokens) + kinds.count("token-returned")
    assert sum(rows["steps"]) >= kinds.count("walked"), "every walk has a step at least"
    for medal in figures.medals:
        assert all(rows[medal.name][seat] == medal.value for seat in medal.seats)


def test_a_walk_counts_the_steps_of_its_way() -> None:
    state = _position(pawns={"A": "0,8"}, paths=["NS 0,7", "NS 0,6"])
    state.apply("walk 0,6")
    assert state.figures().row("steps").values == (2, 0, 0)


def test_a_surf_onto_the_stage_is_no_walk() -> None:
    walls = ["mosh-pit 0,2", "troublemakers 0,1"]
    hands = {"A": ["crowd-surfing"]}
    state = _position(pawns={"A": "0,3"}, paths=["NS 0,3"], walls=walls, hands=hands)
    state.apply("play crowd-surfing N")
    assert state.over
    figures = state.figures()
    assert figures.row("steps").values == (0, 0, 0)
    assert [each.name for each in figures.highlights] == ["won-surf", "surf"]


def test_a_ticket_that_hits_all_is_an_attack_on_each_of_the_others() -> None:
    state = _position(hands={"A": ["ticket-check"]})
    state.apply("play ticket-check")
    figures = state.figures()
    assert figures.row("attacks-given").values == (2, 0, 0)
    assert figures.row("attacks-taken").values == (0, 1, 1)


def test_a_ticket_for_oneself_is_no_attack() -> None:
    state = _position(hands={"A": ["all-in"]})
    state.apply("play all-in")
    assert state.figures().row("attacks-given").values == (0, 0, 0)


def test_a_steward_clears_a_wall_but_not_when_it_takes_a_path() -> None:
    hands = {"A": ["steward", "steward"]}
    walls, paths = ["troublemakers 1,2"], ["down NS 2,2"]
    state = _position(walls=walls, paths=paths, hands=hands, actions=2)
    state.apply("play steward left 1,2")
    state.apply("play steward left 2,2")
    assert state.figures().row("cleared").values == (1, 0, 0)


def test_a_wall_that_is_paid_for_is_cleared() -> None:
    state = _position(walls=["troublemakers 1,2"], hands={"A": ["steward"]})
    state.apply("clear 1,2 steward")
    figures = state.figures()
    assert figures.row("cleared").values == (1, 0, 0)
    assert figures.row("tickets").values == (0, 0, 0), "a card that pays is not played"


def test_a_guess_has_no_figures() -> None:
    guess = hornsup.new("horns-up", players=3, seed=1).determinize(0, random.Random(1))
    with pytest.raises(hornsup.BadInput, match="guess"):
        guess.figures()


def _position(**data: Any) -> hornsup.GameState:
    game = registry.get("horns-up")
    return game.position(3, game.read_options(None), {"turn": "A", "actions": 1, **data})

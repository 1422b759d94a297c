"""What the lab records of a game is what happened in it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import hornsup
from hornsup.bots import Info, line_up
from hornsup.core import registry
from hornsup.games.horns_up.state import HornsUp
from hornsup.lab.fields import FIELDS
from hornsup.lab.observe import HornsUpObserver
from hornsup.lab.simulate import Plan, play_task


def watched(game: str, bots: str, seed: int, players: int = 4, **options: Any) -> dict[str, Any]:
    plan = Plan(game, players, 1, bots, seed, 120, options or None)
    seen = play_task((plan, 0), watch=True).seen
    assert seen is not None
    return seen


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("bots", ["racer", "random"])
def test_actions_are_counted_as_the_engine_counts_them(bots: str, seed: int) -> None:
    state = hornsup.new("horns-up", players=5, seed=seed)
    assert isinstance(state, HornsUp)
    observer = HornsUpObserver()
    observer.begin(state)
    seats = line_up("horns-up", bots, 5)
    rng = Random(seed)
    while not state.over and state.turns < 60:
        seat = state.to_move
        assert seat is not None
        observer.after(state, seat, state.apply(seats[seat].choose(Info.of(state, rng))))
        if state.turns and not state.over:
            assert observer._actions_left == state.actions
    seen = observer.result(state)
    assert sum(seen["own_turns"]) == state.turns
    assert set(seen) == set(FIELDS["horns-up"])


@pytest.mark.parametrize("seed", range(5))
def test_the_numbers_of_a_game_agree_with_each_other(seed: int) -> None:
    seen = watched("horns-up", "racer", seed)
    assert sum(seen["attacks_by"]) == sum(seen["attacks_on"])
    assert seen["entrances"].count(seen["winner_entrance"]) == 1
    assert 1 <= seen["winner_place"] <= 4
    assert seen["wod_closed"] <= seen["wod_opened"]
    winner = (seen["first"] + seen["winner_place"] - 1) % 4
    assert seen["steps_left"][winner] == 0
    assert seen["steps_left"].count(0) == 1
    played = sum(sum(seats) for seats in seen["cards"].values())
    assert played <= sum(seen["actions"])
    horns = sum(seen["cards"].get("horns-up", []))
    assert sum(seen["stage_cards"].values()) == horns


def position(**given: Any) -> HornsUp:
    base: dict[str, Any] = {
        "turn": "A",
        "actions": 2,
        "pawns": {"A": "2,3", "B": "0,2", "C": "0,5"},
        "paths": ["NESW 2,3", "NESW 0,2", "NESW 0,5"],
    }
    game = registry.get("horns-up")
    state = game.position(3, game.read_options(None), {**base, **given})
    assert isinstance(state, HornsUp)
    return state


def after(state: HornsUp, *moves: str) -> dict[str, Any]:
    """What is noted of these moves, with the standing as the turn's first one."""
    observer = HornsUpObserver()
    observer.begin(state)
    observer._standings.append(tuple(observer._steps[pawn] for pawn in state.pawns))
    for move in moves:
        seat = state.to_move
        assert seat is not None
        observer.after(state, seat, state.apply(move))
    return observer.result(state)


@pytest.mark.parametrize(
    ("hand", "move", "on"),
    [
        ("slow-song", "play slow-song B", [0, 1, 0]),
        ("pushed-away", "play pushed-away C S", [0, 0, 1]),
        ("troublemakers", "wall troublemakers 0,1", [0, 1, 0]),
        ("troublemakers", "wall troublemakers 0,6", [0, 0, 0]),
        ("path-ew", "path EW 0,5", [0, 0, 1]),
        ("path-ew", "path EW 2,3", [0, 0, 0]),
        ("lighters-up", "play lighters-up", [0, 0, 0]),
    ],
)
def test_what_is_an_attack(hand: str, move: str, on: list[int]) -> None:
    seen = after(position(hands={"A": [hand]}), move)
    assert seen["attacks_on"] == on
    assert seen["attacks_by"] == [sum(on), 0, 0]


def test_kingmaking_is_to_stop_the_leader_so_that_a_third_one_wins() -> None:
    given: dict[str, Any] = {
        "hands": {"A": ["lost-in-the-queue"], "C": ["path-ns"]},
        "pawns": {"A": "4,4", "B": "1,1", "C": "0,2"},
        "paths": ["NESW 1,1", "NS 0,2"],
        "draw": ["path-ew"] * 4,
    }
    hit = position(**given)
    seen = after(hit, "play lost-in-the-queue B", "end", "path NS 0,1")
    assert hit.over
    assert seen["kingmaking"] is True
    assert seen["skipped_turns"] == [0, 1, 0]
    spared = position(**given)
    seen = after(spared, "end", "end", "path NS 0,1")
    assert spared.over
    assert seen["kingmaking"] is False
    assert seen["unused_actions"] == [0, 2, 0]  # A's turn had begun before we came


def test_a_game_that_was_cut_has_no_winner_to_talk_about() -> None:
    plan = Plan("horns-up", 4, 1, "random", 1, 8)
    played = play_task((plan, 0), watch=True)
    assert not played.finished
    assert played.seen is not None
    assert played.seen["winner_place"] is None
    assert played.seen["comeback"] is None
    assert 0 not in played.seen["steps_left"]


@pytest.mark.parametrize("players", [3, 4, 7])
def test_rounds_of_the_dice_game(players: int) -> None:
    plan = Plan("raise-your-horns", players, 1, "random", 4)
    played = play_task((plan, 0), watch=True)
    seen = played.seen
    assert seen is not None
    assert set(seen) == set(FIELDS["raise-your-horns"])
    assert seen["rounds"] == played.turns
    assert sum(seen["losses"]) == sum(seen["losses_by_place"]) >= seen["rounds"]
    assert max(seen["losses"]) == 5

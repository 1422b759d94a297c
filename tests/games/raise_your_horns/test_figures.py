"""The figures of a finished game of dice, and sums that must add up."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from hypothesis import given, settings

from hornsup.games.raise_your_horns import figures as module
from hornsup.games.raise_your_horns.dice import dice_by_name
from hornsup.games.raise_your_horns.solution import solve
from hornsup.games.raise_your_horns.state import RaiseYourHorns
from tests.games.golden_games import golden_lines, golden_state
from tests.games.raise_your_horns.harness import games, lay, new, play, playing

GOLDEN = "raise_your_horns_4_exact"


def values(state: Any, row: str) -> tuple[Any, ...]:
    return tuple(state.figures().row(row).values)


def test_the_figures_of_a_golden_game_are_what_its_log_tells() -> None:
    state = golden_state(GOLDEN)
    lines = golden_lines(GOLDEN)
    figures = state.figures()
    assert state.outcome is not None
    assert values(state, "losses") == state.outcome.losses
    for seat, letter in enumerate("ABCD"):
        rolled = [line for line in lines if line.startswith(f"    {letter} rolls ")]
        thrown = [line for line in rolled if "for the start" not in line]
        named = [line for line in lines if line.startswith(f"    {letter} names ")]
        by = [line for line in lines if line.endswith(f" names {letter}.")]
        offs = [line for line in lines if f" {letter} has ended the round." in line]
        horns = [line for line in lines if line == f"    {letter} keeps WH."]
        assert figures.row("rolls").values[seat] == len(thrown)
        assert figures.row("named").values[seat] == len(named)
        assert figures.row("named-by").values[seat] == len(by)
        assert figures.row("offs").values[seat] == len(offs)
        assert figures.row("horns").values[seat] == len(horns)


@settings(max_examples=25, deadline=None)
@given(games())
def test_the_sums_of_random_games_add_up(game: tuple[RaiseYourHorns, random.Random]) -> None:
    state, rng = game
    events = [*state.opening]
    for _, happened in playing(state, rng):
        events += happened
    rows = {row.name: row.values for row in state.figures().rows}
    kinds = [event.kind for event in events]
    assert rows["losses"] == tuple(state.losses)
    assert sum(rows["rolls"]) == kinds.count("rolled")
    assert sum(rows["offs"]) == kinds.count("off-rolled")
    assert sum(rows["named"]) == sum(rows["named-by"]) == kinds.count("named")
    kept = [event.die for event in events if event.kind == "kept"]
    assert sum(rows["horns"]) == kept.count("WH")
    assert all(low <= many for low, many in zip(rows["horns"], rows["rolls"], strict=True))


def test_the_order_is_by_losses_and_equal_ones_share_a_place() -> None:
    state = lay("WH B4 B1 F!", losses={"A": 2, "D": 1}, options={"end_value": 3})
    assert state.figures().order == ((1, 2), (3,), (0,))
    play(state, "roll", "name B")
    assert state.figures().order == ((2,), (1, 3), (0,))


def test_who_is_named_and_who_names() -> None:
    state = lay("WH B4 B1 F!", options={"end_value": 1})
    play(state, "roll", "name C")
    assert values(state, "named") == (1, 0, 0, 0)
    assert values(state, "named-by") == (0, 0, 1, 0)
    assert values(state, "offs") == (1, 0, 0, 0)
    assert values(state, "losses") == (0, 0, 1, 0)


def test_the_highest_die_kept_and_the_horns() -> None:
    state = lay("WH B5 B1 F3", "B5 B1 F3", "B1 F4", "B1", options={"end_value": 1})
    play(state, "roll", "keep WH", "roll", "keep B5", "roll", "keep F4", "roll", "keep B1")
    assert values(state, "highest") == (0, 5, 4, 1)
    assert values(state, "horns") == (1, 0, 0, 0)


def test_expected_losses_are_the_chances_at_the_start_of_each_round() -> None:
    state = lay("WH B4 B1 F!", options={"end_value": 1})
    play(state, "roll", "name C")
    chances = solve(dice_by_name("standard"), 4).before_roll()
    assert values(state, "expected") == tuple(round(float(each), 1) for each in chances)


def test_the_luckiest_and_the_unluckiest_throw() -> None:
    """Off with Horns in the roll saves its player; off without them costs the round."""
    state = lay("WH B4 B1 F!", "W1 B4 B1 F!", options={"end_value": 2})
    play(state, "roll", "name C", "roll")
    lucky, unlucky = state.figures().highlights
    before = round(100 * solve(dice_by_name("standard"), 4).before_roll()[0])
    assert (lucky.name, lucky.seat) == ("luckiest", 0)
    assert dict(lucky.values) == {"round": 1, "before": before, "after": 0}
    assert (unlucky.name, unlucky.seat) == ("unluckiest", 0)
    assert dict(unlucky.values) == {"round": 2, "before": before, "after": 100}


def test_dice_with_very_many_faces_are_not_solved() -> None:
    many = {"name": "many", "faces": {"W": [*range(1, 60)], "B": [*range(1, 60)], "F": [1, "!"]}}
    state = new(3, 1, dice=many, end_value=1)
    while not state.over:
        state.apply(state.legal_moves()[0])
    figures = state.figures()
    assert "expected" not in [row.name for row in figures.rows]
    assert figures.highlights == ()


def test_a_throw_gains_what_it_takes_off_the_chance_to_lose() -> None:
    throw = module.Throw(0, 1, Fraction(1, 2), Fraction(1, 8))
    assert throw.gain == Fraction(3, 8)

"""The exact solution against a solver written differently, against sums, and against play."""

from __future__ import annotations

import itertools
from fractions import Fraction
from random import Random

import pytest

import hornsup
from hornsup.bots import Info
from hornsup.bots.raise_your_horns.dice_bots import Exact
from hornsup.games.raise_your_horns.dice import Dice, dice_by_name
from hornsup.games.raise_your_horns.solution import Solution, read_faces, solve

STANDARD = dice_by_name("standard")
TINY = Dice("tiny", (1, "H"), (0, 2), (1, "!"))
SMALL = Dice("small", (1, 2, "H"), (1, 0, 2), (1, "!", 2))
ODD = Dice("odd", (1, 1, 4, "H"), (0, 0, 3), (2, "!"))


# --- a second solver, written the other way round -------------------------------------------
# It plays whole rounds forward as strings, knows nothing of the engine, and averages by counting.


def brute_force(dice: Dice, players: int) -> list[Fraction]:
    """Loss probabilities by plain recursion over ordered rolls of distinguishable dice."""
    set_ = ["W", "B", "F"] if players == 3 else ["W", "B", "B", "F"]
    sides = {"W": dice.white, "B": dice.blank, "F": dice.off}

    def outcome(kept: list[str]) -> list[Fraction]:
        numbers = {i: int(k[1:]) for i, k in enumerate(kept) if k != "WH"}
        low = min(numbers.values())
        return [Fraction(int(numbers.get(i, 999) == low)) for i in range(players)]

    def play(dice_left: list[str], kept: list[str]) -> list[Fraction]:
        if not dice_left:
            return outcome(kept)
        me = len(kept)
        results = []
        for marks in itertools.product(*(sides[die] for die in dice_left)):
            shown = [f"{die}{mark}" for die, mark in zip(dice_left, marks, strict=True)]
            results.append(resolve(dice_left, kept, shown, me))
        return [sum(column, Fraction(0)) / len(results) for column in zip(*results, strict=True)]

    def resolve(left: list[str], kept: list[str], shown: list[str], me: int) -> list[Fraction]:
        if "F!" in shown:
            if "WH" in shown or "WH" in kept:
                return [Fraction(int(i != me), players - 1) for i in range(players)]
            return [Fraction(int(i == me)) for i in range(players)]
        blacks = [face for face in shown if face[0] != "W"]
        allowed = {face for face in shown if face == "WH" or face[0] != "W" or not blacks}
        futures = {}
        for face in allowed:
            rest = list(left)
            rest.remove(face[0])
            futures[face] = play(rest, [*kept, face])
        least = min(future[me] for future in futures.values())
        best = [future for future in futures.values() if future[me] == least]
        return [sum(column, Fraction(0)) / len(best) for column in zip(*best, strict=True)]

    return play(set_, [])


@pytest.mark.parametrize(
    ("dice", "players"),
    [(TINY, 3), (TINY, 4), (TINY, 5), (TINY, 8), (SMALL, 3), (ODD, 3)],
    ids=lambda value: getattr(value, "name", value),
)
def test_both_solvers_agree_to_the_last_digit(dice: Dice, players: int) -> None:
    assert list(Solution(dice, players).before_roll()) == brute_force(dice, players)


@pytest.mark.slow
def test_both_solvers_agree_with_four_players_and_more_faces() -> None:
    assert list(Solution(ODD, 4).before_roll()) == brute_force(ODD, 4)


@pytest.mark.slow
def test_three_players_with_standard_dice_agree_too() -> None:
    assert list(solve(STANDARD, 3).before_roll()) == brute_force(STANDARD, 3)


# --- what must hold whatever the numbers ----------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 9, 20])
def test_losses_sum_to_one_and_the_share_of_ties(players: int) -> None:
    """At least one player loses every round; with ties more, never more than are in the round."""
    losses = solve(STANDARD, players).before_roll()
    assert len(losses) == players
    assert 1 < sum(losses) < 4
    assert len(set(losses[4:])) <= 1, "those whom the dice do not reach are alike"


def test_every_reachable_situation_is_solved() -> None:
    solution = solve(STANDARD, 4)
    situations = list(solution.situations())
    assert len(situations) > 2000
    for left, kept, losses in situations:
        assert len(left) + len(kept) == 4
        assert all(0 <= loss <= 1 for loss in losses)
        assert sum(losses) >= 1


def test_known_values() -> None:
    """Worked out once and checked against the second solver; a change here is a change of rules."""
    assert solve(STANDARD, 4).before_roll()[0] == Fraction(61335401, 241864704)
    assert [round(float(loss), 4) for loss in solve(STANDARD, 4).before_roll()] == [
        0.2536,
        0.2420,
        0.3552,
        0.3411,
    ]


def test_the_last_player_has_no_choice() -> None:
    keeps = solve(STANDARD, 4).keeps(read_faces("B4 B2 F3"), read_faces("W1"))
    assert [(keep.face.text, keep.loss) for keep in keeps] == [("W1", Fraction(1))]


def test_equal_keeps_count_once_and_the_best_comes_first() -> None:
    keeps = solve(STANDARD, 4).keeps((), read_faces("W2 B4 B4 F1"))
    assert [keep.face.text for keep in keeps] == ["B4", "F1"]
    assert keeps[0].cost == 0
    assert keeps[1].cost > 0


@pytest.mark.parametrize(
    ("kept", "roll", "problem"),
    [
        ("", "W5 B2 B0", "rolls W B B F"),
        ("B4", "W5 B2 B0 F1", "rolls W B F"),
        ("", "W5 B9 B0 F1", "no face B9"),
        ("W3", "B2 B0 F1", "cannot have been kept while black dice"),
        ("F!", "W5 B2 B0", "never kept"),
        ("B1 B2 B3", "W5", "cannot be kept as well"),
        ("F1 F2", "W5 B1", "cannot be kept as well"),
    ],
)
def test_impossible_situations_are_refused(kept: str, roll: str, problem: str) -> None:
    with pytest.raises(hornsup.BadInput, match=problem):
        solve(STANDARD, 4).keeps(read_faces(kept), read_faces(roll))


def test_dice_with_too_many_first_rolls_are_refused() -> None:
    many = tuple(range(1, 100))
    with pytest.raises(hornsup.BadInput, match="first rolls"):
        Solution(Dice("many", (*many, "H"), (*many, 0), (*many, "!")), 4)


# --- the engine plays what was solved -------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4])
def test_exact_bots_in_the_engine_lose_as_often_as_predicted(players: int) -> None:
    """Three games of 1,000 rounds by the engine itself, within four standard errors."""
    lost = [0] * players
    for seed in range(3):
        for place, count in enumerate(_losses_by_place(players, seed, 1000)):
            lost[place] += count
    for place, loss in enumerate(solve(STANDARD, players).before_roll()):
        share = float(loss)
        error = (share * (1 - share) / 3000) ** 0.5
        assert abs(lost[place] / 3000 - share) < 4 * error, f"place {place}: {lost}"


def _losses_by_place(players: int, seed: int, rounds: int) -> list[int]:
    options = {"end_goal": "rounds", "end_value": rounds, "forfeits": "off"}
    state = hornsup.new("raise-your-horns", players=players, seed=seed, options=options)
    bot, rng = Exact(), Random(seed)
    lost = [0] * players
    while not state.over:
        order = state.view(None)["order"]
        for event in state.apply(bot.choose(Info.of(state, rng))):
            if event.kind == "round-lost":
                for seat in event.seats:
                    lost[order.index(seat)] += 1
    return lost

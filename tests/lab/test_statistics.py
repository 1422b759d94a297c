"""Intervals and tests against values from the literature, and against chance itself."""

from __future__ import annotations

from random import Random

import pytest

from hornsup.lab import significance
from hornsup.lab.intervals import mean, ratio, student, wilson


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    # Newcombe 1998, table I, method 3 (Wilson's score without continuity correction)
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(hits: int, trials: int, low: float, high: float) -> None:
    found = wilson(hits, trials)
    assert found.low == pytest.approx(low, abs=5e-5)
    assert found.high == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (8, 2.306), (9, 2.262), (29, 2.045), (999, 1.962)]
)
def test_students_t(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=2e-3)


def test_means_hold_what_they_promise() -> None:
    rng = Random(5)
    held = 0
    for _ in range(400):
        found = mean([rng.gauss(3, 2) for _ in range(12)])
        held += found.low <= 3 <= found.high
    assert 0.92 <= held / 400 <= 0.98


def test_a_ratio_takes_games_as_its_units() -> None:
    found = ratio([1, 2, 3, 4], [2, 4, 6, 8])
    assert (found.value, found.low, found.high) == pytest.approx((0.5, 0.5, 0.5))
    assert ratio([], []).games == 0


def test_numbers_from_nothing() -> None:
    assert wilson(0, 0).games == mean([]).games == 0
    assert mean([4.0]).low == 4.0


def test_a_true_difference_is_found_and_a_false_one_is_not() -> None:
    rng = Random(1)
    first = [rng.gauss(10, 3) for _ in range(200)]
    same = [value + rng.gauss(0, 3) for value in first]
    more = [value + 1 + rng.gauss(0, 3) for value in first]
    assert significance.paired(first, first) == 1.0
    assert significance.paired(first, same) > 0.05
    assert significance.paired(first, more) < 0.01


def test_false_alarms_come_as_often_as_they_should() -> None:
    rng = Random(2)
    alarms = 0
    for _ in range(100):
        first = [float(rng.random() < 0.3) for _ in range(60)]
        second = [float(rng.random() < 0.3) for _ in range(60)]
        alarms += significance.paired(first, second) < 0.05
    assert alarms <= 12


def test_unfair_seats_are_found() -> None:
    rng = Random(3)

    def wins(weights: list[int]) -> list[list[int]]:
        winners = rng.choices(range(4), weights, k=300)
        return [[int(seat == winner) for seat in range(4)] for winner in winners]

    fair, also, unfair = wins([1, 1, 1, 1]), wins([1, 1, 1, 1]), wins([4, 1, 1, 1])
    assert significance.spread(fair, also) > 0.05
    assert significance.spread(fair, unfair) < 0.01


def test_holm() -> None:
    assert significance.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])

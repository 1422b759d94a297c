"""Which steps are told as turning points, from rows of steps made by hand."""

from __future__ import annotations

from hornsup.reviews.data import Kind, Step
from hornsup.reviews.turning import turning_points

START = (0.5, 0.5)


def step(number: int, turn: int, kind: Kind, seat: int, first: float, luck: float = 0.0) -> Step:
    """A step after which the first of two seats has this chance."""
    lucky = (luck, -luck) if kind == "chance" else ()
    return Step(number, number, kind, seat, "", turn, (first, 1 - first), luck=lucky)


def opening() -> Step:
    return Step(0, 0, "chance", None, "", 0, START, start=START)


def test_luck_that_is_thrown_away_in_its_turn_is_a_slip_and_no_luck() -> None:
    row = [
        opening(),
        step(1, 1, "chance", 0, 1.0, luck=0.45),
        step(2, 1, "decision", 0, 0.5),
        step(3, 2, "chance", 1, 0.5),
        step(4, 2, "decision", 1, 0.4),
    ]
    points = turning_points(row, (), "win")
    assert [(point.turn, point.cause) for point in points] == [(1, "slip"), (2, "move")]


def test_luck_that_lasts_is_luck() -> None:
    row = [
        opening(),
        step(1, 1, "chance", 0, 0.9, luck=0.35),
        step(2, 1, "decision", 0, 0.9),
        step(3, 2, "chance", 1, 0.9),
    ]
    (point,) = turning_points(row, (), "win")
    assert (point.turn, point.cause) == (1, "luck")


def test_a_draw_that_wins_the_last_turn_is_luck() -> None:
    row = [
        opening(),
        step(1, 1, "chance", 0, 1.0, luck=0.4),
        step(2, 1, "decision", 0, 1.0),
    ]
    (point,) = turning_points(row, (), "win")
    assert (point.turn, point.cause, point.after) == (1, "luck", 1.0)

"""Luck averages to zero for good and for bad players; the start of the dice game is exact."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hornsup.games.raise_your_horns.dice import dice_by_name
from hornsup.games.raise_your_horns.faces import FACES, WHITE
from hornsup.reviews.raise_your_horns.start_roll import starters
from tests.reviews.soak import Totals, game_of, luck_of

WHITE_DIE = dice_by_name("standard").faces(WHITE)


@pytest.mark.parametrize(("game", "games"), [("horns-up", 16), ("raise-your-horns", 60)])
def test_mean_luck_is_zero_within_three_errors(game: str, games: int) -> None:
    totals = Totals()
    for number in range(games):
        totals.add(luck_of(game_of(game, 1, number)))
    assert totals.games == games
    assert totals.largest_gap <= 1e-9
    for seat in range(4):
        assert abs(totals.mean(seat)) <= 3 * totals.error(seat)


def test_before_any_throw_everyone_is_as_likely_to_start() -> None:
    shares = starters(range(5), (), WHITE_DIE)
    assert set(shares.values()) == {Fraction(1, 5)}


def test_the_chances_to_start_are_the_mean_over_the_next_throw() -> None:
    thrown = (FACES["W3"],)
    now = starters(range(3), thrown, WHITE_DIE)
    then = [starters(range(3), (*thrown, face), WHITE_DIE) for face in WHITE_DIE]
    for seat in range(3):
        assert now[seat] == sum(share[seat] for share in then) / len(then)
    assert sum(now.values()) == 1


def test_the_best_throw_starts() -> None:
    throws = [FACES[text] for text in ("W2", "WH", "W5")]
    assert starters(range(3), throws, WHITE_DIE) == {0: 0, 1: 1, 2: 0}

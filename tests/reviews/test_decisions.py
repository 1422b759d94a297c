"""How long a loss is measured: until it is known whether it gets a word."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import hornsup
from hornsup.games.horns_up.state import HornsUp
from hornsup.reviews.horns_up import decisions
from hornsup.reviews.horns_up.decisions import Comparison

BEST, PLAYED = 1, 2
GUESSES = 16


class Known(Comparison):
    """The better move wins the first so many guesses, and no move any other one."""

    def __init__(self, wins: int) -> None:
        state = hornsup.new("horns-up", players=4, seed=1)
        assert isinstance(state, HornsUp)
        super().__init__(state, 0, Random(1))
        self.wins = wins

    def run(self, codes: Sequence[int], guesses: int) -> None:
        for _ in range(guesses):
            for code in codes:
                found = self.results.setdefault(code, [])
                found.append(float(code == BEST and len(found) < self.wins))


@pytest.mark.parametrize(
    ("wins", "loss", "guesses"),
    [
        (0, 0.0, GUESSES // 2),
        (1, 1 / GUESSES, GUESSES),  # one guess of eight may be chance, or may not
        (4, 4 / GUESSES, GUESSES),
        (16, 1.0, GUESSES),
    ],
)
def test_half_of_the_guesses_are_enough_where_no_word_can_come_of_it(
    wins: int, loss: float, guesses: int
) -> None:
    compared = Known(wins)
    gap, error = decisions._played_on(compared, BEST, PLAYED, GUESSES)
    assert gap == pytest.approx(loss)
    assert len(compared.results[PLAYED]) == len(compared.results[BEST]) == guesses
    assert compared.turns == 2 * 4, "two rounds of turns"
    assert (error > 0) == (0 < wins < GUESSES)


@pytest.mark.parametrize("guesses", [1, 2, 3])
def test_few_guesses_are_not_halved(guesses: int) -> None:
    compared = Known(0)
    decisions._played_on(compared, BEST, PLAYED, guesses)
    assert len(compared.results[PLAYED]) == guesses

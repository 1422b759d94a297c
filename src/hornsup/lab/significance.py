"""Is a difference real? Permutation tests on games that were dealt alike.

Two rules are compared on the same seeds, so game by game the deal is the same. Under the null
hypothesis the two results of a deal may be swapped. Each permutation swaps every pair with
probability 1/2; the p-value is the share of permutations with a difference at least as large.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

PERMUTATIONS = 10_000
BLOCK = 500  # permutations at a time, so that memory stays small

Coins = npt.NDArray[np.float64]


def paired(first: Sequence[float], second: Sequence[float]) -> float:
    """The probability of a difference of means as large as this if nothing had changed."""
    gaps = np.asarray(second, dtype=np.float64) - np.asarray(first, dtype=np.float64)
    gaps = gaps[gaps != 0]
    if not len(gaps):
        return 1.0
    found = abs(gaps.sum()) - 1e-9
    return _chance(len(gaps), lambda coins: np.abs(coins @ gaps) >= found)


def spread(first: Sequence[Sequence[int]], second: Sequence[Sequence[int]]) -> float:
    """The same for the distance between the luckiest and the unluckiest column of wins."""
    one, two = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    total, gaps = (one + two).sum(axis=0), two - one
    found = abs(np.ptp(two.sum(axis=0)) - np.ptp(one.sum(axis=0))) - 1e-9

    def as_large(coins: Coins) -> npt.NDArray[np.bool_]:
        tossed = coins @ gaps  # twice the sum of one side less that of the other
        above, below = np.ptp(total + tossed, axis=1), np.ptp(total - tossed, axis=1)
        larger: npt.NDArray[np.bool_] = np.abs(above - below) / 2 >= found
        return larger

    return _chance(len(gaps), as_large)


def _chance(games: int, as_large: Callable[[Coins], npt.NDArray[np.bool_]]) -> float:
    rng = np.random.default_rng(20)  # the same coins in every run
    hits, done = 0, 0
    while done < PERMUTATIONS:
        coins = rng.integers(0, 2, size=(BLOCK, games), dtype=np.int8).astype(np.float64) * 2 - 1
        hits += int(np.count_nonzero(as_large(coins)))
        done += BLOCK
    return (hits + 1) / (PERMUTATIONS + 1)


def holm(chances: Sequence[float]) -> list[float]:
    """The same probabilities after asking many questions at once (Holm's correction)."""
    order = sorted(range(len(chances)), key=lambda index: chances[index])
    corrected, worst = [1.0] * len(chances), 0.0
    for rank, index in enumerate(order):
        worst = max(worst, min(1.0, chances[index] * (len(chances) - rank)))
        corrected[index] = worst
    return corrected

"""How sure a number is: 95 % intervals for shares and means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean

Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, between which bounds it lies in 95 of 100 such experiments, from how many games."""

    value: float
    low: float
    high: float
    games: int


def wilson(hits: int, trials: int) -> Estimate:
    """A share by Wilson's score interval, which also holds near 0 and 1."""
    if not trials:
        return Estimate(0.0, 0.0, 1.0, 0)
    share = hits / trials
    weight = Z * Z / trials
    middle = (share + weight / 2) / (1 + weight)
    reach = Z * sqrt(share * (1 - share) / trials + weight / (4 * trials)) / (1 + weight)
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return Estimate(share, min(low, share), max(high, share), trials)


def student(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t, by its expansion around the normal one."""
    if freedom < 1:
        return float("inf")
    if freedom < len(_FEW) + 1:
        return _FEW[freedom - 1]
    z, n = Z, float(freedom)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


_FEW = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306)


def mean(values: Sequence[float]) -> Estimate:
    """A mean by Student's t."""
    count = len(values)
    if not count:
        return Estimate(0.0, 0.0, 0.0, 0)
    middle = fmean(values)
    if count == 1:
        return Estimate(middle, middle, middle, 1)
    spread = sqrt(sum((value - middle) ** 2 for value in values) / (count - 1))
    reach = student(count - 1) * spread / sqrt(count)
    return Estimate(middle, middle - reach, middle + reach, count)


def ratio(above: Sequence[float], below: Sequence[float]) -> Estimate:
    """A sum over a sum, game by game: the interval takes the games as the independent units."""
    count, total = len(above), sum(below)
    if not count or not total:
        return Estimate(0.0, 0.0, 0.0, count)
    value = sum(above) / total
    if count == 1:
        return Estimate(value, value, value, 1)
    rest = sum((a - value * b) ** 2 for a, b in zip(above, below, strict=True))
    reach = student(count - 1) * sqrt(rest * count / (count - 1)) / total
    return Estimate(value, value - reach, value + reach, count)

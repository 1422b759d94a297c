"""The throw for the start (R2): how likely each seat is to begin, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb

from hornsup.games.raise_your_horns.faces import Face

Shares = dict[int, Fraction]


def starters(contenders: Sequence[int], throws: Sequence[Face], faces: Sequence[Face]) -> Shares:
    """The chance of each contender to start, after the first of them have thrown.

    Those who tie for the best throw again, each with the same chance then.
    """
    waiting = len(contenders) - len(throws)
    best = max((throw.value for throw in throws), default=-1)
    holders = [seat for seat, throw in zip(contenders, throws, strict=False) if throw.value == best]
    shares: Shares = dict.fromkeys(contenders, Fraction(0))
    for value in sorted({face.value for face in faces} | {best}):
        if value < best:
            continue
        tied = holders if value == best else []
        _add(shares, tied, contenders[len(throws) :], _ties(faces, value, waiting))
    return shares


def _ties(faces: Sequence[Face], value: int, waiting: int) -> list[Fraction]:
    """By number: the chance that so many of those waiting throw it and the others less."""
    same = Fraction(sum(face.value == value for face in faces), len(faces))
    less = Fraction(sum(face.value < value for face in faces), len(faces))
    return [
        comb(waiting, count) * same**count * less ** (waiting - count)
        for count in range(waiting + 1)
    ]


def _add(
    shares: Shares, tied: Sequence[int], waiting: Sequence[int], ties: Sequence[Fraction]
) -> None:
    for count, chance in enumerate(ties):
        among = len(tied) + count
        if not among:
            continue
        for seat in tied:
            shares[seat] += chance / among
        for seat in waiting:
            shares[seat] += chance * Fraction(count, len(waiting)) / among

"""Words for a loss, and a seat's decisions together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from typing import Final

from hornsup.reviews.data import Accuracy, Decision

# Losses from which a word is used at a table of two, in shares of 1; a fair share of the chances
# shrinks as the table grows, and so do these.
CUT_OFFS: Final = (("blunder", 0.40), ("mistake", 0.20), ("inaccuracy", 0.10))
WORDS: Final = tuple(word for word, _ in reversed(CUT_OFFS))


def least_loss(players: int) -> float:
    """The smallest loss that gets a word."""
    return CUT_OFFS[-1][1] * 2 / players


def word_for(loss: float, error: float, players: int) -> str:
    """`blunder`, `mistake`, `inaccuracy`, or nothing for a loss that is small or noise."""
    if loss < 2 * error:
        return ""
    for word, cut_off in CUT_OFFS:
        if loss >= cut_off * 2 / players:
            return word
    return ""


def accuracy(decisions: Sequence[Decision], players: int) -> tuple[Accuracy, ...]:
    """The mean loss of every seat; a loss within noise counts as measured."""
    found = []
    for seat in range(players):
        own = [decision for decision in decisions if decision.seat == seat]
        count = max(len(own), 1)
        mean = sum(float(decision.loss) for decision in own) / count
        error = sqrt(sum(decision.error**2 for decision in own)) / count
        words = Counter(decision.word for decision in own if decision.word)
        found.append(Accuracy(seat, len(own), mean, error, words))
    return tuple(found)

"""Origins of known cards after a reshuffle: found whenever there are any, and in little time."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from time import process_time

from hornsup.games.horns_up.origins import Origins, Question

Counts = tuple[Counter[int], Counter[int]]
Places = tuple[list[int], list[int]]


def _tight(
    rng: random.Random, hands: int, kinds: int, cards: int
) -> tuple[list[Question], Origins]:
    """Questions with hidden answers, and pools that have just what these answers take."""
    counts: Counts = (Counter(), Counter())
    places: Places = ([0] * hands, [0] * hands)
    questions = [(rng.randrange(hands), rng.randrange(kinds)) for _ in range(cards)]
    for hand, kind in questions:
        pool = rng.randrange(2)
        counts[pool][kind] += 1
        places[pool][hand] += 1
    rng.shuffle(questions)
    return questions, Origins(counts, places)


def _left(origins: Origins) -> list[int]:
    return [*origins.places[0], *origins.places[1]] + [
        number for counts in origins.cards for number in counts.values()
    ]


def test_the_only_answers_are_found() -> None:
    for seed in range(200):
        rng = random.Random(seed)
        questions, origins = _tight(rng, hands=9, kinds=20, cards=80)
        began = process_time()
        assert origins.give(questions, rng)
        assert process_time() - began < 1, "trying answers in turn took seconds or did not end"
        assert set(_left(origins)) == {0}
        assert {question: sum(given) for question, given in origins.given.items()} == Counter(
            questions
        )


def test_answers_are_given_exactly_when_there_are_some() -> None:
    found: Counter[bool] = Counter()
    for seed in range(300):
        rng = random.Random(seed)
        questions = [(rng.randrange(3), rng.randrange(3)) for _ in range(7)]
        counts = [Counter({kind: rng.randrange(5) for kind in range(3)}) for _ in range(2)]
        places = [[rng.randrange(5) for _ in range(3)] for _ in range(2)]
        fits = _some_fit(questions, counts, places)
        origins = Origins((counts[0], counts[1]), (places[0], places[1]))
        assert origins.give(questions, rng) == fits
        assert not fits or min(_left(origins)) >= 0
        found[fits] += 1
    assert min(found[True], found[False]) > 20, "both cases occur"


def _some_fit(
    questions: list[Question], counts: list[Counter[int]], places: list[list[int]]
) -> bool:
    """Every row of answers tried."""
    for answers in product(range(2), repeat=len(questions)):
        cards = Counter((pool, kind) for pool, (_, kind) in zip(answers, questions, strict=True))
        held = Counter((pool, hand) for pool, (hand, _) in zip(answers, questions, strict=True))
        if all(counts[pool][kind] >= number for (pool, kind), number in cards.items()) and all(
            places[pool][hand] >= number for (pool, hand), number in held.items()
        ):
            return True
    return False

"""The parts of a review as they are kept: what players read has no notation in it."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from hornsup import i18n, reviews
from hornsup.server.bot_pool import review_child
from hornsup.server.bot_pool.review_parts import marks, parts
from tests.reviews.games import played


def test_the_budget_of_a_review_is_processor_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is kept for ever does not lack decisions because the machine was busy."""
    record = played("raise-your-horns", 3, 5, "random")
    request = review_child.ReviewRequest("review", record, seconds=1.0)
    monkeypatch.setattr("time.process_time", lambda: 5.0)
    *_, last, end = review_child.answers(request)
    assert end == {"end": True}
    assert last["part"]["left_out"] == 0
    worked = count()
    monkeypatch.setattr("time.process_time", lambda: float(next(worked)))
    *_, last, end = review_child.answers(request)
    assert last["part"]["left_out"] > 0


@pytest.mark.parametrize(
    ("game", "bots", "options"),
    [
        ("horns-up", "greedy,random", (("entrance_distance", 5),)),
        ("raise-your-horns", "random", ()),
    ],
)
def test_a_turning_point_tells_the_better_move_in_words(
    game: str, bots: str, options: tuple[tuple[str, Any], ...]
) -> None:
    """The record has moves like `path NEW 1,1`; nobody who has not read the docs knows them."""
    record = played(game, 3, 5, bots, options)
    review = reviews.review(record, guesses=24)
    judged = next(decision for decision in review.decisions if decision.word)
    point = replace(
        review.turning_points[0], move=judged.move, better=judged.best, loss=judged.loss
    )
    [last] = parts(record, [replace(review, turning_points=(point,))])
    [told] = [each for each in last["decisions"] if each["move"] == judged.move]
    [kept] = last["turning_points"]
    for language in i18n.LANGUAGES:
        assert kept["text"][language].endswith(told["best_text"][language])
        assert judged.best not in kept["text"][language]
        happened = point.happened(review.game, language, marks(3))
        assert kept["text"][language].startswith(happened)
    for picture in last["pictures"].values():
        assert judged.best not in picture

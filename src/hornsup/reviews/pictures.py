"""The pictures of a review: the graph, and the card to share."""

from __future__ import annotations

from collections.abc import Iterator

from hornsup.art.chances import Chart, chances_svg
from hornsup.art.review_card import Bar, Card, card_svg
from hornsup.core import registry
from hornsup.core.notation import seat_letter
from hornsup.reviews.data import Review
from hornsup.reviews.telling import Telling


def graph_svg(review: Review, language: str = "en") -> str:
    """The chances along the game, with the turning points numbered."""
    told = Telling(review, language)
    return chances_svg(_chart(told, told.names))


def share_svg(review: Review, language: str = "en") -> str:
    """The picture to share: graph, luck and play, the largest turning point; letters, no names."""
    told = Telling(review, language)
    letters = [seat_letter(seat) for seat in range(review.head.players)]
    words = told.text("columns.luck"), told.text("columns.own")
    return card_svg(
        Card(
            told.title,
            review.head.outcome["winners"],
            _chart(told, letters),
            *words,
            tuple(_bars(told)),
            _largest(told),
        )
    )


def _chart(told: Telling, names: list[str]) -> Chart:
    steps = told.review.steps
    return Chart(
        told.title,
        [[float(value) for value in step.values] for step in steps],
        [step.turn for step in steps],
        told.turn_word,
        names,
        stacked=not told.losing,
        language=told.language,
        opens=frozenset(at for at, step in enumerate(steps) if step.start is not None),
        marks=[point.step for point in told.review.turning_points],
    )


def _bars(told: Telling) -> Iterator[Bar]:
    """Luck and own moves of every seat; fewer losses are to the good."""
    ledger = told.review.ledger
    way = -1 if told.losing else 1
    most = max(max(abs(float(a.luck)), abs(float(a.own))) for a in ledger) or 1.0
    for seat, account in enumerate(ledger):
        luck, own = way * float(account.luck) / most, way * float(account.own) / most
        yield Bar(seat, luck, own, told.amount(account.luck), told.amount(account.own))


def _largest(told: Telling) -> str:
    points = told.review.turning_points
    if not points:
        return ""
    largest = max(points, key=lambda point: abs(float(point.change)))
    return largest.happened(registry.get(told.review.head.game), told.language, in_words=True)

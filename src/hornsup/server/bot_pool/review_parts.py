"""The parts of a review as they are kept: sentences in every language, and no names.

A name in a sentence is a mark, one character for each seat, which the answer to a reader replaces
by what the seat is called then. So a kept review holds nothing about people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from hornsup import i18n
from hornsup.core import registry
from hornsup.reviews import Books, Graph, Judged, Review, StreamPart
from hornsup.reviews.data import Decision, TurningPoint
from hornsup.reviews.pictures import share_svg
from hornsup.reviews.replaying import Played, decision_at, replayed

FIRST_MARK: Final = 0xE000
"""In the private use area of Unicode, from which no name can have a character."""
Texts = dict[str, Any]


def marks(players: int) -> list[str]:
    return [chr(FIRST_MARK + seat) for seat in range(players)]


def with_names(text: str, names: Sequence[str]) -> str:
    """A sentence with the names in the place of their marks."""
    return text.translate({FIRST_MARK + seat: name for seat, name in enumerate(names)})


def parts(record: dict[str, Any], found: Iterable[StreamPart]) -> Iterator[dict[str, Any]]:
    """Every part of a review as JSON has it; what an earlier part has told is not repeated."""
    for part in found:
        if isinstance(part, Graph):
            told = part.to_json()
            del told["names"]
            yield told
        elif isinstance(part, (Books, Judged)):
            yield part.to_json()
        else:
            yield _last(record, part)


def _last(record: dict[str, Any], review: Review) -> dict[str, Any]:
    decisions = _decisions(record, review)
    best = {each["move"]: each["best_text"] for each in decisions if "best_text" in each}
    points = review.turning_points
    return {
        "part": "review",
        "decisions": decisions,
        "turning_points": [_point(review, point, best.get(point.move)) for point in points],
        "accuracy": [accuracy.to_json() for accuracy in review.accuracy],
        "left_out": review.left_out,
        "pictures": _each(lambda language: share_svg(review, language)),
    }


def _point(review: Review, point: TurningPoint, best: Texts | None) -> dict[str, Any]:
    """A turning point; `best` tells the better move of the decision that was judged there."""
    game, names = review.game, marks(review.head.players)

    def text(language: str) -> str:
        if point.better and best:
            return point.in_words(game, language, names, best[language])
        return point.happened(game, language, names)

    return {**point.to_json(game), "text": _each(text)}


def _each(text: Callable[[str], str]) -> Texts:
    return {language: text(language) for language in i18n.LANGUAGES}


def _decisions(record: dict[str, Any], review: Review) -> list[dict[str, Any]]:
    """The decisions; those with a word say in sentences what was played and what was better."""
    worded = {decision.move: decision for decision in review.decisions if decision.word}
    told = {
        move.number: _told(move, worded[move.number])
        for move in replayed(record)
        if move.number in worded
    }
    return [{**each.to_json(), **told.get(each.move, {})} for each in review.decisions]


def _told(move: Played, decision: Decision) -> dict[str, Texts]:
    """What happened, and what would have, as the seat that decided would have seen it."""
    return {
        "played_text": _sentences(move.after, move.events, decision.seat),
        "best_text": _instead(move, decision.best),
    }


def played_text(record: dict[str, Any], number: int, other: str) -> Texts:
    """Another move in the place of a move of a record."""
    return _instead(decision_at(record, number), other)


def _instead(move: Played, other: str) -> Texts:
    state = move.before.clone()
    events = state.apply(other)
    return _sentences(state, events, move.before.to_move)


def _sentences(state: Any, events: list[Any], seat: int) -> Texts:
    """The first event of the deciding seat is the move itself; the board shows what follows."""
    narrate = registry.get(state.game.name).narrate
    assert narrate is not None
    own = (event for event in state.redact(events, seat) if getattr(event, "seat", None) == seat)
    first = list(islice(own, 1))
    names = marks(state.players)
    return _each(lambda language: " ".join(narrate(event, language, names) for event in first))

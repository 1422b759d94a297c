"""A review as one seat saw it shows nothing that the seat could not know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import hornsup
from hornsup.games.horns_up.state import HornsUp
from hornsup.reviews import Graph, stream
from hornsup.reviews.data import SeenBy, Step
from hornsup.reviews.horns_up import decisions, steps
from hornsup.reviews.horns_up.steps import SeatWatcher
from hornsup.reviews.replaying import Played, replayed
from tests.reviews import twins
from tests.reviews.games import played

SEAT = 1


def record() -> dict[str, Any]:
    return played("horns-up", 4, 2, "greedy,easy,racer,greedy")


def twin(state: HornsUp, seat: int | None, rng: Random) -> HornsUp:
    """The same to a seat, with other cards where it cannot see them."""
    other = state.determinize(seat, rng)
    other.origin = state.origin
    other.opening = state.opening
    return other


def exchanged(seat: int | None, seed: int) -> Iterator[Played]:
    """The moves of the record, every state with hidden cards exchanged."""
    rng = Random(seed)
    for move in replayed(record()):
        before, after = twin(move.before, seat, rng), move.after
        if not after.over:
            history = after.history
            after = twin(after, seat, rng)
            after.history = history
        happened = after.redact(move.events, seat)
        yield Played(move.number, move.text, before, after, happened)


@pytest.mark.parametrize("games", [twins.TWINS, twins.NO_CHOICE])
@pytest.mark.parametrize("seen_by", [twins.SEAT, "table"])
def test_a_review_is_the_same_for_games_that_only_others_could_tell_apart(
    seen_by: SeenBy, games: tuple[dict[str, Any], dict[str, Any]]
) -> None:
    """Every part of it, figures and words."""

    def told(record: dict[str, Any], seen_by: SeenBy) -> list[str]:
        parts = stream(record, seed=3, guesses=6, as_seen_by=seen_by)
        return [json.dumps(part.to_json()) for part in parts]

    one, other = (told(record, seen_by) for record in games)
    assert one == other
    assert told(games[0], None) != told(games[1], None), "with all hands open they do differ"


def test_whether_others_had_a_choice_is_theirs_to_know() -> None:
    forced = []
    for record in twins.NO_CHOICE:
        (end,) = (m for m in replayed(record) if m.before.to_move == 1)
        forced.append(steps.is_forced(end.before))
    assert forced == [False, True], "the two games above differ in this"


@pytest.mark.parametrize("seat", [SEAT, None])
def test_the_chances_do_not_change_with_cards_that_the_seat_cannot_know(seat: int | None) -> None:
    eyes = SeatWatcher(7, seat, 4)

    def seen(moves: Iterator[Played]) -> list[Step]:
        return [step for move in moves for step in steps._steps_of(0, move, eyes)]

    hands = [move.before.hands for move in replayed(record())]
    assert hands != [move.before.hands for move in exchanged(seat, 3)]
    true, other = seen(replayed(record())), seen(exchanged(seat, 3))
    assert [step.values for step in true] == [step.values for step in other]
    assert [step.luck for step in true] == [step.luck for step in other]
    assert [step.events for step in true] == [step.events for step in other]


def test_a_decision_is_judged_from_what_its_seat_knew() -> None:
    rng = Random(5)
    judged = 0
    for move in list(decisions.choices(record()))[8:40:4]:
        other = move._replace(before=twin(move.before, move.before.mover, rng))
        first = decisions.judge(move, 1, 3)
        assert first == decisions.judge(other, 1, 3)
        judged += first is not None
    assert judged > 3


@pytest.mark.parametrize("seen_by", [SEAT, "table"])
def test_the_words_name_no_card_that_was_not_seen(seen_by: SeenBy) -> None:
    graph = next(stream(record(), guesses=2, as_seen_by=seen_by))
    assert isinstance(graph, Graph)
    for step in graph.steps:
        for event in step.events:
            if event.kind == "drew" and event.seat != seen_by:
                assert event.card is None


def test_as_a_seat_saw_it_only_its_own_decisions_are_judged() -> None:
    review = hornsup.review(record(), guesses=2, as_seen_by=SEAT)
    assert review.decisions
    assert {decision.seat for decision in review.decisions} == {SEAT}
    assert not hornsup.review(record(), guesses=2, as_seen_by="table").decisions


def test_the_same_steps_whoever_saw_them() -> None:
    def kinds(seen_by: SeenBy) -> list[tuple[int, int, str]]:
        graph = next(stream(record(), guesses=2, as_seen_by=seen_by))
        assert isinstance(graph, Graph)
        return [(step.step, step.move, step.kind) for step in graph.steps]

    assert kinds(None) == kinds(SEAT) == kinds("table")
    assert json.dumps(kinds(None))

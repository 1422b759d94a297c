"""Lessons: every one can be finished, and a wrong try is explained."""

from __future__ import annotations

from typing import Any

import pytest

from hornsup import i18n
from hornsup.play.lessons.script import LESSONS, TOPIC, lesson
from hornsup.play.lessons.teach import LEARNER, READ, LessonRun

EVERYWHERE = [(name, language) for name in LESSONS for language in i18n.LANGUAGES]


def finished(name: str, language: str = "en") -> list[dict[str, Any]]:
    """What is told at every step of a lesson that is done as it asks."""
    moves: list[str] = []
    told = [LessonRun(lesson(name), moves, language).to_json()]
    while not told[-1]["done"]:
        moves.append(told[-1]["show"] or READ)
        told.append(LessonRun(lesson(name), moves, language).to_json())
        assert told[-1]["refused"] is None, (name, moves)
    return told


@pytest.mark.parametrize(("name", "language"), EVERYWHERE)
def test_every_lesson_can_be_finished(name: str, language: str) -> None:
    told = finished(name, language)
    assert [each["step"] for each in told] == list(range(len(lesson(name).steps) + 1))
    for each in told:
        assert each["say"]
        assert "{" not in each["say"]
        assert bool(each["legal"]) == (not each["read"] and not each["done"])
        assert each["frames"][-1]["to_move"] == LEARNER or not each["legal"]


@pytest.mark.parametrize("name", LESSONS)
def test_every_accepted_move_is_legal_and_leads_on(name: str) -> None:
    moves: list[str] = []
    for step in lesson(name).steps:
        told = LessonRun(lesson(name), moves, "en").to_json()
        fits = [move for move in told["legal"] if step.accepts(move)]
        for each in fits:
            assert LessonRun(lesson(name), [*moves, each], "en").steps_done == len(moves) + 1
        for pattern in step.accept:
            assert pattern.endswith("*") or pattern in fits, f"{name}: {pattern} cannot be played"
        moves.append(fits[0] if fits else READ)


@pytest.mark.parametrize(("name", "language"), EVERYWHERE)
def test_every_other_legal_move_is_refused_with_a_sentence(name: str, language: str) -> None:
    moves: list[str] = []
    for step in lesson(name).steps:
        before = LessonRun(lesson(name), moves, language).to_json()
        for move in before["legal"]:
            if not step.accepts(move):
                tried = LessonRun(lesson(name), [*moves, move], language).to_json()
                assert tried["refused"]["code"] == "not-here"
                assert tried["refused"]["rule"] == step.rule
                assert tried["refused"]["message"][-1] in ".!", "the page links the rule below"
                assert tried["frames"][-1]["view"] == before["frames"][-1]["view"]
                assert tried["step"] == before["step"]
        moves.append(before["show"] or READ)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_what_the_rules_forbid_is_refused_by_the_rules(language: str) -> None:
    told = LessonRun(lesson("path"), ["path NS 0,1"], language).to_json()
    refusal = lesson("path").begin().why_not("path NS 0,1")
    assert refusal is not None
    assert told["refused"]["rule"] == refusal.rule
    assert told["refused"]["message"] == refusal.text(language)


def test_moves_after_a_refused_one_do_not_count() -> None:
    told = LessonRun(lesson("path"), ["path NS 0,7", "end", "walk 0,7"], "en").to_json()
    assert (told["step"], told["refused"]["rule"]) == (1, "H56")


def test_reading_does_not_replace_doing_nor_doing_reading() -> None:
    assert LessonRun(lesson("path"), [READ], "en").to_json()["refused"]["code"] == "do-first"
    assert (
        LessonRun(lesson("enter"), ["enter 0,8"], "en").to_json()["refused"]["code"] == "do-first"
    )


def test_a_finished_lesson_takes_no_more_moves() -> None:
    moves = ["roll", "keep WH", "roll"]
    told = LessonRun(lesson("dice-horns"), moves, "en").to_json()
    assert told["done"]
    assert told["refused"]["code"] == "over"


def test_the_others_play_in_frames_of_their_own() -> None:
    told = finished("path")[-1]
    assert [frame["seat"] for frame in told["frames"]] == [0, 1, 1, 1, 2]
    assert all(frame["events"] for frame in told["frames"])


def test_no_frame_shows_a_card_of_another() -> None:
    for told in finished("tokens"):
        for frame in told["frames"]:
            drawn = [each["event"] for each in frame["events"] if each["event"]["event"] == "drew"]
            assert not any(event.get("card") for event in drawn if event["seat"] != LEARNER)


def test_the_last_lesson_of_the_game_is_won() -> None:
    view = finished("win")[-1]["frames"][-1]["view"]
    assert view["winner"] == LEARNER


def test_every_sentence_of_the_catalogue_is_said_somewhere() -> None:
    for name in LESSONS:
        steps = lesson(name).steps
        used = {"title", "done"} | {step.say for step in steps} | {step.wrong for step in steps}
        assert set(i18n.catalogue("en", TOPIC)[name]) == used - {None}, name

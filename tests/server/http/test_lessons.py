"""Lessons and records from a file: every lesson can be finished, and a wrong try is explained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

import hornsup
from hornsup import i18n
from hornsup.play.lessons.script import LESSONS, TOPIC, lesson
from hornsup.play.lessons.teach import LEARNER, READ, LessonRun
from hornsup.server.app import create_app
from hornsup.server.config import Config
from hornsup.server.process import serve

EVERYWHERE = [(name, language) for name in LESSONS for language in i18n.LANGUAGES]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    config = Config(data=str(tmp_path_factory.mktemp("data")), log_level="error")
    serve.migrate(config)
    with TestClient(create_app(config)) as client:
        yield client


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
                assert step.rule
                assert tried["refused"]["message"].endswith(step.rule)
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


# --- over HTTP --------------------------------------------------------------------------------


def test_the_list_of_lessons(client: TestClient[Any]) -> None:
    listed = client.get("/api/lessons").json()
    assert [each["name"] for each in listed] == list(LESSONS)
    assert listed[0] == {"name": "enter", "game": "horns-up", "steps": 3}


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_a_lesson_over_http(client: TestClient[Any], language: str) -> None:
    sent = {"moves": ["path NS 0,7", "end"], "language": language}
    answer = client.post("/api/lessons/path", json=sent)
    assert answer.status_code == 200
    said = i18n.text(language, f"{TOPIC}.path.step-wrong")
    assert answer.json()["refused"]["message"] == f"{said} H56"


def test_why_not_in_a_lesson(client: TestClient[Any]) -> None:
    asked = {"moves": [READ], "why": {"card": "path-ns", "cell": "0,4"}}
    answer = client.post("/api/lessons/walls", json=asked)
    assert answer.json()[0]["rule"] == "H47"
    fine = client.post("/api/lessons/path", json={"why": {"move": "path NS 0,7"}})
    assert fine.json() == []


@pytest.mark.parametrize(
    ("name", "sent", "status"),
    [
        ("nothing", {}, 404),
        ("..%2fscript", {}, 404),
        ("path", {"moves": ["next"] * 41}, 400),
        ("path", {"moves": [7]}, 400),
        ("path", {"moves": ["x" * 121]}, 400),
        ("path", {"language": "de"}, 400),
        ("path", {"more": 1}, 400),
    ],
)
def test_what_makes_no_sense_is_refused(
    client: TestClient[Any], name: str, sent: dict[str, Any], status: int
) -> None:
    answer = client.post(f"/api/lessons/{name}", json=sent)
    assert answer.status_code == status
    assert answer.json()["message"]


def test_a_move_that_cannot_be_read_is_explained(client: TestClient[Any]) -> None:
    answer = client.post("/api/lessons/path", json={"moves": ["fly me to the Stage"]})
    assert answer.status_code == 200
    assert answer.json()["refused"]["rule"] == "H13"


def test_lessons_are_rate_limited(client: TestClient[Any]) -> None:
    statuses = {client.post("/api/lessons/nothing-but-tries", json={}).status_code}
    for _ in range(130):
        statuses.add(client.post("/api/lessons/win", json={}).status_code)
    assert 429 in statuses


# --- records from a file ----------------------------------------------------------------------


def record() -> dict[str, Any]:
    state = hornsup.new("raise-your-horns", players=3, seed=5)
    for _ in range(6):
        state.apply(state.legal_moves()[0])
    return state.record()


def test_a_record_from_a_file_is_shown(client: TestClient[Any]) -> None:
    brought = {**record(), "seats": [{"seat": 1, "name": "Bea\u202e", "bot": None}]}
    answer = client.post("/api/replay?language=it", json={"record": brought})
    assert answer.status_code == 200
    film = answer.json()
    assert film["names"] == ["A", "Bea", "C"]
    assert [step["move"] for step in film["steps"]] == [None, *brought["moves"]]


@pytest.mark.parametrize(
    "change",
    [
        {"format": "something else"},
        {"moves": ["roll"] * 3001},
        {"moves": ["keep W9"]},
        {"players": 1_000_000_000},
        {"game": "chess"},
        {"moves": [{}]},
    ],
)
def test_a_record_that_is_none_is_refused(client: TestClient[Any], change: dict[str, Any]) -> None:
    answer = client.post("/api/replay", json={"record": {**record(), **change}})
    assert answer.status_code == 400
    assert answer.json()["code"] in ("bad-input", "bad-request")


def test_a_seat_that_is_not_there_is_refused(client: TestClient[Any]) -> None:
    answer = client.post("/api/replay", json={"record": record(), "seat": 3})
    assert (answer.status_code, answer.json()["code"]) == (409, "no-such-seat")


def test_showing_records_is_rate_limited(client: TestClient[Any]) -> None:
    statuses = [client.post("/api/replay", json={"record": {}}).status_code for _ in range(30)]
    assert statuses[-1] == 429

"""Lessons over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from hornsup import i18n
from hornsup.play.lessons.script import LESSONS, TOPIC
from hornsup.play.lessons.teach import READ


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
    assert answer.json()["refused"] == {"code": "not-here", "rule": "H56", "message": said}


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
    headers = {"accept-language": "it"}
    tries = ["nothing-but-tries", *["win"] * 130]
    answers = [client.post(f"/api/lessons/{each}", json={}, headers=headers) for each in tries]
    refused = [each.json() for each in answers if each.status_code == 429]
    assert refused[0]["message"] == i18n.text("it", "page.limits.lessons")

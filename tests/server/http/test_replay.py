"""Records from a file, shown step by step."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

import hornsup


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

"""schemathesis asks a real server all that its description allows: it never fails for it.

Half of the requests are led to tables that exist, with a session, so that they get further than
the check of the session.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen

import hypothesis
import pytest
import schemathesis
from hypothesis import strategies as st

from hornsup.client import Guest
from tests.server.harness import Remote, remote_server
from tests.server.players import people_at_table, play_on, table_id

FREE: dict[str, Any] = {
    "frame_rate": 1000,
    "frame_burst": 5000,
    "sessions_per_minute": 100_000,
    "tables_per_hour": 100_000,
}
EXAMPLES = 10


class Served:
    """A server with a table in every phase, and somebody who may use it."""

    def __init__(self, server: Remote) -> None:
        self.server = server
        self.tables = asyncio.run(self._open())
        self.seen: Counter[tuple[str, int]] = Counter()
        self.guest = asyncio.run(Guest.sign_in(server.base, "Ann"))

    async def _open(self) -> list[str]:
        found = []
        for moves in (-1, 3, 1000):
            options = {"end_value": 2}
            async with people_at_table(
                self.server.base, people=3, start=moves > 0, options=options
            ) as lines:
                await play_on(lines, max(0, moves))
                found.append(table_id(lines[0]))
        return found

    def lead(self, case: Any, draw: Any) -> dict[str, str]:
        """Point a request to something that is there; gives its headers."""
        if not draw(st.booleans()):
            return {}
        if "table_id" in (case.path_parameters or {}):
            case.path_parameters["table_id"] = draw(st.sampled_from(self.tables))
        if "game" in (case.path_parameters or {}):
            case.path_parameters["game"] = draw(st.sampled_from(["horns-up", "raise-your-horns"]))
        if isinstance(case.body, dict) and "settings" in case.body:
            games = st.sampled_from(["horns-up", "raise-your-horns"])
            seats = st.lists(st.sampled_from(["me", "open", "easy"]), max_size=4)
            case.body["settings"] = {"game": draw(games), "players": draw(st.integers(3, 6))}
            case.body["seats"] = draw(seats)
        return {"authorization": f"Bearer {self._token(case)}"}

    def _token(self, case: Any) -> str:
        if case.method.upper() == "DELETE":  # it forgets whoever asks
            return asyncio.run(Guest.sign_in(self.server.base, "Gone")).token
        return self.guest.token


@pytest.fixture(scope="module")
def around(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with remote_server(tmp_path_factory.mktemp("openapi"), **FREE) as server:
        yield Served(server)
        assert "Traceback" not in server.log.read_text()


def _operations(base: str) -> dict[str, Any]:
    schema = schemathesis.openapi.from_url(f"{base}/api/openapi.json")
    found: list[Any] = [each.ok() for each in schema.get_all_operations()]  # type: ignore[union-attr] # an error has no ok()
    return {operation.label: operation for operation in found}


@pytest.mark.timeout(240)
def test_no_request_makes_the_server_fail(around: Served) -> None:
    operations = _operations(around.server.base)
    assert {"POST /api/session", "POST /api/tables", "GET /api/tables/{table_id}"} <= set(
        operations
    )
    for label, operation in operations.items():
        _ask(around, label, operation)
    statuses = {status for _, status in around.seen} | {_status_of_a_good_request(around)}
    assert {200, 201, 400, 401, 404, 409} <= statuses, statuses


def _status_of_a_good_request(around: Served) -> int:
    """Chance need not come upon a table that can be opened, so one is asked for."""
    body = {"settings": {"game": "horns-up", "players": 3}, "contribution": "c", "seats": ["me"]}
    headers = {
        "content-type": "application/json",
        "authorization": f"Bearer {around.guest.token}",
    }
    asked = Request(f"{around.server.base}/api/tables", json.dumps(body).encode(), headers)
    with urlopen(asked, timeout=20) as response:
        return int(response.status)


def _ask(around: Served, label: str, operation: Any) -> None:
    @hypothesis.settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    @hypothesis.given(case=operation.as_strategy(), data=st.data())
    def ask(case: Any, data: Any) -> None:
        headers = around.lead(case, data.draw)
        response = case.call(headers={**(case.headers or {}), **headers}, timeout=20)
        around.seen[label, response.status_code] += 1
        assert response.status_code < 500, response.text
        if response.status_code >= 400 and response.headers["content-type"] == "application/json":
            assert {"code", "message"} <= set(response.json())

    ask()

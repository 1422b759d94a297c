"""Addresses that people type: a code leads to the client, and what is missing is a page for people
and JSON for programs."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
NOWHERE = ["/nothing-of-the-kind", "/a/b/c", "/t/x/y", "/web/none.js", "/art/none.png", "/ABC10O"]


def is_shell(answer: Any) -> bool:
    return bool(
        answer.headers["content-type"] == "text/html; charset=utf-8"
        and "/web/js/main.js" in answer.text
    )


@pytest.mark.parametrize("path", ["/ABC234", "/abc234", "/aBc-234", "/ABC%20234", "/abc234/"])
@pytest.mark.parametrize("headers", [BROWSER, {}])
def test_a_code_is_a_page(client: TestClient[Any], path: str, headers: dict[str, str]) -> None:
    answer = client.get(path, headers=headers)
    assert (answer.status_code, is_shell(answer)) == (200, True)


@pytest.mark.parametrize("path", NOWHERE)
@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_a_person_who_comes_to_nowhere_is_shown_a_page(
    client: TestClient[Any], path: str, encoding: str
) -> None:
    answer = client.get(path, headers={**BROWSER, "accept-encoding": encoding})
    assert (answer.status_code, is_shell(answer)) == (404, True)
    again = client.get(path, headers={**BROWSER, "if-none-match": answer.headers["etag"]})
    assert again.status_code == 404
    assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("path", NOWHERE)
@pytest.mark.parametrize("accept", ["*/*", "application/json", "image/avif,image/webp"])
def test_a_program_is_told_in_json(client: TestClient[Any], path: str, accept: str) -> None:
    answer = client.get(path, headers={"accept": accept})
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize("path", ["/api/nothing", "/api/a/b", "/api/codes/ABC234"])
def test_the_api_speaks_json_to_everybody(client: TestClient[Any], path: str) -> None:
    answer = client.get(path, headers=BROWSER)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_whoever_sends_something_to_nowhere_is_answered_in_json(client: TestClient[Any]) -> None:
    answer = client.post("/a/b/c", headers=BROWSER)
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_the_schema_of_the_api_is_where_it_was(client: TestClient[Any]) -> None:
    assert client.get("/api/openapi.json").json()["info"]["title"] == "hornsup"


def test_unknown_and_malformed_codes_are_answered_alike_and_counted_alike(
    client: TestClient[Any],
) -> None:
    unknown, malformed = (client.get(f"/api/codes/{code}") for code in ("ABC234", "O0"))
    assert (unknown.status_code, unknown.content) == (malformed.status_code, malformed.content)
    told = [client.get(f"/api/codes/{code}").status_code for code in ("ABC234", "O0") * 40]
    assert 429 in told
    assert client.get("/ABC234", headers=BROWSER).status_code == 200, "the page asks by itself"

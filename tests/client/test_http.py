"""HTTP calls of the client: answers, refusals, and servers that are not ours."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from hornsup.client import Guest, RequestRefused, Unreachable, request
from tests.server.harness import Remote


class Handler(BaseHTTPRequestHandler):
    """Sends `status` and `answer` to every request and keeps what came."""

    status = 200
    answer = b""
    received: list[tuple[str, str, Any, str | None]]

    def do_POST(self) -> None:
        size = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(size)) if size else None
        self.received.append((self.command, self.path, body, self.headers.get("authorization")))
        self.send_response(self.status)
        self.send_header("content-length", str(len(self.answer)))
        self.end_headers()
        self.wfile.write(self.answer)

    do_GET = do_POST  # noqa: N815 -- the name that BaseHTTPRequestHandler looks for

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 -- its signature
        """Nothing is printed."""


@contextmanager
def answering(status: int, answer: bytes) -> Iterator[tuple[str, type[Handler]]]:
    """A server on a free port with one answer to everything."""
    handler = type("Answering", (Handler,), {"status": status, "answer": answer, "received": []})
    with HTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", handler
        finally:
            server.shutdown()
            thread.join()


def test_a_request_sends_json_and_a_token_and_gives_json() -> None:
    with answering(200, b'{"ok": true}') as (base, handler):
        assert request(f"{base}/", "POST", "/api/x", {"a": 1}, "secret") == {"ok": True}
    assert handler.received == [("POST", "/api/x", {"a": 1}, "Bearer secret")]


def test_an_empty_answer_is_none() -> None:
    with answering(204, b"") as (base, handler):
        assert request(base, "GET", "/healthz") is None
    assert handler.received == [("GET", "/healthz", None, None)]


def test_a_refusal_has_the_code_the_rule_and_the_message_of_the_server() -> None:
    answer = b'{"code": "not-yours", "message": "it is not your turn", "rule": "H15"}'
    with answering(403, answer) as (base, _), pytest.raises(RequestRefused) as refused:
        request(base, "GET", "/")
    assert (refused.value.code, refused.value.rule) == ("not-yours", "H15")
    assert str(refused.value) == "it is not your turn"


@pytest.mark.parametrize("answer", [b"", b"<html>", b"[]", b"{}"])
def test_an_error_in_another_form_is_named_by_its_status(answer: bytes) -> None:
    with answering(502, answer) as (base, _), pytest.raises(RequestRefused) as refused:
        request(base, "GET", "/")
    assert (refused.value.code, str(refused.value)) == ("502", "the server answered 502")


def test_an_answer_that_is_not_json_comes_from_another_kind_of_server() -> None:
    with (
        answering(200, b"<html>") as (base, _),
        pytest.raises(RequestRefused, match="not like a hornsup server") as refused,
    ):
        request(base, "GET", "/")
    assert refused.value.code == "not-hornsup"


def test_a_closed_port_is_unreachable() -> None:
    with pytest.raises(Unreachable, match=r"^http://127.0.0.1:1 does not answer: "):
        request("http://127.0.0.1:1", "GET", "/")


async def test_a_second_request_for_a_seat_with_the_same_key_takes_no_second_seat(
    server: Remote,
) -> None:
    host = await Guest.sign_in(server.base, "Ann")
    opened = await host.open_table({"game": "horns-up", "players": 3})
    guest = await Guest.sign_in(server.base, "Bea")
    first = await guest.sit(opened["id"], key="sit-1")
    assert (await guest.sit(opened["id"], key="sit-1"))["version"] == first["version"]
    seats = (await guest.call("GET", f"/api/tables/{opened['id']}"))["seats"]
    assert [seat.get("name", "") for seat in seats] == ["Ann", "Bea", ""]

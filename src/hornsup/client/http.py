"""HTTP calls to a server: one request, and a guest with a token."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http.client import HTTPException
from typing import Any, Final
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from hornsup.client.errors import RequestRefused, Unreachable
from hornsup.client.table import TableClient

REQUEST_SECONDS: Final = 15.0


def request(base: str, method: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """One HTTP call; JSON in, JSON out."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    if token:
        headers["authorization"] = f"Bearer {token}"
    call = Request(base.rstrip("/") + path, data, headers, method=method)
    try:
        with urlopen(call, timeout=REQUEST_SECONDS) as response:
            text = response.read()
    except HTTPError as error:
        raise _refusal(error) from error
    except (URLError, OSError, TimeoutError, HTTPException) as error:
        raise Unreachable(f"{base} does not answer: {getattr(error, 'reason', error)}") from error
    try:
        return json.loads(text) if text else None
    except ValueError as error:
        raise RequestRefused(
            "not-hornsup", f"{base} answers, but not like a hornsup server"
        ) from error


def _refusal(error: HTTPError) -> RequestRefused:
    try:
        problem = json.loads(error.read())
        return RequestRefused(str(problem["code"]), str(problem["message"]), problem.get("rule"))
    except (ValueError, KeyError, TypeError):
        return RequestRefused(str(error.code), f"the server answered {error.code}")


class Guest:
    """A player without an account: a name and a token at one server."""

    def __init__(self, base: str, token: str, name: str) -> None:
        self.base = base.rstrip("/")
        self.token = token
        self.name = name

    @staticmethod
    async def sign_in(base: str, name: str, language: str = "en") -> Guest:
        """Start a session at a server under this name."""
        body = {"name": name, "language": language, "token": True}
        session = await asyncio.to_thread(request, base, "POST", "/api/session", body)
        return Guest(base, session["token"], session["name"])

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """One HTTP call with the guest's token."""
        return await asyncio.to_thread(request, self.base, method, path, body, self.token)

    async def open_table(self, settings: dict[str, Any], **more: Any) -> Any:
        body = {"settings": settings, "contribution": secrets.token_hex(16), **more}
        return await self.call("POST", "/api/tables", body)

    async def sit(self, table_id: str, seat: int | None = None, key: str | None = None) -> Any:
        """Take a seat; a second call with the same key takes no second seat."""
        body = {"contribution": secrets.token_hex(16), "seat": seat, "id": key}
        return await self.call("POST", f"/api/tables/{table_id}/seats", body)

    async def public_table(self) -> str | None:
        """The newest public table with a free seat."""
        for each in await self.call("GET", "/api/tables"):
            seats = each["table"]["seats"]
            if any(not seat.get("person") and not seat.get("bot") for seat in seats):
                return str(each["table"]["id"])
        return None

    @asynccontextmanager
    async def table(self, table_id: str, **hello: Any) -> AsyncIterator[TableClient]:
        """A connection to a table, open until the block ends."""
        client = await TableClient.open(self.base, table_id, self.token, **hello)
        try:
            yield client
        except Unreachable:
            client.abort()  # a close frame would not be answered
            raise
        finally:
            await client.close()

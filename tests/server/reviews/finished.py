"""Finished games at tables, and their reviews as a reader gets them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Any
from urllib.parse import urlsplit

from tests.server.players import Player, people_at_table, play_on

SHORT = {"horns-up": {"entrance_distance": 5}, "raise-your-horns": {"end_value": 2}}


@asynccontextmanager
async def finished_game(
    base: str, game: str = "raise-your-horns", people: int = 2, **more: Any
) -> AsyncIterator[list[Player]]:
    """People at a table whose game is over."""
    async with people_at_table(base, game, people, 3 - people, options=SHORT[game], **more) as line:
        await play_on(line, 4000)
        assert line[0].phase == "over"
        yield line


@contextmanager
def reading(base: str, path: str, **headers: str) -> Iterator[HTTPResponse]:
    """An answer that is read while it comes; leaving the block breaks the connection."""
    connection = HTTPConnection(urlsplit(base).netloc, timeout=60)
    try:
        connection.request("GET", path, headers=headers)
        yield connection.getresponse()
    finally:
        connection.close()


def fetch(base: str, path: str, **headers: str) -> tuple[int, bytes]:
    with reading(base, path, **headers) as answer:
        return answer.status, answer.read()


def lines_of(body: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in body.splitlines()]


async def review(base: str, table: str, query: str = "", **headers: str) -> list[dict[str, Any]]:
    """All parts of a review."""
    path = f"/api/tables/{table}/review?{query}"
    status, body = await asyncio.to_thread(lambda: fetch(base, path, **headers))
    assert status == 200, body
    return lines_of(body)


def kinds(parts: list[dict[str, Any]]) -> list[str]:
    """The kinds of the parts, those of decisions once."""
    return list(dict.fromkeys(part["part"] for part in parts))

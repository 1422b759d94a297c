"""Guessing tables and tokens finds nothing, and nothing leaks a token."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from hornsup.client import Guest
from hornsup.play import codes
from hornsup.play.runtime import SystemRandomness
from hornsup.server.auth import tokens
from tests.server.faults import fetch, fetch_everything
from tests.server.harness import FAST, Remote, local_server, remote_server
from tests.server.players import people_at_table, play_on

RANDOM = SystemRandomness()


async def test_case_35_guessing_finds_nothing_and_nothing_leaks_a_token(tmp_path: Path) -> None:
    with remote_server(tmp_path, **FAST, log_level="debug") as server:
        async with people_at_table(server.base, "raise-your-horns", 3, keep_frames=True) as lines:
            guest = lines[0].guest
            await play_on(lines, 3)
            _guess_ids(server, guest)
            _guess_tokens(server)
            await _guess_sockets(server, guest)
            frames = [text for line in lines for text in line.frames]
            told = fetch_everything(server.base, lines[0].table, guest)
            tokens_of = [line.guest.token for line in lines]
        server.stop()
        heard = [*frames, *told, server.log.read_text()]
        for token in tokens_of:
            assert not any(token in text for text in heard)
            assert not any(tokens.hashed(token) in text for text in heard)
        _check_stored(tmp_path, tokens_of)


def _guess_ids(server: Remote, guest: Guest) -> None:
    """A table that does not exist and one that is not for us look the same: not there."""
    bearer = {"authorization": f"Bearer {guest.token}"}
    body = {"contribution": "x"}
    for _ in range(20):
        table = codes.new_id(RANDOM)
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/record"):
            assert fetch(server.base, path)[0] == fetch(server.base, path, **bearer)[0] == 404
        assert fetch(server.base, f"/api/tables/{table}/replay")[0] == 404
        path = f"/api/tables/{table}/seats"
        assert fetch(server.base, path, method="POST", body=body, **bearer)[0] == 404
    for odd in ("x", "..", "%00", "0" * 31, "0" * 33, "Ä" * 8, "' OR 1=1 --"):
        status, _ = fetch(server.base, f"/api/tables/{quote(odd, safe='')}")
        assert status in (400, 404), odd


def _guess_tokens(server: Remote) -> None:
    """An unknown token is as good as none, and a malformed one no different."""
    told = set()
    for token in (tokens.new_token(RANDOM), tokens.new_token(RANDOM), "", "x", "é", "A" * 4000):
        headers = {"authorization": f"Bearer {token}".encode().decode("latin-1")}
        for path in ("/api/me", "/api/me/tables"):
            status, text = fetch(server.base, path, **headers)
            assert status == 401
            told.add(text.rpartition("\n")[2])
    assert len(told) == 1


async def _guess_sockets(server: Remote, guest: Guest) -> None:
    address = server.base.replace("http", "ws")
    headers = {"authorization": f"Bearer {guest.token}"}
    for table in (codes.new_id(RANDOM), "x", "0" * 33):
        with pytest.raises(InvalidStatus) as refused:
            await connect(f"{address}/ws/{table}", additional_headers=headers)
        assert refused.value.response.status_code == 404


def _check_stored(folder: Path, tokens_of: list[str]) -> None:
    """The database knows hashes of full-entropy tokens, and the files no token."""
    with sqlite3.connect(folder / "hornsup.db") as database:
        rows = database.execute("SELECT token_hash, player FROM devices").fetchall()
    database.close()
    assert {row[0] for row in rows} >= {tokens.hashed(token) for token in tokens_of}
    assert all(len(row[1]) * 4 == 128 for row in rows)
    everything = b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())
    assert not any(token.encode() in everything for token in tokens_of)


async def test_case_35_a_token_is_shown_on_request_alone(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ask: Any = asyncio.to_thread
        name = {"name": "Ann"}
        _, told = await ask(fetch, server.base, "/api/session", method="POST", body=name)
        head, _, body = told.rpartition("\n")
        assert json.loads(body) == {"name": "Ann", "language": "en"}
        (cookie,) = [line for line in head.splitlines() if line.lower().startswith("set-cookie")]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        token = cookie.split("hornsup=")[1].split(";")[0]
        assert tokens.TOKEN.fullmatch(token)
        headers = {"cookie": f"hornsup={token}"}
        wants: dict[str, Any] = {"method": "POST", "body": {**name, "token": True}, **headers}
        _, told = await ask(fetch, server.base, "/api/session", **wants)
        assert json.loads(told.rpartition("\n")[2])["token"] == token


async def test_case_35_short_codes_cannot_be_tried_out(tmp_path: Path) -> None:
    """Thirty bits are soon guessed by somebody who may ask for ever."""
    async with local_server(tmp_path) as server:
        opened = await (await server.guest()).open_table({"game": "horns-up", "players": 3})
        status, _ = await asyncio.to_thread(fetch, server.base, f"/api/codes/{opened['code']}")
        assert status == 200
        guesses = [f"/api/codes/{codes.new_code(RANDOM)}" for _ in range(100)]
        found = [await asyncio.to_thread(fetch, server.base, path) for path in guesses]
        seen = Counter(status for status, _ in found)
        assert set(seen) == {404, 429}
        assert seen[429] > 20
        status, _ = await asyncio.to_thread(fetch, server.base, f"/api/tables/{opened['id']}")
        assert status == 200, "who has the link is not held up"

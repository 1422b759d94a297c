"""Sessions: cached, ended on every worker within a second, and players are seen."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from hornsup.client import Guest, RequestRefused, TableClient
from hornsup.play.runtime import SteadyClock
from hornsup.server.auth.sessions import SEEN_MS
from hornsup.server.storage import schema
from tests.server.harness import FakeTime, Local, local_server
from tests.services import Postgres

SHARED: dict[str, Any] = {"workers": 2}  # each believes that others write to the same database
SETTINGS = {"game": "raise-your-horns", "players": 3}


async def refused_within(guest: Guest, seconds: float) -> bool:
    """Whether the server stops knowing a guest in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            await guest.call("GET", "/api/me")
        except RequestRefused as refused:
            return refused.code == "no-session"
        await asyncio.sleep(0.05)
    return False


async def sign_out_on_the_other_worker(one: Local, two: Local) -> None:
    guest = await one.guest("Ann")
    there = Guest(two.base, guest.token, "Ann")
    opened = await guest.open_table(SETTINGS, seats=["me"])
    socket = await TableClient.open(two.base, opened["id"], guest.token)
    assert (await there.call("GET", "/api/me"))["name"] == "Ann"  # cached from now on
    await guest.call("DELETE", "/api/me")
    assert await refused_within(there, 1.0)
    async with asyncio.timeout(1.0):
        while socket.closed is None:
            await asyncio.sleep(0.02)
    assert socket.bye is not None
    assert socket.bye.code == "no-session"
    await socket.close()


async def test_a_deleted_player_is_signed_out_on_every_worker(tmp_path: Path) -> None:
    async with local_server(tmp_path, **SHARED) as one, local_server(tmp_path, **SHARED) as two:
        await sign_out_on_the_other_worker(one, two)


async def test_a_deleted_player_is_signed_out_on_every_worker_of_postgres(
    tmp_path: Path, postgres: Postgres
) -> None:
    url = postgres.fresh_database()
    async with (
        local_server(tmp_path, database_url=url) as one,
        local_server(tmp_path, database_url=url) as two,
    ):
        await sign_out_on_the_other_worker(one, two)


async def test_a_deleted_player_is_signed_out_at_once_where_it_happened(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        guest = await server.guest("Ann")
        opened = await guest.open_table(SETTINGS, seats=["me"])
        socket = await TableClient.open(server.base, opened["id"], guest.token)
        await guest.call("DELETE", "/api/me")
        with pytest.raises(RequestRefused, match="choose a name"):
            await guest.call("GET", "/api/me")
        async with asyncio.timeout(2.0):
            while socket.closed is None:
                await asyncio.sleep(0.02)
        assert socket.bye is not None
        assert socket.bye.code == "no-session"


async def test_a_visit_is_noted_and_keeps_the_player(tmp_path: Path) -> None:
    fake = FakeTime()
    async with local_server(tmp_path, SteadyClock(fake)) as server:
        guest, services = await server.guest("Ann"), server.services
        players, now = services.store.players, services.registry.clock.now
        created = now()
        fake.forward(SEEN_MS / 1000 + 60)
        await guest.call("GET", "/api/me")
        await services.maintenance.clean_up()
        rows = await services.store.database.read(select(schema.players))
        assert rows[0].seen_at == now() > created
        await players.delete_unseen(created + 1)
        assert (await guest.call("GET", "/api/me"))["name"] == "Ann"

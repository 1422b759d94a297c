"""Sessions: cached, ended on every worker within a second, and players are seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from hornsup.client import Guest, RequestRefused, TableClient, Unreachable
from hornsup.play.runtime import SteadyClock
from hornsup.server.auth.sessions import SEEN_MS
from hornsup.server.storage import schema
from tests.server.harness import FakeTime, Local, local_server, until
from tests.server.players import refused_within
from tests.services import Postgres

SHARED: dict[str, Any] = {"workers": 2}  # each believes that others write to the same database
SETTINGS = {"game": "raise-your-horns", "players": 3}


async def sign_out_on_the_other_worker(one: Local, two: Local) -> str:
    """Why the other worker closed the socket of a player who was deleted on the first."""
    guest = await one.guest("Ann")
    there = Guest(two.base, guest.token, "Ann")
    opened = await guest.open_table(SETTINGS, seats=["me"])
    socket = await TableClient.open(two.base, opened["id"], guest.token)
    assert (await there.call("GET", "/api/me"))["name"] == "Ann"  # cached from now on
    await guest.call("DELETE", "/api/me")
    assert await refused_within(there, 1.0)
    await until(lambda: socket.closed is not None, "closed", 1)
    assert socket.bye is not None
    await socket.close()
    return socket.bye.code


async def test_a_deleted_player_is_signed_out_on_every_worker(tmp_path: Path) -> None:
    async with local_server(tmp_path, **SHARED) as one, local_server(tmp_path, **SHARED) as two:
        assert await sign_out_on_the_other_worker(one, two) == "no-session"


async def test_a_deleted_player_is_signed_out_on_every_worker_of_postgres(
    tmp_path: Path, postgres: Postgres
) -> None:
    url = postgres.fresh_database()
    async with (
        local_server(tmp_path, database_url=url) as one,
        local_server(tmp_path, database_url=url) as two,
    ):
        assert await sign_out_on_the_other_worker(one, two) == "no-session"


async def test_a_deleted_player_is_signed_out_at_once_where_it_happened(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        guest = await server.guest("Ann")
        opened = await guest.open_table(SETTINGS, seats=["me"])
        socket = await TableClient.open(server.base, opened["id"], guest.token)
        await guest.call("DELETE", "/api/me")
        with pytest.raises(RequestRefused, match="choose a name"):
            await guest.call("GET", "/api/me")
        await until(lambda: socket.closed is not None, "closed", 2)
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


async def test_a_name_changed_while_one_is_deleted_brings_no_session_back(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        guest = await server.guest("Ann")
        sessions = server.services.sessions
        known = await sessions.find(guest.token)
        assert known is not None
        assert guest.token is not None
        await guest.call("DELETE", "/api/me")
        await sessions.rename(known, "Bea", "en")  # its request came in before
        assert await sessions.find(guest.token) is None


async def test_a_socket_that_opens_while_its_player_is_deleted_is_closed(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        guest = await server.guest("Ann")
        opened = await guest.open_table(SETTINGS, seats=["me"])
        registry: Any = server.services.registry
        get = registry.get

        async def slow(table_id: str) -> Any:
            registry.get = get
            await guest.call("DELETE", "/api/me")
            return await get(table_id)

        registry.get = slow
        with pytest.raises((RequestRefused, Unreachable)):
            await TableClient.open(server.base, opened["id"], guest.token)
        await until(lambda: not server.services.sockets.open)


async def test_a_revocation_that_was_committed_late_is_found(tmp_path: Path) -> None:
    """Its time is from before the last look, by a slow transaction or a clock that stood still."""
    async with local_server(tmp_path, **SHARED) as server:
        guest = await server.guest("Ann")
        sessions = server.services.sessions
        known = await sessions.find(guest.token)
        assert known is not None
        await sessions.find_ended()
        long_ago = server.services.registry.clock.now() - 60_000
        row = {"player": known.id, "at": long_ago}
        await server.services.store.database.execute(insert(schema.revoked_players), row)
        assert await refused_within(guest, 1.0)


async def test_a_worker_that_could_not_look_for_an_hour_looks_everyone_up_again(
    tmp_path: Path,
) -> None:
    fake = FakeTime()
    async with local_server(tmp_path, SteadyClock(fake), **SHARED) as server:
        await server.services.maintenance.stop()
        guest = await server.guest("Ann")
        opened = await guest.open_table(SETTINGS, seats=["me"])
        socket = await TableClient.open(server.base, opened["id"], guest.token)
        await server.services.maintenance.end_revoked_sessions()
        early = socket.closed
        fake.forward(2 * 3600)
        await server.services.maintenance.end_revoked_sessions()
        await until(lambda: socket.closed is not None, "closed", 2)
        assert (early, socket.closed) == (None, 1012)
        assert (await guest.call("GET", "/api/me"))["name"] == "Ann"

"""`GET /api/tables/watch`: public games that may be watched, and nothing that may not be known."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from hornsup.client import Guest
from hornsup.play.runtime import SteadyClock
from hornsup.server.http.tables import WATCHED_FOR_MS
from tests.server.harness import FAST, FakeTime, Local, local_server, until

WAITING = {"pace": 5000}  # no bot moves meanwhile


async def opened(guest: Guest, start: bool = True, **settings: Any) -> str:
    wanted = {"game": "horns-up", "players": 3, "public": True, **WAITING, **settings}
    found = await guest.open_table(wanted, seats=["me", "easy", "easy"], start=start)
    return str(found["id"])


async def listed(server: Local) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = await (await server.guest("Eve")).call("GET", "/api/tables/watch")
    return found


def everybody_waits_for_people(server: Local) -> bool:
    """No bot is about to move, so that no table changes by itself."""
    return not any(live.table.bot_must_act() for live in server.services.registry.tables.values())


def ids(found: list[dict[str, Any]]) -> list[str]:
    return [each["table"]["id"] for each in found]


async def test_public_games_with_spectators_are_listed_the_newest_first(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    time = FakeTime()
    async with local_server(tmp_path, SteadyClock(time), **FAST, **database) as server:
        guest = await server.guest("Ann")
        first = await opened(guest)
        time.forward(1)
        second = await opened(guest, delay=60)
        await opened(guest, public=False)
        await opened(guest, spectators=False)
        lobby = await opened(guest, start=False)
        found = await listed(server)
        assert ids(found) == [second, first]
        assert [each["table"]["settings"]["delay"] for each in found] == [60, 0]
        time.forward(1)
        live = await server.services.registry.get(lobby)
        assert live is not None
        async with guest.table(lobby) as line:
            assert (await line.command("start")).ok
        assert ids(await listed(server)) == [lobby, second, first]


async def test_a_change_during_the_game_lists_nothing_that_may_not_be_watched(
    tmp_path: Path,
) -> None:
    async with local_server(tmp_path, **FAST) as server:
        guest = await server.guest("Ann")
        closed, shown = await opened(guest, spectators=False), await opened(guest)
        for table in (closed, shown):
            async with guest.table(table) as line:
                live = server.services.registry.tables[table]
                changed = {**msgspec.to_builtins(live.table.settings), "pace": 4000}
                assert (await line.command("change", settings=changed)).ok
        assert ids(await listed(server)) == [shown]
        assert ids(await (await server.guest("Eve")).call("GET", "/api/tables")) == []


async def test_no_more_than_twenty_and_none_that_everybody_has_left(tmp_path: Path) -> None:
    time = FakeTime()
    limits: dict[str, Any] = {**FAST, "tables_per_hour": 1000}
    async with local_server(tmp_path, SteadyClock(time), **limits) as server:
        await server.services.maintenance.stop()  # or bots would play on
        guest = await server.guest("Ann")
        for _ in range(22):
            await opened(guest, leavers="wait")
        await until(lambda: everybody_waits_for_people(server), "the bots have moved")
        assert len(await listed(server)) == 20
        time.forward(WATCHED_FOR_MS / 1000 + 60)
        newest = await opened(guest)
        assert ids(await listed(server)) == [newest]


async def test_hands_seeds_and_whose_turn_it_is_stay_at_the_table(tmp_path: Path) -> None:
    async with local_server(tmp_path, **FAST) as server:
        guest = await server.guest("Ann")
        table = server.services.registry.tables[await opened(guest, delay=60)].table
        (told,) = await listed(server)
        assert set(told) == {"table", "seats"}
        assert told["seats"] == []
        text = json.dumps(told)
        assert table.secret.hex() not in text
        assert not {"hand", "view", "legal", "to_move", "contribution"} & set(told["table"])
        assert guest.token not in text
        assert all(seat.player not in text for seat in table.seats if seat.player)

"""Case 37: players who come and go, and nothing that stays behind them."""

from __future__ import annotations

import asyncio
import gc
import os
from pathlib import Path
from typing import Any

from redis import Redis as RedisClient

from hornsup.client import Guest, TableClient
from hornsup.server.hub import CHANNEL
from tests.server.faults import DICE, FAST, memory
from tests.server.harness import Local, all_at, local_server, play_on
from tests.server.raw import HELLO, Raw, until
from tests.services import Postgres, Redis


async def visit(server: Local, table: str, guest: Guest, number: int) -> None:
    """Come and go in one of the ways in which people do."""
    manner = number % 6
    if manner == 4:
        raw = await Raw.shake(server.base, table)
        if number % 4:
            raw.send(HELLO)
        raw.end()
        return
    role = "spectator" if manner == 3 else "player"
    line = await TableClient.open(
        server.base, table, None if manner == 5 else guest.token, role=role
    )
    if manner == 1:
        await line.send_text(f'{{"type":"chat","id":"{number}","version":1,"text":"hi"}}')
    if manner in (2, 5):
        line.abort()
    await line.close()


def holdings(server: Local) -> dict[str, int]:
    """Everything of which there could come to be more and more."""
    services, rooms = server.services, server.services.house.rooms.values()
    gc.collect()
    return {
        "tasks": sum(1 for task in asyncio.all_tasks() if task.get_name() != "writer"),
        "sockets": len(services.sockets.open),
        "players": len(services.sockets._by_player),
        "addresses": len(services.sockets._by_address),
        "in rooms": sum(len(room.live.sockets) for room in rooms),
        "late": sum(room.hall.late is not None for room in rooms),
        "here": sum(len(room.hall.counts) for room in rooms),
        "files": len(os.listdir("/proc/self/fd")),
        "connections": len(server.worker.server_state.connections),
    }


async def test_case_37_five_hundred_visits_leave_nothing_behind(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    urls = {"database_url": postgres.fresh_database(), "redis_url": redis.url}
    async with local_server(tmp_path, idle_minutes=0, **FAST, **urls) as server:
        guests = [await server.guest(f"G{number}") for number in range(5)]
        tables = [await a_table(guests[0], guests[1 + number], number) for number in range(4)]
        with RedisClient.from_url(redis.url) as asked:
            assert set(subscribed(asked, tables)) == {1}
            await visits(server, tables, guests, 120)
            before, used = await calm(server), memory(os.getpid())
            await visits(server, tables, guests, 500)
            after = await calm(server)
            before["files"] += 10  # the database's pool may have grown
            assert {key: after[key] for key in after if after[key] > before[key]} == {}
            assert after["sockets"] == after["in rooms"] == after["here"] == after["late"] == 0
            assert memory(os.getpid()) - used < 16_000_000
            await until(lambda: nobody_left(server), "all rooms closed")
            await until(lambda: set(subscribed(asked, tables)) == {0}, "all channels left")


async def a_table(host: Guest, guest: Guest, number: int) -> str:
    """Every second one shows spectators everything late."""
    opened = await host.open_table({**DICE, "delay": 60 * (number % 2)}, seats=["me"])
    await guest.sit(opened["id"])
    return str(opened["id"])


async def visits(server: Local, tables: list[str], guests: list[Guest], count: int) -> None:
    for start in range(0, count, 20):
        await asyncio.gather(
            *(
                visit(server, tables[number % 4], guests[number % 5], number)
                for number in range(start, start + 20)
            )
        )


async def calm(server: Local) -> dict[str, int]:
    """What is held once it no longer changes."""
    rooms = server.services.house.rooms
    await until(lambda: not server.services.sockets.open, "all gone")
    await until(lambda: not any(room.busy for room in rooms.values()), "all quiet")
    await until(lambda: not server.worker.server_state.connections, "no connections", 30)
    return holdings(server)


def nobody_left(server: Local) -> bool:
    server.services.house.close_idle()
    return not server.services.house.rooms


def subscribed(asked: Any, tables: list[str]) -> list[int]:
    return [count for _, count in asked.pubsub_numsub(*(CHANNEL + table for table in tables))]


async def test_case_37_who_sits_down_and_vanishes_is_not_counted_as_present(
    tmp_path: Path,
) -> None:
    """The answer to a spectator's `sit` may come when the spectator is gone."""
    async with local_server(tmp_path, **FAST) as server:
        host = await server.guest("Host")
        for delay in (0, 60):
            opened = await host.open_table({**DICE, "delay": delay}, seats=["open", "me"])
            guest = await server.guest("Flighty")
            line = await TableClient.open(server.base, opened["id"], guest.token)
            sit = '{"type":"sit","id":"s","version":1,"contribution":""}'
            room = server.services.house.rooms[opened["id"]]
            hold = asyncio.Event()
            room.enqueue(hold.wait)  # the answer will have to wait
            await line.send_text(sit)
            await until(lambda room=room: len(room._jobs) > 0, "sent")
            line.abort()
            await line.close()
            await until(lambda: not server.services.sockets.open, "gone")
            hold.set()
            await room.settle()
            assert room.table.seats[0].player is not None, "the seat is taken all the same"
            assert room.hall.counts == {}
            assert room.live.online == frozenset()


async def test_case_37_a_late_spectator_who_sits_down_plays_like_everyone(tmp_path: Path) -> None:
    async with local_server(tmp_path, **FAST) as server:
        host = await server.guest("Host")
        opened = await host.open_table({**DICE, "delay": 60}, seats=["me", "open", "easy"])
        guest = await server.guest("Newcomer")
        async with host.table(opened["id"]) as one, guest.table(opened["id"]) as two:
            answer = await two.command("sit", contribution="abc")
            assert answer.ok
            await until(lambda: one.online == [0, 1], "present")
            answer = await one.command("start")
            assert answer.ok
            await all_at([one, two], answer.version)
            await play_on([one, two], 10)
        room = server.services.house.rooms[opened["id"]]
        await until(lambda: not room.hall.counts, "gone again")
        assert room.hall.late is None

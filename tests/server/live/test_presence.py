"""Who is present: counted by connections, over all workers, and nothing stays behind."""

from __future__ import annotations

import asyncio
import gc
import os
from functools import partial
from pathlib import Path
from typing import Any

from redis import Redis as RedisClient

from hornsup.client import Guest, TableClient
from hornsup.server.notify import CHANNEL
from hornsup.server.services import Services
from tests.server.faults import DICE, Breaker, memory, open_store
from tests.server.harness import FAST, Local, local_server, until
from tests.server.players import all_at, people_at_table, play_on, table_id
from tests.server.raw import HELLO, Raw
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
    services, tables = server.services, server.services.registry.tables.values()
    gc.collect()
    return {
        "tasks": len(asyncio.all_tasks()),
        "sockets": len(services.sockets.open),
        "players": len(services.sockets._by_player),
        "addresses": len(services.sockets._by_address),
        "viewers": sum(len(live.viewers.live.viewers) for live in tables),
        "late": sum(live.viewers.late is not None for live in tables),
        "here": sum(len(live.viewers.counts) for live in tables),
        "files": len(os.listdir("/proc/self/fd")),
        "connections": len(server.worker.server_state.connections),
    }


async def test_case_37_hundreds_of_visits_leave_nothing_behind(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    urls: dict[str, Any] = {"database_url": postgres.fresh_database(), "redis_url": redis.url}
    async with local_server(tmp_path, idle_minutes=0, **FAST, **urls) as server:
        guests = [await server.guest(f"G{number}") for number in range(5)]
        tables = [await a_table(guests[0], guests[1 + number], number) for number in range(4)]
        with RedisClient.from_url(redis.url) as asked:
            assert set(subscribed(asked, tables)) == {1}
            await visits(server, tables, guests, 60)
            before, used = await calm(server), memory(os.getpid())
            await visits(server, tables, guests, 240)
            await until(lambda: len(asyncio.all_tasks()) <= before["tasks"], "tasks end")
            after = await calm(server)
            before["files"] += 10  # the database's pool may have grown
            assert {key: after[key] for key in after if after[key] > before[key]} == {}
            assert after["sockets"] == after["viewers"] == after["here"] == after["late"] == 0
            assert memory(os.getpid()) - used < 16_000_000
            await until(lambda: nobody_left(server), "all tables closed")
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
    tables = server.services.registry.tables
    await until(lambda: not server.services.sockets.open, "all gone")
    await until(lambda: not any(live.busy for live in tables.values()), "all quiet")
    await until(lambda: not server.worker.server_state.connections, "no connections", 30)
    return holdings(server)


def nobody_left(server: Local) -> bool:
    server.services.registry.drop_unused()
    return not server.services.registry.tables


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
            live = server.services.registry.tables[opened["id"]]
            hold = asyncio.Event()
            live.enqueue(partial(_wait, hold))  # the answer has to wait
            await line.send_text(sit)
            await until(lambda live=live: len(live._jobs) > 0, "sent")
            line.abort()
            await line.close()
            await until(lambda: not server.services.sockets.open, "gone")
            hold.set()
            await live.settle()
            assert live.table.seats[0].player is not None, "the seat is taken all the same"
            assert live.viewers.counts == {}
            assert live.viewers.live.online == frozenset()


async def _wait(event: asyncio.Event) -> None:
    await event.wait()


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
        live = server.services.registry.tables[opened["id"]]
        await until(lambda: not live.viewers.counts, "gone again")
        assert live.viewers.late is None


async def test_case_04_closing_one_of_two_tabs_leaves_the_player_here(tmp_path: Path) -> None:
    """Presence counts sockets, on one worker and over two of them."""
    async with (
        local_server(tmp_path, workers=2) as first,
        local_server(tmp_path, workers=2) as second,
        people_at_table(first.base, people=2, bots=1, pace=5000) as lines,
    ):
        ident, token = table_id(lines[1]), lines[1].guest.token
        here = await TableClient.open(first.base, ident, token)
        there = await TableClient.open(second.base, ident, token)
        live = first.services.registry.tables[ident]
        for tab, left in ((here, 2), (lines[1], 1)):
            await tab.close()
            await until(lambda left=left: len(live.viewers.live.viewers) == left)
            await live.settle()
            assert lines[0].online == [0, 1]
            async with asyncio.timeout(15):  # arrivals are written down in groups
                while len(await present(first.services, ident)) != 2:
                    await asyncio.sleep(0.05)
        await there.close()
        await until(lambda: lines[0].online == [0], seconds=15)


async def present(services: Services, table_id: str) -> frozenset[str]:
    """The players with a connection on any worker."""
    here = services.registry.tables[table_id].viewers.here()
    return here | await services.registry.presence.elsewhere(table_id)


async def test_case_08_an_arrival_that_could_not_be_written_is_written_later(
    tmp_path: Path,
) -> None:
    """Otherwise another worker would take somebody who sits there for gone."""
    async with (
        local_server(tmp_path, log_level="critical", workers=2) as server,
        open_store(server.services.config.database) as outside,
        people_at_table(server.base, people=3) as lines,
    ):
        ident, registry = table_id(lines[0]), server.services.registry
        breaker = Breaker(server.services.store)

        async def present() -> frozenset[str]:
            return (await outside.presence.of_tables([ident], 0)).get(ident, frozenset())

        await lines[2].close()
        await until(lambda: 2 not in lines[0].online)
        breaker.arm(1, persistent=True)
        live, late = registry.tables[ident], "late".ljust(32, "x")
        live.enqueue(lambda: registry.presence.note(ident, late, True))
        await live.settle()
        assert breaker.tripped
        assert len(await present()) == 2
        breaker.mend()
        async with asyncio.timeout(10):
            while len(await present()) != 3:
                await asyncio.sleep(0.05)

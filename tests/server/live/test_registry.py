"""Several workers with the same table: of two writers one wins, and all agree."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from pathlib import Path
from typing import Any, get_args
from urllib.request import urlopen

import pytest
from sqlalchemy import select

from hornsup import client
from hornsup.client import Guest, RequestRefused
from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.live.table import LiveTable
from hornsup.play.opening import Host
from hornsup.play.settings import Settings
from hornsup.server.storage.schema import seats
from tests.server.faults import (
    assert_history,
    assert_memory_is_log,
    assert_views,
    from_log,
    open_store,
)
from tests.server.harness import FAST, Local, local_server, remote_server, until
from tests.server.players import all_at, decider, open_line, people_at_table, play_on, table_id
from tests.server.tables import HOST, every_command, fill, first_move
from tests.services import Postgres, Redis

LONG = {"end_value": 20}


def conflicts(base: str) -> float:
    """How many entries lost their place in the log to another worker's."""
    with urlopen(f"{base}/metrics") as answer:
        text = answer.read().decode()
    found = [line for line in text.splitlines() if line.startswith("hornsup_conflicts_total")]
    return sum(float(line.split()[-1]) for line in found)


async def test_case_05_two_workers_write_one_game(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    """Every move is sent to both workers at the same version; the log takes one of the two."""
    shared = {"database_url": postgres.fresh_database(), "redis_url": redis.url, **FAST}
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    acked: dict[str, int] = {}
    with (
        remote_server(tmp_path / "a", **shared) as one,
        remote_server(tmp_path / "b", **shared) as two,
    ):
        async with people_at_table(one.base, people=3, options=LONG) as lines:
            ident = table_id(lines[0])
            others = [await open_line(two.base, ident, line.guest) for line in lines]
            for _ in range(30):
                line = await decider(lines)
                pair = (line, others[lines.index(line)])
                keys = [f"{line.version}/{number}" for number in range(2)]
                moves = [tab.move(tab.legal[0], key=keys[i]) for i, tab in enumerate(pair)]
                answers = await asyncio.gather(*moves)
                assert sorted(answer.ok for answer in answers) == [False, True], answers
                winner = answers[0].ok is False
                assert answers[not winner].code == "stale"
                acked[keys[winner]] = answers[winner].version
                await all_at([*lines, *others], answers[winner].version)
            async with open_store(shared["database_url"]) as store:
                assert_history(await store.log.entries(ident), acked)
                assert_views([*lines, *others], await from_log(store, ident))
            for line in others:
                await line.close()
        assert conflicts(one.base) + conflicts(two.base) > 0


async def test_case_05_a_bot_whose_move_lost_its_place_chooses_again(tmp_path: Path) -> None:
    """A word said at another worker takes the place of a bot's move; the bot plays on at once."""
    async with (
        local_server(tmp_path, workers=2) as first,
        local_server(tmp_path, workers=2) as second,
    ):
        live = await first.services.registry.open(
            Settings("raise-your-horns", 3, pace=0), Host(HOST, "Host")
        )
        other = await second.services.registry.get(live.table.id)
        assert other is not None
        await fill(live, bots=2)
        await other.ask(wire.Chat("c0", live.table.version, "hm"), HOST, "en")
        group_commit: Any = first.services.store.database.group_commit
        put, held = group_commit.put, []

        def late(item: Any, then: Any) -> None:
            """Let the other worker's word in just before the first move of the bot."""
            if '"by":"bot"' not in item.row["entry"]:
                put(item, then)
                return
            group_commit.put = put
            said = wire.Chat("c1", other.table.version, "hm")
            held.append(asyncio.create_task(other.ask(said, HOST, "en")))
            held[0].add_done_callback(lambda _: put(item, then))

        group_commit.put = late
        start = await live.ask(wire.Start("s", live.table.version), HOST, "en")
        assert start.ok, start
        for number in itertools.count():
            if live.table.to_move != 0 or live.table.phase != "playing":
                break
            move = wire.Move(f"m{number}", live.table.version, first_move(live))
            assert (await live.ask(move, HOST, "en")).ok
        await until(lambda: live.table.to_move == 0, seconds=5)
        assert (await held[0]).ok
        assert group_commit.put == put


async def test_case_34_twenty_join_for_one_seat(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.fresh_database()
    async with (
        local_server(tmp_path, database_url=url) as first,
        local_server(tmp_path, database_url=url) as second,
    ):
        bases = (first.base, second.base)
        host = await Guest.sign_in(first.base, "Host")
        opened = await host.open_table(
            {"game": "raise-your-horns", "players": 3}, seats=["me", "easy"]
        )
        guests = [await Guest.sign_in(bases[number % 2], f"G{number}") for number in range(20)]
        told = await asyncio.gather(
            *(guest.sit(opened["id"]) for guest in guests), return_exceptions=True
        )
        denied = [each.code for each in told if isinstance(each, RequestRefused)]
        assert denied == ["table-full"] * 19
        await _assert_seats(first.services.store, opened["id"], [0, 2])


async def test_case_34_double_joins_and_seat_hoarding(tmp_path: Path, postgres: Postgres) -> None:
    """One join sent twenty times to two workers is one seat; all seats are each given once."""
    url = postgres.fresh_database()
    async with (
        local_server(tmp_path, database_url=url) as first,
        local_server(tmp_path, database_url=url) as second,
    ):
        settings = Settings("raise-your-horns", 4)
        live = await first.services.registry.open(settings, Host(HOST, "Host"))
        other = await second.services.registry.get(live.table.id)
        assert other is not None
        same = wire.Sit("once", 1, "", None, "Ann")
        both = (live, other)
        asked = [both[number % 2].ask(same, "a" * 32, "en") for number in range(20)]
        answers = await asyncio.gather(*asked)
        assert len({answer.version for answer in answers}) == 1
        assert all(answer.ok for answer in answers)
        asked = [
            both[number % 2].ask(wire.Sit("in", 1, "", None, "G"), f"{number:032x}", "en")
            for number in range(20)
        ]
        codes = Counter(answer.code for answer in await asyncio.gather(*asked))
        assert codes == {None: 3, "table-full": 17}
        await _assert_seats(first.services.store, live.table.id, [0, 1, 2, 3])


async def _assert_seats(store: Any, ident: str, expected: list[int]) -> None:
    """Each seat was given out once, to one person, in the log and in the index."""
    entries = [each.entry for each in await store.log.entries(ident)]
    sat = [entry for entry in entries if isinstance(entry, log.Sat)]
    assert sorted(entry.seat for entry in sat) == expected
    async with store.database.reading() as connection:
        rows = (await connection.execute(select(seats).where(seats.c.table_id == ident))).all()
    assert {row.seat: row.player for row in rows} == {entry.seat: entry.player for entry in sat}


@pytest.mark.timeout(60)
@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
async def test_case_33_all_pairs_of_commands_at_once(tmp_path: Path, phase: str) -> None:
    """Each pair to one table from two people and two workers: all are answered, all agree."""
    async with (
        local_server(tmp_path, workers=2) as first,
        local_server(tmp_path, workers=2) as second,
    ):
        live, other = await _table_in(phase, first, second)
        kinds = len(get_args(wire.Logged))
        for one, two in itertools.combinations_with_replacement(range(kinds), 2):
            if live.table.phase != phase or live.table.next:
                live, other = await _table_in(phase, first, second)
            async with asyncio.timeout(10):
                await asyncio.gather(
                    live.ask(every_command(live)[one], HOST, "en"),
                    other.ask(every_command(other)[two], f"{0:032x}", "en"),
                )
                await asyncio.gather(live.settle(), other.settle())
            await _agree(live, other)
            await assert_memory_is_log(first.services.store, live.table)
            await assert_memory_is_log(second.services.store, other.table)


async def _agree(*both: LiveTable) -> None:
    """Wait until no bot thinks and all both have read the same log."""
    async with asyncio.timeout(10):
        while any(each.busy for each in both) or len({each.table.version for each in both}) > 1:
            for each in both:
                each.enqueue(each.catch_up)
                await each.settle()
            await asyncio.sleep(0.001)


async def _table_in(phase: str, first: Local, second: Local) -> tuple[LiveTable, LiveTable]:
    """A fresh table in a phase, open on both servers; in the lobby one seat is free."""
    settings = Settings("raise-your-horns", 3, options={"end_value": 1}, pace=0)
    live = await first.services.registry.open(settings, Host(HOST, "Host"))
    await fill(live, people=1, bots=0 if phase == "lobby" else 1)
    if phase != "lobby":
        assert (await live.ask(wire.Start("go", live.table.version), HOST, "en")).ok
    while phase == "over" and live.table.phase != "over":
        seat = live.table.to_move
        player = None if seat is None else live.table.seats[seat].player
        if player is None:
            await asyncio.sleep(0.001)
            continue
        move = wire.Move(f"m{live.table.version}", live.table.version, first_move(live))
        assert (await live.ask(move, player, "en")).ok
    other = await second.services.registry.get(live.table.id)
    assert other is not None
    return live, other


async def test_a_worker_where_nobody_watches_knows_what_others_wrote(tmp_path: Path) -> None:
    """It holds a copy of the table, since it looked after it, and is asked for the record."""
    async with (
        local_server(tmp_path, workers=2, **FAST) as first,
        local_server(tmp_path, workers=2, **FAST) as second,
        people_at_table(first.base, people=3, options={"end_value": 1}) as lines,
    ):
        ident = table_id(lines[0])
        copy = await second.services.registry.get(ident)
        assert copy is not None
        assert copy.table.phase == "playing"
        await play_on(lines, 500)
        assert lines[0].table is not None
        assert lines[0].table.phase == "over"
        found = await asyncio.to_thread(
            client.request, second.base, "GET", f"/api/tables/{ident}/record"
        )
        assert len(found["moves"]) > 0


async def test_a_table_that_is_loaded_while_it_is_opened_is_in_memory_once(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        registry: Any = server.services.registry
        append = server.services.store.log.append
        loaded: list[Any] = []

        async def committed(item: Any) -> bool:
            done = await append(item)
            loaded.append(await registry.get(item.row["table_id"]))  # listed and asked for
            return done

        server.services.store.log.append = committed  # type: ignore[method-assign] # in between
        live = await registry.open(Settings("raise-your-horns", 3), Host("h" * 32, "Host"))
        assert loaded == [live]
        assert registry.tables[live.table.id] is live

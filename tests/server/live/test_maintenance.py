"""Maintenance: games that stand still go on, and what is old is deleted."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from hornsup.client import Guest, RequestRefused
from hornsup.play import entries as log
from hornsup.play.live.table import LiveTable
from hornsup.play.runtime import SteadyClock
from tests.server.faults import assert_views, from_log
from tests.server.harness import FAST, FakeTime, local_server, until
from tests.server.players import Player, all_at, decider, line_at, people_at_table, play_on
from tests.server.tables import SharedTime, ask_move, kinds, live_of, pretend_here, timed_table


async def _to_the_bot(lines: list[Player], live: LiveTable) -> int:
    """Play until it is the bot's decision; gives the version."""
    while live.table.bot_to_move() is None:
        line = await decider(lines)
        answer = await line.move(line.legal[0])
        assert answer.ok, answer
        await all_at(lines, answer.version)
    return live.table.version


async def test_case_30_a_bot_process_killed_while_it_chooses(tmp_path: Path) -> None:
    """kill -9 of the bots' process: the game has gone on within ten seconds, again and again."""
    async with (
        local_server(tmp_path, log_level="error", **FAST) as server,
        people_at_table(server.base, people=2, bots=1, options={"end_value": 20}) as lines,
    ):
        live, pool = live_of(server, lines[0]), server.services.bots
        for _ in range(3):
            await _to_the_bot(lines, live)
            await decider(lines)  # the bot has played, so its process is there
            (pid,) = pool.pids
            os.kill(pid, signal.SIGSTOP)  # from here on it never answers
            version = await _to_the_bot(lines, live)
            await until(lambda: live.bots.task is not None)
            os.kill(pid, signal.SIGKILL)
            await until(lambda version=version: live.table.version > version, seconds=10)
            assert pid not in pool.pids
        await play_on(lines, 5)
        await live.settle()


async def _never(*_: Any) -> str:
    await asyncio.get_running_loop().create_future()
    return ""


async def test_case_30_a_lost_timer_is_found_by_the_maintenance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The task that waited for a bot is gone without a trace; ten seconds later the bot plays."""
    moment = SharedTime(tmp_path)
    async with (
        moment.server(workers=1) as server,
        people_at_table(server.base, people=2, bots=1, options={"end_value": 20}) as lines,
    ):
        live, pool = live_of(server, lines[0]), server.services.bots
        with monkeypatch.context() as held:
            held.setattr(pool, "choose", _never)
            version = await _to_the_bot(lines, live)
            await until(lambda: live.bots.task is not None)
            assert live.bots.task is not None
            live.bots.task.cancel()
            await until(lambda: live.bots.task is None)
        live.look_after()
        await live.settle()
        assert live.table.version == version, "it is too early to worry"
        moment.forward(10)
        await until(lambda: live.table.version > version)


async def test_case_30_a_bot_of_a_dead_worker_plays_on_at_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker whose bot was choosing is gone; the maintenance of another takes the game up."""
    moment = SharedTime(tmp_path)
    async with moment.server() as alive:
        async with (
            moment.server() as doomed,
            people_at_table(doomed.base, people=2, bots=1, options={"end_value": 20}) as lines,
        ):
            live = live_of(doomed, lines[0])
            monkeypatch.setattr(doomed.services.bots, "choose", _never)
            version = await _to_the_bot(lines, live)
        ident = live.table.id
        assert ident not in alive.services.registry.tables
        moment.forward(10)
        await until(lambda: ident in alive.services.registry.tables)
        other = alive.services.registry.tables[ident]
        await until(lambda: other.table.version > version)
        await until(lambda: other.table.bot_to_move() is None)  # its throw may make it begin


async def test_case_30_a_bot_takes_a_leavers_seat_and_gives_it_back(tmp_path: Path) -> None:
    moment = SharedTime(tmp_path)
    async with (
        moment.server(workers=1) as server,
        people_at_table(server.base, grace=60, options={"end_value": 20}) as lines,
    ):
        live, store = live_of(server, lines[0]), server.services.store
        leaver = await decider(lines)
        seat, stay = leaver.seat, [line for line in lines if line is not leaver]
        await leaver.close()
        await until(lambda: stay[0].online == [line.seat for line in stay])
        await live.settle()
        moment.forward(50)
        live.look_after()
        await live.settle()
        assert not live.table.seats[seat].away, "the time of grace is not over"
        moment.forward(15)
        await until(lambda: live.table.seats[seat].away)
        await until(lambda: live.table.to_move != seat)  # the bot has played the turn
        async with line_at(server.base, live.table.id, leaver.guest) as back:
            await until(lambda: not live.table.seats[seat].away)
            assert back.you.seats == [seat]
            await play_on([back, *stay], 6)
            found = await kinds(store, live.table.id)
            assert (found.count(log.TookOver), found.count(log.GaveBack)) == (1, 1)
            assert_views([back, *stay], await from_log(store, live.table.id))


async def test_case_30_the_index_keeps_a_timer_that_another_worker_has_just_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look that read the table before the other's move must not put its own time there."""
    moment = SharedTime(tmp_path)
    async with moment.server() as first, moment.server() as second:
        live, other = await timed_table(first, second, clock=None)
        store = first.services.store
        moment.forward(100)  # what the index says has passed
        gate, reached = asyncio.Event(), asyncio.Event()
        set_due = store.tables.set_due

        async def late(*given: Any) -> bool:
            reached.set()
            await gate.wait()
            return bool(await set_due(*given))

        monkeypatch.setattr(store.tables, "set_due", late)
        pretend_here(live)
        live.look_after()
        await asyncio.wait_for(reached.wait(), 5)
        assert (await ask_move(other)).ok
        row = await store.tables.get(live.table.id)
        assert row is not None
        due = row.due_at
        gate.set()
        await live.settle()
        row = await store.tables.get(live.table.id)
        assert row is not None
        assert row.due_at == due


DAY = 86_400


async def test_guests_without_a_table_are_deleted_in_time(tmp_path: Path) -> None:
    fake = FakeTime()
    clock = SteadyClock(fake)
    async with local_server(tmp_path, clock=clock, keep_days=90) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        await ann.open_table({"game": "raise-your-horns", "players": 3})
        fake.forward(89 * DAY)
        cyd = await server.guest("Cyd")
        fake.forward(2 * DAY)
        await server.services.store.players.delete_unseen(
            server.services.registry.clock.now() - 90 * DAY * 1000
        )
        server.services.sessions._cached.clear()
        assert (await ann.call("GET", "/api/me"))["name"] == "Ann", "a table of hers is left"
        assert (await cyd.call("GET", "/api/me"))["name"] == "Cyd"
        with pytest.raises(RequestRefused, match="choose a name"):
            await bea.call("GET", "/api/me")


async def test_old_games_are_deleted_and_then_their_players(tmp_path: Path) -> None:
    fake = FakeTime()
    async with local_server(tmp_path, clock=SteadyClock(fake), keep_days=1) as server:
        maintenance, sessions = server.services.maintenance, server.services.sessions
        ann: Guest = await server.guest("Ann")
        opened = await ann.open_table({"game": "raise-your-horns", "players": 3})
        for _ in range(2):  # first the table is closed, then it is deleted
            fake.forward(2 * DAY)
            await maintenance.clean_up()
            for live in list(server.services.registry.tables.values()):
                await live.settle()
        await maintenance.clean_up()
        assert await server.services.store.tables.get(opened["id"]) is None
        sessions._cached.clear()
        with pytest.raises(RequestRefused, match="choose a name"):
            await ann.call("GET", "/api/me")

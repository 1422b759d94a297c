"""Play over days on a server: clocks across restarts, reminders, and what is kept meanwhile."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from contextlib import AbstractAsyncContextManager, closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from hornsup.client import Guest
from hornsup.play import entries as log
from hornsup.play import reminding, wire
from hornsup.play.live.table import LiveTable
from hornsup.play.opening import Host
from hornsup.play.runtime import SteadyClock
from hornsup.play.settings import Settings, TurnClock
from hornsup.server.live import maintenance
from hornsup.server.live.maintenance import Maintenance
from hornsup.server.storage import schema
from hornsup.server.storage.presence import PresenceStore
from hornsup.server.storage.sqlite_writer import SqliteWriter
from tests.browser.timed_remote import TimedRemote
from tests.server.faults import assert_memory_is_log
from tests.server.harness import Local, local_server
from tests.server.players import decider, line_at, people_at_table, play_on, table_id
from tests.server.tables import HOST, SharedTime, ask_move, kinds, live_of

DAY, HOUR = 86_400, 3_600
GUESTS = [HOST, "a" * 32, "b" * 32]


class LastingClock(SteadyClock):
    """A clock that goes on when its server is started again."""

    def now(self) -> int:
        return int(self.monotonic() * 1000)


class LastingTime(SharedTime):
    """Makes servers one after the other that go by the same time."""

    def server(self, **more: Any) -> AbstractAsyncContextManager[Local]:
        clock = LastingClock(self._moment)
        return local_server(self._folder, clock, **{**self._settings, **more})


def days(count: int) -> dict[str, Any]:
    return {"clock": {"kind": "turn", "seconds": count * DAY}, "leavers": "wait"}


async def open_table(server: Local, count: int = 3, start: bool = True) -> LiveTable:
    """A table of three people who are all away, on a server that does nothing by itself."""
    await server.services.maintenance.stop()
    wanted = Settings("horns-up", 3, clock=TurnClock(count * DAY), leavers="wait")
    live = await server.services.registry.open(wanted, Host(HOST, "Host"), ["open"] * 3)
    for number, player in enumerate(GUESTS):
        sit = wire.Sit(f"sit{number}", live.table.version, "", number, "P")
        assert (await live.ask(sit, player, "en")).ok
    if start:
        assert (await live.ask(wire.Start("start", live.table.version), HOST, "en")).ok
    return live


async def live_at(server: Local, ident: str) -> LiveTable:
    live = await server.services.registry.get(ident)
    assert live is not None
    await live.settle()
    return live


def left(server: Local, live: LiveTable) -> int:
    """The seconds that the running clock still has."""
    seat = live.table.clocks.running
    assert seat is not None
    found = live.table.clocks.now(server.services.registry.clock.now())[seat]
    assert found is not None
    return found // 1000


async def look(server: Local) -> None:
    await server.services.maintenance.look_after_due_tables()
    await asyncio.gather(*(live.settle() for live in server.services.registry.tables.values()))


async def beat(server: Local) -> None:
    await server.services.maintenance.heartbeat()


def kill(server: Local, monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on the worker writes nothing any more, as if it had been killed."""

    async def nothing(*_: Any) -> None:
        return

    monkeypatch.setattr(server.services.store.presence, "end_worker", nothing)
    monkeypatch.setattr(server.services.registry, "give_time_back", nothing)


# --- clocks across restarts -----------------------------------------------------------------------


@pytest.mark.parametrize("how", ["killed", "stopped"])
async def test_case_45_a_clock_of_days_across_restarts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Time without a worker costs nobody anything, to the second, however often it happens."""
    moment, ident, expected = LastingTime(tmp_path, workers=1), "", 7 * DAY
    for round_number, (up, down) in enumerate([(20, 3), (5, 30), (40, 100), (1, 400)]):
        async with moment.server() as server:
            if round_number == 0:
                ident = (await open_table(server, 7)).table.id
            await server.services.maintenance.stop()
            live = await live_at(server, ident)
            assert left(server, live) == expected
            moment.forward(up * HOUR)
            expected -= up * HOUR
            await beat(server)
            await look(server)
            assert left(server, live) == expected
            if how == "killed":
                kill(server, monkeypatch)
        moment.forward(down * HOUR)
    async with moment.server() as server:
        await server.services.maintenance.stop()
        live = await live_at(server, ident)
        assert (await kinds(server.services.store, ident)).count(log.Extended) == 4
        moment.forward(expected - 1)
        await look(server)
        assert log.TimedOut not in await kinds(server.services.store, ident)
        moment.forward(1)
        await look(server)
        entries = await server.services.store.log.entries(ident)
        timed_out = entries[-1].entry
        assert isinstance(timed_out, log.TimedOut)
        assert timed_out.bot is None
        await assert_memory_is_log(server.services.store, live.table)


async def test_case_45_workers_that_start_together_give_time_back_once(tmp_path: Path) -> None:
    moment = LastingTime(tmp_path)
    async with moment.server() as server:
        ident = (await open_table(server)).table.id
        await beat(server)
    moment.forward(50 * HOUR)
    async with moment.server() as first, moment.server() as second:
        for server in (first, second):
            live = await live_at(server, ident)
            assert left(server, live) == 3 * DAY
        assert (await kinds(first.services.store, ident)).count(log.Extended) == 1


async def test_case_45_a_worker_killed_while_it_gives_time_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had not said that it lives, so the next one goes on with the tables it did not reach."""
    moment = LastingTime(tmp_path, workers=1)
    async with moment.server() as server:
        idents = [(await open_table(server)).table.id for _ in range(5)]
        await beat(server)
        kill(server, monkeypatch)
    moment.forward(10 * HOUR)
    given: list[str] = []
    extend, heartbeat = LiveTable.extend, PresenceStore.heartbeat

    def killed_at_the_third(live: LiveTable, milliseconds: int) -> None:
        given.append(live.table.id)
        if len(given) < 3:
            extend(live, milliseconds)

    async def beat_until_killed(store: PresenceStore, worker: str, now: int) -> None:
        if len(given) < 3:
            await heartbeat(store, worker, now)

    with monkeypatch.context() as patched:
        patched.setattr(LiveTable, "extend", killed_at_the_third)
        patched.setattr(PresenceStore, "heartbeat", beat_until_killed)
        patched.setattr(Maintenance, "start", lambda _: None)  # it did not come to that
        async with moment.server() as server:
            kill(server, monkeypatch)
    assert len(given) == 5
    moment.forward(HOUR)
    async with moment.server() as server:
        for ident in idents:
            assert left(server, await live_at(server, ident)) == 3 * DAY


async def test_case_45_all_tables_get_their_time_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """More than one page of them, due in days; afterwards they do not stay in memory."""
    monkeypatch.setattr(maintenance, "GIVEN_TOGETHER", 3)
    moment = LastingTime(tmp_path, workers=1)
    async with moment.server() as server:
        idents = [(await open_table(server, 7)).table.id for _ in range(8)]
        await look(server)
    moment.forward(2 * DAY)
    monkeypatch.setattr(Maintenance, "start", lambda _: None)
    async with moment.server() as server:
        assert server.services.registry.tables == {}
        for ident in idents:
            assert left(server, await live_at(server, ident)) == 7 * DAY


async def test_a_table_that_cannot_be_rebuilt_holds_up_no_start_and_no_other_table(
    tmp_path: Path,
) -> None:
    moment = LastingTime(tmp_path, workers=1)
    async with moment.server() as server:
        idents = [(await open_table(server)).table.id for _ in range(2)]
        place = (schema.log.c.table_id == idents[0]) & (schema.log.c.version == 1)
        bad = update(schema.log).where(place).values(entry="{}")
        await server.services.store.database.execute(bad)
    moment.forward(DAY)
    async with moment.server() as server:
        await server.services.maintenance.stop()
        live = await live_at(server, idents[1])
        assert left(server, live) == 3 * DAY
        moment.forward(3 * DAY)
        await look(server)
        assert log.TimedOut in await kinds(server.services.store, idents[1])


async def test_case_45_tables_get_their_time_back_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of them shares its commits: a restart does not take a disk's time for every table."""
    moment = LastingTime(tmp_path, workers=1)
    async with moment.server() as server:
        for _ in range(8):
            await open_table(server, 7)
    moment.forward(2 * DAY)
    commits: list[int] = []
    commit = SqliteWriter.commit

    def count(writer: SqliteWriter, batch: list[Any], done: Any) -> None:
        commits.append(len(batch))
        commit(writer, batch, done)

    monkeypatch.setattr(SqliteWriter, "commit", count)
    monkeypatch.setattr(Maintenance, "start", lambda _: None)
    async with moment.server():
        assert sum(commits) == 8
        assert len(commits) <= 4


@pytest.mark.parametrize(("gap", "given"), [(9 * 60, False), (11 * 60, True)])
async def test_case_45_minutes_without_a_server_do_not_matter_to_a_turn_with_hours_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gap: int, given: bool
) -> None:
    """Nobody waits for such tables to be loaded; where time is short they get it to the second."""
    moment = LastingTime(tmp_path, workers=1)
    async with moment.server() as server:
        near = (await open_table(server, 3)).table.id
        moment.forward(3 * DAY - 30 * 60)
        far = (await open_table(server, 3)).table.id
        before = [left(server, await live_at(server, each)) for each in (far, near)]
        assert before == [3 * DAY, 30 * 60]
        await beat(server)
        kill(server, monkeypatch)
    moment.forward(gap)
    async with moment.server() as server:
        after = [left(server, await live_at(server, each)) for each in (far, near)]
        assert after == [before[0] - (0 if given else gap), before[1]]


async def test_case_45_a_process_killed_again_and_again_over_days(tmp_path: Path) -> None:
    """kill -9 of a real server in the middle of a turn, hours without one, three times."""
    server = TimedRemote(tmp_path, frame_rate=1000, frame_burst=5000)
    server.start()
    try:
        async with people_at_table(server.base, "horns-up", **days(3)) as lines:
            ident, guests = table_id(lines[0]), [line.guest for line in lines]
            waits = (await decider(lines)).seat
        expected = 3 * DAY
        for up, down in [(10, 5), (20, 90), (30, 1)]:
            server.forward(up * HOUR)
            expected -= up * HOUR
            await asyncio.to_thread(_wait_heartbeat, server)
            server.kill()
            server.forward(down * HOUR)
            server.start()
            told = await _summary(guests[waits], ident)
            assert abs(told["left"] / 1000 - expected) < 60, told
        server.forward(expected + 60)
        async with line_at(server.base, ident, guests[waits]) as line:
            for _ in range(200):
                if line.table.seats[waits].away or line.to_move != waits:
                    break
                await asyncio.sleep(0.1)
            assert line.to_move != waits, "default moves were played"
            assert not line.table.seats[waits].away, "no bot took the seat"
    finally:
        server.stop()


def _wait_heartbeat(server: TimedRemote) -> None:
    """Until the server has said that it lives at the present time."""
    now = (time.time() + server.ahead) * 1000
    for _ in range(300):
        with closing(sqlite3.connect(server.folder / "hornsup.db")) as database:
            (seen,) = database.execute("select max(seen_at) from workers").fetchone()
        if seen and seen > now - 3_000:
            return
        time.sleep(0.05)
    raise AssertionError("no heartbeat")


async def _summary(guest: Guest, ident: str) -> dict[str, Any]:
    told = await guest.call("GET", "/api/me/tables")
    return next(each for each in told if each["table"]["id"] == ident)


# --- when somebody looks, and reminders -----------------------------------------------------------


async def test_a_table_over_days_is_looked_at_when_something_is_due(tmp_path: Path) -> None:
    moment = LastingTime(tmp_path, workers=1)
    async with moment.server() as server:
        live, store = await open_table(server), server.services.store
        began = live.table.started_at
        for _ in range(5):
            row = await store.tables.get(live.table.id)
            assert row is not None
            assert row.due_at == began + 6 * HOUR * 1000, "not a few seconds after every move"
            assert row.due_at <= live.table.clocks.deadline()
            moment.forward(HOUR)
            assert (await ask_move(live)).ok
        moment.forward(6 * HOUR)
        await look(server)
        row = await store.tables.get(live.table.id)
        assert row is not None
        assert row.due_at == reminding.reminder_at(live.table)


async def test_a_reminder_is_noted_by_every_worker_that_looks(tmp_path: Path) -> None:
    """Of those that note it one makes the call: tests/server/calls/test_turns.py."""
    moment = LastingTime(tmp_path)
    async with moment.server() as first, moment.server() as second:
        live = await open_table(first)
        await second.services.maintenance.stop()
        ident = live.table.id
        noted = [worker.services.registry.running_out for worker in (first, second)]
        for _ in range(3):
            seat = live.table.to_move
            moment.forward(3 * DAY - 6 * HOUR - 60)
            await look(first)
            assert noted == [set(), set()]
            moment.forward(90)
            other = await live_at(second, ident)
            for each in (live, other, live):
                each.look_after()
                await each.settle()
            assert noted == [{ident}, {ident}]
            for tables in noted:
                tables.clear()
            moment.forward(6 * HOUR)
            await look(first)
            assert live.table.to_move != seat


# --- what is kept ---------------------------------------------------------------------------------


async def test_running_tables_and_their_players_are_kept(tmp_path: Path) -> None:
    moment = LastingTime(tmp_path, workers=1, keep_days=1)
    async with moment.server() as server:
        await server.services.maintenance.stop()
        async with people_at_table(server.base, "horns-up", **days(7)) as lines:
            ident, guests = table_id(lines[0]), [line.guest for line in lines]
        for _ in range(6):
            moment.forward(DAY)
            await server.services.maintenance.clean_up()
        server.services.sessions._cached.clear()
        assert await server.services.store.tables.get(ident) is not None
        for guest in guests:
            assert (await guest.call("GET", "/api/me"))["name"]


@pytest.mark.parametrize(("count", "kept"), [(1, True), (0, False)])
async def test_a_lobby_for_days_waits_for_a_week(tmp_path: Path, count: int, kept: bool) -> None:
    moment = LastingTime(tmp_path, workers=1)
    async with moment.server() as server:
        await server.services.maintenance.stop()
        ann = await server.guest()
        more = days(count) if count else {}
        opened = await ann.open_table({"game": "horns-up", "players": 3, **more})
        for hours in (24 * 6, 25):
            moment.forward(hours * HOUR)
            await server.services.maintenance.clean_up()
            live = await live_at(server, opened["id"])
            if hours > 25:
                assert (live.table.phase == "lobby") is kept
        assert live.table.phase == "closed"


# --- my tables ------------------------------------------------------------------------------------


async def test_all_running_tables_are_listed_with_how_long_they_wait(tmp_path: Path) -> None:
    moment = LastingTime(tmp_path, workers=1)
    async with moment.server(tables_per_hour=1000) as server:
        await server.services.maintenance.stop()
        ann = await server.guest()
        wanted = {"game": "horns-up", "players": 3, **days(3)}
        for _ in range(23):
            await ann.open_table(wanted, seats=["me", "me", "me"], start=True)
            moment.forward(HOUR)
        for _ in range(21):
            await ann.open_table({"game": "horns-up", "players": 3})
        told = await ann.call("GET", "/api/me/tables")
        playing = [each for each in told if each["table"]["phase"] == "playing"]
        assert (len(playing), len(told)) == (23, 43)
        waiting = sorted(round(each["waiting"] / 1000) for each in playing)
        assert waiting == [number * HOUR for number in range(1, 24)]
        assert all(each["waiting"] + each["left"] == 3 * DAY * 1000 for each in playing)
        assert not any("waiting" in each for each in told if each not in playing)


async def test_since_the_last_turn_after_days_a_restart_and_on_another_device(
    tmp_path: Path,
) -> None:
    moment = LastingTime(tmp_path, workers=1)
    async with moment.server() as server:
        await server.services.maintenance.stop()
        async with people_at_table(server.base, "horns-up", **days(7)) as lines:
            live = live_of(server, lines[0])
            away = lines[0]
            await play_on(lines, 4)
            ident, last = live.table.id, live.table.version
            await away.close()
            for _ in range(30):
                moment.forward(3 * HOUR)
                assert (await ask_move(live)).ok
            guest = away.guest
    moment.forward(2 * DAY)
    async with moment.server() as server:
        for seen in (last, 0):  # the same page again, and a device that has seen nothing
            async with line_at(server.base, ident, guest, since=seen, keep_frames=True) as back:
                welcome = json.loads(back.frames[0])
                versions = [each["version"] for each in welcome["missed"]]
                assert versions == sorted(versions)
                assert versions[-1] > last
                assert (versions[0] > last) is (seen == last)

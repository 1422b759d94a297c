"""Faults of time: restarts under a clock, lost timers, leavers, races with the clock, jumps."""

from __future__ import annotations

import asyncio
import itertools
import os
import secrets
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from hornsup.client import TableClient
from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.live.table import LiveTable
from hornsup.play.opening import Host
from hornsup.play.settings import Settings, TurnClock
from hornsup.play.table import Table
from hornsup.server.storage.store import Store
from tests.server.faults import (
    FAST,
    Patient,
    assert_history,
    assert_memory_is_log,
    assert_views,
    from_log,
    open_store,
    patient_table,
    play_through,
    until,
)
from tests.server.harness import (
    FakeTime,
    Local,
    Remote,
    SteadyClock,
    all_at,
    local_server,
    mover,
    people_at_table,
    play_on,
    remote_server,
    table_id,
)
from tests.services import Postgres, Redis

HOST, GUEST = "h" * 32, "a" * 32
CLOCK = {"kind": "turn", "seconds": 30}


async def kinds(store: Store, ident: str) -> list[type]:
    return [type(each.entry) for each in await store.log.entries(ident)]


def clock_of(table: Table) -> tuple[int | None, int]:
    """Whose clock runs, and when it will have run out."""
    deadline = table.clocks.deadline()
    assert deadline is not None
    return table.clocks.running, deadline


async def decider(lines: list[TableClient]) -> TableClient:
    async with asyncio.timeout(10):
        while (line := mover(lines)) is None:
            await lines[0].next_message()
    return line


# --- 17: restarts ---------------------------------------------------------------------------------


async def _all_back(players: list[Patient], codes: set[int]) -> None:
    """Everybody's line ends, with one of these codes, and everybody returns."""
    for player in players:
        await until(lambda player=player: player.line and player.line.closed is not None, 40)
        await asyncio.wait_for(player.here(), 40)
    assert {code for player in players for code in player.closed} <= codes


async def test_case_17_a_rolling_restart_in_the_middle_of_a_turn(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    """SIGHUP replaces both workers: 1012, all come back, and nobody's clock has paid for it."""
    shared = {"database_url": postgres.fresh_database(), "redis_url": redis.url, **FAST}
    acked: dict[str, int] = {}
    with remote_server(tmp_path, workers=2, **shared) as server:
        async with (
            patient_table([server.base], clock=CLOCK) as players,
            open_store(server.config.database) as store,
        ):
            ident, old = players[0].table_id, set(server.workers())
            await play_through(players, acked, lambda: len(acked) >= 6)
            before = clock_of(await from_log(store, ident))
            began = time.monotonic()
            assert server.process is not None
            os.kill(server.process.pid, signal.SIGHUP)
            await _all_back(players, {1012})
            taken = (time.monotonic() - began) * 1000
            after = clock_of(await from_log(store, ident))
            assert after[0] == before[0]
            assert after[1] - before[1] >= min(taken, 20_000)
            await until(lambda: len(server.workers()) == 2 and not old & set(server.workers()), 40)
            await play_through(players, acked, lambda: len(acked) >= 12)
            assert_history(await store.log.entries(ident), acked)
            assert log.TimedOut not in await kinds(store, ident)


@pytest.mark.parametrize(("how", "codes"), [("SIGTERM", {1012}), ("SIGKILL", {1006})])
async def test_case_17_time_without_a_server_is_given_back(
    tmp_path: Path, how: str, codes: set[int]
) -> None:
    """A server alone goes and comes back, in good order or not, with the clock where it was."""
    server = Remote(tmp_path, **FAST)
    server.start()
    try:
        async with (
            patient_table([server.base], clock=CLOCK) as players,
            open_store(server.config.database) as store,
        ):
            ident, acked = players[0].table_id, dict[str, int]()
            await play_through(players, acked, lambda: len(acked) >= 3)
            before, began = clock_of(await from_log(store, ident)), time.monotonic()
            await asyncio.to_thread(server.stop if how == "SIGTERM" else server.kill)
            await asyncio.sleep(4.0)
            gone = time.monotonic() - began
            await asyncio.to_thread(server.start)
            await _all_back(players, codes)

            async def given() -> int:
                return clock_of(await from_log(store, ident))[1] - before[1]

            async with asyncio.timeout(10):
                while await given() < (gone - 2.5) * 1000:  # a pulse comes every 2 s
                    await asyncio.sleep(0.05)
            await play_through(players, acked, lambda: len(acked) >= 6)
            assert_history(await store.log.entries(ident), acked)
            assert log.TimedOut not in await kinds(store, ident)
    finally:
        server.stop()


# --- 30: stuck games ------------------------------------------------------------------------------


def room_of(server: Local, line: TableClient) -> LiveTable:
    return server.services.registry.tables[table_id(line)]


async def _to_the_bot(lines: list[TableClient], room: LiveTable) -> int:
    """Play until it is the bot's decision; gives the version."""
    while room.table.bot_to_move() is None:
        line = await decider(lines)
        answer = await line.move(line.legal[0])
        assert answer.ok, answer
        await all_at(lines, answer.version)
    return room.table.version


async def test_case_30_a_thinker_killed_in_the_middle_of_a_thought(tmp_path: Path) -> None:
    """kill -9 of the bots' process: the game has gone on within ten seconds, again and again."""
    async with (
        local_server(tmp_path, log_level="error", **FAST) as server,
        people_at_table(server.base, people=2, bots=1, options={"end_value": 20}) as lines,
    ):
        room, thinkers = room_of(server, lines[0]), server.services.bots
        for _ in range(3):
            await _to_the_bot(lines, room)
            await decider(lines)  # the bot has played, so its process is there
            (pid,) = thinkers.pids
            os.kill(pid, signal.SIGSTOP)  # from here on it thinks for ever
            version = await _to_the_bot(lines, room)
            await until(lambda: room.bots.task is not None)
            os.kill(pid, signal.SIGKILL)
            await until(lambda version=version: room.table.version > version, 10)
            assert pid not in thinkers.pids
        await play_on(lines, 5)
        await room.settle()


class OwnClock(SteadyClock):
    """A clock that no database sets."""

    def __init__(self, moment: FakeTime) -> None:
        super().__init__(moment)
        super().set(1_000_000)

    def set(self, now: int) -> None:
        del now


@asynccontextmanager
async def clockwork(
    folder: Path, **settings: Any
) -> AsyncIterator[tuple[FakeTime, Callable[[], Any]]]:
    """A time that tests move, and servers on one database that live by it."""
    moment = FakeTime()

    def serve(**more: Any) -> Any:
        clock = OwnClock(moment)
        chosen = {"log_level": "error", "workers": 2, **FAST, **settings, **more}
        return local_server(folder, clock, **chosen)

    yield moment, serve


async def test_case_30_a_lost_timer_is_found_by_the_sweep(tmp_path: Path) -> None:
    """The task that waited for a bot is gone without a trace; ten seconds later the bot plays."""
    async with (
        clockwork(tmp_path) as (moment, serve),
        serve(workers=1) as server,
        people_at_table(server.base, people=2, bots=1, options={"end_value": 20}) as lines,
    ):
        room, thinkers = room_of(server, lines[0]), server.services.bots

        async def never(*_: Any) -> str:
            return await asyncio.get_running_loop().create_future()

        choose, thinkers.choose = thinkers.choose, never  # type: ignore[method-assign] # to hold it up
        version = await _to_the_bot(lines, room)
        await until(lambda: room.bots.task is not None)
        room.bots.task.cancel()
        await until(lambda: room.bots.task is None)
        thinkers.choose = choose  # type: ignore[method-assign] # to hold it up
        await asyncio.sleep(1.5)  # more than one sweep: it is too early to worry
        assert room.table.version == version
        moment.forward(10)
        await until(lambda: room.table.version > version, 10)


async def test_case_30_a_bot_of_a_dead_worker_plays_on_at_another(tmp_path: Path) -> None:
    """The worker whose bot was thinking is gone; the sweep of another one takes the game up."""
    async with clockwork(tmp_path) as (moment, serve), serve() as alive:
        async with (
            serve() as doomed,
            people_at_table(doomed.base, people=2, bots=1, options={"end_value": 20}) as lines,
        ):
            room = room_of(doomed, lines[0])

            async def never(*_: Any) -> str:
                return await asyncio.get_running_loop().create_future()

            doomed.services.bots.choose = never  # type: ignore[method-assign] # to hold it up
            version = await _to_the_bot(lines, room)
        ident = room.table.id
        assert ident not in alive.services.registry.tables
        moment.forward(10)
        await until(lambda: ident in alive.services.registry.tables)
        other = alive.services.registry.tables[ident]
        await until(lambda: other.table.version > version)
        await until(lambda: other.table.bot_to_move() is None)  # its throw may make it begin


async def test_case_30_a_bot_takes_a_leavers_seat_and_gives_it_back(tmp_path: Path) -> None:
    async with (
        clockwork(tmp_path) as (moment, serve),
        serve(workers=1) as server,
        people_at_table(server.base, grace=60, options={"end_value": 20}) as lines,
    ):
        room, store = room_of(server, lines[0]), server.services.store
        leaver = await decider(lines)
        seat, stay = leaver.you.seats[0], [line for line in lines if line is not leaver]
        await leaver.close()
        await until(lambda: stay[0].online == [line.you.seats[0] for line in stay])
        moment.forward(50)
        await asyncio.sleep(2.2)  # sweeps
        assert not room.table.seats[seat].away
        moment.forward(15)
        await until(lambda: room.table.seats[seat].away)
        await until(lambda: room.table.to_move != seat)  # the bot has played the turn
        async with leaver.guest.table(room.table.id) as back:
            await until(lambda: not room.table.seats[seat].away)
            assert back.you.seats == [seat]
            await play_on([back, *stay], 6)
            found = await kinds(store, room.table.id)
            assert (found.count(log.TookOver), found.count(log.GaveBack)) == (1, 1)
            assert_views([back, *stay], await from_log(store, room.table.id))


async def test_case_30_the_index_keeps_a_timer_that_another_worker_has_just_set(
    tmp_path: Path,
) -> None:
    """A sweep that read the table before the other's move must not put its own time there."""
    async with clockwork(tmp_path) as (moment, serve), serve() as first, serve() as second:
        for server in (first, second):
            await server.services.maintenance.stop()
        room, other = await _timed_table(first, second, clock=None)
        store = first.services.store
        moment.forward(100)  # what the index says has passed
        gate = asyncio.Event()
        original, reached = store.tables.set_due, asyncio.Event()

        async def late(*given: Any) -> bool:
            reached.set()
            await gate.wait()
            return bool(await original(*given))

        store.tables.set_due = late  # type: ignore[method-assign] # to hold it up
        _pretend_here(room, HOST, GUEST)
        room.look_after()
        await asyncio.wait_for(reached.wait(), 5)
        assert (await _move(other)).ok
        row = await store.tables.get(room.table.id)
        assert row is not None
        due = row.due_at
        gate.set()
        await room.settle()
        row = await store.tables.get(room.table.id)
        assert row is not None
        assert row.due_at == due


def _pretend_here(room: LiveTable, *players: str) -> None:
    for player in players:
        room.viewers.counts[player] = 1


# --- 31: the clock and a move ---------------------------------------------------------------------


async def _timed_table(
    first: Local, second: Local, clock: int | None = 30, **settings: Any
) -> tuple[LiveTable, LiveTable]:
    """A started table of two people (one holds two seats), open on both servers."""
    kind = {} if clock is None else {"clock": TurnClock(clock)}
    options = {"end_value": 20}
    wanted = Settings("raise-your-horns", 3, options=options, **kind, **settings)
    room = await first.services.registry.open(wanted, Host(HOST, "Host"))
    for number, player in enumerate((HOST, GUEST, HOST)):
        sit = wire.Sit(f"sit{number}", room.table.version, "", number, "P")
        assert (await room.ask(sit, player, "en")).ok
    assert (await room.ask(wire.Start("start", room.table.version), HOST, "en")).ok
    other = await second.services.registry.get(room.table.id)
    assert other is not None
    return room, other


def _move(room: LiveTable) -> Any:
    """The move of whoever must decide, as this worker sees it."""
    table = room.table
    assert table.state is not None
    assert table.to_move is not None
    text = str(table.state.legal_moves()[0])
    player = table.seats[table.to_move].player
    return room.ask(wire.Move(secrets.token_hex(8), table.version, text), player or "", "en")


@pytest.mark.parametrize("order", ["move, timer", "timer, move"])
async def test_case_31_a_move_and_the_clock_on_one_worker(tmp_path: Path, order: str) -> None:
    """Whoever is first in the table's queue wins; there is one outcome."""
    async with clockwork(tmp_path) as (moment, serve), serve() as first, serve() as second:
        for server in (first, second):
            await server.services.maintenance.stop()
        room, _ = await _timed_table(first, second)
        _pretend_here(room, HOST, GUEST)
        moment.forward(31)
        if order == "move, timer":
            asked = asyncio.ensure_future(_move(room))
            await asyncio.sleep(0)
            room.look_after()
        else:
            room.look_after()
            asked = asyncio.ensure_future(_move(room))
        answer = await asked
        await room.settle()
        found = await kinds(first.services.store, room.table.id)
        if order == "move, timer":
            assert answer.ok
            assert found[5:] == [log.Moved]
        else:
            assert answer.code == "stale"
            assert found[5:] == [log.TimedOut]
        await assert_memory_is_log(first.services.store, room.table)


class Turnstile:
    """Holds the appends of two stores until both are there, then lets them through in order."""

    def __init__(self, *stores: Store) -> None:
        self._waiting: dict[int, Callable[[], None]] = {}
        for number, store in enumerate(stores):
            store.database.group_commit.put = self._held(number, store.database.group_commit.put)  # type: ignore[method-assign] # to hold it up

    def _held(self, number: int, put: Any) -> Any:
        def held(item: Any, then: Any) -> None:
            self._waiting[number] = lambda: put(item, then)

        return held

    async def let(self, *order: int) -> None:
        """Wait for both, then let one through, and the other a moment later."""
        await until(lambda: len(self._waiting) == len(order))
        for number in order:
            self._waiting.pop(number)()
            await asyncio.sleep(0.05)

    async def open(self) -> None:
        """Hold nobody any more."""
        while True:
            for number in list(self._waiting):
                self._waiting.pop(number)()
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("what", ["timer and move", "timer and timer"])
@pytest.mark.parametrize("order", list(itertools.permutations((0, 1))), ids=["first", "second"])
@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
async def test_case_31_two_workers_at_the_same_version(
    tmp_path: Path, request: pytest.FixtureRequest, what: str, order: tuple[int, ...], engine: str
) -> None:
    """Both have decided for the same place in the log; it takes one, whatever the order."""
    shared = {}
    if engine == "postgres":
        shared["database_url"] = request.getfixturevalue("postgres").fresh_database()
    async with clockwork(tmp_path, **shared) as (moment, serve), serve() as first, serve() as other:
        for server in (first, other):
            await server.services.maintenance.stop()
        rooms = await _timed_table(first, other)
        for room in rooms:
            _pretend_here(room, HOST, GUEST)
        moment.forward(31)
        turnstile = Turnstile(first.services.store, other.services.store)
        rooms[0].look_after()
        asked = None
        if what == "timer and move":
            asked = asyncio.ensure_future(_move(rooms[1]))
        else:
            rooms[1].look_after()
        await turnstile.let(*order)
        opening = asyncio.create_task(turnstile.open())
        await asyncio.gather(*(room.settle() for room in rooms))
        answer = await asked if asked is not None else None
        opening.cancel()
        await _assert_one_outcome(first.services.store, rooms, order, answer)


async def _assert_one_outcome(
    store: Store,
    rooms: tuple[LiveTable, LiveTable],
    order: tuple[int, ...],
    answer: wire.Answer | None,
) -> None:
    found = (await kinds(store, rooms[0].table.id))[5:]
    if answer is not None and order[0] == 1:
        assert (answer.ok, found) == (True, [log.Moved])
    else:
        assert found == [log.TimedOut]
        assert answer is None or answer.code == "stale"
    for room in rooms:
        room.enqueue(room.catch_up)
        await room.settle()
        await assert_memory_is_log(store, room.table)


async def test_case_31_many_sweeps_run_a_clock_out_once(tmp_path: Path) -> None:
    """A clock that runs out costs one turn by default, a second time the seat, and never more."""
    async with clockwork(tmp_path) as (moment, serve), serve() as first, serve() as second:
        for server in (first, second):
            await server.services.maintenance.stop()
        rooms = await _timed_table(first, second)
        for room in rooms:
            _pretend_here(room, HOST, GUEST)
        moment.forward(31)
        for room in rooms * 5:
            room.look_after()
        await asyncio.gather(*(room.settle() for room in rooms))
        found = await kinds(first.services.store, rooms[0].table.id)
        assert found[5:] == [log.TimedOut]


# --- 32: jumps ------------------------------------------------------------------------------------


@pytest.mark.parametrize("hours", [1, -1])
async def test_case_32_a_jump_of_the_wall_clock_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """Nobody's time runs out, nobody is taken for gone, and the log's times go on as before."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, clock=CLOCK, grace=60, options={"end_value": 20}) as lines,
    ):
        room, store = room_of(server, lines[0]), server.services.store
        await play_on(lines, 3)
        left, real = room.table.clocks.now(server.services.registry.clock.now()), time.time
        monkeypatch.setattr(time, "time", lambda: real() + hours * 3600)
        began = time.monotonic()
        for _ in range(2):
            await server.services.maintenance.look_after_due_tables()
            await server.services.maintenance.heartbeat()
            room.look_after()
            await room.settle()
        now = room.table.clocks.now(server.services.registry.clock.now())
        passed = (time.monotonic() - began) * 1000
        assert all(a - b <= passed + 50 for a, b in zip(left, now, strict=True))
        await play_on(lines, 3)
        entries = await store.log.entries(room.table.id)
        assert {type(each.entry) for each in entries[5:]} == {log.Moved}
        times = [each.at for each in entries]
        assert times == sorted(times)
        assert times[-1] - times[0] < 60_000

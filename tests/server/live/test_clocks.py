"""The clock against a move, on one worker and on two, and jumps of the wall clock."""

from __future__ import annotations

import asyncio
import itertools
import time
from pathlib import Path
from typing import Any

import pytest

from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.live.table import LiveTable
from hornsup.server.storage.store import Store
from tests.server.faults import HeldAppends, assert_memory_is_log
from tests.server.harness import FAST, Local, local_server
from tests.server.players import people_at_table, play_on
from tests.server.tables import SharedTime, ask_move, kinds, live_of, pretend_here, timed_table

CLOCK = {"kind": "turn", "seconds": 30}


@pytest.mark.parametrize("order", ["move, timer", "timer, move"])
async def test_case_31_a_move_and_the_clock_on_one_worker(tmp_path: Path, order: str) -> None:
    """Whoever is first in the table's queue wins; there is one outcome."""
    moment = SharedTime(tmp_path)
    async with moment.server() as first, moment.server() as second:
        live, _ = await timed_table(first, second)
        pretend_here(live)
        moment.forward(31)
        if order == "move, timer":
            asked = asyncio.ensure_future(ask_move(live))
            await asyncio.sleep(0)
            live.look_after()
        else:
            live.look_after()
            asked = asyncio.ensure_future(ask_move(live))
        answer = await asked
        await live.settle()
        found = await kinds(first.services.store, live.table.id)
        if order == "move, timer":
            assert answer.ok
            assert found[5:] == [log.Moved]
        else:
            assert answer.code == "stale"
            assert found[5:] == [log.TimedOut]
        await assert_memory_is_log(first.services.store, live.table)


@pytest.mark.parametrize("what", ["timer and move", "timer and timer"])
@pytest.mark.parametrize("order", list(itertools.permutations((0, 1))), ids=["first", "second"])
@pytest.mark.parametrize("engine", ["sqlite", "postgres"])
async def test_case_31_two_workers_at_the_same_version(
    tmp_path: Path, request: pytest.FixtureRequest, what: str, order: tuple[int, ...], engine: str
) -> None:
    """Both have decided for the same place in the log; it takes one, whatever the order."""
    shared: dict[str, Any] = {}
    if engine == "postgres":
        shared["database_url"] = request.getfixturevalue("postgres").fresh_database()
    moment = SharedTime(tmp_path, **shared)
    async with moment.server() as first, moment.server() as other:
        both = await timed_table(first, other)
        for live in both:
            pretend_here(live)
        moment.forward(31)
        appends = HeldAppends(first.services.store, other.services.store)
        both[0].look_after()
        asked = None
        if what == "timer and move":
            asked = asyncio.ensure_future(ask_move(both[1]))
        else:
            both[1].look_after()
        await appends.let(*order)
        opening = asyncio.create_task(appends.open())
        await asyncio.gather(*(live.settle() for live in both))
        answer = await asked if asked is not None else None
        opening.cancel()
        await _assert_one_outcome(first.services.store, both, order, answer)


async def _assert_one_outcome(
    store: Store,
    both: tuple[LiveTable, LiveTable],
    order: tuple[int, ...],
    answer: wire.Answer | None,
) -> None:
    found = (await kinds(store, both[0].table.id))[5:]
    if answer is not None and order[0] == 1:
        assert (answer.ok, found) == (True, [log.Moved])
    else:
        assert found == [log.TimedOut]
        assert answer is None or answer.code == "stale"
    for live in both:
        live.enqueue(live.catch_up)
        await live.settle()
        await assert_memory_is_log(store, live.table)


async def test_case_31_many_looks_run_a_clock_out_once(tmp_path: Path) -> None:
    """A clock that runs out costs one turn by default, a second time the seat, and never more."""
    moment = SharedTime(tmp_path)
    async with moment.server() as first, moment.server() as second:
        both = await timed_table(first, second)
        for live in both:
            pretend_here(live)
        moment.forward(31)
        for live in both * 5:
            live.look_after()
        await asyncio.gather(*(live.settle() for live in both))
        found = await kinds(first.services.store, both[0].table.id)
        assert found[5:] == [log.TimedOut]


@pytest.mark.parametrize("hours", [1, -1])
async def test_case_32_a_jump_of_the_wall_clock_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """Nobody's time runs out, nobody is taken for gone, and the log's times go on as before."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, clock=CLOCK, grace=60, options={"end_value": 20}) as lines,
    ):
        live, store = live_of(server, lines[0]), server.services.store
        await play_on(lines, 3)
        left, real = _time_left(server, live), time.time
        monkeypatch.setattr(time, "time", lambda: real() + hours * 3600)
        began = time.monotonic()
        for _ in range(2):
            await server.services.maintenance.look_after_due_tables()
            await server.services.maintenance.heartbeat()
            live.look_after()
            await live.settle()
        now = _time_left(server, live)
        passed = (time.monotonic() - began) * 1000
        assert all(a - b <= passed + 50 for a, b in zip(left, now, strict=True))
        await play_on(lines, 3)
        entries = await store.log.entries(live.table.id)
        assert {type(each.entry) for each in entries[5:]} == {log.Moved}
        times = [each.at for each in entries]
        assert times == sorted(times)
        assert times[-1] - times[0] < 60_000


def _time_left(server: Local, live: LiveTable) -> list[int]:
    """What every seat's clock shows, in milliseconds."""
    left = live.table.clocks.now(server.services.registry.clock.now())
    return [each for each in left if each is not None]

"""The pool of bot processes: whichever is free takes the next request."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import pytest

import hornsup
from hornsup.client import TableClient
from hornsup.play.live.ports import BotFailed
from hornsup.play.runtime import SystemRandomness
from hornsup.server.bot_pool.pool import BotPool
from hornsup.server.runtime import SystemProcesses
from tests.server.harness import FAST, local_server
from tests.server.players import people_at_table, table_id


def pool(count: int, seconds: float = 10.0) -> BotPool:
    return BotPool(count, seconds, SystemProcesses(), SystemRandomness())


async def test_a_request_never_waits_while_a_process_is_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bots = pool(2)
    never, asked = asyncio.Event(), []

    async def ask(child: Any, _data: bytes, _seconds: float) -> dict[str, str]:
        asked.append(child)
        if len(asked) == 1:
            await never.wait()
        return {"move": f"answer {len(asked)}"}

    for child in bots._children:
        monkeypatch.setattr(child, "ask", lambda *a, child=child: ask(child, *a))
    busy = asyncio.create_task(bots.choose("g", "b", {}, []))
    await asyncio.sleep(0)
    async with asyncio.timeout(1.0):
        for _ in range(20):  # whatever the table, the free one answers
            assert (await bots.choose("g", "b", {}, [])).startswith("answer")
    assert not busy.done()
    never.set()
    await busy


async def test_requests_wait_for_a_process_when_all_are_busy() -> None:
    bots = pool(1)
    state = hornsup.new("raise-your-horns", players=3, seed=1)
    view, legal = state.view(0), [str(move) for move in state.legal_moves()]
    try:
        moves = await asyncio.gather(
            *(bots.choose("raise-your-horns", "easy", view, legal) for _ in range(5))
        )
        assert set(moves) <= set(legal)
        assert len(bots.pids) == 1
    finally:
        await bots.stop()
    assert bots.pids == []


async def test_a_process_that_takes_too_long_is_replaced() -> None:
    bots = pool(1, seconds=0.001)
    state = hornsup.new("raise-your-horns", players=3, seed=1)
    view, legal = state.view(0), [str(move) for move in state.legal_moves()]
    with pytest.raises(BotFailed):
        await bots.choose("raise-your-horns", "easy", view, legal)
    assert bots.pids == []
    bots._seconds = 10.0
    try:
        assert await bots.choose("raise-your-horns", "easy", view, legal) in legal
    finally:
        await bots.stop()


async def test_a_bot_that_fails_does_not_end_its_process() -> None:
    bots = pool(1)
    state = hornsup.new("raise-your-horns", players=3, seed=1)
    view, legal = state.view(0), [str(move) for move in state.legal_moves()]
    try:
        with pytest.raises(BotFailed):
            await bots.choose("raise-your-horns", "no such bot", view, legal)
        (pid,) = bots.pids
        assert await bots.choose("raise-your-horns", "easy", view, legal) in legal
        assert bots.pids == [pid]
    finally:
        await bots.stop()


async def ping_times(line: TableClient, seconds: float) -> list[float]:
    """How long pongs take on a line where nothing else is said."""
    took, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.monotonic()
        await line.send_text('{"type":"ping"}')
        await line.next_message()
        took.append(time.monotonic() - start)
        await asyncio.sleep(0.05)
    return took


async def test_case_40_sockets_do_not_wait_for_a_bot_that_thinks(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, bot_seconds=20, **FAST) as server,
        people_at_table(server.base, "horns-up") as lines,
    ):
        live = server.services.registry.tables[table_id(lines[0])]
        state, seat = live.table.state, live.table.to_move
        assert state is not None
        legal = [str(move) for move in state.legal_moves()]
        think = server.services.bots.choose("horns-up", "search:2s", state.view(seat), legal)
        thinking = asyncio.create_task(think)
        watchers = [
            await TableClient.open(server.base, table_id(lines[0]), None) for _ in range(20)
        ]
        took = await asyncio.gather(*(ping_times(line, 1.2) for line in watchers))
        assert not thinking.done(), "it was choosing all the while"
        assert await thinking in legal
        every = sorted(each for line in took for each in line)
        assert len(every) > 100
        assert every[int(len(every) * 0.99)] < 0.25
        for line in watchers:
            await line.close()


async def test_stop_waits_for_a_process_that_a_cancelled_request_is_ending() -> None:
    bots = pool(1)
    state = hornsup.new("raise-your-horns", players=3, seed=1)
    legal = [str(move) for move in state.legal_moves()]
    await bots.choose("raise-your-horns", "easy", state.view(0), legal)
    [pid] = bots.pids
    asked = asyncio.create_task(bots.choose("raise-your-horns", "easy", state.view(0), legal))
    await asyncio.sleep(0)
    asked.cancel()
    await asyncio.sleep(0)  # now it waits for the process that it has killed
    await bots.stop()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(asyncio.CancelledError):
        await asked

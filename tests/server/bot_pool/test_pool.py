"""The pool of bot processes: whichever is free takes the next request."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import hornsup
from hornsup.play.live.ports import BotFailed
from hornsup.play.runtime import SystemRandomness
from hornsup.server.bot_pool.pool import BotPool
from hornsup.server.runtime import SystemProcesses


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

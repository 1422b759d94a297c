"""The queue of calls: bounded, fair between hosts, and no move waits for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from hornsup.server.calls import backoff, outgoing, queue
from hornsup.server.calls.queue import Call, CallQueue
from tests.server.calls.evening import evening
from tests.server.harness import until

Send = Callable[[], Awaitable[float | None]]


async def _yes() -> bool:
    return True


async def _no() -> bool:
    return False


def call(key: str, host: str, send: Send, wanted: Callable[[], Awaitable[bool]] = _yes) -> Call:
    return Call(key, "push", host, wanted, send)


class Held:
    """Messages that take until the test lets them go."""

    def __init__(self) -> None:
        self.begun = 0
        self.go = asyncio.Event()

    async def __call__(self) -> None:
        self.begun += 1
        await self.go.wait()


async def test_a_host_that_hangs_holds_up_no_other() -> None:
    calls, hangs, sent = CallQueue(), Held(), []

    async def send() -> None:
        sent.append(1)

    for number in range(200):
        assert calls.put(call(f"hang {number}", "hang.example", hangs))
    for number in range(50):
        calls.put(call(f"good {number}", "good.example", send))
    await until(lambda: len(sent) == 50, "calls to the other host")
    assert hangs.begun == queue.AT_ONCE_PER_HOST
    await calls.stop()
    assert len(calls) == calls.under_way == 0


async def test_what_waits_is_bounded_and_a_newer_call_replaces_an_older() -> None:
    calls, hangs = CallQueue(most=20), Held()
    results = [calls.put(call(f"{n}", f"{n % 3}.example", hangs)) for n in range(100)]
    assert results.count(False) > 0
    assert len(calls) <= 20
    waiting = len(calls)
    last = max(n for n, taken in enumerate(results) if taken)
    assert calls.put(call(f"{last}", f"{last % 3}.example", hangs)), "it replaces one that waits"
    assert len(calls) == waiting
    await calls.stop()


async def test_a_call_that_means_nothing_any_more_is_not_sent() -> None:
    calls, sent = CallQueue(), []

    async def send() -> None:
        sent.append(1)

    calls.put(call("a", "x.example", send, _no))
    await until(lambda: not calls.under_way and not len(calls))
    assert sent == []


async def test_an_error_in_one_call_ends_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    calls, sent = CallQueue(), []

    async def bad() -> None:
        raise RuntimeError("https://secret.example/address")

    async def good() -> None:
        sent.append(1)

    calls.put(call("a", "x.example", bad))
    calls.put(call("b", "x.example", good))
    await until(lambda: sent == [1])
    assert "secret.example" not in "".join(capsys.readouterr())


async def test_a_call_is_tried_again_after_the_time_it_asks_for() -> None:
    calls, at = CallQueue(), []

    async def send() -> float | None:
        at.append(time.monotonic())
        return 0.2 if len(at) < 3 else None

    calls.put(call("a", "x.example", send))
    await until(lambda: len(at) == 3)
    assert at[1] - at[0] >= 0.2
    await asyncio.sleep(0.3)
    assert len(at) == 3


async def test_case_44_a_push_endpoint_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Moves go on beside it, what waits stays bounded, and it is given up."""
    monkeypatch.setattr(backoff, "FIRST_SECONDS", 0.01)
    monkeypatch.setattr(outgoing, "TOTAL_SECONDS", 2.0)
    async with evening(tmp_path, monkeypatch) as at:
        calls = at.calls.queue
        for line in at.lines:
            await at.subscribe(line)
            await at.hide(line)
        at.receiver.status = None
        took = []
        for _ in range(40):
            await at.calls.look()
            begun = time.monotonic()
            await at.play()
            took.append(time.monotonic() - begun)
            assert len(calls) + calls.under_way <= 6, "one waits and one is sent for each player"
        assert calls.under_way > 0, "calls were hanging while moves were played"
        assert sorted(took)[20] < 0.5, "a move waits for no endpoint"
        away = at.lines[1]
        await at.turn_of(away)
        await at.calls.look()

        async def gone() -> bool:
            return not (await away.guest.call("GET", "/api/push"))["on"]

        end = time.monotonic() + 60
        while not await gone():
            assert time.monotonic() < end, "the endpoint is never given up"
            await asyncio.sleep(0.2)
        await until(lambda: calls.under_way == 0, "all calls to end", 30)

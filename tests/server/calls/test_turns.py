"""Who is called: once in a turn, and never while looking at the table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from hornsup.play import reminding
from hornsup.play.runtime import SteadyClock
from hornsup.server.calls import turns
from tests.server.calls.evening import Evening, evening
from tests.server.harness import FAST, FakeTime, local_server, until
from tests.server.players import open_line
from tests.services import Postgres

Patch = pytest.MonkeyPatch


async def test_a_player_who_does_not_look_is_called_once_in_a_turn(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        away = at.lines[1]
        device = await at.subscribe(away)
        await at.hide(away)
        for count in (1, 2):
            await at.turn_of(away)
            got = await at.look()
            assert len(got) == count, "once for each turn"
            assert at.table in device.read(got[-1].body).decode()
            await at.play()  # perhaps a turn has several decisions
            assert len(await at.look()) == count
            await at.turn_of_other(away)
            assert len(await at.look()) == count


async def test_a_player_who_looks_is_not_called(tmp_path: Path, monkeypatch: Patch) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        await at.subscribe(at.lines[1])
        await at.set_webhook()
        for _ in range(6):
            await at.turn_of(at.lines[1])
            await at.calls.look()
            await at.say(at.lines[1], {"type": "ping"})
            assert await at.look() == []
            await at.turn_of_other(at.lines[1])
        await at.turn_of(at.lines[1])
        await at.calls.look()
        await at.say(at.lines[1], {"type": "ping"})
        await at.look()
        await at.hide(at.lines[1])
        assert await at.look() == [], "who has seen that it is their turn knows it"


async def test_whoever_has_no_page_open_is_called(tmp_path: Path, monkeypatch: Patch) -> None:
    async with evening(tmp_path, monkeypatch, table={"leavers": "wait"}) as at:
        gone = at.lines[1]
        await at.subscribe(gone)
        seat = gone.seat
        await gone.close()
        others = [at.lines[0], at.lines[2]]
        while at.live.table.to_move != seat:
            await at.play(others)
        assert len(await at.look()) == 1


async def test_a_page_that_is_not_heard_of_is_waited_for(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """A phone that lost its network still counts as looking; once its socket is gone, no more."""
    async with evening(tmp_path, monkeypatch) as at:
        phone = at.lines[1]
        await at.subscribe(phone)
        await at.turn_of(phone)
        assert await at.look() == []
        phone.abort()
        seen = at.live.viewers
        await until(lambda: len(seen.live.viewers) == 2, "the socket to end")
        assert len(await at.look()) == 1


async def test_nobody_is_called_who_moves_or_looks_in_time(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    assert turns.SETTLE_SECONDS == 4.0
    async with evening(tmp_path, monkeypatch, settle=0.4) as at:
        for line in at.lines:
            await at.subscribe(line)
            await at.hide(line)
        for _ in range(12):  # quick moves: nobody keeps the turn for long
            await at.play()
            assert await at.look(1) == []
        away = at.lines[1]
        await at.turn_of(away)
        await at.look(1)
        await at.hide(away, visible=True)
        await at.look(1)
        await at.hide(away)
        await asyncio.sleep(0.5)
        assert await at.look() == [], "who has looked meanwhile knows"
        await at.turn_of_other(away)
        await at.turn_of(away)
        assert await at.look(1) == []
        await asyncio.sleep(0.5)
        assert len(await at.look()) == 1


async def test_neither_bots_nor_finished_tables_call(tmp_path: Path, monkeypatch: Patch) -> None:
    table = {"people": 1, "bots": 2, "options": {"end_value": 1}}
    async with evening(tmp_path, monkeypatch, table=table) as at:
        await at.subscribe(at.lines[0])
        await at.set_webhook()
        await at.hide(at.lines[0])
        while at.lines[0].phase != "over":
            await at.play()
        assert at.live.table.decider is None
        assert await at.look() == []


async def test_the_owner_turns_calls_off(tmp_path: Path, monkeypatch: Patch) -> None:
    async with evening(tmp_path, monkeypatch, calls="off") as at:
        state = await at.lines[1].guest.call("GET", "/api/push")
        assert state == {"works": False, "on": False, "why": "off"}
        await at.hide(at.lines[1])
        await at.turn_of(at.lines[1])
        assert await at.look() == []
        assert at.server.services.registry.touched == set(), "nothing is collected either"


async def test_a_reminder_comes_once_in_a_turn(tmp_path: Path, monkeypatch: Patch) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        away = at.lines[1]
        device = await at.subscribe(away)
        await at.set_webhook()
        await at.hide(away)
        await at.turn_of(away)
        assert len(await at.look()) == 2
        for _ in range(2):
            at.time_runs_out()
            got = await at.look()
            assert len(got) == 4
        pushed = [each for each in got[2:] if each.path.startswith("/push")]
        assert "your time runs out soon" in device.read(pushed[0].body).decode()
        assert {each.json["kind"] for each in got if each.path == "/hook-secret"} == {
            "turn",
            "reminder",
        }
        await at.hide(away, visible=True)
        at.time_runs_out()
        await at.turn_of_other(away)
        assert len(await at.look()) == 4, "their turn is over, and the next one looks"


async def test_who_looks_gets_no_reminder(tmp_path: Path, monkeypatch: Patch) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        await at.subscribe(at.lines[1])
        await at.turn_of(at.lines[1])
        await at.say(at.lines[1], {"type": "ping"})
        at.time_runs_out()
        assert await at.look() == []


async def test_whoever_is_banned_is_not_pushed_to(tmp_path: Path, monkeypatch: Patch) -> None:
    async with evening(tmp_path, monkeypatch, table={"leavers": "wait"}) as at:
        banned = at.lines[1]
        await at.subscribe(banned)
        await at.set_webhook()
        await at.hide(banned)
        await at.turn_of(banned)
        store = at.server.services.store
        player = at.live.table.decider
        assert player is not None
        await store.owner.ban(player, "", 1)
        await at.server.services.maintenance.orders.carry_out()
        assert [each.path for each in await at.look()] == ["/hook-secret"], "the group is told"


# --- several workers --------------------------------------------------------------------------


async def _look_at_once(*workers: Any) -> None:
    for _ in range(3):
        await asyncio.gather(*(worker.calls.look() for worker in workers))
        for worker in workers:
            await until(lambda worker=worker: worker.calls.queue.under_way == 0)


async def _folded(at: Evening, other: Any) -> None:
    """Wait until the second worker has read what the first has written."""
    version = at.live.table.version
    await until(lambda: other.registry.tables[at.table].table.version >= version, "the log")


async def test_two_workers_call_once(
    tmp_path: Path, monkeypatch: Patch, postgres: Postgres
) -> None:
    database: dict[str, Any] = {"database_url": postgres.fresh_database()}
    async with (
        evening(tmp_path, monkeypatch, **database) as at,
        local_server(tmp_path / "two", calls_allow="127.0.0.1", **database) as second,
    ):
        other, away = second.services, at.lines[1]
        key = at.calls.push.public_key
        assert key is not None
        assert key == other.calls.push.public_key, "one key for all"
        watching = await open_line(second.base, at.table, at.lines[0].guest)
        await at.subscribe(away)
        await at.set_webhook()
        await at.hide(away)
        for count in range(1, 5):
            await at.turn_of(away)
            await _folded(at, other)
            await _look_at_once(at.server.services, other)
            assert len(at.receiver.got) == 4 * count - 2, "a push and a webhook in each turn"
            for worker in (at.server.services, other):
                worker.registry.running_out.add(at.table)
            await _look_at_once(at.server.services, other)
            assert len(at.receiver.got) == 4 * count, "and a reminder by both"
            await at.turn_of_other(away)
        await watching.close()


async def test_who_looks_through_another_worker_is_not_called(
    tmp_path: Path, monkeypatch: Patch, postgres: Postgres
) -> None:
    database: dict[str, Any] = {"database_url": postgres.fresh_database()}
    async with (
        evening(tmp_path, monkeypatch, settle=0.3, **database) as at,
        local_server(tmp_path / "two", calls_allow="127.0.0.1", **database) as second,
    ):
        other, away = second.services, at.lines[1]
        await at.subscribe(away)
        await at.hide(away)
        elsewhere = await open_line(second.base, at.table, away.guest)
        for looks in (True, False):
            await at.turn_of(away)
            await _folded(at, other)
            await at.calls.look()
            await other.calls.look()
            if looks:
                await at.say(elsewhere, {"type": "ping"})
            else:
                await elsewhere.close()
            await asyncio.sleep(0.4)
            await other.calls.look()
            await _look_at_once(at.server.services, other)
            assert len(at.receiver.got) == (0 if looks else 1)
            await at.turn_of_other(away)


PING, LOOK, POLL = 4.0, 1.0, 0.5
"""Seconds between the pings of a page, the looks of a worker and its polls of the log."""


def _timeline(a: float, b: float, page: float, seconds: float) -> list[tuple[float, str]]:
    """What happens after a turn has passed on, by the clock: looks of the worker that has written
    the move and of the one that polls for it, each with a phase of its own, and pings."""
    events = [(POLL, "poll")]
    events += [(a + LOOK * n, "first") for n in range(int(seconds))]
    events += [(b + LOOK * n, "second") for n in range(int(seconds))]
    events += [(page + PING * n, "ping") for n in range(int(seconds / PING) + 1)]
    return sorted(event for event in events if event[0] < seconds)


async def test_who_looks_through_another_worker_is_not_called_at_any_phase(
    tmp_path: Path, monkeypatch: Patch, postgres: Postgres
) -> None:
    wait = turns.SHARED_SETTLE_SECONDS
    assert wait > PING + 2 * LOOK + POLL
    time = FakeTime()
    common: dict[str, Any] = {"database_url": postgres.fresh_database()}
    more = {"table": {"leavers": "wait"}, "clock": SteadyClock(time)}
    async with (
        evening(tmp_path, monkeypatch, settle=wait, **common, **more) as at,
        local_server(
            tmp_path / "two", SteadyClock(time), calls_allow="127.0.0.1", **common, **FAST
        ) as second,
    ):
        other, away = second.services, at.lines[1]
        await at.subscribe(away)
        await at.hide(away)
        page = await open_line(second.base, at.table, away.guest)

        async def poll() -> None:
            await other.registry.poll()
            await other.registry.tables[at.table].settle()

        does: dict[str, Callable[[], Awaitable[Any]]] = {
            "poll": poll,
            "first": at.calls.look,
            "second": other.calls.look,
            "ping": lambda: at.say(page, {"type": "ping"}),
        }

        async def pass_by(phases: tuple[float, float, float]) -> None:
            begun = time.seconds
            for moment, event in _timeline(*phases, seconds=wait + 4):
                time.seconds = begun + moment
                await does[event]()
            await until(lambda: at.calls.queue.under_way == other.calls.queue.under_way == 0)

        for phases in product((0.05, 0.9), (0.1, 0.95), (0.1, 3.95)):
            await at.turn_of(away)
            await pass_by(phases)
            assert at.receiver.got == [], f"called at {phases}"
            at.time_runs_out()
            with monkeypatch.context() as patch:
                patch.setattr(reminding, "reminder_is_due", lambda *_: True)
                await pass_by(phases)
            assert at.receiver.got == [], f"reminded at {phases}"
            await at.turn_of_other(away)
        await at.hide(page)
        await at.turn_of(away)
        await pass_by((0.05, 0.1, 3.95))
        assert len(at.receiver.got) == 1, "a hidden page is not looked at"
        at.time_runs_out()
        await pass_by((0.05, 0.1, 3.95))
        assert len(at.receiver.got) == 2, "nor when time runs out"
        await page.close()

"""A worker that is replaced, ended or killed under a running clock."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

import pytest

from hornsup.play import entries as log
from hornsup.play.table import Table
from tests.server.faults import (
    ReturningPlayer,
    assert_history,
    from_log,
    open_store,
    play_through,
    returning_players,
)
from tests.server.harness import FAST, Remote, remote_server, until
from tests.server.tables import kinds
from tests.services import Postgres, Redis

CLOCK = {"kind": "turn", "seconds": 30}


def clock_of(table: Table) -> tuple[int | None, int]:
    """Whose clock runs, and when it will have run out."""
    deadline = table.clocks.deadline()
    assert deadline is not None
    return table.clocks.running, deadline


async def _all_back(players: list[ReturningPlayer], codes: set[int]) -> None:
    """Everybody's line ends, with one of these codes, and everybody returns."""
    for player in players:
        await until(
            lambda player=player: player.line and player.line.closed is not None, seconds=40
        )
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
            returning_players([server.base], clock=CLOCK) as players,
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
            await until(
                lambda: len(server.workers()) == 2 and not old & set(server.workers()), seconds=40
            )
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
            returning_players([server.base], clock=CLOCK) as players,
            open_store(server.config.database) as store,
        ):
            ident, acked = players[0].table_id, dict[str, int]()
            await play_through(players, acked, lambda: len(acked) >= 3)
            before, began = clock_of(await from_log(store, ident)), time.monotonic()
            await asyncio.to_thread(server.stop if how == "SIGTERM" else server.kill)
            await asyncio.sleep(3.0)
            gone = time.monotonic() - began
            await asyncio.to_thread(server.start)
            await _all_back(players, codes)

            async def given() -> int:
                return clock_of(await from_log(store, ident))[1] - before[1]

            async with asyncio.timeout(10):
                while await given() < (gone - 2.5) * 1000:  # a heartbeat comes every 2 s
                    await asyncio.sleep(0.05)
            await play_through(players, acked, lambda: len(acked) >= 6)
            assert_history(await store.log.entries(ident), acked)
            assert log.TimedOut not in await kinds(store, ident)
    finally:
        server.stop()

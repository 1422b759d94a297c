"""Hints between workers: cut off, down, frozen, shuffled or lost; nobody misses a version."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from redis import Redis as RedisClient

from hornsup import client
from hornsup.client import Guest, TableClient
from hornsup.play import wire
from hornsup.server import notify
from hornsup.server.live import maintenance
from hornsup.server.notify import CHANNEL, Notifier
from hornsup.server.runtime import Runtime
from tests.server.harness import FAST, Local, local_server, until
from tests.server.players import all_at, begin, play_on, table_id
from tests.services import Postgres, Redis


@asynccontextmanager
async def two_workers(folder: Path, **settings: Any) -> AsyncIterator[tuple[Local, Local]]:
    """Two workers of one database."""
    async with (
        local_server(folder, **FAST, **settings) as one,
        local_server(folder, **FAST, **settings) as two,
    ):
        yield one, two


@asynccontextmanager
async def table_across(
    workers: tuple[Local, ...], game: str = "raise-your-horns", keep_frames: bool = False
) -> AsyncIterator[list[TableClient]]:
    """A running table whose people sit at different workers, turn about."""
    guests = [await Guest.sign_in(workers[0].base, f"P{number}") for number in range(4)]
    seats = ["me", "open", "open", "open"]
    opened = await guests[0].open_table({"game": game, "players": 4, "pace": 0}, seats=seats)
    for guest in guests[1:]:
        await guest.sit(opened["id"])
    lines = [
        await TableClient.open(
            workers[number % len(workers)].base,
            opened["id"],
            guest.token,
            keep_frames=keep_frames,
        )
        for number, guest in enumerate(guests)
    ]
    try:
        answer = await begin(lines[0])
        await all_at(lines, answer.version, 30)
        yield lines
    finally:
        for line in lines:
            await line.close()


def subscribers(redis: Redis, line: TableClient) -> int:
    with RedisClient.from_url(redis.url) as asked:
        return int(asked.pubsub_numsub(CHANNEL + table_id(line))[0][1])


async def readiness(server: Local) -> Any:
    return await asyncio.to_thread(client.request, server.base, "GET", "/readyz")


def move_of(line: TableClient) -> str:
    assert line.legal
    return line.legal[0]


def shared(postgres: Postgres, redis: Redis) -> dict[str, str]:
    return {"database_url": postgres.fresh_database(), "redis_url": redis.url}


def never_poll(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave Redis, and the catching up after its gaps, as the only way to hear of others."""
    monkeypatch.setattr(maintenance, "POLL_SECONDS", 3600.0)
    monkeypatch.setattr(maintenance, "POLL_WITH_NOTIFIER_SECONDS", 3600.0)


async def test_case_11_cut_from_redis_workers_subscribe_again_within_a_second(
    tmp_path: Path, postgres: Postgres, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_poll(monkeypatch)
    async with (
        two_workers(tmp_path, **shared(postgres, redis)) as workers,
        table_across(workers) as lines,
    ):
        for _ in range(5):
            await until(lambda: subscribers(redis, lines[0]) == 2, "both subscribed")
            killed = redis.ask("CLIENT KILL TYPE pubsub")
            assert int(killed.lstrip(":")) >= 2
            await until(lambda: subscribers(redis, lines[0]) == 2, "subscribed again", 1.0)
            await play_on(lines, 4)


async def test_case_11_what_was_played_in_the_gap_is_read_from_the_log(
    tmp_path: Path, postgres: Postgres, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    never_poll(monkeypatch)
    monkeypatch.setattr(notify, "RETRY_SECONDS", (1.0, 1.0))
    async with (
        two_workers(tmp_path, **shared(postgres, redis)) as workers,
        table_across(workers) as lines,
    ):
        await until(lambda: subscribers(redis, lines[0]) == 2, "both subscribed")
        await asyncio.to_thread(redis.ask, "CLIENT KILL TYPE pubsub")
        assert subscribers(redis, lines[0]) == 0
        mover = next(line for line in lines if line.legal)
        far = lines[(lines.index(mover) + 1) % 2 :: 2]
        answer = await mover.move(move_of(mover))
        assert answer.ok
        assert subscribers(redis, lines[0]) == 0, "the hint went to nobody"
        assert all(line.version < answer.version for line in far)
        await all_at(lines, answer.version)
        await play_on(lines, 4)


async def test_case_12_without_redis_games_go_on_by_polling_and_readiness_says_so(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    async with (
        two_workers(tmp_path, **shared(postgres, redis)) as workers,
        table_across(workers) as lines,
    ):
        for worker in workers:
            await until(lambda worker=worker: worker.services.notifier.healthy, "healthy")
            assert (await readiness(worker))["status"] == "ready"
        await asyncio.to_thread(redis.stop)
        try:
            for worker in workers:
                await until(lambda worker=worker: not worker.services.notifier.healthy, "noticed")
                told = await readiness(worker)
                assert told == {"status": "degraded", "database": True, "hub": False}
            assert len(await play_on(lines, 6)) == 6
        finally:
            redis.start()  # in this thread: it ends with the thread that started it
        for worker in workers:
            await until(lambda worker=worker: worker.services.notifier.healthy, "mended")
            assert (await readiness(worker))["status"] == "ready"
        await until(lambda: subscribers(redis, lines[0]) == 2, "both subscribed")
        await play_on(lines, 6)


async def test_case_12_a_frozen_redis_is_noticed_though_its_connections_stay(
    tmp_path: Path, postgres: Postgres, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notify, "HEARTBEAT_SECONDS", 0.2)
    monkeypatch.setattr(notify, "SILENCE_SECONDS", 1.0)
    async with (
        two_workers(tmp_path, **shared(postgres, redis)) as workers,
        table_across(workers) as lines,
    ):
        for worker in workers:
            await until(lambda worker=worker: worker.services.notifier.healthy, "healthy")
        os.kill(redis.pid, signal.SIGSTOP)
        try:
            for worker in workers:
                await until(lambda worker=worker: not worker.services.notifier.healthy, "noticed")
            await play_on(lines, 4)
            assert not any(worker.services.notifier.healthy for worker in workers)
        finally:
            os.kill(redis.pid, signal.SIGCONT)
        for worker in workers:
            await until(lambda worker=worker: worker.services.notifier.healthy, "mended")
        await play_on(lines, 4)


class FaultyChannel:
    """Hints come late, in any order, several times or never."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.listeners: list[notify.OnHint] = []
        self.told: list[tuple[str, int]] = []
        self.dropped = self.repeated = self.old = 0

    def publish(self, table: str, version: int) -> None:
        self.told.append((table, version))
        for listener in self.listeners:
            times = self.rng.choice((0, 1, 1, 2, 3))
            self.dropped += times == 0
            self.repeated += times > 1
            for _ in range(times):
                delay = self.rng.random() * 0.03
                asyncio.get_running_loop().call_later(delay, listener, table, version)
            if self.rng.random() < 0.3:
                self.old += 1
                listener(*self.rng.choice(self.told))


class FaultyNotifier(Notifier):
    connected = False  # some hints are lost for good, so polling must stay quick

    def __init__(self, channel: FaultyChannel) -> None:
        self._channel = channel

    async def start(self, on_hint: notify.OnHint, on_gap: notify.OnGap) -> None:
        del on_gap
        self._channel.listeners.append(on_hint)

    def publish(self, table: str, version: int) -> None:
        self._channel.publish(table, version)


@pytest.mark.parametrize("game", ["raise-your-horns", "horns-up"])
async def test_case_13_hints_shuffled_repeated_and_lost_change_nothing(
    tmp_path: Path, postgres: Postgres, game: str
) -> None:
    channel = FaultyChannel(13)
    runtime = Runtime(open_notifier=lambda _url: FaultyNotifier(channel))
    async with (
        two_workers(tmp_path, runtime=runtime, database_url=postgres.fresh_database()) as workers,
        table_across(workers, game, keep_frames=True) as lines,
    ):
        await play_on(lines, 25)
        for line in lines:
            versions = versions_told(line)
            assert versions == list(range(versions[0], line.version + 1))
        assert_same_public_view(lines)
    assert channel.dropped > 5
    assert channel.repeated > 5
    assert channel.old > 5


def versions_told(line: TableClient) -> list[int]:
    """The versions of the first welcome and of every update, in the order in which they came."""
    assert line.frames is not None
    messages = [wire.read_message(text) for text in line.frames]
    told = [each for each in messages if isinstance(each, wire.Welcome | wire.Update)]
    assert isinstance(told[0], wire.Welcome)
    return [each.version for each in told]


def assert_same_public_view(lines: list[TableClient]) -> None:
    assert len({line.version for line in lines}) == 1
    assert len({line.to_move for line in lines}) == 1
    first = public(lines[0])
    for line in lines:
        seen = public(line)
        assert {key: (first[key], seen[key]) for key in seen if seen[key] != first[key]} == {}


def public(line: TableClient) -> Any:
    """What all seats' views agree upon: the dice table, or the heads on the stage."""
    assert line.view is not None
    own = {"seat", "hand", "since_reshuffle"}
    found = {key: line.view[key] for key in sorted(line.view) if key not in own}
    if "rockers" in found:  # what a seat has seen of another's hand is its own, too
        found["rockers"] = [{**rocker, "known": None} for rocker in found["rockers"]]
    return found

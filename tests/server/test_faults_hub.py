"""Cases 11 to 14: the hub is cut, down, frozen or confused, or a client is away; nobody misses."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from redis import Redis as RedisClient

from hornsup import client
from hornsup.client import Guest, TableClient
from hornsup.play import wire
from hornsup.server import app, hub, sweeper
from hornsup.server.hub import CHANNEL, Hub
from tests.server.harness import (
    Local,
    all_at,
    begin,
    local_server,
    people_at_table,
    play_on,
    table_id,
)
from tests.server.raw import until
from tests.services import Postgres, Redis

FAST = {"frame_rate": 1000, "frame_burst": 5000}


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
    """Leave the hub, and the catching up after its gaps, as the only way to hear of others."""
    monkeypatch.setattr(sweeper, "POLL_SECONDS", 3600.0)
    monkeypatch.setattr(sweeper, "POLL_WITH_HUB_SECONDS", 3600.0)


# --- 11: cut ----------------------------------------------------------------------------------


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
    monkeypatch.setattr(hub, "RETRY_SECONDS", (1.0, 1.0))
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


# --- 12: down, frozen -------------------------------------------------------------------------


async def test_case_12_without_redis_games_go_on_by_polling_and_readiness_says_so(
    tmp_path: Path, postgres: Postgres, redis: Redis
) -> None:
    async with (
        two_workers(tmp_path, **shared(postgres, redis)) as workers,
        table_across(workers) as lines,
    ):
        for worker in workers:
            await until(lambda worker=worker: worker.services.hub.healthy, "healthy")
            assert (await readiness(worker))["status"] == "ready"
        await asyncio.to_thread(redis.stop)
        try:
            for worker in workers:
                await until(lambda worker=worker: not worker.services.hub.healthy, "noticed")
                told = await readiness(worker)
                assert told == {"status": "degraded", "database": True, "hub": False}
            assert len(await play_on(lines, 6)) == 6
        finally:
            redis.start()  # in this thread: it ends with the thread that started it
        for worker in workers:
            await until(lambda worker=worker: worker.services.hub.healthy, "mended")
            assert (await readiness(worker))["status"] == "ready"
        await until(lambda: subscribers(redis, lines[0]) == 2, "both subscribed")
        await play_on(lines, 6)


async def test_case_12_a_frozen_redis_is_noticed_though_its_connections_stay(
    tmp_path: Path, postgres: Postgres, redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub, "BEAT_SECONDS", 0.2)
    monkeypatch.setattr(hub, "SILENCE_SECONDS", 1.0)
    async with (
        two_workers(tmp_path, **shared(postgres, redis)) as workers,
        table_across(workers) as lines,
    ):
        for worker in workers:
            await until(lambda worker=worker: worker.services.hub.healthy, "healthy")
        os.kill(redis.pid, signal.SIGSTOP)
        try:
            for worker in workers:
                await until(lambda worker=worker: not worker.services.hub.healthy, "noticed")
            await play_on(lines, 4)
            assert not any(worker.services.hub.healthy for worker in workers)
        finally:
            os.kill(redis.pid, signal.SIGCONT)
        for worker in workers:
            await until(lambda worker=worker: worker.services.hub.healthy, "mended")
        await play_on(lines, 4)


# --- 13: confused -----------------------------------------------------------------------------


class Gossip:
    """What a bad bus does: hints come late, in any order, several times or never."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.ears: list[hub.OnHint] = []
        self.told: list[tuple[str, int]] = []
        self.dropped = self.repeated = self.old = 0

    def publish(self, table: str, version: int) -> None:
        self.told.append((table, version))
        for ear in self.ears:
            times = self.rng.choice((0, 1, 1, 2, 3))
            self.dropped += times == 0
            self.repeated += times > 1
            for _ in range(times):
                delay = self.rng.random() * 0.03
                asyncio.get_running_loop().call_later(delay, ear, table, version)
            if self.rng.random() < 0.3:
                self.old += 1
                ear(*self.rng.choice(self.told))


class GossipingHub(Hub):
    connected = False  # some hints are lost for good, so polling must stay quick

    def __init__(self, gossip: Gossip) -> None:
        self._gossip = gossip

    async def start(self, on_hint: hub.OnHint, on_gap: hub.OnGap) -> None:
        del on_gap
        self._gossip.ears.append(on_hint)

    def publish(self, table: str, version: int) -> None:
        self._gossip.publish(table, version)


@pytest.mark.parametrize("game", ["raise-your-horns", "horns-up"])
async def test_case_13_hints_shuffled_repeated_and_lost_change_nothing(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    gossip = Gossip(13)
    monkeypatch.setattr(app, "open_hub", lambda _url: GossipingHub(gossip))
    async with (
        two_workers(tmp_path, database_url=postgres.fresh_database()) as workers,
        table_across(workers, game, keep_frames=True) as lines,
    ):
        await play_on(lines, 40)
        for line in lines:
            versions = versions_told(line)
            assert versions == list(range(versions[0], line.version + 1))
        assert_same_public_view(lines)
    assert gossip.dropped > 5
    assert gossip.repeated > 5
    assert gossip.old > 5


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


# --- 14: away ---------------------------------------------------------------------------------


def digest(line: TableClient) -> dict[str, Any]:
    """Everything that a client shows."""
    return {
        "version": line.version,
        "table": line.table,
        "you": line.you,
        "view": line.view,
        "to_move": line.to_move,
        "legal": line.legal,
        "undo": line.undo,
        "chat": line.chat,
    }


@pytest.mark.parametrize("game", ["raise-your-horns", "horns-up"])
async def test_case_14_who_was_away_sees_what_a_fresh_client_and_one_who_stayed_see(
    tmp_path: Path, game: str
) -> None:
    rng = random.Random(14)
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, game, 4) as lines,
    ):
        for round_ in range(12):
            away = lines[round_ % 4]
            since, guest = away.version, away.guest
            away.abort()
            others = [line for line in lines if line is not away]
            played = await play_without(others, rng.randrange(1, 12))
            back = await open_again(server, guest, table_id(away), since=since)
            fresh = await open_again(server, guest, table_id(away))
            lines[round_ % 4] = back
            back.guest = guest
            assert state(back) == state(fresh)
            assert bool(missed(back)) == bool(played)
            assert missed(fresh) is None
            await fresh.close()
        await play_on(lines, 4)
        for line in lines:
            fresh = await open_again(server, line.guest, table_id(line))
            assert state(line) == state(fresh)
            await fresh.close()


async def open_again(server: Local, guest: Guest, table: str, **hello: Any) -> TableClient:
    return await TableClient.open(server.base, table, guest.token, keep_frames=True, **hello)


async def play_without(lines: list[TableClient], moves: int) -> int:
    """Play until the one who is away must decide; gives how many entries were logged."""
    before = lines[0].version
    for _ in range(moves):
        mover = next((line for line in lines if line.legal), None)
        if mover is None:
            break
        answer = await mover.move(move_of(mover))
        assert answer.ok
        await all_at(lines, answer.version)
    return lines[0].version - before


def missed(line: TableClient) -> list[wire.Happened] | None:
    """What the first welcome tells of the time away."""
    assert line.frames is not None
    welcome = wire.read_message(line.frames[0])
    assert isinstance(welcome, wire.Welcome)
    return welcome.missed


def state(line: TableClient) -> dict[str, Any]:
    """What a line knows, presence apart: that comes in frames of its own."""
    found = digest(line)
    assert line.table is not None
    seats = [msgspec.structs.replace(seat, online=False) for seat in line.table.seats]
    found["table"] = msgspec.structs.replace(line.table, seats=seats)
    return found

"""Bots keep playing while their server is stopped, killed and started again."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hornsup.client import Guest
from hornsup.core import record
from hornsup.play.runtime import SteadyClock
from hornsup.server.storage.store import Store
from tests.client.processes import FAST, GAMES, BotProcess, bot_processes, open_table, record_of
from tests.server.chaos import Chaos, Client, digest
from tests.server.harness import Remote, remote_server
from tests.services import Postgres, Redis, wait_until


def test_bots_survive_a_restart_in_mid_game(tmp_path: Path) -> None:
    with remote_server(tmp_path, **FAST) as server, bot_processes() as started:
        link = open_table(tmp_path, server.base, started, "horns-up", "--bot", "easy")
        for name in ("second", "third"):
            started.append(BotProcess(tmp_path, name, link, "--bot", "easy"))
        wait_until(lambda: any(each.acknowledged() > 5 for each in started), "moves", 60)
        server.stop()
        server.start()
        before = [each.acknowledged() for each in started]
        wait_until(
            lambda: sum(each.acknowledged() for each in started) > sum(before) + 5, "more", 60
        )
        server.kill()
        server.start()
        for bot in started:
            bot.finish()
        assert "trying again" in started[0].output
        assert record.verify(record_of(server.base, link)).honest


def as_client(bot: BotProcess, base: str, link: str) -> Client:
    """The acknowledged moves and the views of a bot, in the form that the chaos run checks."""
    rng = Random(0)
    made = Client(base, Guest(base, "-" * 43, bot.name), link[-32:], None, rng)
    sent = {frame["id"]: frame for frame in bot.frames(">") if frame["type"] == "move"}
    view: dict[str, Any] = {}
    for frame in bot.frames("<"):
        made.frames.append(json.dumps(frame))
        if frame["type"] == "answer" and frame["ok"] and frame["id"] in sent:
            made.acked[frame["id"]] = (frame["version"], sent[frame["id"]]["move"])
        if frame["type"] in ("welcome", "update"):
            view = {**frame.get("view", view), **frame.get("patch", {})}
            made.seat = frame.get("you", {}).get("looking", made.seat)
            if view:
                made.seen.append((frame["version"], digest(view)))
                made.last = made.seen[-1]
    return made


async def check_history(server: Remote, link: str, started: list[BotProcess]) -> int:
    """The check of the chaos run over the traces of the bots; gives the moves in the log."""
    chaos = Chaos(0, 0, 1)
    chaos.clients = [as_client(bot, server.base, link) for bot in started]
    assert all(each.acked and each.seen for each in chaos.clients)
    assert sorted(each.seat for each in chaos.clients if each.seat is not None) == [0, 1, 2]
    store = Store(server.config.database, SteadyClock())
    try:
        return await chaos._check_table(store, link[-32:])
    finally:
        await store.database.engine.dispose()


def kill_a_worker(server: Remote, rng: Random) -> None:
    """Whichever lives; if it was the last one, everybody waits for its successor."""
    wait_until(lambda: bool(server.workers()), "a worker")
    os.kill(rng.choice(server.workers()), signal.SIGKILL)


@pytest.mark.parametrize("game", GAMES)
def test_workers_are_killed_while_bots_play(
    tmp_path: Path, postgres: Postgres, redis: Redis, game: str
) -> None:
    """Two workers on PostgreSQL and Redis: no acknowledged move is lost, views equal the log."""
    urls = {"database_url": postgres.fresh_database(), "redis_url": redis.url}
    with remote_server(tmp_path, workers=2, **urls, **FAST) as server, bot_processes() as started:
        kind = "racer" if game == "horns-up" else "random"
        options = [] if game == "horns-up" else ["--option", "end_value=6"]
        link = open_table(tmp_path, server.base, started, game, *options, "--bot", kind)
        for name in ("second", "third"):
            started.append(BotProcess(tmp_path, name, link, "--bot", kind))
        rng = Random(1)
        for kills in range(1, 4):
            wait_for_moves(started, 8 * kills)
            assert started[0].process.poll() is None, "over before anybody was killed"
            kill_a_worker(server, rng)
        for bot in started:
            bot.finish()
        found = record_of(server.base, link)
        assert record.verify(found).honest
        moves = asyncio.run(check_history(server, link, started))
        assert moves == len(found["moves"])


def wait_for_moves(started: list[BotProcess], wanted: int, seconds: float = 60.0) -> None:
    """Until so many moves are acknowledged, or the game is over."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if sum(bot.acknowledged() for bot in started) >= wanted:
            return
        if all(bot.process.poll() is not None for bot in started):
            return
        time.sleep(0.1)
    raise TimeoutError(
        "the game stands still: " + " | ".join(each.output[-200:] for each in started)
    )

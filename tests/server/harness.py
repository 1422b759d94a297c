"""Servers for tests: one inside this process to be looked into, and real ones to be killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import uvicorn

from hornsup import client
from hornsup.client import Guest, TableClient
from hornsup.play import wire
from hornsup.play.runtime import SteadyClock
from hornsup.server.app import create_app
from hornsup.server.config import Config, from_environment
from hornsup.server.process import serve
from hornsup.server.process.worker import Worker
from hornsup.server.runtime import Runtime
from hornsup.server.services import Services


class FakeTime:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.seconds = 1_000_000.0

    def __call__(self) -> float:
        return self.seconds

    def forward(self, seconds: float) -> None:
        self.seconds += seconds


@cache
def _migrated_database() -> bytes:
    """An empty SQLite database of the newest revision, made once per test process."""
    with tempfile.TemporaryDirectory(prefix="hornsup-template-") as folder:
        with ThreadPoolExecutor(1) as thread:  # it runs an event loop of its own
            thread.submit(serve.migrate, from_environment({}, data=folder)).result()
        with closing(sqlite3.connect(Path(folder) / "hornsup.db")) as database:
            return database.serialize()


def copy_template(config: Config) -> bool:
    """Copy the template where a new SQLite file is wanted; False where there is another one."""
    file = config.data_folder / "hornsup.db"
    if config.database_url or file.exists():
        return False
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(_migrated_database())
    return True


def prepare_database(config: Config) -> None:
    """Bring a database up to date."""
    if not copy_template(config):
        serve.migrate(config)


class Local:
    """A server in this process; `services` is open to be looked into."""

    def __init__(self, base: str, services: Services, worker: uvicorn.Server) -> None:
        self.base = base
        self.services = services
        self.worker = worker

    async def guest(self, name: str = "Ann") -> Guest:
        return await Guest.sign_in(self.base, name)


class _Quiet(Worker):
    """A worker that leaves the signals of the test process alone."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def local_server(
    folder: Path,
    clock: SteadyClock | None = None,
    runtime: Runtime | None = None,
    **settings: Any,
) -> AsyncIterator[Local]:
    """A server with a database in `folder` unless `database_url` says otherwise."""
    config = from_environment(
        {}, **{"data": str(folder), "port": 0, "log_level": "warning", **settings}
    )
    await asyncio.to_thread(prepare_database, config)
    listener = socket.create_server(("127.0.0.1", 0))
    if clock is not None:
        runtime = Runtime(clock=clock)
    application = create_app(config, runtime)
    server = _Quiet(application)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        if task.done():
            await task
            raise RuntimeError("the server did not start")
        await asyncio.sleep(0.005)
    base = f"http://127.0.0.1:{listener.getsockname()[1]}"
    try:
        yield Local(base, application.services, server)
    finally:
        server.should_exit = True
        await asyncio.wait_for(task, 20)


class Remote:
    """A real server process (and its workers), to be killed and started again."""

    module = "hornsup"

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.folder = folder
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = probe.getsockname()[1]
        settings = {"data": str(folder), "port": self.port, "log_level": "info", **settings}
        self.config = from_environment({}, **settings)
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None
        self.log = folder / "server.log"

    def start(self, wait: bool = True, **environment: str) -> None:
        """Start `hornsup serve`; `environment` may name a failpoint."""
        from hornsup.server.config import to_environment

        copy_template(self.config)

        env = {**os.environ, **to_environment(self.config), **environment}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self.module, "serve", "--no-open"],
                env=env,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        if wait:
            self.wait_ready()

    def wait_ready(self, seconds: float = 30.0) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                client.request(self.base, "GET", "/readyz")
                return
            except client.Unreachable:
                if self.process is not None and self.process.poll() is not None:
                    break
            except client.RequestRefused:
                pass
            time.sleep(0.05)
        raise RuntimeError(f"the server did not start:\n{self.log.read_text()[-3000:]}")

    def kill(self) -> None:
        """kill -9 of the process that serves (and, with several workers, of the supervisor)."""
        assert self.process is not None
        for pid in self.workers():
            os.kill(pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait(10)

    def workers(self) -> list[int]:
        """Process ids of the workers of a supervisor."""
        return self.children("hornsup.server.process.worker")

    def wait_workers(self, count: int, seconds: float = 30.0) -> None:
        """Wait until so many workers have been started."""
        end = time.monotonic() + seconds
        while len(self.workers()) != count:
            assert time.monotonic() < end, self.log.read_text()[-3000:]
            time.sleep(0.05)

    def children(self, module: str) -> list[int]:
        """Process ids of what the server has started to run a module."""
        assert self.process is not None
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        children = [int(pid) for pid in path.read_text().split()] if path.exists() else []
        return [pid for pid in children if module.encode() in _command(pid)]

    def wait_dead(self, seconds: float = 15.0) -> None:
        assert self.process is not None
        self.process.wait(seconds)

    def stop(self) -> None:
        """SIGTERM, as a deploy does."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@contextmanager
def remote_server(folder: Path, **settings: Any) -> Iterator[Remote]:
    """A real server process, started, and ended whatever happens."""
    server = Remote(folder, **settings)
    server.start()
    try:
        yield server
    finally:
        server.stop()


# --- tables ---------------------------------------------------------------------------------------


@asynccontextmanager
async def people_at_table(
    base: str,
    game: str = "raise-your-horns",
    people: int = 3,
    bots: int = 0,
    start: bool = True,
    keep_frames: bool = False,
    **settings: Any,
) -> AsyncIterator[list[TableClient]]:
    """People (the host first) with a line each at one table, the rest of it bots."""
    guests = [await Guest.sign_in(base, f"P{number}") for number in range(people)]
    seats = ["me", *["open"] * (people - 1), *["easy"] * bots]
    wanted = {"game": game, "players": people + bots, "pace": 0, **settings}
    opened = await guests[0].open_table(wanted, seats=seats)
    for guest in guests[1:]:
        await guest.sit(opened["id"])
    lines: list[TableClient] = []
    try:
        for guest in guests:
            line = await TableClient.open(base, opened["id"], guest.token, keep_frames=keep_frames)
            line.guest = guest  # type: ignore[attr-defined] # tests want to know whose line it is
            lines.append(line)
        if start:
            answer = await begin(lines[0])
            await all_at(lines, answer.version)
        yield lines
    finally:
        for line in lines:
            await line.close()


async def begin(line: TableClient) -> wire.Answer:
    """The host's word that the game starts, said again to a worker that had not yet heard of
    everybody who sat down through another one."""
    answer = await line.command("start")
    if answer.code == "stale":
        answer = await line.command("start", version=answer.version)
    assert answer.ok, answer
    return answer


async def all_at(lines: list[TableClient], version: int, seconds: float = 10.0) -> None:
    """Wait until every line has seen a version."""
    async with asyncio.timeout(seconds):
        for line in lines:
            while line.version < version:
                await line.next_message()


def mover(lines: list[TableClient]) -> TableClient | None:
    """The line that must decide now, if it is one of these."""
    for line in lines:
        if line.legal and line.you is not None and line.to_move in line.you.seats:
            return line
    return None


async def play_on(lines: list[TableClient], moves: int, choose: Any = None) -> list[wire.Answer]:
    """Let these people play so many moves (or to the end); gives the answers."""
    pick = choose or (lambda line: line.legal[secrets.randbelow(len(line.legal))])
    answers: list[wire.Answer] = []
    for _ in range(moves):
        line = await _next_mover(lines)
        if line is None:
            return answers
        answer = await line.move(pick(line))
        if answer.code == "stale":  # the clock or a bot was faster; the line has been told
            continue
        assert answer.ok, answer
        answers.append(answer)
        await all_at(lines, answer.version)
    return answers


async def _next_mover(lines: list[TableClient], seconds: float = 30.0) -> TableClient | None:
    """Wait until one of these must decide; None when the game is over. Whichever line hears of it
    first, so no single one is waited for."""
    async with asyncio.timeout(seconds):
        while (line := mover(lines)) is None:
            if lines[0].table is not None and lines[0].table.phase == "over":
                await all_at(lines, lines[0].version)
                return None
            await asyncio.sleep(0.001)
    return line


def table_id(line: TableClient) -> str:
    assert line.table is not None
    return line.table.id


__all__ = ["Config", "FakeTime", "SteadyClock", "local_server", "remote_server"]

"""Servers for tests: one inside this process to be looked into, and real ones to be killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import uvicorn

from hornsup import client
from hornsup.client import Guest
from hornsup.play.runtime import SteadyClock
from hornsup.server.app import create_app
from hornsup.server.config import Config, from_environment, to_environment
from hornsup.server.process import serve
from hornsup.server.process.worker import Worker
from hornsup.server.runtime import Runtime
from hornsup.server.services import Services
from tests.seeds import SeededRandomness
from tests.server.stopwatch import stopwatch

FAST: dict[str, Any] = {"frame_rate": 1000, "frame_burst": 5000}
"""Settings that let tests send faster than people do."""


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
    """A server with a database in `folder` unless `database_url` says otherwise.

    Its randomness is seeded, so that the same test is dealt the same games, unless a `runtime` with
    another one is given.
    """
    config = from_environment(
        {}, **{"data": str(folder), "port": 0, "log_level": "warning", **settings}
    )
    await asyncio.to_thread(prepare_database, config)
    listener = socket.create_server(("127.0.0.1", 0))
    if runtime is None:
        runtime = Runtime(clock=clock or SteadyClock(), random=SeededRandomness())
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


async def until(true: Callable[..., object], what: str = "", seconds: float = 20.0) -> None:
    """Wait for something to become true."""
    async with stopwatch() as spent:
        while not true():
            assert spent() < seconds, f"{what or 'it'}: not within {seconds:g} s"
            await asyncio.sleep(0.01)

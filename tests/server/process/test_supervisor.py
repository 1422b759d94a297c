"""SIGHUP replaces the workers one by one; one that does not start costs nobody anything."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from hornsup import client
from hornsup.server.process.supervisor import Supervisor
from tests.server.harness import Remote

BROKEN = "raise RuntimeError('a broken build')\n"


def wait_for(what: str, server: Remote, seconds: float = 40.0) -> None:
    end = time.monotonic() + seconds
    while what not in server.log.read_text():
        assert time.monotonic() < end, server.log.read_text()[-3000:]
        time.sleep(0.1)


def wait_replaced(server: Remote, old: set[int], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while set(server.workers()) & old or len(server.workers()) != 2:
        assert time.monotonic() < end, server.log.read_text()[-3000:]
        time.sleep(0.1)


def test_a_broken_build_leaves_the_old_workers_at_work(tmp_path: Path) -> None:
    server, package = started(tmp_path, 2)
    try:
        assert server.process is not None
        server.wait_workers(2)
        old = set(server.workers())
        package.write_text(BROKEN)
        os.kill(server.process.pid, signal.SIGHUP)
        wait_for("the new worker does not start", server)
        assert set(server.workers()) == old
        assert client.request(server.base, "GET", "/readyz")["status"] == "ready"
        package.unlink()
        os.kill(server.process.pid, signal.SIGHUP)
        wait_replaced(server, old)
        assert client.request(server.base, "GET", "/readyz")["status"] == "ready"
    finally:
        server.stop()


def started(tmp_path: Path, workers: int) -> tuple[Remote, Path]:
    """A server whose workers import what lies in a folder before the real package."""
    build = tmp_path / "build"
    (build / "hornsup").mkdir(parents=True)
    server = Remote(tmp_path, workers=workers)
    paths = os.pathsep.join(filter(None, (str(build), os.environ.get("PYTHONPATH", ""))))
    server.start(PYTHONPATH=paths)
    return server, build / "hornsup" / "__init__.py"


def test_an_end_is_not_held_up_by_a_worker_that_never_gets_ready(tmp_path: Path) -> None:
    server, package = started(tmp_path, 2)
    try:
        assert server.process is not None
        server.wait_workers(2)
        package.write_text("import time\ntime.sleep(60)\n")
        os.kill(server.process.pid, signal.SIGHUP)
        server.wait_workers(3)
        os.kill(server.process.pid, signal.SIGTERM)
        server.wait_dead(10.0)
    finally:
        server.stop()
    assert server.workers() == []


def test_one_worker_ends_in_order_at_a_hangup(tmp_path: Path) -> None:
    server, _ = started(tmp_path, 1)
    try:
        assert server.process is not None
        os.kill(server.process.pid, signal.SIGHUP)
        server.wait_dead(10.0)
        assert server.process.returncode in (0, -signal.SIGTERM)
    finally:
        server.stop()


def test_a_worker_that_cannot_be_started_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_python(*_: object, **__: object) -> None:
        raise FileNotFoundError("python has moved")

    monkeypatch.setattr(subprocess, "Popen", no_python)
    before = set(os.listdir("/proc/self/fd"))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        assert Supervisor(1, listener)._start() is None
    assert set(os.listdir("/proc/self/fd")) == before

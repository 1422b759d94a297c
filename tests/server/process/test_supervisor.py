"""SIGHUP replaces the workers one by one; one that does not start costs nobody anything."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from hornsup import client
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
    build = tmp_path / "build"
    (build / "hornsup").mkdir(parents=True)
    server = Remote(tmp_path, workers=2)
    paths = os.pathsep.join(filter(None, (str(build), os.environ.get("PYTHONPATH", ""))))
    server.start(PYTHONPATH=paths)
    try:
        assert server.process is not None
        server.wait_workers(2)
        old = set(server.workers())
        (build / "hornsup" / "__init__.py").write_text(BROKEN)
        os.kill(server.process.pid, signal.SIGHUP)
        wait_for("the new worker does not start", server)
        assert set(server.workers()) == old
        assert client.request(server.base, "GET", "/readyz")["status"] == "ready"
        (build / "hornsup" / "__init__.py").unlink()
        os.kill(server.process.pid, signal.SIGHUP)
        wait_replaced(server, old)
        assert client.request(server.base, "GET", "/readyz")["status"] == "ready"
    finally:
        server.stop()

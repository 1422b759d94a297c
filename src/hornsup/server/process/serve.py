"""`hornsup serve`: the listening socket, the database's revision, then one worker or several."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import tempfile
from dataclasses import replace

from hornsup.errors import HornsUpError
from hornsup.server.config import Config, to_environment
from hornsup.server.process.announce import Say, announce
from hornsup.server.process.supervisor import Supervisor
from hornsup.server.process.worker import run_worker
from hornsup.server.runtime import Runtime
from hornsup.server.storage import migrate as migrations
from hornsup.server.storage.engine import open_engine


def migrate(config: Config) -> None:
    """Bring the database to the newest revision."""

    async def go() -> None:
        engine = open_engine(config.database, size=1)
        try:
            await migrations.upgrade(engine)
        finally:
            await engine.dispose()

    try:
        asyncio.run(go())
    except OSError as error:
        raise HornsUpError(f"the database does not answer: {error}") from error


def serve(
    config: Config,
    open_page: bool | None = None,
    say: Say = print,
    runtime: Runtime | None = None,
) -> None:
    """Run until somebody ends it; another `runtime` is for a single worker."""
    listener = _listen(config)
    config = replace(config, port=listener.getsockname()[1])
    migrate(config)
    announce(config, open_page, say)
    os.environ.update(to_environment(config))
    if config.workers == 1:
        _end_on_hangup()
        run_worker(config, listener, runtime=runtime)
    else:
        _share_metrics()
        Supervisor(config.workers, listener).run()


def _listen(config: Config) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in config.host else socket.AF_INET)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((config.host, config.port))
    except OSError as error:
        listener.close()
        raise HornsUpError(
            f"cannot listen on {config.host}:{config.port}: {error.strerror}; "
            f"choose another port, such as --port {config.port + 1}"
        ) from error
    listener.listen(2048)
    listener.set_inheritable(True)
    return listener


def _end_on_hangup() -> None:
    """One worker cannot be replaced while it serves: SIGHUP ends it in order, as SIGTERM does."""
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))


def _share_metrics() -> None:
    """Several workers count in files, which whoever is asked adds up."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="hornsup-metrics-")

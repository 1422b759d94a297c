"""One worker process: `python -m hornsup.server.process.worker`, started by the supervisor."""

from __future__ import annotations

import gc
import os
import socket
from collections.abc import Callable
from typing import Final

import uvicorn

from hornsup.play.wire import FRAME_BYTES
from hornsup.server.app import Application, create_app
from hornsup.server.config import Config, from_environment
from hornsup.server.runtime import Runtime
from hornsup.server.ws.protocol import Http, Websocket

PING_SECONDS: Final = 15.0
"""How long after the last pong a socket is sent a ping."""
PONG_SECONDS: Final = 20.0
"""How long a socket may take to answer a ping before it is dropped."""
GC_THRESHOLDS: Final = (50_000, 10, 5)
"""Moves leave no reference cycles behind, only dropped tables do. So cyclic garbage is looked for
less often than by Python's default: each look stops every table for as long as it takes."""
LISTENER: Final = "HORNSUP_LISTENER"
"""The environment variable with the number of the inherited listening socket."""
READY: Final = "HORNSUP_READY"
"""The environment variable with the number of the pipe on which a worker says that it is ready."""


class Worker(uvicorn.Server):
    """uvicorn's server, which gives running clocks their time back before it closes its sockets."""

    def __init__(
        self, application: Application, on_ready: Callable[[], None] | None = None
    ) -> None:
        super().__init__(uvicorn_config(application))
        self._application = application
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self._on_ready is not None:
            self._on_ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._application.prepare_to_stop()
        await super().shutdown(sockets)


def uvicorn_config(application: Application) -> uvicorn.Config:
    """How uvicorn runs us: small frames, no deflate, a ping for sockets that fell silent."""
    return uvicorn.Config(
        application,
        loop="auto",
        http=Http,
        ws=Websocket,
        ws_max_size=FRAME_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        log_level=application.config.log_level,
        server_header=False,
        forwarded_allow_ips=application.config.trusted_proxies,
        timeout_graceful_shutdown=10,
    )


def run_worker(
    config: Config,
    listener: socket.socket,
    on_ready: Callable[[], None] | None = None,
    runtime: Runtime | None = None,
) -> None:
    """Serve until the process is told to end."""

    def ready() -> None:
        gc.collect()
        gc.freeze()  # what was loaded until now stays for as long as the process
        gc.set_threshold(*GC_THRESHOLDS)
        if on_ready is not None:
            on_ready()

    Worker(create_app(config, runtime), ready).run(sockets=[listener])


def main() -> None:
    listener = socket.socket(fileno=int(os.environ[LISTENER]))
    ready = int(os.environ[READY])

    def say_ready() -> None:
        os.write(ready, b"1")
        os.close(ready)

    run_worker(from_environment(), listener, say_ready)


if __name__ == "__main__":
    main()

"""One worker process: `python -m hornsup.server.worker`, started by the supervisor."""

from __future__ import annotations

import os
import socket
from typing import Final

import uvicorn

from hornsup.play.wire import FRAME_BYTES
from hornsup.server import app
from hornsup.server.config import Config, from_environment
from hornsup.server.protocols import Http, Websocket
from hornsup.server.supervisor import LISTENER

PING_SECONDS: Final = 15.0
PONG_SECONDS: Final = 20.0


class Worker(uvicorn.Server):
    """A server that gives running clocks their time back before it closes its sockets."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        services = app.current()
        if services is not None:
            services.sockets.closing = True
            await services.house.give_time_back()
        await super().shutdown(sockets)


def uvicorn_config(config: Config) -> uvicorn.Config:
    """How uvicorn runs us: small frames, no deflate, a ping for sockets that fell silent."""
    return uvicorn.Config(
        "hornsup.server.app:create_app",
        factory=True,
        loop="auto",
        http=Http,
        ws=Websocket,
        ws_max_size=FRAME_BYTES,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        log_level=config.log_level,
        server_header=False,
        forwarded_allow_ips=config.trusted_proxies,
        timeout_graceful_shutdown=10,
    )


def main() -> None:
    listener = socket.socket(fileno=int(os.environ[LISTENER]))
    Worker(uvicorn_config(from_environment())).run(sockets=[listener])


if __name__ == "__main__":
    main()

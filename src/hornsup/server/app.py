"""The ASGI application of one worker."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import structlog
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from hornsup.server import api, collector, health, lessons, logs, pages, problems
from hornsup.server.clock import SteadyClock
from hornsup.server.config import Config, from_environment
from hornsup.server.house import House
from hornsup.server.hub import open_hub
from hornsup.server.services import Services
from hornsup.server.sessions import Sessions
from hornsup.server.sockets import Sockets
from hornsup.server.store import Store
from hornsup.server.sweeper import Sweeper, after_outage
from hornsup.server.thinkers import Thinkers
from hornsup.server.writer import StorageError
from hornsup.version import __version__

MOST_BODY_BYTES: Final = 2_000_000
CSP: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "font-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
SWITCH_SECONDS: Final = 0.0005
"""How long the loop may keep the writer's thread waiting; Python's 5 ms are a commit's time."""
_SOCKET: Final = re.compile("/ws/([0-9a-f]{32})")
logger = structlog.get_logger("app")


_current: list[Services] = []


def current() -> Services | None:
    """The services of the application that runs in this process."""
    return _current[-1] if _current else None


async def _add_headers(message: Message, _scope: Scope) -> None:
    if message["type"] == "http.response.start":
        message["headers"] = [*message["headers"], *HEADERS]


def build_services(
    config: Config, clock: SteadyClock | None = None
) -> tuple[Services, SteadyClock]:
    """Put the parts of a worker together; nothing is opened yet."""
    clock = clock or SteadyClock()
    store, hub = Store(config.database), open_hub(config.redis_url)
    thinkers = Thinkers(config.bot_processes, config.bot_seconds)
    house = House(config, store, hub, thinkers, clock)
    sessions = Sessions(store)
    sockets = Sockets(house, sessions, config)
    services = Services(config, store, hub, thinkers, house, sessions, sockets, Sweeper(house))
    return services, clock


class Application:
    """Sockets go straight to the tables, everything else to Litestar.

    A socket's frames are many and small; not one layer that does nothing for them stands between.
    """

    def __init__(self, litestar: Litestar) -> None:
        self.litestar = litestar

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            await self.litestar(scope, receive, send)
            return
        services: Services = self.litestar.state.services
        table = _SOCKET.fullmatch(scope["path"])
        await services.sockets.serve(table[1] if table else "", scope, receive, send)


def create_app(config: Config | None = None, clock: SteadyClock | None = None) -> Application:
    """The application; settings come from the environment unless they are given."""
    config = config or from_environment()
    logs.set_up(config.log_level, config.log_json)
    sys.setswitchinterval(SWITCH_SECONDS)
    return Application(_litestar(config, clock))


def _litestar(config: Config, clock: SteadyClock | None) -> Litestar:

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        services, steady = build_services(config, clock)
        app.state.services = services
        _current.append(services)
        await _open(services, steady, anchored=clock is None)
        try:
            yield
        finally:
            _current.remove(services)
            await _close(services)

    return Litestar(
        route_handlers=[
            api.Guests,
            api.Tables,
            api.Elsewhere,
            *health.HANDLERS,
            *lessons.HANDLERS,
            *pages.HANDLERS,
        ],
        lifespan=[lifespan],
        exception_handlers=problems.HANDLERS,
        before_send=[_add_headers],
        request_max_body_size=MOST_BODY_BYTES,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, exclude_opt_key="packed"
        ),
        openapi_config=OpenAPIConfig(
            title="hornsup",
            version=__version__,
            description="Tables of Horns Up and Raise Your Horns!",
            path="/api",
            render_plugins=[JsonRenderPlugin()],
        ),
        logging_config=None,
    )


async def _open(services: Services, clock: SteadyClock, anchored: bool) -> None:
    now = await services.store.open()
    if anchored:
        clock.anchor(now)
    last_pulse = await services.store.last_pulse()
    await services.store.pulse(services.house.worker, services.house.now())
    await services.hub.start(services.house.hint, services.house.gap)
    await after_outage(services.house, last_pulse)
    services.sweeper.start()
    collector.take_over()
    logger.info("ready", worker=services.house.worker[:8])


async def _close(services: Services) -> None:
    """Go in order: no new sockets, time given back, clients told, then the rest."""
    services.sockets.closing = True
    await services.sweeper.stop()
    await services.sockets.close_all(1012, "restart")
    await services.thinkers.stop()
    await services.hub.stop()
    await services.house.attendance.stop()
    try:
        await services.store.bury(0, services.house.worker)
    except StorageError as error:
        logger.warning("storage", error=str(error))
    await services.store.close()
    collector.hand_back()

"""The ASGI application of one worker."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope

from hornsup.core import registry
from hornsup.server import logs, services
from hornsup.server.config import Config, from_environment
from hornsup.server.http import (
    access,
    announcement,
    calls,
    errors,
    files,
    guests,
    health,
    lessons,
    records,
    results,
    tables,
)
from hornsup.server.http.me import data as own_data
from hornsup.server.http.me import devices, links
from hornsup.server.http.reviews import evening, pictures, review, what_if
from hornsup.server.runtime import Runtime
from hornsup.server.services import Services
from hornsup.version import __version__

MAX_BODY_BYTES: Final = 2_000_000
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
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
DOCUMENT_HEADERS: Final = (
    (b"content-security-policy", CSP.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
"""For what a browser can show as a page. A page loads a hundred other files; half a kilobyte with
each of them would weigh as much as a game."""
NO_DOCUMENTS: Final = (b"text/javascript", b"text/css", b"application/json", b"image/png")
SWITCH_SECONDS: Final = 0.0005
"""How long the event loop may keep the writer's thread from the interpreter lock; Python's default
of 5 ms is as long as a commit."""
_SOCKET_PATH: Final = re.compile("/ws/([0-9a-f]{32})")


class Application:
    """Websockets go straight to the endpoint, everything else to Litestar."""

    def __init__(self, config: Config, runtime: Runtime | None = None) -> None:
        self.config = config
        self.services: Services
        self._litestar = _litestar(self, runtime or Runtime())

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            await self._litestar(scope, receive, send)
            return
        table = _SOCKET_PATH.fullmatch(scope["path"])
        await self.services.sockets.serve(table[1] if table else "", scope, receive, send)

    async def prepare_to_stop(self) -> None:
        """Call this before the sockets are closed."""
        await services.prepare_to_stop(self.services)

    @property
    def openapi_schema(self) -> Any:
        return self._litestar.openapi_schema


def create_app(config: Config | None = None, runtime: Runtime | None = None) -> Application:
    """The application; settings come from the environment unless they are given."""
    config = config or from_environment()
    logs.set_up(config.log_level, config.log_json)
    sys.setswitchinterval(SWITCH_SECONDS)
    return Application(config, runtime)


def _litestar(application: Application, runtime: Runtime) -> Litestar:
    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        application.services = services.build(application.config, runtime)
        app.state.services = application.services
        await services.start(application.services)
        try:
            yield
        finally:
            await services.stop(application.services)

    titles = " and ".join(registry.get(name).title for name in registry.names())
    return Litestar(
        route_handlers=[
            guests.Guests,
            tables.Tables,
            tables.Codes,
            records.TableRecords,
            records.Records,
            results.TableResults,
            review.TableReview,
            what_if.TableWhatIf,
            pictures.ReviewPictures,
            evening.TableEvening,
            pictures.replay_page,
            announcement.announcement,
            calls.PushCalls,
            calls.TableWebhook,
            devices.Devices,
            links.OwnLinks,
            links.Links,
            own_data.own_data,
            *health.HANDLERS,
            *lessons.HANDLERS,
            *files.HANDLERS,
        ],
        dependencies=access.DEPENDENCIES,
        guards=[access.refuse_banned],
        lifespan=[lifespan],
        exception_handlers={**errors.HANDLERS, NotFoundException: files.missing_page},
        before_send=[_add_headers],
        request_max_body_size=MAX_BODY_BYTES,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=1000, exclude_opt_key="packed"
        ),
        openapi_config=OpenAPIConfig(
            title="hornsup",
            version=__version__,
            description=f"Tables of {titles}",
            path="/api/openapi.json",  # below a folder of its own Litestar answers 404 in HTML
            render_plugins=[JsonRenderPlugin(path="/")],
        ),
        logging_config=None,
    )


async def _add_headers(message: Message, _scope: Scope) -> None:
    if message["type"] == "http.response.start":
        given = list(message["headers"])
        kind = next((value for name, value in given if name.lower() == b"content-type"), b"")
        more = () if kind.startswith(NO_DOCUMENTS) else DOCUMENT_HEADERS
        message["headers"] = [*given, *HEADERS, *more]

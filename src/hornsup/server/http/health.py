"""Health over HTTP: is the process alive, is it ready, and its metrics."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from hornsup.play.live.ports import StorageError
from hornsup.server import metrics
from hornsup.server.services import Services
from hornsup.version import __version__


class Health(Struct, frozen=True):
    status: str
    version: str


class Ready(Struct, frozen=True):
    """`status` is ready, degraded (hints do not arrive, tables are polled) or unavailable."""

    status: str
    database: bool
    hub: bool


@get("/healthz", tags=["health"], summary="The process answers")
async def healthz() -> Health:
    return Health("ok", __version__)


@get("/readyz", tags=["health"], summary="The database answers; 503 while it does not")
async def readyz(services: NamedDependency[Services]) -> Response[Ready]:
    try:
        async with asyncio.timeout(3):
            await services.store.database.ping()
        database = True
    except (StorageError, TimeoutError):
        database = False
    hub = services.notifier.healthy
    closing = services.sockets.closing
    status = "unavailable" if not database or closing else "ready" if hub else "degraded"
    code = 503 if status == "unavailable" else 200
    return Response(Ready(status, database, hub), status_code=code)


@get("/metrics", tags=["health"], summary="Prometheus' text format", media_type="text/plain")
async def prometheus() -> Response[bytes]:
    data, kind = metrics.exposition()
    return Response(data, media_type=kind)


HANDLERS: list[Any] = [healthz, readyz, prometheus]

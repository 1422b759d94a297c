"""Who may do what over HTTP: the guest, the table and the limits of a request, found once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final

from litestar.connection import ASGIConnection
from litestar.di import Provide
from litestar.exceptions import (
    NotAuthorizedException,
    NotFoundException,
    PermissionDeniedException,
)
from litestar.handlers import BaseRouteHandler
from litestar.params import PathParameter

from hornsup.play import viewing, wire
from hornsup.play.live.table import LiveTable
from hornsup.play.refused import Refused
from hornsup.server import metrics
from hornsup.server.auth import origins
from hornsup.server.auth.bans import Banned
from hornsup.server.auth.sessions import Guest, token_of
from hornsup.server.http.errors import AnyRequest, language_of
from hornsup.server.services import Services

TableId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{32}$", description="the table's id")]
AnyConnection = ASGIConnection[Any, Any, Any, Any]


def services_of(connection: AnyConnection) -> Services:
    services = connection.app.state.services
    assert isinstance(services, Services)
    return services


def address_of(connection: AnyConnection) -> str:
    return connection.client.host if connection.client else ""


def check_origin(connection: AnyConnection, _handler: BaseRouteHandler | None = None) -> None:
    """Pages of others may change nothing."""
    if not origins.allowed(connection.scope["headers"], services_of(connection).config):
        raise PermissionDeniedException("this page may not do that here")


BANNED_MAY_ASK: Final = ("/api/texts/", "/api/games", "/api/rules/", "/api/announcement")
"""What a page needs to tell a player of the ban."""


async def refuse_banned(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """A guard: players and addresses that the owner has banned get no answer but that."""
    services, path = services_of(connection), connection.scope["path"]
    if not services.bans.any or not path.startswith("/api/") or path.startswith(BANNED_MAY_ASK):
        return
    if path == "/api/me" and connection.scope.get("method") == "DELETE":
        return  # to be forgotten is everybody's right
    guest = await services.sessions.find(token_of(connection.scope["headers"]))
    if services.bans.has(guest.id if guest else None, address_of(connection)):
        raise Banned


def limit(name: str) -> Callable[[AnyConnection, BaseRouteHandler], None]:
    """A guard: so many requests of one address, by the limit of this name."""

    def guard(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
        services_of(connection).limits.take(name, address_of(connection))

    return guard


# --- what handlers ask for by name ------------------------------------------------------------


def provide_services(request: AnyRequest) -> Services:
    return services_of(request)


async def provide_guest(request: AnyRequest) -> Guest:
    """The guest behind a request that may change something."""
    check_origin(request)
    guest = await services_of(request).sessions.find(token_of(request.scope["headers"]))
    if guest is None:
        raise NotAuthorizedException("choose a name first: POST /api/session")
    return guest


async def provide_live(request: AnyRequest, table_id: TableId) -> LiveTable:
    """The table that the path names."""
    live = await services_of(request).registry.get(table_id)
    if live is None:
        raise NotFoundException("there is no such table")
    return live


DEPENDENCIES = {
    "services": Provide(provide_services, sync_to_thread=False),
    "guest": Provide(provide_guest),
    "live": Provide(provide_live),
}


# --- tables -----------------------------------------------------------------------------------


def info(live: LiveTable) -> wire.TableInfo:
    return viewing.table_info(live.table, live.viewers.live.online)


async def command(
    request: AnyRequest, live: LiveTable, sent: wire.Command, guest: Guest
) -> wire.Answer:
    """Carry out a command for somebody without a socket; a refusal becomes the response's."""
    answer = await live.ask(sent, guest.id, language_of(request))
    if not answer.ok:
        metrics.refusals.labels(answer.code).inc()
        raise _Answered(answer)
    return answer


class _Answered(Refused):
    """A refusal that was put into words already."""

    def __init__(self, answer: wire.Answer) -> None:
        self._text = answer.message or ""
        super().__init__(answer.code or "refused")

    def text(self, language: str) -> str:
        del language
        return self._text

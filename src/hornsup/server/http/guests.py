"""Guests over HTTP: choose a name, see one's tables, be forgotten."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Controller, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from hornsup.play import wire, words
from hornsup.play.live.table import LiveTable
from hornsup.server.auth.labels import label
from hornsup.server.auth.sessions import COOKIE, Guest, token_of
from hornsup.server.http.access import address_of, check_origin, info
from hornsup.server.http.errors import AnyRequest
from hornsup.server.http.tables import Summary
from hornsup.server.services import Services

YEAR_SECONDS: Final = 365 * 86_400


class NewSession(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name and language; `token` asks for the token in the answer, for programs."""

    name: Annotated[str, Meta(max_length=200)]
    language: wire.Language = "en"
    token: bool = False


class Session(Struct, frozen=True, omit_defaults=True):
    name: str
    language: str
    token: str | None = None


class Guests(Controller):
    path = "/api"
    tags = ("guests",)

    @post(
        "/session",
        status_code=200,
        guards=[check_origin],
        summary="Come in: choose a name, or change it",
    )
    async def come_in(
        self, request: AnyRequest, services: NamedDependency[Services], data: JSONBody[NewSession]
    ) -> Response[Session]:
        name, token = words.name(data.name), token_of(request.scope["headers"])
        guest = await services.sessions.find(token)
        if guest is not None and token is not None:
            await services.sessions.rename(guest, name, data.language)
        else:
            services.limits.take("guests", address_of(request))
            device = label(request.headers.get("user-agent", ""))
            token, _ = await services.sessions.create(name, data.language, device)
        session = Session(name, data.language, token if data.token else None)
        return Response(session, cookies=[session_cookie(token, services.config.secure)])

    @get("/me", summary="Who the server takes you for")
    async def me(self, guest: NamedDependency[Guest]) -> Session:
        return Session(guest.name, guest.language)

    @delete(
        "/me",
        status_code=204,
        summary="Forget me: name, chat, devices, links, subscriptions and webhooks are deleted",
    )
    async def forget_me(
        self, services: NamedDependency[Services], guest: NamedDependency[Guest]
    ) -> Response[None]:
        await forget(services, guest)
        response: Response[None] = Response(None, status_code=204)
        response.delete_cookie(COOKIE, path="/")
        return response

    @get("/me/tables", summary="Your tables: all that are played, then the newest")
    async def my_tables(
        self, services: NamedDependency[Services], guest: NamedDependency[Guest]
    ) -> list[Summary]:
        return await tables_of(services, guest.id)


async def tables_of(services: Services, player: str) -> list[Summary]:
    """The tables where a player sits or is the host, the newest first."""
    found = []
    for table_id in await services.store.tables.of_player(player, limit=20):
        live = await services.registry.get(table_id)
        if live is not None:
            found.append(_summary(live, player, services.runtime.clock.now()))
    return found


def _summary(live: LiveTable, player: str, now: int) -> Summary:
    """A table of one's own; whose turn it is knows since when, and until when."""
    table, seats = live.table, live.table.seats_of(player)
    seat = table.to_move
    if seat is None or seat not in seats or table.seats[seat].bot is not None:
        return Summary(info(live), seats, seat)
    return Summary(info(live), seats, seat, now - table.turn_since, table.clocks.now(now)[seat])


async def forget(services: Services, guest: Guest) -> None:
    """Delete a guest, close their sockets and tell the tables where they were."""
    concerned = await services.sessions.forget(guest)
    services.sockets.close_sessions([guest.id])
    for table_id in concerned:
        live = await services.registry.get(table_id)
        if live is not None:
            live.forget(guest.id)


def session_cookie(token: str, secure: bool) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=YEAR_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )

"""Guests over HTTP: choose a name, see one's tables, be forgotten."""

from __future__ import annotations

from typing import Annotated, Final

from litestar import Controller, Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import JSONBody
from msgspec import Meta, Struct

from hornsup.play import wire, words
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
            await services.sessions.rename(token, guest, name, data.language)
        else:
            services.limits.take("guests", address_of(request))
            token, _ = await services.sessions.create(name, data.language)
        session = Session(name, data.language, token if data.token else None)
        return Response(session, cookies=[_cookie(token, services.config.secure)])

    @get("/me", summary="Who the server takes you for")
    async def me(self, guest: NamedDependency[Guest]) -> Session:
        return Session(guest.name, guest.language)

    @delete("/me", status_code=204, summary="Forget me: name, token and chat are deleted")
    async def forget_me(
        self, services: NamedDependency[Services], guest: NamedDependency[Guest]
    ) -> Response[None]:
        concerned = await services.sessions.forget(guest)
        services.sockets.close_player(guest.id)
        for table_id in concerned:
            live = await services.registry.get(table_id)
            if live is not None:
                live.forget(guest.id)
        response: Response[None] = Response(None, status_code=204)
        response.delete_cookie(COOKIE, path="/")
        return response

    @get("/me/tables", summary="The tables where you sit or are the host, the newest first")
    async def my_tables(
        self, services: NamedDependency[Services], guest: NamedDependency[Guest]
    ) -> list[Summary]:
        found = []
        for table_id in await services.store.tables.of_player(guest.id, limit=20):
            live = await services.registry.get(table_id)
            if live is not None:
                table = live.table
                found.append(Summary(info(live), table.seats_of(guest.id), table.to_move))
        return found


def _cookie(token: str, secure: bool) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=YEAR_SECONDS,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
    )

"""Links that make another device the same player.

A link is made under the guest's session, looked at and used by the other device. Its secret stands
in the fragment of the address that people see, so no server is sent it by opening the address, and
in the bodies of these requests. What cannot be used is answered in one way, whatever the reason.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from litestar import Controller, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.handlers import BaseRouteHandler
from litestar.params import JSONBody
from msgspec import Meta, Struct

from hornsup import i18n
from hornsup.play.refused import Refused
from hornsup.server.auth.labels import label
from hornsup.server.auth.links import DEVICE_LINK_MS, Found
from hornsup.server.auth.sessions import Guest, token_of
from hornsup.server.auth.tokens import TOKEN
from hornsup.server.http.access import AnyConnection, address_of, check_origin, services_of
from hornsup.server.http.errors import AnyRequest
from hornsup.server.http.files import base_address, qr_svg
from hornsup.server.http.guests import forget, session_cookie, tables_of
from hornsup.server.http.tables import Summary
from hornsup.server.services import Services

UNUSABLE: Final = "this link cannot be used: it was used before, it is too old, or it is none"
NO_STORE: Final = {"cache-control": "no-store"}
Secret = Annotated[str, Meta(pattern=f"^{TOKEN.pattern}$")]


class NewLink(Struct, frozen=True, forbid_unknown_fields=True):
    """`device`: for another device, within ten minutes. `recovery`: to be saved for later; there is
    one at a time."""

    kind: Literal["device", "recovery"]


class MadeLink(Struct, frozen=True):
    """A new link and the same as a QR code (SVG). The server does not know it and shows it once.

    `seconds` is how long it can be used; null: until it is used or revoked.
    """

    link: str
    qr: str
    seconds: int | None


class Link(Struct, frozen=True):
    """A link that exists; times in milliseconds since 1970."""

    kind: Literal["device", "recovery"]
    made_at: int
    expires_at: int | None


class TheSecret(Struct, frozen=True, forbid_unknown_fields=True):
    secret: Secret


class UseLink(Struct, frozen=True, forbid_unknown_fields=True):
    """`sign_out_old` signs the device out that made the link; `token` asks for the new token in the
    answer, for programs."""

    secret: Secret
    sign_out_old: bool = False
    token: bool = False


class Person(Struct, frozen=True):
    """A player, and the tables where they sit or are the host."""

    name: str
    tables: list[Summary]


class Looked(Struct, frozen=True):
    """Whose seats a link brings, and whom this device would lose for it: null if it is new here.

    `same` says that this device is that player already.
    """

    kind: Literal["device", "recovery"]
    brings: Person
    loses: Person | None
    same: bool


class UsedLink(Struct, frozen=True, omit_defaults=True):
    name: str
    language: str
    kind: Literal["device", "recovery"]
    token: str | None = None


class AlreadyHere(Refused):
    """The device is the link's player already; the link is not used up."""

    def __init__(self) -> None:
        super().__init__("same-player")

    def text(self, language: str) -> str:
        return i18n.text(language, "devices.same")


async def limit_tries(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """A guard: from our own pages, and so many tries of one address.

    All addresses together have no limit: it would let a few of them lock everybody out, and a
    secret of 256 bits needs none.
    """
    check_origin(connection)
    services_of(connection).limits.take("links", address_of(connection))


async def links_of(services: Services, guest: Guest) -> list[Link]:
    found = await services.store.links.of_player(guest.id, services.runtime.clock.now())
    return [Link(row.kind, row.made_at, row.expires_at) for row in found]


class OwnLinks(Controller):
    path = "/api/me/links"
    tags = ("guests",)

    @get("/", summary="Your links that can still be used, without their secrets")
    async def links(
        self, services: NamedDependency[Services], guest: NamedDependency[Guest]
    ) -> list[Link]:
        return await links_of(services, guest)

    @post("/", summary="Make a link for another device, or one to save for later")
    async def make(
        self,
        request: AnyRequest,
        services: NamedDependency[Services],
        guest: NamedDependency[Guest],
        data: JSONBody[NewLink],
    ) -> Response[MadeLink]:
        services.limits.take("make-links", guest.id)
        secret = await services.links.make(guest, data.kind)
        if secret is None:
            raise NotFoundException("you were deleted a moment ago")
        link = f"{base_address(request, services.config)}/continue#{secret}"
        seconds = DEVICE_LINK_MS // 1000 if data.kind == "device" else None
        return Response(MadeLink(link, qr_svg(link).decode(), seconds), headers=NO_STORE)

    @delete("/recovery", status_code=204, summary="Revoke the recovery link")
    async def revoke(
        self, services: NamedDependency[Services], guest: NamedDependency[Guest]
    ) -> None:
        if not await services.store.links.revoke_recovery(guest.id):
            raise NotFoundException("you have no recovery link")


class Links(Controller):
    path = "/api/links"
    tags = ("guests",)
    guards = (limit_tries,)

    @post("/look", status_code=200, summary="What a link brings; it is not used up by that")
    async def look(
        self, request: AnyRequest, services: NamedDependency[Services], data: JSONBody[TheSecret]
    ) -> Response[Looked]:
        found, here = await _find(services, data.secret), await _guest_here(request, services)
        same = here is not None and here.id == found.player
        brings = Person(found.name, await tables_of(services, found.player))
        loses = None
        if here is not None and not same:
            loses = Person(here.name, await tables_of(services, here.id))
        return Response(Looked(found.kind, brings, loses, same), headers=NO_STORE)

    @post("/use", status_code=200, summary="Use a link up: this device is its player from now on")
    async def use(
        self, request: AnyRequest, services: NamedDependency[Services], data: JSONBody[UseLink]
    ) -> Response[UsedLink]:
        found, here = await _find(services, data.secret), await _guest_here(request, services)
        if here is not None and here.id == found.player:
            raise AlreadyHere
        name = label(request.headers.get("user-agent", ""))
        used = await services.links.use(data.secret, here, name, data.sign_out_old)
        if used is None:
            raise NotFoundException(UNUSABLE)
        services.sockets.close_sessions(used.ended)
        if here is not None:
            await _forget_if_empty(services, here)
        answer = UsedLink(
            used.guest.name, used.guest.language, used.kind, used.token if data.token else None
        )
        cookie = session_cookie(used.token, services.config.secure)
        return Response(answer, cookies=[cookie], headers=NO_STORE)


async def _find(services: Services, secret: str) -> Found:
    found = await services.links.find(secret)
    if found is None:
        raise NotFoundException(UNUSABLE)
    return found


async def _guest_here(request: AnyRequest, services: Services) -> Guest | None:
    return await services.sessions.find(token_of(request.scope["headers"]))


async def _forget_if_empty(services: Services, left: Guest) -> None:
    """Delete the guest that a device was before, unless something can still be reached."""
    store = services.store
    if await store.devices.of_player(left.id) or await links_of(services, left):
        return
    if not await store.tables.of_player(left.id, limit=1):
        await forget(services, left)

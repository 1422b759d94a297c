"""The devices on which a guest is signed in."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, delete, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import PathParameter
from msgspec import Struct

from hornsup.server.auth.sessions import COOKIE, Guest
from hornsup.server.services import Services

DeviceId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{32}$", description="from the list")]


class Device(Struct, frozen=True):
    """A browser or program that is signed in; times in milliseconds since 1970.

    `label` says which, such as "Chrome, Android", and is empty where that is not known.
    """

    id: str
    label: str
    created_at: int
    seen_at: int
    this: bool


async def devices_of(services: Services, guest: Guest) -> list[Device]:
    now = services.runtime.clock.now()
    return [
        Device(row.id, row.label, row.created_at, now if this else row.seen_at, this)
        for row in await services.store.devices.of_player(guest.id)
        for this in [row.token_hash == guest.device]
    ]


class Devices(Controller):
    path = "/api/me/devices"
    tags = ("guests",)

    @get("/", summary="The devices on which you are signed in, the one seen last first")
    async def devices(
        self, services: NamedDependency[Services], guest: NamedDependency[Guest]
    ) -> list[Device]:
        return await devices_of(services, guest)

    @delete("/{device_id:str}", status_code=204, summary="Sign a device out, and end its links")
    async def sign_out(
        self,
        services: NamedDependency[Services],
        guest: NamedDependency[Guest],
        device_id: DeviceId,
    ) -> Response[None]:
        ended = await services.sessions.sign_out(guest, device_id)
        if ended is None:
            raise NotFoundException("you have no such device")
        services.sockets.close_sessions([ended])
        response: Response[None] = Response(None, status_code=204)
        if ended == guest.device:
            response.delete_cookie(COOKIE, path="/")
        return response

"""What the server's owner tells everybody, for pages without a socket."""

from __future__ import annotations

from litestar import Response, get
from litestar.di import NamedDependency

from hornsup.play import wire
from hornsup.server.services import Services


@get("/api/announcement", tags=["pages"], summary="What the server's owner tells everybody")
async def announcement(services: NamedDependency[Services]) -> Response[wire.Announcement]:
    return Response(services.board.message, headers={"cache-control": "no-store"})

"""The review of a finished game, as lines of JSON that come while it is worked out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Annotated, Any, Final

import msgspec
from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromQuery, QueryParameter
from litestar.response import Stream

from hornsup import i18n
from hornsup.play import wire
from hornsup.play.live.table import LiveTable
from hornsup.play.refused import Refused
from hornsup.play.table import OVER
from hornsup.server.auth.sessions import token_of
from hornsup.server.bot_pool.review_parts import with_names
from hornsup.server.http.access import address_of
from hornsup.server.http.errors import AnyRequest
from hornsup.server.live.reviews import Part
from hornsup.server.services import Services

LINES: Final = "application/x-ndjson"
SeenBy = Annotated[
    str,
    QueryParameter(
        pattern="^(open|table|[0-9]{1,2})$",
        description="whose knowledge: a seat's, everybody's (`table`), or all hands (`open`)",
    ),
]


class TableReview(Controller):
    path = "/api/tables/{table_id:str}"
    tags = ("reviews",)

    @get(
        "/review",
        summary="Where a finished game was won: lines of JSON, the graph first",
        media_type=LINES,
        packed=True,
    )
    async def review(
        self,
        request: AnyRequest,
        services: NamedDependency[Services],
        live: NamedDependency[LiveTable],
        seen_by: SeenBy = "open",
        language: FromQuery[wire.Language] = "en",
    ) -> Stream:
        check_over(live, int(seen_by) if seen_by.isdigit() else None)
        services.limits.take("reviews", address_of(request))
        who = await person(request, services)
        parts = await services.reviews.follow(live.table, seen_by, who)
        return streamed(parts, live, language)


def streamed(parts: AsyncIterator[Part], live: LiveTable, language: str) -> Stream:
    """Parts as lines, for one reader."""
    return Stream(_lines(parts, live, language), media_type=LINES, headers=_UNBUFFERED)


_UNBUFFERED: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""A proxy must hand every line on as it comes."""


def check_over(live: LiveTable, seat: int | None = None) -> None:
    """A running game has no review, and nothing about it is looked at."""
    if live.table.phase != OVER:
        raise Refused("not-over")
    if seat is not None and seat >= len(live.table.seats):
        raise Refused("no-such-seat", seats=len(live.table.seats))


async def person(request: AnyRequest, services: Services) -> str:
    """Who asks: the guest, or the address of somebody who has no name here."""
    guest = await services.sessions.find(token_of(request.scope["headers"]))
    return guest.id if guest else address_of(request)


async def _lines(
    parts: AsyncIterator[Part], live: LiveTable, language: str
) -> AsyncIterator[bytes]:
    async for part in parts:
        yield msgspec.json.encode(told(part, live.table.names(), language)) + b"\n"


def told(part: Part, names: Sequence[str], language: str) -> Part:
    """A part for one reader: one language, and the names that the seats have now."""
    if part["part"] == "ended":
        return {**part, "message": i18n.text(language, f"table.refused.{part['code']}")}
    if part["part"] == "what-if":
        return _worded(part, names, language)
    if part["part"] != "review":
        return part
    shown = {key: value for key, value in part.items() if key != "pictures"}
    for key in ("decisions", "turning_points"):
        shown[key] = [_worded(each, names, language) for each in part[key]]
    return shown


def _worded(found: dict[str, Any], names: Sequence[str], language: str) -> dict[str, Any]:
    return {
        key: with_names(value[language], names) if key.endswith("text") else value
        for key, value in found.items()
    }

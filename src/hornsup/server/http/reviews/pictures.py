"""Pictures of a review: the one to share, and what a link to a replay shows in a chat."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from html import escape
from typing import Any, Final
from weakref import WeakKeyDictionary

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from hornsup import i18n
from hornsup.art.preview import HEIGHT, WIDTH, Preview, preview_png
from hornsup.core import registry
from hornsup.play import wire
from hornsup.play.codes import ID
from hornsup.play.live.table import LiveTable
from hornsup.play.table import OVER, Table
from hornsup.server.http.access import address_of
from hornsup.server.http.assets import Asset, pack, reply
from hornsup.server.http.errors import AnyRequest, language_of
from hornsup.server.http.files import base_address, file_asset
from hornsup.server.http.reviews.review import check_over
from hornsup.server.live.reviews import Part
from hornsup.server.services import Services

PNG: Final = "image/png"
SVG: Final = "image/svg+xml"
HEAD_END: Final = b"</head>"
_drawn: WeakKeyDictionary[LiveTable, dict[bool, Asset]] = WeakKeyDictionary()
"""Previews by whether the chances are in them; they go when their table leaves memory."""


class ReviewPictures(Controller):
    path = "/api/tables/{table_id:str}"
    tags = ("reviews",)

    @get(
        "/review.svg",
        summary="A review as a picture to share, 1200 by 630, with letters for names",
        media_type=SVG,
        packed=True,
    )
    async def picture(
        self,
        request: AnyRequest,
        services: NamedDependency[Services],
        live: NamedDependency[LiveTable],
        language: FromQuery[wire.Language] = "en",
    ) -> Response[bytes]:
        check_over(live)
        kept = await services.reviews.kept(live.table)
        if kept is None:
            raise NotFoundException("this game has not been reviewed yet")
        return reply(request, pack(kept[-1]["pictures"][language].encode(), SVG))

    @get(
        "/preview.png",
        summary="What a link to the replay shows in a chat, 1200 by 630, without names",
        media_type=PNG,
        packed=True,
    )
    async def preview(
        self,
        request: AnyRequest,
        services: NamedDependency[Services],
        live: NamedDependency[LiveTable],
    ) -> Response[bytes]:
        check_over(live)
        services.limits.take("replays", address_of(request))
        kept = await services.reviews.kept(live.table)
        drawn = _drawn.setdefault(live, {})
        key = kept is not None
        if key not in drawn:
            drawn[key] = await asyncio.to_thread(_preview, live.table, kept)
        return reply(request, drawn[key])


def _preview(table: Table, kept: list[Part] | None) -> Asset:
    outcome = table.state.outcome if table.state else None
    players, winners = len(table.seats), outcome.winners if outcome else ()
    if kept is None:
        return pack(preview_png(Preview(players, winners)), PNG)
    graph: Any = kept[0]
    rows = [[float(Fraction(value)) for value in step["values"]] for step in graph["chances"]]
    opens = frozenset(at for at, step in enumerate(graph["chances"]) if step["opens"])
    stacked = graph["measure"] == "win"
    return pack(preview_png(Preview(players, winners, rows, opens, stacked)), PNG)


# --- the page behind a link -------------------------------------------------------------------


@get("/replay/{table_id:str}", include_in_schema=False, packed=True)
async def replay_page(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]
) -> Response[bytes]:
    """The shell of all pages; for a finished game it says what a preview of the link shows."""
    shell = file_asset("index.html")
    if shell is None:
        raise NotFoundException("there is no such file")
    row = await services.store.tables.get(table_id) if ID.fullmatch(table_id) else None
    if row is None or row.phase != OVER:
        return reply(request, shell)
    tags = _tags(request, services, table_id, row.game).encode()
    body = shell.body.replace(HEAD_END, tags + HEAD_END, 1)
    return reply(request, pack(body, shell.kind))


def _tags(request: AnyRequest, services: Services, table_id: str, game: str) -> str:
    language = language_of(request)
    base = base_address(request, services.config)
    title = i18n.text(language, "review.title", game=registry.get(game).title)
    tags = {
        "og:type": "website",
        "og:title": title,
        "og:description": i18n.text(language, "page.preview"),
        "og:url": f"{base}/replay/{table_id}",
        "og:image": f"{base}/api/tables/{table_id}/preview.png",
        "og:image:type": PNG,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": title,
        "twitter:card": "summary_large_image",
    }
    return "".join(
        f'<meta property="{name}" content="{escape(value)}">\n' for name, value in tags.items()
    )

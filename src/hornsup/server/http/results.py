"""Results of finished games over HTTP: the order, figures, and a picture to share."""

from __future__ import annotations

import asyncio
from typing import Final
from weakref import WeakKeyDictionary

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromQuery

from hornsup.core.figures import Figures
from hornsup.play import results, wire
from hornsup.play.live.table import LiveTable
from hornsup.play.refused import Refused
from hornsup.play.table import OVER, Table
from hornsup.server.http.assets import Asset, pack, reply
from hornsup.server.http.errors import AnyRequest

SVG: Final = "image/svg+xml"
_counted: WeakKeyDictionary[LiveTable, asyncio.Task[Figures]] = WeakKeyDictionary()
"""Figures that were asked for; they go when their table leaves memory."""

_drawn: WeakKeyDictionary[LiveTable, dict[tuple[str, ...], Asset]] = WeakKeyDictionary()
"""Pictures by language and names."""


class TableResults(Controller):
    path = "/api/tables/{table_id:str}"
    tags = ("tables",)

    @get("/figures", summary="The order and figures of a finished game")
    async def figures(
        self, live: NamedDependency[LiveTable], language: FromQuery[wire.Language] = "en"
    ) -> results.Result:
        return results.result(live.table, await _figures(live), language)

    @get(
        "/picture.svg",
        summary="A finished game as a picture to share, 1080 by 1350",
        media_type=SVG,
        packed=True,
    )
    async def picture(
        self,
        request: AnyRequest,
        live: NamedDependency[LiveTable],
        language: FromQuery[wire.Language] = "en",
    ) -> Response[bytes]:
        figures = await _figures(live)
        drawn = _drawn.setdefault(live, {})
        key = (language, *live.table.names())
        if key not in drawn:
            drawn[key] = await asyncio.to_thread(_picture, live.table, figures, language)
        return reply(request, drawn[key])


async def _figures(live: LiveTable) -> Figures:
    """Counted once in a thread, however many viewers ask at the same time."""
    state = live.table.state
    if live.table.phase != OVER or state is None:
        raise Refused("not-over")
    task = _counted.get(live)
    if task is None:
        task = _counted[live] = asyncio.create_task(asyncio.to_thread(state.figures))
    try:
        return await asyncio.shield(task)
    except Exception:
        _counted.pop(live, None)
        raise


def _picture(table: Table, figures: Figures, language: str) -> Asset:
    return pack(results.picture(table, figures, language).encode(), SVG)

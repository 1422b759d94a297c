"""Records of finished games over HTTP: download, replay, verify. And the schema of the wire."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Final

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec import Meta, Struct

from hornsup.core import record as records
from hornsup.core import registry
from hornsup.errors import BadInput
from hornsup.play import wire
from hornsup.play.live.table import LiveTable
from hornsup.play.refused import Refused
from hornsup.play.replaying import names_in, shown_steps
from hornsup.play.table import OVER
from hornsup.server.http.access import limit

MAX_MOVES: Final = 3000
"""Records with more moves are not shown step by step."""


class Shown(Struct, frozen=True, forbid_unknown_fields=True):
    """A record of one's own to be shown: as a seat saw it, or with all hands open."""

    record: dict[str, Any]
    seat: Annotated[int, Meta(ge=0, le=99)] | None = None
    open_hands: bool = False


class Verified(Struct, frozen=True):
    """Whether a record tells the truth, and how we know, in plain words."""

    honest: bool
    lines: list[str]
    verdict: dict[str, Any]


class TableRecords(Controller):
    path = "/api/tables/{table_id:str}"
    tags = ("tables",)

    @get("/record", summary="The sealed record of a finished game")
    async def record(self, live: NamedDependency[LiveTable]) -> Response[bytes]:
        data = msgspec.json.encode(await _record(live))
        name = f'attachment; filename="hornsup-{live.table.id[:8]}.json"'
        headers = {"content-disposition": name}
        return Response(data, media_type="application/json", headers=headers)

    @get("/replay", summary="A finished game step by step, as one seat saw it")
    async def replay(
        self,
        live: NamedDependency[LiveTable],
        seat: Annotated[int | None, QueryParameter(ge=0, le=99)] = None,
        open_hands: FromQuery[bool] = False,
        language: FromQuery[wire.Language] = "en",
    ) -> Response[bytes]:
        table = live.table
        if table.phase == OVER and seat is not None and seat >= len(table.seats):
            raise Refused("no-such-seat", seats=len(table.seats))
        record, names = await _record(live), table.names()
        steps = await asyncio.to_thread(shown_steps, record, seat, open_hands, language, names)
        return Response(msgspec.json.encode(steps), media_type="application/json")


class Records(Controller):
    path = "/api"
    tags = ("records",)

    @post(
        "/verify",
        status_code=200,
        guards=[limit("checks")],
        summary="Is this record honest? Deals it again and says so",
    )
    async def verify(
        self, data: JSONBody[dict[str, Any]], language: FromQuery[wire.Language] = "en"
    ) -> Verified:
        verdict = await asyncio.to_thread(records.verify, data)
        return Verified(verdict.honest, verdict.lines(language), verdict.to_json(language))

    @post(
        "/replay",
        status_code=200,
        guards=[limit("replays")],
        summary="A record of one's own, step by step",
    )
    async def show(
        self, data: JSONBody[Shown], language: FromQuery[wire.Language] = "en"
    ) -> Response[bytes]:
        steps = await asyncio.to_thread(_show, data, language)
        return Response(steps, media_type="application/json")

    @get("/wire", summary="The JSON Schema of the frames on a table's socket")
    async def wire_schema(self) -> dict[str, Any]:
        return wire.schema()


async def _record(live: LiveTable) -> dict[str, Any]:
    if live.table.phase != OVER:
        raise Refused("not-over")
    return await asyncio.to_thread(live.table.record)


def _show(data: Shown, language: str) -> bytes:
    """The steps of a record that somebody brought along, which may be anything."""
    record = records.check_form(data.record)
    registry.check_players(registry.get(record["game"]), record["players"])
    if len(record["moves"]) > MAX_MOVES:
        raise BadInput(f"this record has more than {MAX_MOVES} moves; nobody would watch it")
    if data.seat is not None and data.seat >= record["players"]:
        raise Refused("no-such-seat", seats=record["players"])
    names = names_in(record)
    steps = shown_steps(record, data.seat, data.open_hands, language, names)
    return msgspec.json.encode({**steps, "names": names})

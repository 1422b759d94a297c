"""Tables over HTTP: open one, find one, sit down. Play itself goes over the table's socket."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from litestar import Controller, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, JSONBody
from msgspec import Meta, Struct

from hornsup.play import codes, wire
from hornsup.play.live.table import LiveTable
from hornsup.play.opening import Host
from hornsup.play.settings import Level, Settings
from hornsup.play.table import PLAYING, Table
from hornsup.server.auth.sessions import Guest
from hornsup.server.http.access import command, info, limit
from hornsup.server.http.errors import AnyRequest
from hornsup.server.services import Services

WATCHED_FOR_MS: Final = 30 * 60_000
"""A game in which nothing has happened for so long is not offered to watch."""


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table: its settings, who sits where, and whether to start at once.

    `seats` lists for every seat a bot's level, "me" or "open"; without it the host sits first and
    the others are open.
    """

    settings: Settings
    contribution: wire.Contribution = ""
    seats: Annotated[list[Level | Literal["me", "open"]], Meta(max_length=12)] = []
    start: bool = False


class Opened(Struct, frozen=True):
    """Where the new table is: its id, the short code and the path of its page."""

    id: str
    code: str
    path: str
    commitment: str


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """`contribution` is random text of the player's own, mixed into the deal."""

    contribution: wire.Contribution
    seat: wire.SeatNumber | None = None
    name: wire.ShortText | None = None
    id: wire.CommandId | None = None


class Found(Struct, frozen=True):
    id: str
    path: str


class Summary(Struct, frozen=True, omit_defaults=True):
    """A table in a list.

    Where it is your turn, `waiting` says for how many milliseconds, and `left` how many the clock
    still has.
    """

    table: wire.TableInfo
    seats: list[int]
    to_move: int | None = None
    waiting: int | None = None
    left: int | None = None


def _may_be_watched(table: Table) -> bool:
    settings = table.settings
    return table.phase == PLAYING and settings.public and settings.spectators


class Tables(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/", summary="Public tables that wait for players")
    async def open_tables(self, services: NamedDependency[Services]) -> list[Summary]:
        found = []
        for table_id in await services.store.tables.waiting():
            live = await services.registry.get(table_id)
            if live is not None:
                found.append(Summary(info(live), []))
        return found

    @get("/watch", summary="Public games that are played and may be watched, the newest first")
    async def games_to_watch(self, services: NamedDependency[Services]) -> list[Summary]:
        """A game's delay stands in its settings; whose turn it is now is nobody's business."""
        active_since = services.runtime.clock.now() - WATCHED_FOR_MS
        found = []
        for table_id in await services.store.tables.watchable(active_since):
            live = await services.registry.get(table_id)
            if live is not None and _may_be_watched(live.table):
                found.append(Summary(info(live), []))
        return found

    @post("/", summary="Open a table; with `start` the game begins at once")
    async def open_table(
        self,
        services: NamedDependency[Services],
        guest: NamedDependency[Guest],
        data: JSONBody[NewTable],
    ) -> Opened:
        services.limits.take("tables", guest.id)
        host = Host(guest.id, guest.name, data.contribution)
        live = await services.registry.open(data.settings, host, data.seats or ["me"], data.start)
        table = live.table
        return Opened(table.id, table.code, f"/t/{table.id}", table.commitment)

    @get("/{table_id:str}", summary="A table: seats, settings, phase")
    async def table(self, live: NamedDependency[LiveTable]) -> wire.TableInfo:
        return info(live)

    @post("/{table_id:str}/seats", status_code=200, summary="Sit down")
    async def sit(
        self,
        request: AnyRequest,
        services: NamedDependency[Services],
        guest: NamedDependency[Guest],
        live: NamedDependency[LiveTable],
        data: JSONBody[TakeSeat],
    ) -> wire.Answer:
        key = data.id or services.runtime.random.token_bytes(8, "command").hex()
        name = data.name or guest.name
        sent = wire.Sit(key, live.table.version, data.contribution, data.seat, name)
        return await command(request, live, sent, guest)


class Codes(Controller):
    path = "/api/codes"
    tags = ("records",)

    @get("/{code:str}", guards=[limit("codes")], summary="The table behind a short code")
    async def by_code(self, services: NamedDependency[Services], code: FromPath[str]) -> Found:
        read = codes.read_code(code)
        found = await services.store.tables.by_code(read) if read else None
        if found is None:
            raise NotFoundException("there is no table with this code")
        return Found(found, f"/t/{found}")

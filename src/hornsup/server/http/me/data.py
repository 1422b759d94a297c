"""Everything that is kept about a guest, as a file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from hornsup.play import entries
from hornsup.play.entries import Logged
from hornsup.server.auth.sessions import Guest
from hornsup.server.http.access import limit
from hornsup.server.http.me.devices import Device, devices_of
from hornsup.server.http.me.links import Link, links_of
from hornsup.server.services import Services

FILE: Final = "hornsup-my-data.json"


class Named(Struct, frozen=True):
    """A name taken at a seat."""

    at: int
    seat: int
    name: str


class OwnMove(Struct, frozen=True):
    at: int
    seat: int
    move: str


class OwnLine(Struct, frozen=True):
    """A line of chat."""

    at: int
    text: str


class OwnReaction(Struct, frozen=True):
    at: int
    reaction: str


class OwnTable(Struct, frozen=True):
    """A table, and what the guest did there."""

    id: str
    game: str
    phase: str
    opened_at: int
    host: bool
    seats: list[int]
    names: list[Named]
    moves: list[OwnMove]
    chat: list[OwnLine]
    reactions: list[OwnReaction]


class OwnWebhook(Struct, frozen=True):
    """That there is one; its address is not told."""

    table: str
    kind: str


class OwnData(Struct, frozen=True):
    """All times are milliseconds since 1970. Secrets and addresses are left out."""

    name: str
    language: str
    created_at: int
    seen_at: int
    devices: list[Device]
    links: list[Link]
    tables: list[OwnTable]
    push_subscriptions: list[int]
    webhooks: list[OwnWebhook]


@get(
    "/api/me/data",
    tags=["guests"],
    guards=[limit("data")],
    summary="Everything that is kept about you, as a file",
)
async def own_data(
    services: NamedDependency[Services], guest: NamedDependency[Guest]
) -> Response[OwnData]:
    services.limits.take("data", guest.id)  # from whatever addresses
    store = services.store.own_data
    player = await store.player(guest.id)
    made, seen = (player.created_at, player.seen_at) if player else (0, 0)
    hooks = [OwnWebhook(row.table_id, row.kind) for row in await store.webhooks(guest.id)]
    data = OwnData(
        guest.name,
        guest.language,
        made,
        seen,
        await devices_of(services, guest),
        await links_of(services, guest),
        await _tables(services, guest),
        await store.push_subscriptions(guest.id),
        hooks,
    )
    headers = {
        "content-disposition": f'attachment; filename="{FILE}"',
        "cache-control": "no-store",
    }
    return Response(data, headers=headers)


async def _tables(services: Services, guest: Guest) -> list[OwnTable]:
    store = services.store.own_data
    seats: dict[str, list[int]] = {}
    for row in await store.seats(guest.id):
        seats.setdefault(row.table_id, []).append(row.seat)
    written = await store.entries(guest.id)
    known = await store.tables(guest.id, sorted({*seats, *written}))
    return [_table(row, guest, seats, written) for row in known]


def _table(
    row: Any, guest: Guest, seats: dict[str, list[int]], written: dict[str, list[Logged]]
) -> OwnTable:
    mine = written.get(row.id, [])
    return OwnTable(
        id=row.id,
        game=row.game,
        phase=row.phase,
        opened_at=row.created_at,
        host=row.host == guest.id,
        seats=seats.get(row.id, []),
        names=[
            Named(at, each.seat, each.name)
            for at, each in _only((entries.Sat, entries.Renamed, entries.HandedOver), mine)
        ],
        moves=[OwnMove(at, each.seat, each.move) for at, each in _only(entries.Moved, mine)],
        chat=[OwnLine(at, each.text) for at, each in _only(entries.Said, mine)],
        reactions=[OwnReaction(at, each.reaction) for at, each in _only(entries.Reacted, mine)],
    )


def _only(kind: Any, written: Iterable[Logged]) -> list[tuple[int, Any]]:
    return [(each.at, each.entry) for each in written if isinstance(each.entry, kind)]

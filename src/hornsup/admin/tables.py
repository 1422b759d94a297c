"""The tables of a server as its owner may see them: no hands, seeds, secrets or tokens.

An id is shown by its first digits: the whole id of a table is an invitation to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Row, func, select

from hornsup.admin.database import Opened
from hornsup.core.notation import seat_letter
from hornsup.errors import BadInput
from hornsup.play import codes
from hornsup.play.table import EXECUTOR, Seat, Table, rebuild
from hornsup.server.live.presence import ALIVE_MS
from hornsup.server.storage.schema import log, players, seats, tables

SHORT: Final = 8
"""How much of an id is shown; more where two of a list begin alike."""
OPEN: Final = ("lobby", "playing")
MORE: Final = 16
"""How much of their ids is shown to tell two apart."""

Data = dict[str, Any]


def short(ident: str, among: Sequence[str] = ()) -> str:
    """The beginning of an id, long enough to be the only one of a list."""
    length = SHORT
    while length < len(ident) and sum(each.startswith(ident[:length]) for each in among) > 1:
        length += 1
    return ident[:length]


# --- finding one --------------------------------------------------------------------------------


async def find_table(opened: Opened, text: str) -> Row[Any]:
    """A table by the beginning of its id, or by its code."""
    code, prefix = codes.read_code(text), text.strip().lower()
    known = tables.c.code == code if code else tables.c.id == prefix
    if _is_prefix(prefix):
        known |= tables.c.id.startswith(prefix)
    return await _only(opened, select(tables).where(known), "table", text)


async def find_player(opened: Opened, text: str) -> Row[Any]:
    """A player by the beginning of the id that `show` prints."""
    prefix = text.strip().lower()
    if not _is_prefix(prefix):
        raise BadInput(f"there is no player {text!r}; `hornsup admin show TABLE` prints their ids")
    return await _only(
        opened, select(players).where(players.c.id.startswith(prefix)), "player", text
    )


def _is_prefix(text: str) -> bool:
    return 4 <= len(text) <= 32 and set(text) <= set("0123456789abcdef")


async def _only(opened: Opened, query: Any, what: str, text: str) -> Row[Any]:
    found = await opened.store.database.read(query.limit(5))
    if not found:
        raise BadInput(f"there is no {what} {text!r}")
    if len(found) > 1:
        begin = ", ".join(row.id[:MORE] for row in found)
        raise BadInput(f"more than one {what} begins with {text!r}: {begin}; give more of it")
    row: Row[Any] = found[0]
    return row


# --- the list -----------------------------------------------------------------------------------


async def listed(opened: Opened, phases: Sequence[str], limit: int) -> list[Data]:
    """Tables of these phases, the newest change first."""
    database = opened.store.database
    query = select(tables).where(tables.c.phase.in_(phases))
    rows = await database.read(query.order_by(tables.c.updated_at.desc()).limit(limit))
    ids = [row.id for row in rows]
    newest = {row.table_id: row for row in await database.read(_newest(ids))}
    taken = dict(await _pairs(opened, _taken(ids)))
    hosts = dict(await _pairs(opened, _names([row.host for row in rows])))
    alive = opened.clock.now() - ALIVE_MS
    present = await opened.store.presence.of_tables(ids, alive)
    told = [
        {
            "id": short(row.id, ids),
            "code": row.code if row.public else None,
            "game": row.game,
            "phase": row.phase,
            "public": bool(row.public),
            "players": row.players,
            "people": taken.get(row.id, 0),
            "connected": len(present.get(row.id, ())),
            "host": hosts.get(row.host, ""),
            "version": newest[row.id].version if row.id in newest else 0,
            "created_at": row.created_at,
            "changed_at": newest[row.id].at if row.id in newest else row.updated_at,
        }
        for row in rows
    ]
    return sorted(told, key=lambda each: -each["changed_at"])


async def _pairs(opened: Opened, query: Any) -> list[tuple[str, Any]]:
    return [(row[0], row[1]) for row in await opened.store.database.read(query)]


def _newest(ids: list[str]) -> Any:
    counted = select(
        log.c.table_id, func.max(log.c.version).label("version"), func.max(log.c.at).label("at")
    )
    return counted.where(log.c.table_id.in_(ids)).group_by(log.c.table_id)


def _taken(ids: list[str]) -> Any:
    people = func.count(func.distinct(seats.c.player))
    return (
        select(seats.c.table_id, people).where(seats.c.table_id.in_(ids)).group_by(seats.c.table_id)
    )


def _names(ids: list[str]) -> Any:
    return select(players.c.id, players.c.name).where(players.c.id.in_(ids))


# --- one table ----------------------------------------------------------------------------------


async def shown(opened: Opened, text: str) -> Data:
    """Everything about one table that its owner may know."""
    row = await find_table(opened, text)
    table = rebuild(
        Table(row.id, row.code or "", bytes.fromhex(row.secret)),
        await opened.store.log.entries(row.id),
    )
    alive = opened.clock.now() - ALIVE_MS
    online = (await opened.store.presence.of_tables([row.id], alive)).get(row.id, frozenset())
    left = dict(await _pairs(opened, _left_at(row.id)))
    here = [_seat(table, number, online, left) for number in _numbers(table)]
    return {
        "id": short(row.id),
        "code": row.code if row.public else None,
        "phase": table.phase,
        "closed_by": table.closed_by,
        "settings": msgspec.to_builtins(table.settings),
        "seats": here,
        "watching": len(online - {seat.player for seat in (*table.seats, table.executor)}),
        "turn": _turn(table),
        "moves": table.moves,
        "version": table.version,
        "engine": table.engine,
        "created_at": row.created_at,
        "started_at": table.started_at or None,
        "changed_at": table.at,
        "next": short(table.next) if table.next else None,
    }


def _numbers(table: Table) -> list[int]:
    executor = [EXECUTOR] if table.executor.taken else []
    return [*range(len(table.seats)), *executor]


def _left_at(table_id: str) -> Any:
    return select(seats.c.player, seats.c.left_at).where(seats.c.table_id == table_id)


def _seat(table: Table, number: int, online: frozenset[str], left: dict[str, int]) -> Data:
    seat = table.seat(number)
    connected = seat.player in online
    return {
        "seat": "Executor" if number == EXECUTOR else seat_letter(number),
        "name": seat.name,
        "who": _who(seat),
        "player": short(seat.player) if seat.player else None,
        "host": seat.player is not None and seat.player == table.host,
        "connected": connected,
        "left_at": None if connected or not seat.player else left.get(seat.player),
    }


def _who(seat: Seat) -> str:
    if seat.away:
        return f"bot ({seat.bot}) for a person"
    if seat.bot is not None:
        return f"bot ({seat.bot})"
    return "person" if seat.player else "free"


def _turn(table: Table) -> Data | None:
    seat = table.to_move
    if seat is None:
        return None
    return {"seat": seat_letter(seat), "name": table.seats[seat].name, "since": table.moved_at}

"""Players: guests with a name, signed in on one or more devices."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, insert, select, update

from hornsup.play import entries
from hornsup.server.storage.database import Database
from hornsup.server.storage.devices.store import delete_belongings, lock_player
from hornsup.server.storage.schema import (
    calls_made,
    devices,
    log,
    players,
    revoked_players,
    seats,
    tables,
    webhooks,
)


class PlayerStore:
    """Rows of `players`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, player: dict[str, Any], device: dict[str, Any]) -> None:
        """Add a player with the first device."""

        def job(connection: Connection) -> None:
            connection.execute(insert(players), player)
            connection.execute(insert(devices), device)

        await self._database.write(job)

    async def rename(self, player: str, name: str, language: str) -> bool:
        """Change a player's name; False when there is no such player."""
        change = update(players).where(players.c.id == player)
        return await self._database.execute(change.values(name=name, language=language)) > 0

    async def forget(self, player: str, now: int) -> list[str]:
        """Delete a player with all that belongs to them, and name and chat from every log; gives
        the tables concerned."""

        def job(connection: Connection) -> list[str]:
            lock_player(connection, player)
            held = select(seats.c.table_id).where(seats.c.player == player).distinct()
            concerned = {*connection.execute(held).scalars(), *_stop_awaiting(connection, player)}
            concerned.update(_delete_names(connection, player))
            hooks = select(webhooks.c.table_id).where(webhooks.c.player == player)
            concerned.update(connection.execute(hooks).scalars())
            delete_belongings(connection, [player])
            connection.execute(delete(calls_made).where(calls_made.c.player == player))
            if connection.execute(delete(players).where(players.c.id == player)).rowcount:
                connection.execute(insert(revoked_players), {"player": player, "at": now})
            return sorted(concerned)

        return await self._database.write(job)

    async def delete_unseen(self, before: int) -> None:
        """Delete whoever was last here before that and has no table left."""
        seated, hosting = select(seats.c.player), select(tables.c.host)
        gone = and_(
            players.c.seen_at < before,
            players.c.id.not_in(seated),
            players.c.id.not_in(hosting),
        )

        def job(connection: Connection) -> None:
            deleted = connection.execute(delete(players).where(gone).returning(players.c.id))
            ids = list(deleted.scalars())
            if ids:
                delete_belongings(connection, ids)

        await self._database.write(job)


def _delete_names(connection: Connection, player: str) -> list[str]:
    """Delete a name from what a player said and did, and from seats that others handed to them;
    gives the tables."""
    said = log.c.entry.like('%"entry":"s%') | log.c.entry.like('%"entry":"renamed"%')
    given = log.c.entry.like(f'{{"entry":"handed-over"%"player":"{player}"%')
    query = select(log).where(and_(log.c.player == player, said) | given)
    found = connection.execute(query).all()
    for row in found:
        place = and_(log.c.table_id == row.table_id, log.c.version == row.version)
        connection.execute(update(log).where(place).values(entry=_without_name(row.entry)))
    return [row.table_id for row in found]


def _stop_awaiting(connection: Connection, player: str) -> list[str]:
    """Delete a name from the tables of rematches that keep a seat for it; gives those tables."""
    query = select(log.c.table_id, log.c.entry).where(
        log.c.version == 1, log.c.entry.like(f'%"reserved":%"{player}"%"names":%')
    )
    found = connection.execute(query).all()
    for row in found:
        place = and_(log.c.table_id == row.table_id, log.c.version == 1)
        connection.execute(
            update(log).where(place).values(entry=_without_awaited(row.entry, player))
        )
    return [row.table_id for row in found]


def _without_awaited(text_of_entry: str, player: str) -> str:
    entry = entries.decode(text_of_entry)
    assert isinstance(entry, entries.Created)
    names = {seat: name for seat, name in entry.names.items() if entry.reserved.get(seat) != player}
    return entries.encode(msgspec.structs.replace(entry, names=names)).decode()


def _without_name(text_of_entry: str) -> str:
    entry = entries.decode(text_of_entry)
    if isinstance(entry, entries.Said):
        entry = entries.Said(entry.player, "", entry.seat)
    elif isinstance(entry, entries.Sat):
        entry = entries.Sat(entry.seat, entry.player, "", entry.contribution)
    elif isinstance(entry, entries.Renamed):
        entry = entries.Renamed(entry.seat, "")
    elif isinstance(entry, entries.HandedOver):
        entry = entries.HandedOver(entry.seat, entry.player, "", entry.by)
    return entries.encode(entry).decode()

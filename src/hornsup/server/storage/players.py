"""Players: guests with a name and the hash of their token."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, Row, and_, delete, insert, select, update

from hornsup.play import entries
from hornsup.server.storage.database import Database
from hornsup.server.storage.schema import log, players, revoked_players, seats, tables


class PlayerStore:
    """Rows of `players`, and of those whose sessions have ended."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, row: dict[str, Any]) -> None:
        await self._database.execute(insert(players), row)

    async def by_token(self, token_hash: str) -> Row[Any] | None:
        query = select(players).where(players.c.token_hash == token_hash)
        found: Row[Any] | None = await self._database.read_one(query)
        return found

    async def rename(self, player: str, name: str, language: str) -> bool:
        """Change a player's name; False when there is no such player."""
        change = update(players).where(players.c.id == player)
        return await self._database.execute(change.values(name=name, language=language)) > 0

    async def seen(self, player_ids: list[str], now: int) -> None:
        """Note that these players were here."""
        change = update(players).where(players.c.id.in_(player_ids)).values(seen_at=now)
        await self._database.execute(change)

    async def forget(self, player: str, now: int) -> list[str]:
        """Delete a player, and name and chat from every log; gives the tables concerned."""

        def job(connection: Connection) -> list[str]:
            _delete_names(connection, player)
            held = select(seats.c.table_id).where(seats.c.player == player).distinct()
            concerned = {*connection.execute(held).scalars(), *_stop_awaiting(connection, player)}
            if connection.execute(delete(players).where(players.c.id == player)).rowcount:
                connection.execute(insert(revoked_players), {"player": player, "at": now})
            return sorted(concerned)

        return await self._database.write(job)

    async def revoked(self, since: int) -> dict[str, int]:
        """Players whose sessions have ended since, and when, for other workers."""
        query = select(revoked_players).where(revoked_players.c.at >= since)
        return {row.player: row.at for row in await self._database.read(query)}

    async def delete_unseen(self, before: int) -> None:
        """Delete whoever was last here before that and has no table left."""
        seated, hosting = select(seats.c.player), select(tables.c.host)
        gone = and_(
            players.c.seen_at < before,
            players.c.id.not_in(seated),
            players.c.id.not_in(hosting),
        )
        await self._database.execute(delete(players).where(gone))

    async def delete_revoked(self, before: int) -> None:
        """Every worker has heard of these."""
        await self._database.execute(delete(revoked_players).where(revoked_players.c.at < before))


def _delete_names(connection: Connection, player: str) -> None:
    query = select(log.c.table_id, log.c.version, log.c.entry).where(
        log.c.player == player,
        log.c.entry.like('%"entry":"s%') | log.c.entry.like('%"entry":"renamed"%'),
    )
    for row in connection.execute(query).all():
        place = and_(log.c.table_id == row.table_id, log.c.version == row.version)
        connection.execute(update(log).where(place).values(entry=_without_name(row.entry)))


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
    return entries.encode(entry).decode()

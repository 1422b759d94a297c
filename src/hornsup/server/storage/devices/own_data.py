"""Everything that is kept about one player, for that player."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy import Row, or_, select

from hornsup.play import entries
from hornsup.play.entries import Logged
from hornsup.server.storage.database import Database
from hornsup.server.storage.schema import (
    log,
    players,
    push_subscriptions,
    seats,
    tables,
    webhooks,
)


class OwnDataStore:
    """What other stores do not read for a single player."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._one_scan = asyncio.Lock()

    async def player(self, player: str) -> Row[Any] | None:
        found: Row[Any] | None = await self._database.read_one(
            select(players).where(players.c.id == player)
        )
        return found

    async def seats(self, player: str) -> list[Row[Any]]:
        """Where a player sits: table and seat."""
        query = select(seats.c.table_id, seats.c.seat).where(seats.c.player == player)
        return await self._database.read(query.order_by(seats.c.table_id, seats.c.seat))

    async def tables(self, player: str, table_ids: list[str]) -> list[Row[Any]]:
        """The tables with these ids and those of which the player is the host, oldest first."""
        query = select(
            tables.c.id, tables.c.game, tables.c.phase, tables.c.host, tables.c.created_at
        ).where(or_(tables.c.id.in_(table_ids), tables.c.host == player))
        return await self._database.read(query.order_by(tables.c.created_at, tables.c.id))

    async def entries(self, player: str) -> dict[str, list[Logged]]:
        """What the player's own commands wrote into the logs, and seats that others gave them, by
        table.

        This reads the whole log: an index by player would make every move dearer for a question
        that is hardly ever asked. One at a time, so that the other readers stay free.
        """
        given = log.c.entry.contains(f'"player":"{player}"', autoescape=True)
        query = select(log).where(or_(log.c.player == player, given))
        async with self._one_scan:
            rows = await self._database.read(query.order_by(log.c.table_id, log.c.version))
        found: dict[str, list[Logged]] = {}
        for row in rows:
            entry = entries.decode(row.entry)
            seated = isinstance(entry, (entries.Sat, entries.HandedOver))
            if (entry.player if seated else row.player) == player:
                found.setdefault(row.table_id, []).append(Logged(row.version, row.at, entry))
        return found

    async def push_subscriptions(self, player: str) -> list[int]:
        """When each was made; where they lead is a secret of the browser."""
        mine = push_subscriptions.c.player == player
        query = select(push_subscriptions.c.created_at).where(mine)
        return await self._database.read_column(query.order_by(push_subscriptions.c.created_at))

    async def webhooks(self, player: str) -> list[Row[Any]]:
        """Tables for which the player has set one, and its kind; the address is a secret."""
        query = select(webhooks.c.table_id, webhooks.c.kind).where(webhooks.c.player == player)
        return await self._database.read(query.order_by(webhooks.c.table_id))

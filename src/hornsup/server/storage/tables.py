"""The index of tables: where they are found, and when somebody should look at them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, Final

from sqlalchemy import Connection, Row, Select, and_, delete, or_, select, update

from hornsup.server.storage.database import Database
from hornsup.server.storage.schema import (
    calls_made,
    log,
    presence,
    reviews,
    seats,
    tables,
    webhooks,
)

PAGE: Final = 200


async def pages(read: Callable[[str], Awaitable[list[str]]]) -> AsyncIterator[list[str]]:
    """All ids of a query that gives them in order, page by page, each from the last one on."""
    after = ""
    while found := await read(after):
        yield found
        after = found[-1]


class TableStore:
    """Rows of `tables`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, table_id: str) -> Row[Any] | None:
        found: Row[Any] | None = await self._database.read_one(
            select(tables).where(tables.c.id == table_id)
        )
        return found

    async def by_code(self, code: str) -> str | None:
        row = await self._database.read_one(select(tables.c.id).where(tables.c.code == code))
        return None if row is None else str(row.id)

    async def waiting(self, limit: int = 50) -> list[str]:
        """Public tables that wait for players, the newest first."""
        query = (
            select(tables.c.id)
            .where(tables.c.phase == "lobby", tables.c.public.is_(True))
            .order_by(tables.c.updated_at.desc())
            .limit(limit)
        )
        return await self._database.read_column(query)

    async def watchable(self, active_since: int, limit: int = 20) -> list[str]:
        """Listed tables that are played and at which something has happened since, newest first."""
        last_entry = (
            select(log.c.at)
            .where(log.c.table_id == tables.c.id)
            .order_by(log.c.version.desc())
            .limit(1)
            .scalar_subquery()
        )
        query = (
            select(tables.c.id)
            .where(tables.c.phase == "playing", tables.c.public.is_(True))
            .where(last_entry >= active_since)
            .order_by(tables.c.updated_at.desc())
            .limit(limit)
        )
        return await self._database.read_column(query)

    async def of_player(self, player: str, limit: int = 50) -> list[str]:
        """Where a player sits or is the host: all that are played, then the newest of the rest."""
        mine = self._of_player(player)
        running = mine.where(tables.c.phase == "playing")
        others = mine.where(tables.c.phase.not_in(("playing", "closed"))).limit(limit)
        return [
            *await self._database.read_column(running),
            *await self._database.read_column(others),
        ]

    @staticmethod
    def _of_player(player: str) -> Select[Any]:
        seated = select(seats.c.table_id).where(seats.c.player == player)
        return (
            select(tables.c.id)
            .where(or_(tables.c.id.in_(seated), tables.c.host == player))
            .order_by(tables.c.updated_at.desc())
        )

    async def timed(self, before: int | None, after: str = "", limit: int = PAGE) -> list[str]:
        """Tables that somebody must look at before a moment, or ever, by id from the one after
        `after`."""
        due = tables.c.due_at.is_not(None) if before is None else tables.c.due_at < before
        query = select(tables.c.id).where(due, tables.c.id > after).order_by(tables.c.id)
        return await self._database.read_column(query.limit(limit))

    async def due(self, now: int, limit: int = 200) -> list[str]:
        """Tables that somebody should look at by now."""
        query = (
            select(tables.c.id)
            .where(tables.c.due_at.is_not(None), tables.c.due_at <= now)
            .order_by(tables.c.due_at)
            .limit(limit)
        )
        return await self._database.read_column(query)

    async def set_due(self, table_id: str, known: int | None, due_at: int | None) -> bool:
        """Say when to look at a table next, unless the index says something else than was known."""
        place = and_(tables.c.id == table_id, tables.c.due_at.is_not_distinct_from(known))
        return await self._database.execute(update(tables).where(place).values(due_at=due_at)) > 0

    async def unused(
        self, phase: str, before: int, after: str = "", limit: int = PAGE
    ) -> list[str]:
        """Tables of a phase in which nothing has changed since, by id."""
        query = (
            select(tables.c.id)
            .where(tables.c.phase == phase, tables.c.updated_at < before, tables.c.id > after)
            .order_by(tables.c.id)
            .limit(limit)
        )
        return await self._database.read_column(query)

    async def delete(self, table_ids: list[str]) -> None:
        def job(connection: Connection) -> None:
            for table in (log, seats, presence, webhooks, calls_made, reviews):
                connection.execute(delete(table).where(table.c.table_id.in_(table_ids)))
            connection.execute(delete(tables).where(tables.c.id.in_(table_ids)))

        await self._database.write(job)

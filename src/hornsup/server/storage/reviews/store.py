"""Reviews that were worked out, kept with the log that they are about."""

from __future__ import annotations

import zlib

import msgspec
from sqlalchemy import Connection, delete, insert, select

from hornsup.play import entries
from hornsup.server.storage.database import Database
from hornsup.server.storage.schema import log, reviews, seats, tables

Parts = list[dict[str, object]]


class ReviewStore:
    """Rows of `reviews`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, table_id: str, seen_by: str) -> Parts | None:
        """The parts of a review that is kept."""
        query = select(reviews.c.data).where(
            reviews.c.table_id == table_id, reviews.c.seen_by == seen_by
        )
        row = await self._database.read_one(query)
        return None if row is None else _unpacked(row.data)

    async def of_tables(self, table_ids: list[str]) -> dict[str, Parts]:
        """The reviews with all hands open, by table."""
        query = select(reviews.c.table_id, reviews.c.data).where(
            reviews.c.table_id.in_(table_ids), reviews.c.seen_by == "open"
        )
        return {row.table_id: _unpacked(row.data) for row in await self._database.read(query)}

    async def rematches(self, player: str) -> dict[str, str]:
        """Which table followed which, of those where a player sits."""
        own = select(seats.c.table_id).where(seats.c.player == player)
        query = select(log.c.table_id, log.c.entry).where(
            log.c.table_id.in_(own), log.c.entry.like('{"entry":"rematched"%')
        )
        found = {}
        for row in await self._database.read(query):
            entry = entries.decode(row.entry)
            assert isinstance(entry, entries.Rematched)
            found[row.table_id] = entry.table
        return found

    async def put(self, table_id: str, seen_by: str, parts: Parts) -> None:
        """Keep a review, unless its table has been deleted meanwhile."""
        data = zlib.compress(msgspec.json.encode(parts))

        def job(connection: Connection) -> None:
            there = select(tables.c.id).where(tables.c.id == table_id)
            if connection.execute(there).first() is None:
                return
            place = (reviews.c.table_id == table_id) & (reviews.c.seen_by == seen_by)
            connection.execute(delete(reviews).where(place))
            row = {"table_id": table_id, "seen_by": seen_by, "data": data}
            connection.execute(insert(reviews), row)

        await self._database.write(job)


def _unpacked(data: bytes) -> Parts:
    return msgspec.json.decode(zlib.decompress(data), type=Parts)

"""What the server's owner has ordered: tables to close, bans, an announcement.

`hornsup admin` writes here from a process of its own, and every worker reads. Bans and the
announcement hold by their rows; the order beside them only says that there is something new.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from hornsup.server.storage.database import Database
from hornsup.server.storage.schema import announcements, bans, orders

CLOSE = "close"
"""The order that is carried out once, by whichever worker is first; the others are news for all."""


class OwnerStore:
    """Rows of `orders`, `bans` and `announcements`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- what workers read --------------------------------------------------------------------

    async def orders(self) -> list[Row[Any]]:
        """All orders that are not done yet, or that some worker may not have heard of."""
        return await self._database.read(select(orders).order_by(orders.c.id))

    async def done(self, order: Row[Any]) -> None:
        """Delete an order. SQLite may have given its number to another one since."""
        this = (orders.c.id == order.id, orders.c.subject == order.subject)
        await self._database.execute(delete(orders).where(*this))

    async def delete_heard(self, before: int) -> None:
        """Every worker has heard of these. A table that is still to be closed waits for one."""
        old = delete(orders).where(orders.c.at < before, orders.c.kind != CLOSE)
        await self._database.execute(old)
        await self._database.execute(delete(announcements).where(announcements.c.until < before))

    async def bans(self) -> list[Row[Any]]:
        return await self._database.read(select(bans).order_by(bans.c.at, bans.c.subject))

    async def announcement(self, now: int) -> Row[Any] | None:
        """The newest announcement whose time is not over."""
        query = select(announcements).where(announcements.c.until > now)
        found: Row[Any] | None = await self._database.read_one(
            query.order_by(announcements.c.id.desc()).limit(1)
        )
        return found

    # --- what the owner writes ----------------------------------------------------------------

    async def close(self, table_id: str, now: int) -> None:
        """Have a table closed, by a worker that lives or by the next one to start."""
        await self._database.write(lambda connection: _order(connection, CLOSE, table_id, now))

    async def ban(self, subject: str, reason: str, now: int) -> bool:
        """Ban a player or an address; False for one that is banned already."""

        def job(connection: Connection) -> bool:
            if connection.execute(select(bans).where(bans.c.subject == subject)).first():
                return False
            connection.execute(insert(bans), {"subject": subject, "at": now, "reason": reason})
            _order(connection, "ban", subject, now)
            return True

        return await self._database.write(job)

    async def unban(self, subject: str, now: int) -> bool:
        """Lift a ban; False where there is none."""

        def job(connection: Connection) -> bool:
            if not connection.execute(delete(bans).where(bans.c.subject == subject)).rowcount:
                return False
            _order(connection, "unban", subject, now)
            return True

        return await self._database.write(job)

    async def announce(self, text: str, now: int, until: int) -> None:
        """Show a text on every page, in place of the one before."""

        def job(connection: Connection) -> None:
            _end_announcements(connection, now)
            connection.execute(insert(announcements), {"at": now, "until": until, "text": text})
            _order(connection, "announce", "", now)

        await self._database.write(job)

    async def clear_announcement(self, now: int) -> bool:
        """Take the announcement down; False where there is none."""

        def job(connection: Connection) -> bool:
            if not _end_announcements(connection, now):
                return False
            _order(connection, "announce", "", now)
            return True

        return await self._database.write(job)


def _order(connection: Connection, kind: str, subject: str, now: int) -> None:
    connection.execute(insert(orders), {"at": now, "kind": kind, "subject": subject})


def _end_announcements(connection: Connection, now: int) -> int:
    change = update(announcements).where(announcements.c.until > now).values(until=now)
    return int(connection.execute(change).rowcount)

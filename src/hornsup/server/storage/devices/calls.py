"""What the database keeps for calls: keys, subscriptions, webhooks, and which calls were made."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Row, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from hornsup.play.table import ENDED
from hornsup.server.storage.database import Database
from hornsup.server.storage.schema import (
    calls_made,
    players,
    push_subscriptions,
    server_keys,
    tables,
    webhooks,
)


class CallStore:
    """Rows of `server_keys`, `push_subscriptions`, `webhooks` and `calls_made`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def key(self, name: str, fresh: str) -> str:
        """A key by its name; `fresh` is kept if there is none, and of two workers one's is."""

        def job(connection: Connection) -> str:
            row = {"name": name, "value": fresh}
            connection.execute(_insert(connection, server_keys).on_conflict_do_nothing(), row)
            query = select(server_keys.c.value).where(server_keys.c.name == name)
            return str(connection.execute(query).scalar_one())

        return await self._database.write(job)

    async def claim(self, table_id: str, player: str, kind: str, version: int, now: int) -> bool:
        """Note a call, unless it was made already; True for one worker alone."""
        row = {
            "table_id": table_id,
            "player": player,
            "kind": kind,
            "version": version,
            "at": now,
        }

        def job(connection: Connection) -> bool:
            new = _insert(connection, calls_made)
            newer = {"version": new.excluded.version, "at": new.excluded.at}
            claimed = new.on_conflict_do_update(
                index_elements=[calls_made.c.table_id, calls_made.c.player, calls_made.c.kind],
                set_=newer,
                where=calls_made.c.version < new.excluded.version,
            )
            return connection.execute(claimed.values(**row)).rowcount > 0

        return await self._database.write(job)

    # --- push ---------------------------------------------------------------------------------

    async def subscriptions(self, of: Iterable[str]) -> list[Row[Any]]:
        """The subscriptions of these players, the newest first."""
        query = (
            select(push_subscriptions)
            .where(push_subscriptions.c.player.in_(list(of)))
            .order_by(push_subscriptions.c.created_at.desc())
        )
        return await self._database.read(query)

    async def subscription(self, key: str) -> Row[Any] | None:
        found: Row[Any] | None = await self._database.read_one(
            select(push_subscriptions).where(push_subscriptions.c.id == key)
        )
        return found

    async def has_subscription(self, device: str, player: str) -> bool:
        query = select(push_subscriptions.c.id).where(
            push_subscriptions.c.device == device, push_subscriptions.c.player == player
        )
        return await self._database.read_one(query) is not None

    async def subscribe(self, row: dict[str, Any], most: int) -> None:
        """Keep a device's subscription in place of its last one, and the newest of a player's."""

        def job(connection: Connection) -> None:
            kept, player = push_subscriptions, row["player"]
            same = (kept.c.device == row["device"]) | (kept.c.id == row["id"])
            connection.execute(delete(kept).where(same))
            connection.execute(_insert(connection, kept).on_conflict_do_nothing(), row)
            mine = select(kept.c.id).where(kept.c.player == player)
            newest = connection.execute(mine.order_by(kept.c.created_at.desc())).scalars().all()
            connection.execute(delete(kept).where(kept.c.id.in_(newest[most:])))

        await self._database.write(job)

    async def unsubscribe(self, device: str) -> None:
        await self._delete(push_subscriptions.c.device == device)

    async def drop_subscription(self, key: str) -> None:
        await self._delete(push_subscriptions.c.id == key)

    async def _delete(self, which: Any) -> None:
        await self._database.execute(delete(push_subscriptions).where(which))

    async def push_failures(self, key: str, failures: int, retry_at: int) -> None:
        change = update(push_subscriptions).where(push_subscriptions.c.id == key)
        await self._database.execute(change.values(failures=failures, retry_at=retry_at))

    # --- webhooks -----------------------------------------------------------------------------

    async def webhooks(self, of: Iterable[str]) -> dict[str, Row[Any]]:
        """The webhooks of tables, each with the language of the player who set it."""
        query = (
            select(webhooks, players.c.language)
            .outerjoin(players, players.c.id == webhooks.c.player)
            .where(webhooks.c.table_id.in_(list(of)))
        )
        return {row.table_id: row for row in await self._database.read(query)}

    async def webhook(self, table_id: str) -> Row[Any] | None:
        return (await self.webhooks([table_id])).get(table_id)

    async def set_webhook(self, table_id: str, host: str, new: dict[str, Any] | None) -> bool:
        """Replace a table's webhook by another or none; False for whoever is not its host now.

        The index has the host of the newest entry, and its row is locked: nobody who has just lost
        the host's part gets in between. A table that has ended takes none any more.
        """

        def job(connection: Connection) -> bool:
            mine = tables.c.id == table_id, tables.c.host == host, tables.c.phase.not_in(ENDED)
            if (
                connection.execute(select(tables.c.id).where(*mine).with_for_update()).first()
                is None
            ):
                return False
            connection.execute(delete(webhooks).where(webhooks.c.table_id == table_id))
            if new is not None:
                row = {"table_id": table_id, "player": host, "failures": 0, "retry_at": 0, **new}
                connection.execute(webhooks.insert(), row)
            return True

        return await self._database.write(job)

    async def webhook_failures(self, table_id: str, url: str, failures: int, retry_at: int) -> None:
        """Note how often a webhook has failed, unless another one has been set meanwhile."""
        place = (webhooks.c.table_id == table_id) & (webhooks.c.url == url)
        change = update(webhooks).where(place).values(failures=failures, retry_at=retry_at)
        await self._database.execute(change)


def _insert(connection: Connection, table: Any) -> Any:
    """The dialect's own statement, which knows what to do about a row that is there."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    return dialect.insert(table)

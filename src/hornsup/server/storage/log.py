"""The log of every table: `(table, version)` is the key, so of two writers one wins."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from typing import Any

from sqlalchemy import func, select

from hornsup.play import entries
from hornsup.play.entries import Logged
from hornsup.play.live.ports import Outcome, StorageError
from hornsup.server.storage.database import Database
from hornsup.server.storage.group_commit import Append
from hornsup.server.storage.schema import log


class LogStore:
    """Entries of tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def append(self, item: Append) -> bool:
        """Log an entry and wait for it; False when its place was taken."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._database.group_commit.put(item, partial(_resolve, done))
        return await done

    async def entries(self, table_id: str, after: int = 0) -> list[Logged]:
        """The log of a table from a version on."""
        query = (
            select(log.c.version, log.c.at, log.c.entry, log.c.player, log.c.command)
            .where(log.c.table_id == table_id, log.c.version > after)
            .order_by(log.c.version)
        )
        return [_logged(row) for row in await self._database.read(query)]

    async def answered(self, table_id: str, player: str, command: str) -> int | None:
        """The version that a command made, if it ever was accepted."""
        query = select(log.c.version).where(
            log.c.table_id == table_id, log.c.player == player, log.c.command == command
        )
        row = await self._database.read_one(query)
        return None if row is None else int(row.version)

    async def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """The newest version of each table, for those who poll."""
        query = (
            select(log.c.table_id, func.max(log.c.version))
            .where(log.c.table_id.in_(list(table_ids)))
            .group_by(log.c.table_id)
        )
        return {row[0]: row[1] for row in await self._database.read(query)}


def _resolve(done: asyncio.Future[bool], outcome: Outcome) -> None:
    """Set a future unless whoever waited has given up."""
    if done.done():
        return
    if isinstance(outcome, StorageError):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)


def _logged(row: Any) -> Logged:
    return Logged(row.version, row.at, entries.decode(row.entry), row.player, row.command)

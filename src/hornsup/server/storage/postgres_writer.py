"""PostgreSQL's writer: one transaction at a time on a connection of the pool."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from sqlalchemy import Connection
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncEngine

from hornsup.play.live.ports import Outcome
from hornsup.server import failpoints
from hornsup.server.storage import schema
from hornsup.server.storage.group_commit import (
    Append,
    Done,
    Key,
    may_split,
    outcome_of,
    write_rest,
)

T = TypeVar("T")
_INSERT: Final = (
    postgresql.insert(schema.log)
    .on_conflict_do_nothing()
    .returning(schema.log.c.table_id, schema.log.c.version)
)


class PostgresWriter:
    """Commits groups in a task; other jobs run beside it on connections of their own."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._task: asyncio.Task[None] | None = None

    def commit(self, batch: list[Append], done: Done) -> None:
        """Commit a group; `done` gets the outcomes."""
        self._task = asyncio.get_running_loop().create_task(self._commit(batch, done))

    async def _commit(self, batch: list[Append], done: Done) -> None:
        done(await self._outcomes(batch))

    async def _outcomes(self, batch: Sequence[Append]) -> list[Outcome]:
        """A group that the database refused goes in one by one, so that one bad entry harms one."""
        try:
            inserted = await self.run(lambda connection: _write(connection, batch))
        except Exception as error:
            if may_split(error, batch):
                return [outcome for item in batch for outcome in await self._outcomes([item])]
            return [outcome_of(error)] * len(batch)
        failpoints.reach("commit.after")
        return [item.key in inserted for item in batch]

    async def run(self, job: Callable[[Connection], T]) -> T:
        """Run a job in a transaction of its own."""
        async with self._engine.begin() as connection:
            return await connection.run_sync(job)

    async def close(self) -> None:
        """The groups are done when this is called; the engine is closed by its owner."""


def _write(connection: Connection, batch: Sequence[Append]) -> set[Key]:
    rows = connection.execute(_INSERT, [item.row for item in batch])
    inserted = {(row[0], row[1]) for row in rows}
    write_rest(connection, [item for item in batch if item.key in inserted], postgresql.insert)
    failpoints.reach("commit.before")
    return inserted

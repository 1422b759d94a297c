"""Which workers live, and which players are connected to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from hornsup.server.storage.database import Database
from hornsup.server.storage.schema import players, presence, seats, workers

LAST_SEEN: Final = func.max(func.abs(workers.c.seen_at))
"""When any worker was last heard of, whether it lives or not."""


class PresenceStore:
    """Rows of `workers` and `presence`, and when players left their seats."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def save(
        self, worker: str, here: list[tuple[str, str]], gone: list[tuple[str, str]], now: int
    ) -> None:
        """Save who (table, player) has come to a worker and who has left it."""
        places = [_place(worker, *each) for each in (*here, *gone)]

        def job(connection: Connection) -> None:
            if places:
                connection.execute(_DELETE, places)
            if here:
                came = [_place(worker, *each) for each in here]
                rows = [{name[2:]: value for name, value in place.items()} for place in came]
                connection.execute(insert(presence), rows)
                connection.execute(_SET_LEFT, [{**place, "b_left": None} for place in came])
            if gone:
                left = [{**_place(worker, *each), "b_left": now} for each in gone]
                connection.execute(_SET_LEFT, left)

        await self._database.write(job)

    async def of_tables(
        self, table_ids: Iterable[str], alive_since: int
    ) -> dict[str, frozenset[str]]:
        """The players with a connection on a worker that lives; tables without any are missing."""
        query = (
            select(presence.c.table_id, presence.c.player)
            .join(workers, workers.c.id == presence.c.worker)
            .where(presence.c.table_id.in_(list(table_ids)), workers.c.seen_at >= alive_since)
        )
        found: dict[str, frozenset[str]] = {}
        for table_id, player in await self._database.read(query):
            found[table_id] = found.get(table_id, frozenset()) | {player}
        return found

    async def left_at(self, table_id: str, player: str) -> int | None:
        query = select(func.max(seats.c.left_at)).where(
            seats.c.table_id == table_id, seats.c.player == player
        )
        found: int | None = (await self._database.read_column(query))[0]
        return found

    async def names(self, player_ids: list[str]) -> dict[str, str]:
        """What players are called who are connected and have no seat."""
        query = select(players.c.id, players.c.name).where(players.c.id.in_(player_ids))
        return {row.id: row.name for row in await self._database.read(query)}

    async def heartbeat(self, worker: str, now: int) -> None:
        """Say that this worker lives."""

        def job(connection: Connection) -> None:
            change = update(workers).where(workers.c.id == worker).values(seen_at=now)
            if not connection.execute(change).rowcount:
                connection.execute(insert(workers), {"id": worker, "seen_at": now})

        await self._database.write(job)

    async def last_heartbeat(self) -> int | None:
        """When any worker last said so, or ended."""
        found: int | None = (await self._database.read_column(select(LAST_SEEN)))[0]
        return found

    async def end_worker(self, worker: str, now: int) -> None:
        """A worker goes; when it did is kept, to know how long there was none. A time below zero
        marks it: no worker that lives has one."""

        def job(connection: Connection) -> None:
            connection.execute(delete(presence).where(presence.c.worker == worker))
            connection.execute(update(workers).where(workers.c.id == worker).values(seen_at=-now))

        await self._database.write(job)

    async def remove_dead_workers(self, before: int) -> None:
        """Forget workers that ended or have not been heard of since, and who was connected to
        them."""
        which = workers.c.seen_at < before

        def job(connection: Connection) -> None:
            dead = select(workers.c.id).where(which)
            connection.execute(delete(presence).where(presence.c.worker.in_(dead)))
            connection.execute(delete(workers).where(which))

        await self._database.write(job)


def _place(worker: str, table_id: str, player: str) -> dict[str, Any]:
    return {"b_worker": worker, "b_table_id": table_id, "b_player": player}


_DELETE = delete(presence).where(
    presence.c.worker == bindparam("b_worker"),
    presence.c.table_id == bindparam("b_table_id"),
    presence.c.player == bindparam("b_player"),
)
_SET_LEFT = (
    update(seats)
    .where(
        seats.c.table_id == bindparam("b_table_id"),
        seats.c.player == bindparam("b_player"),
    )
    .values(left_at=bindparam("b_left"))
)

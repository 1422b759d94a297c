"""Reading and writing what the server knows, in plain queries."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import (
    Connection,
    Row,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from hornsup.play import entries
from hornsup.play.entries import Logged
from hornsup.server import database, migrate
from hornsup.server.schema import log, players, presence, seats, tables, workers
from hornsup.server.scribe import Scribe
from hornsup.server.writer import Append, Outcome, StorageError, Then, Writer, first_line

T = TypeVar("T")


class Store:
    """The database behind all tables."""

    def __init__(self, url: str) -> None:
        self.engine = database.open_engine(url)
        plain = database.open_plain_engine(url)
        self.scribe = None if plain is None else Scribe(plain)
        self.writer = Writer(self.engine, self.scribe)

    async def open(self) -> int:
        """Check the schema, and tell the database's time."""
        await migrate.check(self.engine)
        async with self.reading() as connection:
            return await database.database_time(connection)

    async def close(self) -> None:
        await self.writer.stop()
        await self.engine.dispose()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self.engine.connect() as connection:
                yield await connection.execution_options(reading=True)
        except database.TROUBLE as error:
            raise StorageError(f"the database: {first_line(error)}") from error

    async def write(self, job: Callable[[Connection], T]) -> T:
        """Do a job in a transaction of its own; SQLite's in the writer's thread, for a second
        writer would only wait for the first, and badly."""
        try:
            return await self.writer.do(job)
        except IntegrityError:
            raise
        except database.TROUBLE as error:
            raise StorageError(f"the database: {first_line(error)}") from error

    async def ping(self) -> None:
        async with self.reading() as connection:
            await connection.execute(text("SELECT 1"))

    # --- the log ------------------------------------------------------------------------------

    def put(self, item: Append, then: Then) -> None:
        """Log a row; `then` gets what came of it."""
        self.writer.put(item, then)

    async def append(self, item: Append) -> bool:
        """The same for those who can wait; False when its place was taken."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.put(item, partial(_settle, done))
        return await done

    async def entries(self, table_id: str, after: int = 0) -> list[Logged]:
        """The log of a table from a version on."""
        query = (
            select(log.c.version, log.c.at, log.c.entry, log.c.player, log.c.command)
            .where(log.c.table_id == table_id, log.c.version > after)
            .order_by(log.c.version)
        )
        async with self.reading() as connection:
            return [_logged(row) for row in await connection.execute(query)]

    async def answered(self, table_id: str, player: str, command: str) -> int | None:
        """The version that a command made, if it ever was accepted."""
        query = select(log.c.version).where(
            log.c.table_id == table_id, log.c.player == player, log.c.command == command
        )
        async with self.reading() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def versions(self, table_ids: Iterable[str]) -> dict[str, int]:
        """The newest version of each table, for those who poll."""
        query = (
            select(log.c.table_id, func.max(log.c.version))
            .where(log.c.table_id.in_(list(table_ids)))
            .group_by(log.c.table_id)
        )
        async with self.reading() as connection:
            return {row[0]: row[1] for row in await connection.execute(query)}

    # --- tables -------------------------------------------------------------------------------

    async def table(self, table_id: str) -> Row[Any] | None:
        async with self.reading() as connection:
            found = await connection.execute(select(tables).where(tables.c.id == table_id))
            return found.one_or_none()

    async def table_by_code(self, code: str) -> str | None:
        async with self.reading() as connection:
            found = await connection.execute(select(tables.c.id).where(tables.c.code == code))
            return found.scalar_one_or_none()

    async def open_tables(self, limit: int = 50) -> list[str]:
        """Public tables that wait for players, the newest first."""
        query = (
            select(tables.c.id)
            .where(tables.c.phase == "lobby", tables.c.public.is_(True))
            .order_by(tables.c.updated_at.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def tables_of(self, player: str, limit: int = 50) -> list[str]:
        """Where a player sits or is the host, the newest first."""
        seated = select(seats.c.table_id).where(seats.c.player == player)
        query = (
            select(tables.c.id)
            .where(or_(tables.c.id.in_(seated), tables.c.host == player))
            .where(tables.c.phase != "closed")
            .order_by(tables.c.updated_at.desc())
            .limit(limit)
        )
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def due(self, now: int, limit: int = 200) -> list[str]:
        """Tables that somebody should look at by now."""
        query = (
            select(tables.c.id)
            .where(tables.c.due_at.is_not(None), tables.c.due_at <= now)
            .order_by(tables.c.due_at)
            .limit(limit)
        )
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def set_due(self, table_id: str, known: int | None, due_at: int | None) -> bool:
        """Say when to look at a table next, unless the index says something else than was known."""
        place = and_(tables.c.id == table_id, tables.c.due_at.is_not_distinct_from(known))
        change = update(tables).where(place).values(due_at=due_at)
        return await self.write(lambda connection: connection.execute(change).rowcount > 0)

    # --- players ------------------------------------------------------------------------------

    async def add_player(self, row: dict[str, Any]) -> None:
        await self.write(lambda connection: connection.execute(insert(players), row))

    async def player_by_token(self, token_hash: str) -> Row[Any] | None:
        query = select(players).where(players.c.token_hash == token_hash)
        async with self.reading() as connection:
            return (await connection.execute(query)).one_or_none()

    async def rename_player(self, player: str, name: str, language: str) -> None:
        change = update(players).where(players.c.id == player)
        change = change.values(name=name, language=language)
        await self.write(lambda connection: connection.execute(change))

    async def forget_player(self, player: str) -> list[str]:
        """Delete the account, and name and chat from every log; gives the tables concerned."""

        def job(connection: Connection) -> list[str]:
            query = select(log.c.table_id, log.c.version, log.c.entry).where(
                log.c.player == player,
                log.c.entry.like('%"entry":"s%') | log.c.entry.like('%"entry":"renamed"%'),
            )
            for row in connection.execute(query).all():
                place = and_(log.c.table_id == row.table_id, log.c.version == row.version)
                connection.execute(update(log).where(place).values(entry=_without_name(row.entry)))
            held = connection.execute(
                select(seats.c.table_id).where(seats.c.player == player).distinct()
            )
            concerned = list(held.scalars())
            connection.execute(delete(players).where(players.c.id == player))
            return concerned

        return await self.write(job)

    # --- who is there -------------------------------------------------------------------------

    async def attend(
        self, worker: str, here: list[tuple[str, str]], gone: list[tuple[str, str]], now: int
    ) -> None:
        """Write down who (table, player) has come to a worker and who has left it."""
        places = [_place(worker, *each) for each in (*here, *gone)]

        def job(connection: Connection) -> None:
            if places:
                connection.execute(_GONE, places)
            if here:
                came = [_place(worker, *each) for each in here]
                rows = [{name[2:]: value for name, value in place.items()} for place in came]
                connection.execute(insert(presence), rows)
                connection.execute(_LEFT, [{**place, "b_left": None} for place in came])
            if gone:
                left = [{**_place(worker, *each), "b_left": now} for each in gone]
                connection.execute(_LEFT, left)

        await self.write(job)

    async def present(self, table_id: str, alive_since: int) -> frozenset[str]:
        """The players with a socket on some worker that lives."""
        query = (
            select(presence.c.player)
            .join(workers, workers.c.id == presence.c.worker)
            .where(presence.c.table_id == table_id, workers.c.seen_at >= alive_since)
        )
        async with self.reading() as connection:
            return frozenset((await connection.execute(query)).scalars())

    async def all_present(
        self, table_ids: Iterable[str], alive_since: int
    ) -> dict[str, frozenset[str]]:
        """The same for many tables; one where nobody is present is missing."""
        query = (
            select(presence.c.table_id, presence.c.player)
            .join(workers, workers.c.id == presence.c.worker)
            .where(presence.c.table_id.in_(list(table_ids)), workers.c.seen_at >= alive_since)
        )
        found: dict[str, frozenset[str]] = {}
        async with self.reading() as connection:
            for table_id, player in await connection.execute(query):
                found[table_id] = found.get(table_id, frozenset()) | {player}
        return found

    async def left_at(self, table_id: str, player: str) -> int | None:
        query = select(func.max(seats.c.left_at)).where(
            seats.c.table_id == table_id, seats.c.player == player
        )
        async with self.reading() as connection:
            found: int | None = (await connection.execute(query)).scalar_one_or_none()
            return found

    async def pulse(self, worker: str, now: int) -> None:
        """Say that this worker lives."""

        def job(connection: Connection) -> None:
            change = update(workers).where(workers.c.id == worker).values(seen_at=now)
            if not connection.execute(change).rowcount:
                connection.execute(insert(workers), {"id": worker, "seen_at": now})

        await self.write(job)

    async def last_pulse(self) -> int | None:
        """When any worker last said so."""
        async with self.reading() as connection:
            newest = await connection.execute(select(func.max(workers.c.seen_at)))
            found: int | None = newest.scalar_one()
            return found

    async def bury(self, before: int, worker: str | None = None) -> None:
        """Forget workers that are gone, and who was connected to them."""
        gone = workers.c.id == worker if worker else workers.c.seen_at < before

        def job(connection: Connection) -> None:
            dead = select(workers.c.id).where(gone)
            connection.execute(delete(presence).where(presence.c.worker.in_(dead)))
            connection.execute(delete(workers).where(gone))

        await self.write(job)

    # --- retention ----------------------------------------------------------------------------

    async def stale_tables(self, phase: str, before: int, limit: int = 100) -> list[str]:
        query = (
            select(tables.c.id)
            .where(tables.c.phase == phase, tables.c.updated_at < before)
            .limit(limit)
        )
        async with self.reading() as connection:
            return list((await connection.execute(query)).scalars())

    async def delete_guests(self, before: int) -> None:
        """Forget whoever came in before that and has no table left here."""
        seated, hosting = select(seats.c.player), select(tables.c.host)
        gone = and_(
            players.c.seen_at < before,
            players.c.id.not_in(seated),
            players.c.id.not_in(hosting),
        )
        await self.write(lambda connection: connection.execute(delete(players).where(gone)))

    async def delete_tables(self, table_ids: list[str]) -> None:
        def job(connection: Connection) -> None:
            for table in (log, seats, presence):
                connection.execute(delete(table).where(table.c.table_id.in_(table_ids)))
            connection.execute(delete(tables).where(tables.c.id.in_(table_ids)))

        await self.write(job)


def _settle(done: asyncio.Future[bool], outcome: Outcome) -> None:
    """Whoever asked may have given up waiting."""
    if done.done():
        return
    if isinstance(outcome, StorageError):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)


def _logged(row: Any) -> Logged:
    return Logged(row.version, row.at, entries.decode(row.entry), row.player, row.command)


def _place(worker: str, table_id: str, player: str) -> dict[str, Any]:
    return {"b_worker": worker, "b_table_id": table_id, "b_player": player}


_GONE = delete(presence).where(
    presence.c.worker == bindparam("b_worker"),
    presence.c.table_id == bindparam("b_table_id"),
    presence.c.player == bindparam("b_player"),
)
_LEFT = (
    update(seats)
    .where(
        seats.c.table_id == bindparam("b_table_id"),
        seats.c.player == bindparam("b_player"),
    )
    .values(left_at=bindparam("b_left"))
)


def _without_name(text_of_entry: str) -> str:
    entry = entries.decode(text_of_entry)
    if isinstance(entry, entries.Said):
        entry = entries.Said(entry.player, "", entry.seat)
    elif isinstance(entry, entries.Sat):
        entry = entries.Sat(entry.seat, entry.player, "", entry.contribution)
    elif isinstance(entry, entries.Renamed):
        entry = entries.Renamed(entry.seat, "")
    return entries.encode(entry).decode()

"""Devices: where a player is signed in, each with the hash of its token."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, union_all, update

from hornsup.server.storage.database import Database
from hornsup.server.storage.schema import (
    devices,
    links,
    players,
    push_subscriptions,
    revoked_devices,
    revoked_players,
    webhooks,
)


class DeviceStore:
    """Rows of `devices`, and the sessions that have ended."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def by_token(self, token_hash: str) -> Row[Any] | None:
        """The player who is signed in with this token, and when the device was last seen."""
        query = (
            select(players.c.id, players.c.name, players.c.language, devices.c.seen_at)
            .join(devices, devices.c.player == players.c.id)
            .where(devices.c.token_hash == token_hash)
        )
        found: Row[Any] | None = await self._database.read_one(query)
        return found

    async def of_player(self, player: str) -> list[Row[Any]]:
        """A player's devices, the one seen last first."""
        query = (
            select(devices)
            .where(devices.c.player == player)
            .order_by(devices.c.seen_at.desc(), devices.c.created_at.desc())
        )
        return await self._database.read(query)

    async def seen(self, token_hashes: Sequence[str], now: int) -> None:
        """Note that these devices, and so their players, were here."""

        def job(connection: Connection) -> None:
            here = devices.c.token_hash.in_(token_hashes)
            whose = players.c.id.in_(select(devices.c.player).where(here))
            connection.execute(update(players).where(whose).values(seen_at=now))
            connection.execute(update(devices).where(here).values(seen_at=now))

        await self._database.write(job)

    async def sign_out(self, player: str, device: str, now: int) -> str | None:
        """Sign a device out and delete the links that it made; gives its token's hash.

        The device may be in the wrong hands, so a recovery link that it made is not trusted either.
        """

        def job(connection: Connection) -> str | None:
            lock_player(connection, player)
            query = select(devices.c.token_hash).where(
                devices.c.id == device, devices.c.player == player
            )
            token_hash: str | None = connection.execute(query).scalar()
            if token_hash is not None:
                end_session(connection, token_hash, now)
                connection.execute(delete(links).where(links.c.made_by == token_hash))
            return token_hash

        return await self._database.write(job)

    async def revoked(self, since: int) -> dict[str, int]:
        """Ids of players and token hashes of devices whose sessions have ended since, and when."""
        ended = union_all(
            select(revoked_players.c.player.label("subject"), revoked_players.c.at),
            select(revoked_devices.c.token_hash, revoked_devices.c.at),
        ).subquery()
        query = select(ended).where(ended.c.at >= since)
        return {row.subject: row.at for row in await self._database.read(query)}

    async def delete_revoked(self, before: int) -> None:
        """Every worker has heard of these."""

        def job(connection: Connection) -> None:
            for table in (revoked_players, revoked_devices):
                connection.execute(delete(table).where(table.c.at < before))

        await self._database.write(job)


def lock_player(connection: Connection, player: str) -> Any:
    """Let one transaction after the other change what a player has; None if the player is gone.

    Transactions that need the player's other rows take this lock first, so that no two of them
    wait for each other. SQLite has one writer and needs none.
    """
    query = select(players.c.id).where(players.c.id == player).with_for_update()
    return connection.execute(query).scalar()


def end_session(connection: Connection, token_hash: str, now: int) -> None:
    """Delete a device with its push subscription, and let every worker hear of it."""
    gone = delete(devices).where(devices.c.token_hash == token_hash)
    if connection.execute(gone).rowcount:
        connection.execute(insert(revoked_devices), {"token_hash": token_hash, "at": now})
        subscribed = push_subscriptions.c.device == token_hash
        connection.execute(delete(push_subscriptions).where(subscribed))


def delete_belongings(connection: Connection, player_ids: Sequence[str]) -> None:
    """Delete what belongs to players who are deleted."""
    for table in (devices, links, push_subscriptions, webhooks):
        connection.execute(delete(table).where(table.c.player.in_(player_ids)))

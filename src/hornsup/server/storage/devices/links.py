"""Links that make another device the same player. The database has their hashes alone."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Row, Select, delete, insert, or_, select

from hornsup.server.storage.database import Database
from hornsup.server.storage.devices.store import end_session, lock_player
from hornsup.server.storage.schema import devices, links, players

Kind = Literal["device", "recovery"]


class Used(NamedTuple):
    """A link that has been used: whose it was, its kind, and the sessions that ended with it."""

    player: str
    name: str
    language: str
    kind: Kind
    ended: list[str]


class LinkStore:
    """Rows of `links`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(self, row: dict[str, Any]) -> bool:
        """Store a link; a recovery link replaces the one before. False if the player is gone."""

        def job(connection: Connection) -> bool:
            if lock_player(connection, row["player"]) is None:
                return False
            if row["kind"] == "recovery":
                connection.execute(_delete_recovery(row["player"]))
            connection.execute(insert(links), row)
            return True

        return await self._database.write(job)

    async def find(self, secret_hash: str, now: int) -> Row[Any] | None:
        """A link that can be used now, with its player's name."""
        found: Row[Any] | None = await self._database.read_one(_valid(secret_hash, now))
        return found

    async def use(
        self, secret_hash: str, device: dict[str, Any], now: int, here: str, sign_out_old: bool
    ) -> Used | None:
        """Use a link up: add the device to its player, and end the session `here` had before.

        None if there is no such link any more. Of many who come at once one deletes the row. With
        the device that made the link its other links go, but for a recovery link: somebody who
        moves on to another device has saved it.
        """

        def job(connection: Connection) -> Used | None:
            found = connection.execute(_valid(secret_hash, now)).first()
            if found is None or lock_player(connection, found.player) is None:
                return None
            used_up = delete(links).where(links.c.secret_hash == secret_hash)
            if not connection.execute(used_up).rowcount:
                return None
            connection.execute(insert(devices), {**device, "player": found.player})
            ended = sorted({here, found.made_by if sign_out_old else ""} - {""})
            for token_hash in ended:
                end_session(connection, token_hash, now)
            if sign_out_old:
                connection.execute(_delete_waiting(found.made_by))
            return Used(found.player, found.name, found.language, found.kind, ended)

        return await self._database.write(job)

    async def of_player(self, player: str, now: int) -> list[Row[Any]]:
        """A player's links that can still be used."""
        query = select(links.c.kind, links.c.made_at, links.c.expires_at).where(
            links.c.player == player, _not_expired(now)
        )
        return await self._database.read(query.order_by(links.c.made_at))

    async def revoke_recovery(self, player: str) -> bool:
        return await self._database.execute(_delete_recovery(player)) > 0

    async def delete_expired(self, now: int) -> None:
        await self._database.execute(delete(links).where(links.c.expires_at <= now))


def _valid(secret_hash: str, now: int) -> Select[Any]:
    return (
        select(links, players.c.name, players.c.language)
        .join(players, players.c.id == links.c.player)
        .where(links.c.secret_hash == secret_hash, _not_expired(now))
    )


def _not_expired(now: int) -> Any:
    return or_(links.c.expires_at.is_(None), links.c.expires_at > now)


def _delete_recovery(player: str) -> Any:
    return delete(links).where(links.c.player == player, links.c.kind == "recovery")


def _delete_waiting(made_by: str) -> Any:
    return delete(links).where(links.c.made_by == made_by, links.c.kind == "device")

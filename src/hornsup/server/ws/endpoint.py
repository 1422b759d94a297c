"""The websocket of a table: the handshake and its limits, and all sockets of this worker."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from typing import Any, Final

from hornsup import i18n
from hornsup.play import wire
from hornsup.play.live.ports import StorageError
from hornsup.play.live.table import LiveTable
from hornsup.server import metrics
from hornsup.server.auth import bans as banning
from hornsup.server.auth import origins
from hornsup.server.auth.bans import Bans
from hornsup.server.auth.rate_limit import Bucket, Buckets
from hornsup.server.auth.sessions import Guest, Sessions, token_of
from hornsup.server.config import Config
from hornsup.server.live.orders import Board
from hornsup.server.live.registry import Registry
from hornsup.server.ws.commands import FrameHandler
from hornsup.server.ws.connection import Connection, Send, WriteBatch
from hornsup.server.ws.protocol import SOCKET

SLOW_SECONDS: Final = 10.0
"""How long a peer may leave messages waiting before its socket is closed."""

Scope = Any
Receive = Callable[[], Awaitable[Any]]


class HandshakeRefused(Exception):
    """The handshake is answered with an HTTP status."""

    def __init__(self, status: int) -> None:
        self.status = status


class Endpoint:
    """Open sockets, counted per address and per player."""

    def __init__(
        self,
        registry: Registry,
        sessions: Sessions,
        config: Config,
        bans: Bans | None = None,
        board: Board | None = None,
    ) -> None:
        self.registry = registry
        self.sessions = sessions
        self.config = config
        self.clock = registry.clock
        self.bans = bans or Bans()
        self.board = board or Board(self.clock)
        self.open: dict[Connection, None] = {}
        self.closing = False
        self._batch = WriteBatch()
        self._by_address: Counter[str] = Counter()
        self._by_player: Counter[str] = Counter()
        rate, burst = config.frame_rate, config.frame_burst
        self._frames = Buckets(rate * 2, burst * 2, self.clock.monotonic)
        self._talk = Buckets(0.5, 6, self.clock.monotonic)

    # --- the handshake ------------------------------------------------------------------------

    async def serve(self, table_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        """One socket from its first byte to its last."""
        await receive()  # websocket.connect
        address = _address(scope)
        self._by_address[address] += 1
        try:
            guest = await self._admit(scope, address)
            await self._serve(guest, table_id, scope, receive, send)
        except HandshakeRefused as refused:
            await _refuse(send, refused.status)
        except StorageError:
            await _refuse(send, 503)
        finally:
            _decrease(self._by_address, address)

    async def _admit(self, scope: Scope, address: str) -> Guest | None:
        if not origins.allowed(scope["headers"], self.config):
            raise HandshakeRefused(403)
        over_limit = self._by_address[address] > self.config.sockets_per_address
        if over_limit or len(self.open) >= self.config.sockets or self.closing:
            raise HandshakeRefused(503 if not over_limit else 429)
        return await self.sessions.find(token_of(scope["headers"]))

    async def _serve(
        self, guest: Guest | None, table_id: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Count the player's socket before anything is waited for, so that none slips past."""
        player = guest.id if guest else ""
        self._by_player[player] += 1
        try:
            if guest is not None and self._by_player[player] > self.config.sockets_per_player:
                raise HandshakeRefused(429)
            live = await self.registry.get(table_id)
            if live is None:
                raise HandshakeRefused(404)
            await self._connect(guest, live, scope, receive, send)
        finally:
            _decrease(self._by_player, player)

    async def _connect(
        self, guest: Guest | None, live: LiveTable, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Frames go to the handler by themselves; here we wait until the socket ends."""
        socket = scope["extensions"][SOCKET]
        connection = Connection(
            socket,
            send,
            guest.id if guest else None,
            limit=self.config.queue,
            batch=self._batch,
            clock=self.clock,
        )
        connection.address = _address(scope)
        connection.device = guest.device if guest else ""
        handler = FrameHandler(self, connection, guest, live)
        socket.read_with(handler.take)
        self.open[connection] = None
        metrics.sockets.inc()
        try:
            await send({"type": "websocket.accept"})
            handler.start()
            if guest is not None and self.sessions.has_ended(guest):
                self.close_sessions([guest.device])  # signed out while the table was being loaded
            while (await receive())["type"] != "websocket.disconnect":
                pass
        finally:
            handler.stop()
            await connection.end()
            del self.open[connection]
            metrics.sockets.dec()

    def frame_bucket(self, guest: Guest) -> Bucket:
        """The rate limit that all sockets of a player share."""
        return self._frames.of(guest.id)

    def may_talk(self, guest: Guest) -> bool:
        return self._talk.take(guest.id)

    # --- what the server's owner has ordered --------------------------------------------------

    def is_banned(self, connection: Connection) -> bool:
        return self.bans.has(connection.player, connection.address)

    def close_banned(self) -> None:
        """Close the sockets of all who are banned by now."""
        for connection in list(self.open) if self.bans.any else ():
            if self.is_banned(connection):
                connection.bye(1008, "banned", banning.sentence(connection.language))

    def announce(self) -> None:
        """Tell everybody the new announcement, or that there is none any more."""
        message = wire.encode(self.board.message)
        for connection in list(self.open):
            if connection.joined:
                connection.push(message)

    # --- the end ------------------------------------------------------------------------------

    def close_slow(self) -> None:
        """Close sockets whose peer has let messages wait for too long."""
        now = self.clock.monotonic()
        for connection in list(self.open):
            since = connection.blocked_since
            if since is not None and now - since > SLOW_SECONDS:
                connection.close(1013, "slow")

    def close_sessions(self, subjects: Collection[str]) -> None:
        """Close the sockets of players (by id) and devices (by token hash) who were signed out."""
        for connection in list(self.open) if subjects else ():
            if connection.player in subjects or connection.device in subjects:
                text = i18n.text(connection.language, "devices.signed-out")
                connection.bye(1008, "no-session", text)

    def close_guests(self) -> None:
        """Close the sockets of all players, who come back and are looked up again."""
        for connection in list(self.open):
            if connection.player is not None:
                connection.close(1012, "sign in again")

    async def close_all(self, code: int, reason: str) -> None:
        """Tell every client to come back in a moment, and wait for them to be told."""
        self.closing = True
        for connection in list(self.open):
            connection.close(code, reason)
        with suppress(TimeoutError):
            async with asyncio.timeout(2.0):
                while self.open:
                    await asyncio.sleep(0.01)


def _address(scope: Scope) -> str:
    return str((scope.get("client") or ("", 0))[0])


async def _refuse(send: Send, status: int) -> None:
    """Answer the handshake with an HTTP status."""
    await send({"type": "websocket.http.response.start", "status": status, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})


def _decrease(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]

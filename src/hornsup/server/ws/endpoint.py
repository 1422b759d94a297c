"""The websocket of a table: handshake, limits before parsing, frames to the room."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

import msgspec
import structlog

from hornsup import i18n
from hornsup.play import wire
from hornsup.server import metrics, origins, questions
from hornsup.server.audience import Audience
from hornsup.server.config import Config
from hornsup.server.connection import Connection
from hornsup.server.house import House
from hornsup.server.limits import Bucket, Buckets
from hornsup.server.protocols import ABORT, READ, WRITE, Take
from hornsup.server.room import Room
from hornsup.server.sessions import Guest, Sessions, token_of
from hornsup.server.writer import StorageError

HELLO_SECONDS: Final = 5.0
BAD_FRAMES: Final = 10
TALK: Final = (wire.Chat, wire.React)
logger = structlog.get_logger("sockets")

Scope = Any
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
ReadWith = Callable[[Take], None]
Incoming = tuple[Receive, ReadWith | None]


class Refusal(Exception):
    """The handshake is refused with an HTTP status."""

    def __init__(self, status: int) -> None:
        self.status = status


class Sockets:
    """All sockets of this worker, and how many of them whom."""

    def __init__(self, house: House, sessions: Sessions, config: Config) -> None:
        self.house = house
        self.sessions = sessions
        self.config = config
        self.open: dict[Connection, None] = {}
        self._by_address: Counter[str] = Counter()
        self._by_player: Counter[str] = Counter()
        rate, burst = config.frame_rate, config.frame_burst
        self._accounts = Buckets(rate * 2, burst * 2, time.monotonic)
        self._talk = Buckets(0.5, 6, time.monotonic)
        self.closing = False

    # --- the handshake ------------------------------------------------------------------------

    async def serve(self, table_id: str, scope: Scope, receive: Receive, send: Send) -> None:
        """One socket from its first byte to its last."""
        await receive()  # websocket.connect
        address = (scope.get("client") or ("", 0))[0]
        self._by_address[address] += 1
        try:
            guest = await self._admit(scope, address)
            await self._serve(guest, table_id, scope, receive, send)
        except Refusal as refusal:
            await _refuse(send, refusal.status)
        except StorageError:
            await _refuse(send, 503)
        finally:
            _decrease(self._by_address, address)

    async def _admit(self, scope: Scope, address: str) -> Guest | None:
        if not origins.allowed(scope["headers"], self.config):
            raise Refusal(403)
        crowded = self._by_address[address] > self.config.sockets_per_address
        if crowded or len(self.open) >= self.config.sockets or self.closing:
            raise Refusal(503 if not crowded else 429)
        return await self.sessions.find(token_of(scope["headers"]))

    async def _serve(
        self, guest: Guest | None, table_id: str, scope: Scope, receive: Receive, send: Send
    ) -> None:
        """Count the player's socket before anything is waited for, so that none slips past."""
        who = guest.id if guest else ""
        self._by_player[who] += 1
        try:
            if guest is not None and self._by_player[who] > self.config.sockets_per_player:
                raise Refusal(429)
            room = await self.house.room(table_id)
            if room is None:
                raise Refusal(404)
            await send({"type": "websocket.accept"})
            doors = scope.get("extensions", {})
            connection = Connection(
                send,
                guest.id if guest else None,
                self.config.queue,
                doors.get(ABORT),
                doors.get(WRITE),
            )
            await self._converse(connection, guest, room, (receive, doors.get(READ)))
        finally:
            _decrease(self._by_player, who)

    async def _converse(
        self, connection: Connection, guest: Guest | None, room: Room, incoming: Incoming
    ) -> None:
        receive, _ = incoming
        connection.start()
        self.open[connection] = None
        metrics.sockets.inc()
        try:
            hello = await self._hello(connection, receive)
            if hello is not None and self._may_watch(connection, room, hello.language):
                room.hall.join(connection, hello)
                try:
                    await Reader(self, connection, guest, room).read(*incoming)
                finally:
                    room.hall.leave(connection)
        finally:
            if connection.closing is not None:
                await connection.drain(1.0)
            await connection.end()
            del self.open[connection]
            metrics.sockets.dec()

    def _may_watch(self, connection: Connection, room: Room, language: str) -> bool:
        table = room.table
        member = connection.player is not None and table.is_member(connection.player)
        if table.settings.spectators or member or table.phase == "lobby":
            return True
        connection.bye(1008, "no-spectators", i18n.text(language, "table.refused.no-spectators"))
        return False

    async def _hello(self, connection: Connection, receive: Receive) -> wire.Hello | None:
        """The first frame, in time and of a wire that we speak."""
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                message = await receive()
        except TimeoutError:
            connection.bye(1008, "no-hello", i18n.text("en", "table.refused.no-hello"))
            return None
        if message["type"] == "websocket.disconnect":
            return None
        frame = _parse(_text_of(message))
        if not isinstance(frame, wire.Hello):
            connection.bye(1002, "no-hello", i18n.text("en", "table.refused.no-hello"))
            return None
        if frame.wire != wire.WIRE:
            text = i18n.text(frame.language, "table.refused.wire", ours=wire.WIRE, yours=frame.wire)
            connection.bye(1002, "wire", text)
            return None
        return frame

    def bucket_of(self, guest: Guest) -> Bucket:
        return self._accounts.of(guest.id)

    def may_talk(self, guest: Guest) -> bool:
        return self._talk.take(guest.id)

    # --- the end ------------------------------------------------------------------------------

    async def close_all(self, code: int, reason: str) -> None:
        """Tell every client to come back in a moment, and wait for them to be told."""
        self.closing = True
        for connection in list(self.open):
            connection.close(code, reason)
        with suppress(TimeoutError):
            async with asyncio.timeout(2.0):
                while self.open:
                    await asyncio.sleep(0.01)


class Reader:
    """The incoming side of one socket."""

    def __init__(
        self, sockets: Sockets, connection: Connection, guest: Guest | None, room: Room
    ) -> None:
        self._sockets = sockets
        self._connection = connection
        self._guest = guest
        self._room = room
        self._bad = 0
        config = sockets.config
        self._bucket = Bucket(config.frame_rate, config.frame_burst, time.monotonic())
        self._account = sockets.bucket_of(guest) if guest else self._bucket

    async def read(self, receive: Receive, read_with: ReadWith | None) -> None:
        """Take frames until the socket ends or is ended; straight from the wire where that goes."""
        if read_with is not None:
            read_with(self.take)
        while self._connection.closing is None:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            self.take(_text_of(message))

    def take(self, text: bytes | None) -> None:
        """One message, which is refused before it is looked at when there are too many."""
        connection = self._connection
        if connection.closing is not None:
            return
        now = time.monotonic()
        if not self._bucket.take(now) or not self._account.take(now):
            metrics.closed.labels("flood").inc()
            connection.close(1008, "flood")
            return
        if text is None:
            connection.close(1003, "text frames only")
            return
        frame = _parse(text)
        if isinstance(frame, str):
            self._bad += 1
            if self._bad > BAD_FRAMES:
                connection.close(1008, "bad frames")
            said = i18n.text(connection.language, "table.refused.bad-frame", problem=frame)
            version = self._audience().table.version
            connection.tell(wire.Answer("", False, version, "bad-frame", None, said))
            return
        self._act(frame)

    def _act(self, frame: wire.Frame) -> None:
        connection, room = self._connection, self._room
        if isinstance(frame, wire.Command):
            self._command(frame)
        elif isinstance(frame, wire.Ping):
            connection.tell(wire.Pong())
        elif isinstance(frame, wire.Speak):
            connection.language = frame.language
            self._audience().welcome(connection, room.house.now())
        elif isinstance(frame, wire.Look):
            self._audience().look(connection, frame.seat, room.house.now())

    def _audience(self) -> Audience:
        late = self._room.hall.late
        return late if late is not None and self._connection in late.sockets else self._room.live

    def _is_late(self) -> bool:
        return self._audience() is not self._room.live

    def _command(self, command: wire.Command) -> None:
        guest, connection, room = self._guest, self._connection, self._room
        if guest is None:
            self._refuse(command, "no-session")
        elif connection.role == "screen":
            self._refuse(command, "screen")
        elif self._is_late() and not isinstance(command, wire.Sit):
            self._refuse(command, "not-seated")  # any other answer would tell what goes on now
        elif isinstance(command, wire.Why):
            connection.tell(questions.why(room.table, command, guest.id, connection.language))
        elif isinstance(command, wire.Odds):
            room.odds(command, connection.language, self._answer)
        elif isinstance(command, TALK) and not self._sockets.may_talk(guest):
            self._refuse(command, "slow-down")
        else:
            if isinstance(command, wire.Sit) and command.name is None:
                command = msgspec.structs.replace(command, name=guest.name)
            room.submit(command, guest.id, connection.language, self._answer)

    def _answer(self, answer: wire.Answer) -> None:
        connection, room = self._connection, self._room
        if not answer.ok and self._is_late():
            answer = msgspec.structs.replace(answer, version=self._audience().table.version)
        connection.tell(answer)
        if answer.code == "stale":
            self._audience().welcome(connection, room.house.now())
        player = connection.player
        if answer.ok and connection.role == "spectator" and player is not None:
            room.hall.change_role(connection, player)

    def _refuse(self, command: wire.Command, code: str) -> None:
        text = i18n.text(self._connection.language, f"table.refused.{code}")
        version = self._audience().table.version
        self._connection.tell(wire.Answer(command.id, False, version, code, None, text))


def _text_of(message: Any) -> bytes | None:
    text = message.get("text")
    return None if text is None else text.encode("utf-8", "surrogatepass")


def _parse(text: bytes | None) -> wire.Frame | str:
    """The frame in a message, or what is wrong with it."""
    if text is None:
        return "binary"
    try:
        frame: wire.Frame = wire.read_frame(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return str(error)
    return frame


async def _refuse(send: Send, status: int) -> None:
    """Answer the handshake with an HTTP status."""
    await send({"type": "websocket.http.response.start", "status": status, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})


def _decrease(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]

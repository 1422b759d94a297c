"""The websocket client of one table: it sends commands and keeps the newest view."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable
from typing import Any, Final, Self
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from hornsup.client.errors import RequestRefused, Unreachable
from hornsup.play import wire

MESSAGE_SECONDS: Final = 15.0
COMMAND_SECONDS: Final = 10.0
"""A connection on which a command gets no answer for that long is taken for dead."""


class TableClient:
    """One websocket at a table and the newest state that the server has sent on it."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._answers: dict[str, asyncio.Future[wire.Answer]] = {}
        self._message_came = asyncio.Event()
        self._reader: asyncio.Task[None] | None = None
        self.frames: list[str] | None = None  # every text received, with keep_frames=True
        self.trace: Callable[[str, str], None] | None = None  # called with "<" or ">" and the text
        self.version = -1
        self.table: wire.TableInfo | None = None
        self.you: wire.You | None = None
        self.view: dict[str, Any] | None = None
        self.to_move: int | None = None
        self.legal: list[str] | None = None
        self.undo = False
        self.online: list[int] = []
        self.chat: list[wire.Line] = []
        self.sentences: list[str] = []
        self.bye: wire.Bye | None = None
        self.closed: int | None = None  # the close code, once the connection has ended

    @classmethod
    async def open(
        cls,
        base: str,
        table_id: str,
        token: str | None,
        *,
        keep_frames: bool = False,
        trace: Callable[[str, str], None] | None = None,
        headers: dict[str, str] | None = None,
        **hello: Any,
    ) -> Self:
        """Connect, say hello, and wait for the welcome."""
        parts = urlsplit(base)
        scheme = "wss" if parts.scheme == "https" else "ws"
        sent = {"authorization": f"Bearer {token}"} if token else {}
        try:
            socket = await connect(
                f"{scheme}://{parts.netloc}/ws/{table_id}",
                additional_headers={**sent, **(headers or {})},
                compression=None,
                max_size=None,
                ping_interval=None,
            )
        except (OSError, TimeoutError, InvalidHandshake) as error:
            raise Unreachable(f"the table cannot be reached: {error}") from error
        client = cls(socket)
        client.frames = [] if keep_frames else None
        client.trace = trace
        await client._say_hello(hello)
        return client

    async def _say_hello(self, hello: dict[str, Any]) -> None:
        await self.send_text(json.dumps({"type": "hello", "wire": wire.WIRE, **hello}))
        self._reader = asyncio.create_task(self._read(), name="table client")
        while self.version < 0 and self.closed is None:
            await self.next_message()
        if self.bye is not None:
            raise RequestRefused(self.bye.code, self.bye.message)
        if self.version < 0:
            raise Unreachable("the server closed the line")

    async def close(self) -> None:
        await self._socket.close()
        if self._reader is not None:
            await asyncio.wait({self._reader}, timeout=5)

    def abort(self) -> None:
        """Close the connection without a close frame."""
        self._socket.transport.abort()

    async def send_text(self, text: str) -> None:
        if self.trace is not None:
            self.trace(">", text)
        try:
            await self._socket.send(text)
        except ConnectionClosed as error:
            raise Unreachable("the line is closed") from error

    async def next_message(self, seconds: float = MESSAGE_SECONDS) -> None:
        """Wait until the next message has been read, or the connection is closed."""
        self._message_came.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._message_came.wait()
        except TimeoutError as error:
            raise Unreachable("the server has fallen silent") from error

    async def command(
        self, kind: str, *, key: str | None = None, version: int | None = None, **fields: Any
    ) -> wire.Answer:
        """Send a command and wait for its answer; the same id may be sent again."""
        key = key or secrets.token_hex(8)
        frame = {
            "type": kind,
            "id": key,
            "version": self.version if version is None else version,
            **fields,
        }
        answer = self._answers.get(key)
        if answer is None or answer.done():
            answer = self._answers[key] = asyncio.get_running_loop().create_future()
        await self.send_text(json.dumps(frame))
        try:
            async with asyncio.timeout(COMMAND_SECONDS):
                return await asyncio.shield(answer)
        except TimeoutError as error:
            raise Unreachable("the server has fallen silent") from error

    async def move(self, text: str, **more: Any) -> wire.Answer:
        return await self.command("move", move=text, **more)

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                assert isinstance(text, str)
                if self.frames is not None:
                    self.frames.append(text)
                if self.trace is not None:
                    self.trace("<", text)
                self.receive(wire.read_message(text))
                self._message_came.set()
        except ConnectionClosed:
            pass
        finally:
            self.closed = self._socket.close_code or 1006
            self._message_came.set()
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(Unreachable("the line is closed"))
                    answer.exception()

    def receive(self, message: wire.Message) -> None:
        """Apply one message of the server; a subclass may look at each of them here."""
        if isinstance(message, wire.Welcome):
            self._welcome(message)
        elif isinstance(message, wire.Update):
            self._update(message)
        elif isinstance(message, wire.Answer):
            answer = self._answers.get(message.id)
            if answer is not None and not answer.done():
                answer.set_result(message)
        elif isinstance(message, wire.Presence):
            self.online = message.online
        elif isinstance(message, wire.Bye):
            self.bye = message

    def _welcome(self, message: wire.Welcome) -> None:
        self.version, self.table, self.you = message.version, message.table, message.you
        self.view, self.to_move, self.legal = message.view, message.to_move, message.legal
        self.undo, self.chat = message.undo, list(message.chat)
        self.sentences += [each.text for each in message.missed or []]

    def _update(self, message: wire.Update) -> None:
        self.version = message.version
        if message.view is not None:
            self.view = message.view
        elif message.patch is not None:
            self.view = {**(self.view or {}), **message.patch}
        self.to_move, self.legal, self.undo = message.to_move, message.legal, message.undo
        self.table = message.table or self.table
        self.you = message.you or self.you
        if message.line is not None:
            self.chat.append(message.line)
        self.sentences += [each.text for each in message.events]

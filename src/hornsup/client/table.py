"""The websocket client of one table: it sends commands and keeps the newest view."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any, Self
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from hornsup.client.connection import TableConnection
from hornsup.client.errors import RequestRefused, Unreachable
from hornsup.play import wire


class TableClient(TableConnection):
    """One websocket at a table and the newest state that the server has sent on it."""

    def __init__(self, socket: ClientConnection) -> None:
        super().__init__()
        self._socket = socket
        self._reader: asyncio.Task[None] | None = None
        self.frames: list[str] | None = None  # every text received, with keep_frames=True
        self.trace: Callable[[str, str], None] | None = None  # called with "<" or ">" and the text

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

    async def _read(self) -> None:
        try:
            async for text in self._socket:
                assert isinstance(text, str)
                if self.frames is not None:
                    self.frames.append(text)
                if self.trace is not None:
                    self.trace("<", text)
                self.hear(wire.read_message(text))
        except ConnectionClosed:
            pass
        finally:
            self.ended(self._socket.close_code or 1006)

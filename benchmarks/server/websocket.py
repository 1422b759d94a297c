"""A small and fast websocket client, so that the load leaves the processor to the server.

Text and binary messages whole or in fragments, pings, closes; no extensions. The masking key is
zero: RFC 6455 wants a mask because of proxies, and there is none between two processes on one
machine. The server unmasks as always.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
from collections.abc import Callable
from typing import cast

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
FINAL = 0x80
CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
NO_MASK = b"\0\0\0\0"
HANDSHAKE_SECONDS = 30.0

OnMessage = Callable[[bytes], None]
OnClose = Callable[[str], None]


class HandshakeRefused(ConnectionError):
    """The server answered the upgrade with something else."""


def ignore(_: object) -> None:
    """Do nothing; used when nothing can be sent any more."""


def frame(opcode: int, payload: bytes) -> bytes:
    """A final client frame."""
    size = len(payload)
    if size < 126:
        return bytes((FINAL | opcode, 0x80 | size)) + NO_MASK + payload
    if size < 65536:
        return bytes((FINAL | opcode, 0xFE)) + size.to_bytes(2, "big") + NO_MASK + payload
    return bytes((FINAL | opcode, 0xFF)) + size.to_bytes(8, "big") + NO_MASK + payload


class WebSocket(asyncio.Protocol):
    """One connection; `on_message` gets each whole message as bytes."""

    def __init__(self, on_message: OnMessage, on_close: OnClose) -> None:
        self.on_message = on_message
        self.on_close = on_close
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._key = base64.b64encode(os.urandom(16))
        self._request = b""
        self._rest = b""
        self._parts: list[bytes] = []
        self._write: Callable[[bytes], None] = ignore
        self._transport: asyncio.Transport | None = None
        self._why = "the connection was lost"

    async def open(self, host: str, port: int, path: str, headers: dict[str, str]) -> None:
        """Connect and wait for the end of the handshake; messages may come before this returns."""
        self._request = self._upgrade(f"{host}:{port}", path, headers)
        await asyncio.get_running_loop().create_connection(lambda: self, host, port)
        await asyncio.wait_for(self.opened, HANDSHAKE_SECONDS)

    def _upgrade(self, host: str, path: str, headers: dict[str, str]) -> bytes:
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {host}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {self._key.decode()}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        return "\r\n".join([*lines, "", ""]).encode()

    # Called by the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is one without saying so
        self._write = self._transport.write
        self._write(self._request)

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if not self.opened.done():
            data = self._finish_handshake(data)
        self._rest = self._frames(data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._write = ignore
        if not self.opened.done():
            self.opened.set_exception(HandshakeRefused(str(exc or self._why)))
        self.on_close(str(exc or self._why))

    def _finish_handshake(self, data: bytes) -> bytes:
        head, end, rest = data.partition(b"\r\n\r\n")
        if not end:
            self._rest = data
            return data
        expected = base64.b64encode(hashlib.sha1(self._key + GUID).digest())
        if not head.startswith(b"HTTP/1.1 101") or expected not in head:
            self.opened.set_exception(HandshakeRefused(head.split(b"\r\n")[0].decode("latin-1")))
            self.abort()
            return b""
        self.opened.set_result(None)
        return rest

    def _frames(self, data: bytes) -> bytes:
        """Handle every whole frame in `data` and return what is left over."""
        if not self.opened.done():
            return data
        start, end = 0, len(data)
        while end - start >= 2:
            size = data[start + 1]
            body = start + 2
            if size == 126:
                body += 2
                size = int.from_bytes(data[start + 2 : body], "big")
            elif size == 127:
                body += 8
                size = int.from_bytes(data[start + 2 : body], "big")
            if body + size > end:
                break
            first = data[start]
            start = body + size
            if first == FINAL | TEXT or first == FINAL | BINARY:  # the common case
                self.on_message(data[body:start])
            else:
                self._other_frame(first, data[body:start])
        return data[start:]

    def _other_frame(self, first: int, payload: bytes) -> None:
        """Fragments and control frames."""
        opcode = first & 0x0F
        if opcode == PING:
            self._write(frame(PONG, payload))
        elif opcode == CLOSE:
            self._why = f"closed by the server with {int.from_bytes(payload[:2], 'big') or 1005}"
            self.close()
        elif opcode != PONG:
            self._parts.append(payload)
            if first & FINAL:
                message = b"".join(self._parts)
                self._parts.clear()
                self.on_message(message)

    # Called by the owner.

    def send(self, text: bytes) -> None:
        self._write(frame(TEXT, text))

    def close(self) -> None:
        self._write(frame(CLOSE, (1000).to_bytes(2, "big")))
        if self._transport is not None:
            self._transport.close()

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

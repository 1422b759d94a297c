"""Rude clients: websockets by hand, and a proxy whose connections can be made to die silently."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit

TEXT, BINARY, CONT, CLOSE, PING = 1, 2, 0, 8, 9
HELLO = json.dumps({"type": "hello", "wire": 1}).encode()


def frame(data: bytes, kind: int = TEXT, *, fin: bool = True, rsv1: bool = False) -> bytes:
    """A masked frame, as a client must send it (the mask is zero, which is allowed)."""
    head = bytes([(0x80 if fin else 0) | (0x40 if rsv1 else 0) | kind])
    if len(data) < 126:
        head += bytes([0x80 | len(data)])
    elif len(data) < 65_536:
        head += bytes([0x80 | 126]) + struct.pack(">H", len(data))
    else:
        head += bytes([0x80 | 127]) + struct.pack(">Q", len(data))
    return head + bytes(4) + data


class Raw:
    """A socket that does what it is told and nothing else."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.status = 0
        self.headers: dict[str, str] = {}

    @staticmethod
    async def connect(base: str, small: bool = False) -> Raw:
        """Just the TCP connection; `small` takes in as little as the system allows."""
        place = urlsplit(base)
        sock = socket.socket()
        sock.setblocking(False)
        if small:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        try:
            await asyncio.get_running_loop().sock_connect(sock, (place.hostname, place.port))
            limit = 512 if small else 2**16
            reader, writer = await asyncio.open_connection(sock=sock, limit=limit)
        except BaseException:  # a test that is cancelled leaves nothing open
            sock.close()
            raise
        return Raw(reader, writer)

    @staticmethod
    async def shake(base: str, table: str, small: bool = False, **headers: str) -> Raw:
        """Connect and ask for the websocket of a table."""
        raw = await Raw.connect(base, small)
        sent = {
            "host": urlsplit(base).netloc,
            "connection": "Upgrade",
            "upgrade": "websocket",
            "sec-websocket-version": "13",
            "sec-websocket-key": base64.b64encode(os.urandom(16)).decode(),
            **{name.replace("_", "-"): value for name, value in headers.items()},
        }
        lines = [f"GET /ws/{table} HTTP/1.1", *(f"{key}: {sent[key]}" for key in sent), "", ""]
        raw.writer.write("\r\n".join(lines).encode())
        try:
            await raw._read_head()
        except BaseException:
            raw.end()
            raise
        return raw

    async def _read_head(self) -> None:
        self.status = int((await self.reader.readline()).split()[1])
        while line := (await self.reader.readline()).strip():
            name, _, value = line.decode().partition(":")
            self.headers[name.lower()] = value.strip()

    def send(self, data: bytes, kind: int = TEXT, *, fin: bool = True, rsv1: bool = False) -> None:
        self.writer.write(frame(data, kind, fin=fin, rsv1=rsv1))

    async def receive(self) -> tuple[int, bytes]:
        """The next frame; a broken line counts as a close without a code."""
        try:
            first, second = await self.reader.readexactly(2)
            size = second & 0x7F
            if size > 125:
                width = 2 if size == 126 else 8
                size = int.from_bytes(await self.reader.readexactly(width))
            return first & 0x0F, await self.reader.readexactly(size)
        except (asyncio.IncompleteReadError, OSError):
            return CLOSE, b""

    async def closed(self, seconds: float = 20.0) -> int:
        """Read on until the server closes; gives its code, 1006 if it gave none."""
        async with asyncio.timeout(seconds):
            while True:
                kind, data = await self.receive()
                if kind == CLOSE:
                    return int.from_bytes(data[:2]) if data else 1006

    async def cut_off(self, seconds: float = 20.0) -> None:
        """Wait until the server has dropped the connection, whatever it said before."""
        async with asyncio.timeout(seconds):
            with suppress(OSError):
                while await self.reader.read(65_536):
                    pass
        self.end()

    def end(self) -> None:
        self.writer.transport.abort()


class Proxy:
    """Passes bytes on; `freeze` leaves what is open open, and passes nothing more of it."""

    def __init__(self, host: str, port: int) -> None:
        self._to = (host, port)
        self._frozen: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.connections = 0
        self.base = ""

    def freeze(self) -> None:
        self._frozen.update(range(self.connections + 1))

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        number = self.connections
        back, forth = await asyncio.open_connection(*self._to)
        for pair in ((reader, forth), (back, writer)):
            task = asyncio.create_task(self._pass_on(number, *pair))
            self._tasks.add(task)

    async def _pass_on(
        self, number: int, source: asyncio.StreamReader, sink: asyncio.StreamWriter
    ) -> None:
        try:
            while (data := await source.read(65_536)) and number not in self._frozen:
                sink.write(data)
                await sink.drain()
            if number in self._frozen:
                await asyncio.Event().wait()
        except OSError:
            pass
        finally:
            sink.close()

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@asynccontextmanager
async def proxy_to(base: str) -> AsyncIterator[Proxy]:
    place = urlsplit(base)
    proxy = Proxy(place.hostname or "", place.port or 0)
    server = await asyncio.start_server(proxy._serve, "127.0.0.1", 0)
    proxy.base = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
        await proxy.end()

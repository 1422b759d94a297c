"""A proxy that counts what a server sends: every byte, whoever in the browser asked for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final
from urllib.parse import urlsplit

CHUNK: Final = 65_536


class Counter:
    """The bytes that have passed, each chunk with its time on the wall clock."""

    def __init__(self, base: str) -> None:
        parts = urlsplit(base)
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._chunks: list[tuple[float, int]] = []
        self._running: set[asyncio.Task[None]] = set()
        self.base = ""

    def kilobytes(self, since: float = 0.0, until: float = float("inf")) -> float:
        """What came between two times, in seconds since 1970."""
        return sum(size for at, size in self._chunks if since < at <= until) / 1000

    def quiet_since(self) -> float:
        """Seconds since the last byte."""
        return time.time() - self._chunks[-1][0] if self._chunks else 0.0

    async def pass_on(self, here: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        """One connection of the browser, until either side closes it."""
        there, forth = await asyncio.open_connection(self._host, self._port)
        ways = (self._copy(here, forth, False), self._copy(there, back, True))
        running = {asyncio.create_task(way) for way in ways}
        self._running |= running
        await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
        for task in running:
            task.cancel()
        for writer in (forth, back):
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()
        self._running -= running

    async def _copy(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, counted: bool
    ) -> None:
        with suppress(ConnectionError):  # the browser drops connections when its page closes
            while data := await source.read(CHUNK):
                if counted:
                    self._chunks.append((time.time(), len(data)))
                target.write(data)
                await target.drain()

    async def close(self) -> None:
        """End all connections."""
        for task in self._running:
            task.cancel()
        while self._running:
            await asyncio.sleep(0.01)


@asynccontextmanager
async def counting(base: str) -> AsyncIterator[Counter]:
    """A counter in front of a server, at an address of its own."""
    counter = Counter(base)
    listener = await asyncio.start_server(counter.pass_on, "127.0.0.1", 0)
    counter.base = f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}"
    try:
        yield counter
    finally:
        listener.close()
        await counter.close()
        await listener.wait_closed()

"""The outside network, as far as the server itself asks for something there: names and streams.

Only calls to players do (`calls/outgoing.py`), which checks every address first.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

READ_LIMIT: Final = 4_096
"""How much of an answer is buffered; nothing beyond the first line matters."""
RESOLVERS: Final = 16
"""How many names are asked for at once; whoever gave up waiting cannot call one back."""
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Network(Protocol):
    """Resolves names and opens streams."""

    async def resolve(self, host: str, port: int) -> list[str]:
        """The addresses of a host; raises OSError."""

    async def connect(self, address: str, port: int, name: str | None) -> Streams:
        """A stream to an address; with a `name` over TLS, whose certificate must be for it."""


class SystemNetwork:
    """The network of this machine. Names are resolved in threads of its own, so that a resolver
    that hangs keeps nobody else waiting, nor the process from ending."""

    def __init__(self, context: ssl.SSLContext | None = None) -> None:
        self._context = context
        self._free = asyncio.Semaphore(RESOLVERS)

    async def resolve(self, host: str, port: int) -> list[str]:
        await self._free.acquire()
        loop = asyncio.get_running_loop()
        done: asyncio.Future[list[str]] = loop.create_future()

        def work() -> None:
            try:
                end = partial(self._resolved, done, _addresses(host, port))
            except Exception as error:
                end = partial(self._not_resolved, done, error)
            with suppress(RuntimeError):  # the loop has closed: nobody waits any more
                loop.call_soon_threadsafe(end)

        threading.Thread(target=work, name="resolver", daemon=True).start()
        return await done

    def _resolved(self, done: asyncio.Future[list[str]], found: list[str]) -> None:
        self._free.release()
        if not done.done():
            done.set_result(found)

    def _not_resolved(self, done: asyncio.Future[list[str]], error: Exception) -> None:
        self._free.release()
        if not done.done():
            done.set_exception(error)

    async def connect(self, address: str, port: int, name: str | None) -> Streams:
        if name is None:
            return await asyncio.open_connection(address, port, limit=READ_LIMIT)
        if self._context is None:
            self._context = ssl.create_default_context()
        return await asyncio.open_connection(
            address, port, limit=READ_LIMIT, ssl=self._context, server_hostname=name
        )


def _addresses(host: str, port: int) -> list[str]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))

"""One socket as the tables see it: something that takes messages, and may prove too slow."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from hornsup.play import viewing, wire
from hornsup.server import metrics

Send = Callable[[dict[str, Any]], Awaitable[None]]


class Connection:
    """A socket's outgoing side: a bounded queue and the task that empties it."""

    __slots__ = (
        "_limit",
        "_pump",
        "_queue",
        "_send",
        "_wake",
        "closing",
        "language",
        "looking",
        "player",
        "role",
        "sending_since",
        "shared",
    )

    def __init__(self, send: Send, player: str | None, limit: int) -> None:
        self._send = send
        self._limit = limit
        self._queue: deque[str] = deque()
        self._wake = asyncio.Event()
        self._pump: asyncio.Task[None] | None = None
        self.player = player
        self.role: viewing.Role = "player"
        self.language = "en"
        self.looking: int | None = None
        self.shared = False  # one device for several seats
        self.sending_since: float | None = None
        self.closing: tuple[int, str] | None = None

    def start(self) -> None:
        self._pump = asyncio.create_task(self._run(), name="socket writer")

    def push(self, text: str) -> None:
        """Queue a message; a socket that lets too many wait is closed instead."""
        if self.closing is not None:
            return
        if len(self._queue) >= self._limit:
            metrics.closed.labels("slow").inc()
            self.close(1013, "slow")
            return
        self._queue.append(text)
        self._wake.set()

    def tell(self, message: wire.Message) -> None:
        self.push(wire.encode(message).decode())

    def close(self, code: int, reason: str) -> None:
        """Close as soon as what is being sent is out; what waits is dropped."""
        if self.closing is None:
            self.closing = (code, reason)
            self._queue.clear()
            self._wake.set()

    def bye(self, close_code: int, code: str, message: str) -> None:
        """Say why, then close."""
        if self.closing is None:
            self._queue.append(wire.encode(wire.Bye(code, message)).decode())
            self.closing = (close_code, code)
            self._wake.set()

    async def _run(self) -> None:
        queue, send, wake = self._queue, self._send, self._wake
        clock = asyncio.get_running_loop().time
        try:
            while True:
                await wake.wait()
                self.sending_since = clock()
                while queue:
                    await send({"type": "websocket.send", "text": queue.popleft()})
                self.sending_since = None
                wake.clear()
                if self.closing is not None:
                    code, reason = self.closing
                    await send({"type": "websocket.close", "code": code, "reason": reason})
                    return
        except (RuntimeError, OSError):  # the other side has gone; the reader ends the rest
            return

    async def end(self) -> None:
        """The socket is gone: stop writing to it."""
        if self._pump is not None:
            self._pump.cancel()
            await asyncio.gather(self._pump, return_exceptions=True)

    async def drain(self, seconds: float) -> None:
        """Give the last words a moment to get out."""
        if self._pump is not None:
            await asyncio.wait({self._pump}, timeout=seconds)

"""One socket as the tables see it: something that takes messages, and may prove too slow."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

from hornsup.play import viewing, wire
from hornsup.server import metrics

CLOSE_SECONDS: Final = 3.0
"""How long a socket may take to close in good order before it is dropped."""

Send = Callable[[dict[str, Any]], Awaitable[None]]
Abort = Callable[[], None]
Write = Callable[[bytes], bool]


class Connection:
    """A socket's outgoing side: a bounded queue and the task that empties it."""

    __slots__ = (
        "_abort",
        "_deadline",
        "_limit",
        "_pump",
        "_queue",
        "_send",
        "_wake",
        "_write",
        "closing",
        "gone",
        "language",
        "looking",
        "player",
        "role",
        "sending_since",
        "shared",
        "wants_to_play",
    )

    def __init__(
        self,
        send: Send,
        player: str | None,
        limit: int,
        abort: Abort | None = None,
        write: Write | None = None,
    ) -> None:
        self._send = send
        self._abort = abort
        self._write = write
        self._deadline: asyncio.TimerHandle | None = None
        self._limit = limit
        self._queue: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._pump: asyncio.Task[None] | None = None
        self.player = player
        self.role: viewing.Role = "player"
        self.language = "en"
        self.looking: int | None = None
        self.shared = False  # one device for several seats
        self.sending_since: float | None = None
        self.closing: tuple[int, str] | None = None
        self.gone = False  # has left its table
        self.wants_to_play = False  # a spectator only for want of a seat

    def start(self) -> None:
        self._pump = asyncio.create_task(self._run(), name="socket writer")

    def push(self, message: bytes) -> None:
        """Send a message, or queue it behind those that wait for a slow peer; a socket that lets
        too many wait is closed instead."""
        if self.closing is not None:
            return
        free = not self._queue and self.sending_since is None
        if free and self._write is not None and self._write(message):
            return
        if len(self._queue) >= self._limit:
            metrics.closed.labels("slow").inc()
            self.close(1013, "slow")
            return
        self._queue.append(message)
        self._wake.set()

    def tell(self, message: wire.Message) -> None:
        self.push(wire.encode(message))

    def close(self, code: int, reason: str) -> None:
        """Close as soon as what is being sent is out; what waits is dropped."""
        if self.closing is None:
            self._queue.clear()
            self._close(code, reason)

    def bye(self, close_code: int, code: str, message: str) -> None:
        """Say why, then close."""
        if self.closing is None:
            self._queue.append(wire.encode(wire.Bye(code, message)))
            self._close(close_code, code)

    def _close(self, code: int, reason: str) -> None:
        """A peer that does not read would keep the last words, and us, waiting for ever."""
        self.closing = (code, reason)
        self._wake.set()
        if self._abort is not None:
            loop = asyncio.get_running_loop()
            self._deadline = loop.call_later(CLOSE_SECONDS, self._abort)

    async def _run(self) -> None:
        queue, send, wake = self._queue, self._send, self._wake
        clock = asyncio.get_running_loop().time
        try:
            while True:
                await wake.wait()
                while queue:
                    self.sending_since = clock()
                    await send({"type": "websocket.send", "text": queue.popleft().decode()})
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
        if self._deadline is not None:
            self._deadline.cancel()
        if self._pump is not None:
            self._pump.cancel()
            await asyncio.gather(self._pump, return_exceptions=True)

    async def drain(self, seconds: float) -> None:
        """Give the last words a moment to get out."""
        if self._pump is not None:
            await asyncio.wait({self._pump}, timeout=seconds)

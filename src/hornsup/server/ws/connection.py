"""One socket as a table sees it: a viewer with a bounded queue of messages to send."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, Protocol

from hornsup.play import wire
from hornsup.play.live.viewer import Viewer
from hornsup.play.runtime import Clock
from hornsup.server import metrics
from hornsup.server.ws.protocol import Take

CLOSE_SECONDS: Final = 3.0
"""How long a socket may take to close in good order before it is dropped."""

Send = Callable[[Any], Awaitable[None]]


class Socket(Protocol):
    """What `protocol.Websocket` provides; a simulated network provides its own."""

    writable: asyncio.Event

    def read_with(self, take: Take) -> None: ...

    def write_with(self, on_writable: Callable[[], None]) -> None: ...

    def write(self, messages: Iterable[bytes]) -> bool: ...

    def abort(self) -> None: ...


class WriteBatch:
    """Sends what was said to many sockets in one iteration of the event loop at its end.

    A socket that is told two things gets them in one write. To send each at once would wake their
    readers one by one, which costs a busy server a fifth of its moves.
    """

    def __init__(self) -> None:
        self._waiting: list[Connection] = []

    def add(self, connection: Connection) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._flush)
        self._waiting.append(connection)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        for connection in waiting:
            connection.end_iteration()


class Connection(Viewer):
    """The outgoing side of a socket."""

    __slots__ = (
        "_batch",
        "_batched",
        "_blocked",
        "_clock",
        "_closer",
        "_deadline",
        "_limit",
        "_queue",
        "_send",
        "_socket",
        "address",
        "blocked_since",
        "closing",
        "device",
        "joined",
    )

    def __init__(
        self,
        socket: Socket,
        send: Send,
        player: str | None,
        *,
        limit: int,
        batch: WriteBatch,
        clock: Clock,
    ) -> None:
        super().__init__(player)
        self.address = ""  # of the peer
        self.joined = False  # has been welcomed
        self.device = ""  # the hash of the token that it came with
        self._socket = socket
        self._send = send
        self._limit = limit
        self._batch = batch
        self._batched = False
        self._blocked = False  # messages of an earlier loop iteration still wait
        self._clock = clock
        self._queue: deque[bytes] = deque()
        self._deadline: asyncio.TimerHandle | None = None
        self._closer: asyncio.Task[None] | None = None
        self.blocked_since: float | None = None  # when a peer with messages waiting stopped reading
        self.closing: tuple[int, str] | None = None
        socket.write_with(self.flush)

    def push(self, message: bytes) -> None:
        """Send a message at the end of this loop iteration; a peer that lets too many wait is
        closed instead."""
        if self.closing is not None:
            return
        if self._blocked and len(self._queue) >= self._limit:
            self.close(1013, "slow")
            return
        self._queue.append(message)
        if not self._batched:
            self._batched = True
            self._batch.add(self)

    def end_iteration(self) -> None:
        """Send what was said in this loop iteration."""
        self._batched = False
        self.flush()
        self._blocked = bool(self._queue)

    def flush(self) -> None:
        """Send what waits, if the peer reads."""
        if not self._queue:
            return
        if self._socket.write(self._queue):
            self._queue.clear()
            self._blocked = False
            self.blocked_since = None
        elif self.blocked_since is None:
            self.blocked_since = self._clock.monotonic()

    # --- the end ------------------------------------------------------------------------------

    def close(self, code: int, reason: str) -> None:
        """Close as soon as what was said is out; what a slow peer lets wait is dropped."""
        if self.closing is None:
            self.flush()
            self._queue.clear()
            self._close(code, reason)

    def bye(self, close_code: int, code: str, message: str) -> None:
        """Say why, then close."""
        if self.closing is None:
            self._queue.append(wire.encode(wire.Bye(code, message)))
            self._close(close_code, code)

    def _close(self, code: int, reason: str) -> None:
        metrics.closed.labels(reason).inc()
        self.closing = (code, reason)
        self._closer = asyncio.create_task(self._finish(code, reason))
        # A peer that does not read would keep the last message, and us, waiting for ever.
        loop = asyncio.get_running_loop()
        self._deadline = loop.call_later(CLOSE_SECONDS, self._socket.abort)

    async def _finish(self, code: int, reason: str) -> None:
        self.flush()
        if self._queue:  # the peer has stopped reading; the deadline ends the wait if it never does
            await self._socket.writable.wait()
            self.flush()
        try:
            await self._send({"type": "websocket.close", "code": code, "reason": reason})
        except (RuntimeError, OSError):  # the other side has gone; the reader ends the rest
            return

    async def end(self, seconds: float = 1.0) -> None:
        """The reader has ended: give the last message a moment to get out, then stop."""
        if self._closer is not None:
            await asyncio.wait({self._closer}, timeout=seconds)
            self._closer.cancel()
            await asyncio.gather(self._closer, return_exceptions=True)
        if self._deadline is not None:
            self._deadline.cancel()

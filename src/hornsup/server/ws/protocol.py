"""What uvicorn leaves open: peers that are slow to ask, that never read, that send only shreds.

A transport that is closed first waits until all it holds has been sent; to a peer that does not
read that is never. Here every such wait has an end.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import Any, Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State
from websockets.utils import apply_mask

from hornsup.server import outbox
from hornsup.server.outbox import Outbox

_FINAL: Final = 0x80
_TEXT: Final = 0x81
_MASKED: Final = 0x80
_SHORT_HEAD: Final = 6
"""Bytes before a short frame's text: what it is, how long it is, and four of the mask."""
_HEAD_16: Final = struct.Struct(">BBH")
_HEAD_64: Final = struct.Struct(">BBQ")

REQUEST_SECONDS: Final = 10.0
"""How long somebody who has connected may take to ask for something."""
LINGER_SECONDS: Final = 5.0
"""How long what was written last may take to get out."""
MOST_PARTS: Final = 200
"""Parts that one message may come in; a browser sends it whole."""
ABORT: Final = "hornsup.abort"
"""The extension of a socket's scope by which the application drops it at once."""

WRITE: Final = "hornsup.write"
"""The extension by which a message goes out at once, when nothing stands in its way."""
READ: Final = "hornsup.read"
"""The extension by which messages come in without a detour through a queue and a task."""

Take = Callable[[bytes | None], None]
"""Takes the text of a message, or None for a message that is no text."""


class Http(H11Protocol):
    """HTTP that hangs up on whoever connects and asks for nothing."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as theirs
        super().connection_made(transport)
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._hang_up)

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._deadline.cancel()
        super().handle_websocket_upgrade(event)

    def _hang_up(self) -> None:
        cycle: Any = self.cycle
        if cycle is None:
            self.transport.abort()


class Websocket(WebSocketsSansIOProtocol):
    """Websockets that end when they are ended, whether or not the peer still reads."""

    _linger: asyncio.TimerHandle | None = None
    _take: Take | None = None
    _outbox: Outbox
    _outgoing: bytes = b""
    _in_step = True  # whether what comes next begins a frame, as far as we have followed

    def data_received(self, data: bytes) -> None:
        """A short text in one piece, as a move is, goes straight in; the library has the rest."""
        text = self._short_text(data) if self._in_step else None
        if text is not None and self._take is not None:
            self._take(text)
        else:
            super().data_received(data)

    def _short_text(self, data: bytes) -> bytes | None:
        """The text in exactly one frame that is whole, final and short, and plain ASCII.

        Whoever sends anything but whole messages has to be followed by the library from then on.
        """
        if self.conn.state is not State.OPEN:
            self._in_step = data.endswith(b"\r\n\r\n")  # the request to become a websocket
            return None
        size = len(data) - _SHORT_HEAD
        if size < 0 or data[1] != _MASKED | size or size >= 126 or not data[0] & _FINAL:
            self._in_step = False
            return None
        if data[0] != _TEXT:
            return None
        text = apply_mask(data[_SHORT_HEAD:], data[2:_SHORT_HEAD])
        return text if text.isascii() else None

    async def run_asgi(self) -> None:
        self._outbox = outbox.here()
        scope: Any = self.scope
        scope["extensions"][ABORT] = self.transport.abort
        scope["extensions"][WRITE] = self.write_text
        scope["extensions"][READ] = self.read_with
        try:
            await super().run_asgi()
        finally:
            if not self.disconnected:
                self._linger = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    def write_text(self, data: bytes) -> bool:
        """Send a text (its bytes) as one frame; False when the peer must be waited for, or goes.

        A table tells four people of every move: this is what that costs, so it is short, and goes
        by the outbox.
        """
        ready = self.writable.is_set() and self.conn.state is State.OPEN
        if not ready or self.close_sent or self.transport.is_closing():
            return False
        size = len(data)
        if size < 126:
            head = bytes((0x81, size))
        elif size < 65_536:
            head = _HEAD_16.pack(0x81, 126, size)
        else:
            head = _HEAD_64.pack(0x81, 127, size)
        if not self._outgoing:
            self._outbox.add(self._flush)
        self._outgoing += head + data
        return True

    def _flush(self) -> None:
        outgoing, self._outgoing = self._outgoing, b""
        if outgoing and not self.transport.is_closing():
            self.transport.write(outgoing)

    async def send(self, message: ASGISendEvent) -> None:
        """What was written before goes out before."""
        self._flush()
        await super().send(message)

    def shutdown(self) -> None:
        self._flush()
        super().shutdown()

    def read_with(self, take: Take) -> None:
        """From now on hand every message to `take`, those first that wait already."""
        waiting = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        self._take = take
        for message in waiting:
            if message["type"] == "websocket.receive":
                text = message.get("text")
                take(None if text is None else text.encode())
            else:
                self.queue.put_nowait(message)
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._linger is not None:
            self._linger.cancel()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def handle_ping(self) -> None:
        """Pongs for a peer that does not read them are dropped rather than heaped up."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_cont(self, event: Frame) -> None:
        """Empty parts weigh nothing against the size of a frame, so they are counted."""
        if len(self.frames) < MOST_PARTS:
            super().handle_cont(event)
        elif not self.close_sent:
            self.conn.fail(1008, "too many parts")
            self.handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        """Text that is none is the peer's fault: a close code, not an exception in our log."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not self._is_text():
            self.frames = []
            self.conn.fail(1007, "no UTF-8")
            self.handle_parser_exception()
        elif self._take is not None and not self.close_sent:
            data, self.frames = b"".join(self.frames), []
            self._take(data if self.curr_msg_data_type == "text" else None)
        else:
            super().send_receive_event_to_app()

    def _is_text(self) -> bool:
        try:
            b"".join(self.frames).decode()
        except UnicodeDecodeError:
            return False
        return True

"""uvicorn's HTTP and websocket protocols, with an end to every wait and a direct way in and out.

A transport that is closed first waits until all it holds has been sent; to a peer that does not
read that is never. Here every such wait has an end. Messages go straight from the frame reader of
the library to whoever handles them, and back, without a queue and a task in between.

This module overrides internals of uvicorn, whose version is pinned in pyproject.toml.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

REQUEST_SECONDS: Final = 10.0
"""How long somebody who has connected may take to send a request."""
LINGER_SECONDS: Final = 5.0
"""How long what was written last may take to get out."""
MAX_FRAGMENTS: Final = 200
"""Frames that one message may come in; a browser sends it whole."""
SOCKET: Final = "hornsup.socket"
"""The extension of a websocket's scope under which the application finds the socket itself."""

Take = Callable[[bytes | None], None]
"""Takes the text of a message, or None for a message that is no text."""


class Http(H11Protocol):
    """HTTP that closes a connection on which no request comes."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as theirs
        super().connection_made(transport)
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._close_idle)

    def connection_lost(self, exc: Exception | None) -> None:
        self._deadline.cancel()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: Any) -> None:
        self._deadline.cancel()
        super().handle_websocket_upgrade(event)

    def _close_idle(self) -> None:
        cycle: Any = self.cycle
        if cycle is None:
            self.transport.abort()


class Websocket(WebSocketsSansIOProtocol):
    """A websocket that ends when it is ended, whether or not the peer still reads."""

    _linger: asyncio.TimerHandle | None = None
    _take: Take | None = None
    _on_writable: Callable[[], None] | None = None

    async def run_asgi(self) -> None:
        scope: Any = self.scope
        scope["extensions"][SOCKET] = self
        try:
            await super().run_asgi()
        finally:
            if not self.disconnected:
                self._linger = self.loop.call_later(LINGER_SECONDS, self.transport.abort)

    # --- the way in ---------------------------------------------------------------------------

    def read_with(self, take: Take) -> None:
        """From now on hand every message to `take`."""
        self._take = take

    def send_receive_event_to_app(self) -> None:
        """Hand a message over. Text that is not UTF-8 is answered with a close code."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent or self._take is None:
            return
        if self.curr_msg_data_type != "text":
            self._take(None)
        elif _is_utf8(data):
            self._take(data)
        else:
            self.conn.fail(1007, "no UTF-8")
            self.handle_parser_exception()

    def handle_cont(self, event: Frame) -> None:
        """Empty fragments count for nothing against the size of a frame, so they are counted."""
        if len(self.frames) < MAX_FRAGMENTS:
            super().handle_cont(event)
        elif not self.close_sent:
            self.conn.fail(1008, "too many parts")
            self.handle_parser_exception()

    # --- the way out --------------------------------------------------------------------------

    def write_with(self, on_writable: Callable[[], None]) -> None:
        """Call this whenever a peer that had stopped reading reads again."""
        self._on_writable = on_writable

    def write(self, messages: Iterable[bytes]) -> bool:
        """Send texts, a frame each; False when the peer must be waited for, or has gone."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        if self.conn.state is not State.OPEN:
            return False
        for message in messages:
            self.conn.send_text(message)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._on_writable is not None:
            self._on_writable()

    def handle_ping(self) -> None:
        """Pongs for a peer that does not read them are dropped rather than kept."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    # --- the end ------------------------------------------------------------------------------

    def abort(self) -> None:
        """Drop the connection without a close frame."""
        self.transport.abort()

    def shutdown(self) -> None:
        """The server ends: what is still to be sent goes before the close frame."""
        if self._on_writable is not None:
            self._on_writable()
        if self.handshake_complete and self.conn.state is not State.OPEN:
            self.transport.close()  # the peer's close frame came first; a second one would fail
        else:
            super().shutdown()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._take = self._on_writable = None  # no reference cycles with the connection
        if self._linger is not None:
            self._linger.cancel()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True

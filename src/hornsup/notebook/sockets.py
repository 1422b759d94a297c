"""The sockets of a table in this process: frames of the wire in, messages out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from hornsup.play import wire
from hornsup.play.live import questions
from hornsup.play.live.local import PLAYER, LocalTable, LocalViewer

Say = Callable[[dict[str, Any]], None]


class Socket:
    """One client of a local table. Its first frame is `hello`, as on the wire."""

    def __init__(self, table: LocalTable, say: Say) -> None:
        self._table = table
        self._say = say
        self._viewer: LocalViewer | None = None

    def take(self, text: str) -> None:
        """One frame; what cannot be read is not answered, for the page is our own."""
        try:
            frame: Any = wire.read_frame(text.encode())
        except (msgspec.MsgspecError, UnicodeError):
            return
        if isinstance(frame, wire.Hello):
            self._viewer = self._table.connect(self._say, frame.language)
        elif self._viewer is not None:
            self._frame(frame, self._viewer)

    def close(self) -> None:
        if self._viewer is not None:
            self._table.live.viewers.leave(self._viewer)
            self._viewer = None

    def _frame(self, frame: Any, viewer: LocalViewer) -> None:
        live, now = self._table.live, self._table.now()
        shown = live.viewers.of(viewer)
        if isinstance(frame, wire.Ping):
            viewer.tell(wire.Pong())
        elif isinstance(frame, wire.Why):
            viewer.tell(questions.why(live.table, frame, PLAYER, viewer.language))
        elif isinstance(frame, wire.Odds):
            live.odds(frame, viewer.language, viewer.tell)
        elif isinstance(frame, wire.Command):
            live.submit(frame, PLAYER, viewer.language, viewer.tell)
        elif isinstance(frame, wire.Look) and shown is not None:
            shown.look(viewer, frame.seat, now)
        elif isinstance(frame, wire.Speak) and shown is not None:
            viewer.language = frame.language
            shown.welcome(viewer, now)

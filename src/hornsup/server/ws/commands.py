"""What comes in on one socket: limits before parsing, then frames to the table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

import msgspec

from hornsup import i18n
from hornsup.play import wire
from hornsup.play.live import questions
from hornsup.play.live.broadcast import Broadcast
from hornsup.play.live.table import LiveTable
from hornsup.server import metrics
from hornsup.server.auth import bans
from hornsup.server.auth.rate_limit import Bucket
from hornsup.server.auth.sessions import Guest
from hornsup.server.ws.connection import Connection

if TYPE_CHECKING:
    from hornsup.server.ws.endpoint import Endpoint

HELLO_SECONDS: Final = 5.0
"""How long a client may take to send its first frame."""
MAX_BAD_FRAMES: Final = 10
TALK: Final = (wire.Chat, wire.React)
FROM_LATE: Final = (wire.Sit, wire.TakeBack)
"""What spectators may send who see the table late; a former player must be able to object in time,
which tells no more than whether the new one has moved."""


class FrameHandler:
    """The incoming side of one socket. The first frame must be `hello`."""

    def __init__(
        self, endpoint: Endpoint, connection: Connection, guest: Guest | None, live: LiveTable
    ) -> None:
        self._endpoint = endpoint
        self._connection = connection
        self._guest = guest
        self._live = live
        self._clock = endpoint.clock
        self._bad = 0
        self._joined = False
        self._deadline: asyncio.TimerHandle | None = None
        config = endpoint.config
        self._bucket = Bucket(config.frame_rate, config.frame_burst, self._clock.monotonic())
        self._player_bucket = endpoint.frame_bucket(guest) if guest else self._bucket
        connection.name = guest.name if guest else ""

    def start(self) -> None:
        """The socket is open: wait for the first frame, but not for long."""
        if not self._joined:
            loop = asyncio.get_running_loop()
            self._deadline = loop.call_later(HELLO_SECONDS, self._no_hello, 1008)

    def stop(self) -> None:
        """The socket has ended."""
        self._cancel_deadline()
        if self._joined:
            self._live.viewers.leave(self._connection)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def take(self, text: bytes | None) -> None:
        """One message. Above the rate limit it is refused before it is parsed."""
        connection = self._connection
        if connection.closing is not None:
            return
        connection.heard_at = now = self._clock.monotonic()
        if not self._bucket.take(now) or not self._player_bucket.take(now):
            connection.close(1008, "flood")
        elif not self._joined:
            self._hello(text)
        elif text is None:
            connection.close(1003, "text frames only")
        else:
            frame = _parse(text)
            if isinstance(frame, str):
                self._bad_frame(frame)
            else:
                self._frame(frame)

    # --- the first frame ----------------------------------------------------------------------

    def _hello(self, text: bytes | None) -> None:
        self._cancel_deadline()
        frame = "binary" if text is None else _parse(text)
        if not isinstance(frame, wire.Hello):
            self._no_hello(1002)
        elif frame.wire != wire.WIRE:
            said = i18n.text(frame.language, "table.refused.wire", ours=wire.WIRE, yours=frame.wire)
            self._connection.bye(1002, "wire", said)
        elif self._endpoint.is_banned(self._connection):
            self._connection.bye(1008, "banned", bans.sentence(frame.language))
        elif self._live.viewers.may_join(self._connection, frame.language):
            self._joined = True
            self._live.viewers.join(self._connection, frame)
            self._connection.joined = True
            announcement = self._endpoint.board.message
            if announcement.text:
                self._connection.tell(announcement)

    def _no_hello(self, close_code: int) -> None:
        self._connection.bye(close_code, "no-hello", i18n.text("en", "table.refused.no-hello"))

    # --- all other frames ---------------------------------------------------------------------

    def _bad_frame(self, problem: str) -> None:
        connection = self._connection
        self._bad += 1
        if self._bad > MAX_BAD_FRAMES:
            connection.close(1008, "bad frames")
        said = i18n.text(connection.language, "table.refused.bad-frame", problem=problem)
        connection.tell(wire.Answer("", False, self._version(), "bad-frame", None, said))

    def _frame(self, frame: wire.Frame) -> None:
        connection = self._connection
        if isinstance(frame, wire.Command):
            self._command(frame)
        elif isinstance(frame, wire.Ping):
            connection.tell(wire.Pong())
        elif isinstance(frame, wire.Speak):
            connection.language = frame.language
            self._welcome_again()
        elif isinstance(frame, wire.Visible):
            connection.visible = frame.on
        elif isinstance(frame, wire.Look):
            shown = self._shown()
            if shown is not None:
                shown.look(connection, frame.seat, self._clock.now())

    def _shown(self) -> Broadcast | None:
        """What this socket is shown: the table as it is, or as it was; None until it is joined."""
        return self._live.viewers.of(self._connection)

    def _version(self) -> int:
        """The version that this socket is shown."""
        shown = self._shown()
        return 0 if shown is None else shown.table.version

    def _welcome_again(self) -> None:
        shown = self._shown()
        if shown is not None:
            shown.welcome(self._connection, self._clock.now())

    def _command(self, command: wire.Command) -> None:
        guest, connection, live = self._guest, self._connection, self._live
        if guest is None:
            self._refuse(command, "no-session")
        elif connection.role == "screen":
            self._refuse(command, "screen")
        elif connection.late and not isinstance(command, FROM_LATE):
            self._refuse(command, "not-seated")  # any other answer would tell what goes on now
        elif isinstance(command, wire.Why):
            connection.tell(questions.why(live.table, command, guest.id, connection.language))
        elif isinstance(command, wire.Odds):
            live.odds(command, connection.language, self._answer)
        elif isinstance(command, TALK) and not self._endpoint.may_talk(guest):
            self._refuse(command, "slow-down")
        else:
            if isinstance(command, wire.Sit) and command.name is None:
                command = msgspec.structs.replace(command, name=guest.name)
            live.submit(command, guest.id, connection.language, self._answer)

    def _answer(self, answer: wire.Answer) -> None:
        connection = self._connection
        if not answer.ok:
            metrics.refusals.labels(answer.code).inc()
            if connection.late:
                answer = msgspec.structs.replace(answer, version=self._version())
        connection.push(wire.encode(answer))
        if answer.code == "stale":
            self._welcome_again()
        if answer.ok and connection.role == "spectator":
            self._live.viewers.become_player(connection)

    def _refuse(self, command: wire.Command, code: str) -> None:
        metrics.refusals.labels(code).inc()
        text = i18n.text(self._connection.language, f"table.refused.{code}")
        self._connection.tell(wire.Answer(command.id, False, self._version(), code, None, text))


def _parse(text: bytes) -> wire.Frame | str:
    """The frame in a message, or what is wrong with it."""
    try:
        frame: wire.Frame = wire.read_frame(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return str(error)
    return frame

"""A connection to one table: commands out, messages in, and the newest state they tell.

What carries the texts is a subclass: a websocket (`table.py`) or a table in this process
(`local.py`).
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final

from hornsup.client.errors import Unreachable
from hornsup.play import wire

MESSAGE_SECONDS: Final = 15.0
COMMAND_SECONDS: Final = 10.0
"""A connection on which a command gets no answer for that long is taken for dead."""


class TableConnection(ABC):
    """The newest state of a table, as its messages tell it, and the commands of one viewer."""

    def __init__(self) -> None:
        self._answers: dict[str, asyncio.Future[wire.Answer]] = {}
        self._message_came = asyncio.Event()
        self.on_message: Callable[[wire.Message], None] | None = None  # called after every message
        self.version = -1
        self.table: wire.TableInfo | None = None
        self.you: wire.You | None = None
        self.view: dict[str, Any] | None = None
        self.to_move: int | None = None
        self.legal: list[str] | None = None
        self.undo = False
        self.time: wire.Time | None = None
        self.time_at = 0.0  # when `time` was told, by the monotonic clock
        self.online: list[int] = []
        self.spectators: list[wire.Spectator] = []  # told to the people at the table alone
        self.chat: list[wire.Line] = []
        self.sentences: list[str] = []
        self.bye: wire.Bye | None = None
        self.closed: int | None = None  # the close code, once the connection has ended

    @abstractmethod
    async def send_text(self, text: str) -> None:
        """Send one frame; raises Unreachable when the connection has ended."""

    @abstractmethod
    async def close(self) -> None: ...

    # --- sending ------------------------------------------------------------------------------

    async def command(
        self, kind: str, *, key: str | None = None, version: int | None = None, **fields: Any
    ) -> wire.Answer:
        """Send a command and wait for its answer; the same id may be sent again."""
        key = key or secrets.token_hex(8)
        frame = {
            "type": kind,
            "id": key,
            "version": self.version if version is None else version,
            **fields,
        }
        answer = self._answers.get(key)
        if answer is None or answer.done():
            answer = self._answers[key] = asyncio.get_running_loop().create_future()
        await self.send_text(json.dumps(frame))
        try:
            async with asyncio.timeout(COMMAND_SECONDS):
                return await asyncio.shield(answer)
        except TimeoutError as error:
            raise Unreachable("the server has fallen silent") from error

    async def move(self, text: str, **more: Any) -> wire.Answer:
        return await self.command("move", move=text, **more)

    async def look(self, seat: int | None) -> None:
        """Several seats on one device: show this one of them."""
        await self.send_text(json.dumps({"type": "look", "seat": seat}))

    # --- receiving ----------------------------------------------------------------------------

    async def next_message(self, seconds: float = MESSAGE_SECONDS) -> None:
        """Wait until the next message has been read, or the connection is closed."""
        self._message_came.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._message_came.wait()
        except TimeoutError as error:
            raise Unreachable("the server has fallen silent") from error

    def hear(self, message: wire.Message) -> None:
        """Apply a message and tell whoever waits for it."""
        self.receive(message)
        if self.on_message is not None:
            self.on_message(message)
        self._message_came.set()

    def receive(self, message: wire.Message) -> None:
        """Apply one message of the server; a subclass may look at each of them here."""
        if isinstance(message, wire.Welcome):
            self._welcome(message)
        elif isinstance(message, wire.Update):
            self._update(message)
        elif isinstance(message, wire.Answer):
            answer = self._answers.get(message.id)
            if answer is not None and not answer.done():
                answer.set_result(message)
        elif isinstance(message, wire.Presence):
            self.online, self.spectators = message.online, message.spectators
        elif isinstance(message, wire.Bye):
            self.bye = message

    def ended(self, code: int) -> None:
        """The connection has ended: no command will be answered any more."""
        self.closed = code
        self._message_came.set()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(Unreachable("the line is closed"))
                answer.exception()

    def _welcome(self, message: wire.Welcome) -> None:
        self.version, self.table, self.you = message.version, message.table, message.you
        self.view, self.to_move, self.legal = message.view, message.to_move, message.legal
        self.undo, self.chat = message.undo, list(message.chat)
        self._set_time(message.time)
        self.sentences += [each.text for each in message.missed or []]

    def _update(self, message: wire.Update) -> None:
        self.version = message.version
        if message.view is not None:
            self.view = message.view
        elif message.patch is not None:
            self.view = {**(self.view or {}), **message.patch}
        self.to_move, self.legal, self.undo = message.to_move, message.legal, message.undo
        self.table = message.table or self.table
        self.you = message.you or self.you
        self._set_time(message.time or self.time)
        if message.line is not None:
            self.chat.append(message.line)
        self.sentences += [each.text for each in message.events]

    def _set_time(self, told: wire.Time | None) -> None:
        if told is not self.time:
            self.time, self.time_at = told, time.monotonic()

    # --- asking -------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """`lobby`, `playing`, `over` or `closed`."""
        return "lobby" if self.table is None else self.table.phase

    @property
    def my_turn(self) -> bool:
        """Whether this viewer has moves to choose from."""
        looking = None if self.you is None else self.you.looking
        return bool(self.legal) and looking is not None and looking == self.to_move

    @property
    def hidden_turn(self) -> int | None:
        """The own seat that must decide and whose hand is not shown: the device is passed on."""
        if self.you is None or self.phase != "playing" or self.to_move == self.you.looking:
            return None
        held = self.to_move in self.you.seats and len(self.you.seats) > 1
        return self.to_move if held else None

    def seconds_left(self, seat: int) -> float | None:
        """What the clock of a seat shows now."""
        if self.time is None or seat >= len(self.time.left):
            return None
        left = self.time.left[seat]
        if left is None:
            return None
        gone = time.monotonic() - self.time_at if self.time.running == seat else 0.0
        return max(0.0, left / 1000 - gone)

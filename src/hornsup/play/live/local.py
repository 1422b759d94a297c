"""A table in this process: the server's own code with its log in memory and no port.

>>> import asyncio
>>> from hornsup.core import registry
>>> from hornsup.play.live.local import LocalTable
>>> from hornsup.play.settings import Settings
>>> async def main():
...     settings = Settings(registry.names()[-1], players=3, pace=0)
...     table = LocalTable.open(settings, "Ann", ["me", "easy", "easy"])
...     messages = []
...     ann = table.connect(messages.append)
...     await table.live.settle()
...     return messages[0]["type"], ann.looking
>>> asyncio.run(main())
('welcome', 0)
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal, Self

import msgspec

from hornsup.play import wire
from hornsup.play.entries import Logged
from hornsup.play.live import questions
from hornsup.play.live.bot_runner import ThreadBots
from hornsup.play.live.ports import BotRunner, Then
from hornsup.play.live.presence import LocalPresence
from hornsup.play.live.table import LiveTable
from hornsup.play.live.viewer import Viewer
from hornsup.play.opening import Host, Opening, open_table
from hornsup.play.runtime import Clock, Randomness, SteadyClock, SystemRandomness
from hornsup.play.settings import Settings
from hornsup.play.table import Table

PLAYER = "local"
Take = Callable[[dict[str, Any]], None]


class MemoryStorage:
    """The log of one table as a list."""

    shared = False

    def __init__(self, entries: Sequence[Logged]) -> None:
        self._entries = list(entries)
        self.rematch: Opening | None = None

    def append(
        self, table: Table, logged: Logged, then: Then, opening: Opening | None = None
    ) -> None:
        del table
        self._entries.append(logged)
        self.rematch = opening or self.rematch
        asyncio.get_running_loop().call_soon(then, True)

    async def entries(self, after: int) -> list[Logged]:
        return self._entries[after:]

    async def answered(self, player: str, command: str) -> int | None:
        for logged in self._entries:
            if (logged.player, logged.command) == (player, command):
                return logged.version
        return None

    async def schedule(self, table: Table, now: int, also: int | None = None) -> None:
        del table, now, also


class LocalViewer(Viewer):
    """A client in the same process: messages are handed to a function as plain data."""

    def __init__(self, take: Take, player: str | None) -> None:
        super().__init__(player)
        self._take = take

    def push(self, message: bytes) -> None:
        self._take(msgspec.json.decode(message))

    def bye(self, close_code: int, code: str, message: str) -> None:
        del close_code
        self.tell(wire.Bye(code, message))


class LocalTable:
    """A table for one person, or several on one device, and bots."""

    def __init__(self, opening: Opening, clock: Clock, random: Randomness, bots: BotRunner) -> None:
        self.storage = MemoryStorage(opening.entries)
        self._clock, self._random, self._bots = clock, random, bots
        self.live = LiveTable(
            opening.table,
            storage=self.storage,
            clock=clock,
            random=random,
            bots=bots,
            presence=LocalPresence(clock),
            notify=None,
        )
        self.live.bots.consider()

    @classmethod
    def open(
        cls,
        settings: Settings,
        name: str,
        seats: Sequence[str],
        *,
        contribution: str = "",
        random: Randomness | None = None,
        bots: BotRunner | None = None,
    ) -> Self:
        """Start a game; `seats` says for every seat "me" or a bot's level."""
        clock, random = SteadyClock(), random or SystemRandomness()
        host = Host(PLAYER, name, contribution)
        opening = open_table(settings, host, seats, True, now=clock.now(), random=random)
        return cls(opening, clock, random, bots or ThreadBots(random))

    def connect(
        self,
        take: Take,
        language: wire.Language = "en",
        role: Literal["player", "spectator", "screen"] = "player",
        since: int | None = None,
    ) -> LocalViewer:
        """Show the table to a client; `take` gets every message of the wire."""
        viewer = LocalViewer(take, PLAYER if role == "player" else None)
        self.live.viewers.join(viewer, wire.Hello(wire.WIRE, language, since, role))
        return viewer

    def handle(self, viewer: LocalViewer, frame: wire.Frame) -> None:
        """Carry out a frame of a viewer, as the server does with those of a socket."""
        if isinstance(frame, wire.Command):
            self._command(viewer, frame)
        elif isinstance(frame, wire.Ping):
            viewer.tell(wire.Pong())
        elif isinstance(frame, wire.Look):
            self.live.viewers.live.look(viewer, frame.seat, self._clock.now())
        elif isinstance(frame, wire.Speak):
            viewer.language = frame.language
            self.live.viewers.live.welcome(viewer, self._clock.now())

    def _command(self, viewer: LocalViewer, command: wire.Command) -> None:
        if isinstance(command, wire.Why):
            viewer.tell(questions.why(self.live.table, command, PLAYER, viewer.language))
        elif isinstance(command, wire.Odds):
            self.live.odds(command, viewer.language, viewer.tell)
        else:
            reply = partial(self._answer, viewer)
            self.live.submit(command, PLAYER, viewer.language, reply)

    def _answer(self, viewer: LocalViewer, answer: wire.Answer) -> None:
        viewer.tell(answer)
        if answer.code == "stale":
            self.live.viewers.live.welcome(viewer, self._clock.now())

    def leave(self, viewer: LocalViewer) -> None:
        """A client goes; the bots stop."""
        self.live.viewers.leave(viewer)
        self.live.bots.stop()

    async def command(self, command: wire.Command, language: str = "en") -> wire.Answer:
        """Carry out a command of the person at this device."""
        return await self.live.ask(command, PLAYER, language)

    def now(self) -> int:
        """The table's time in milliseconds."""
        return self._clock.now()

    def rematch(self) -> Self | None:
        """The table that a rematch has opened."""
        opening = self.storage.rematch
        if opening is None:
            return None
        return type(self)(opening, self._clock, self._random, self._bots)

"""A bot's decision at one table: asked for once, played if it still fits, else asked for again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from hornsup.errors import IllegalMove
from hornsup.play import decide
from hornsup.play.refused import Refused
from hornsup.server.thinkers import Stuck

if TYPE_CHECKING:
    from hornsup.server.room import Room

logger = structlog.get_logger("thinking")


class Thinking:
    """The bots of a room; one thinks at a time, about the newest position."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._about = -1
        self.task: asyncio.Task[None] | None = None

    def consider(self) -> None:
        """Let a bot think if it is a bot's decision and none is thinking about it yet."""
        floor = self._room.table.floor  # chat does not make a bot begin again
        if self._room.table.bot_to_move() is None or self._about == floor:
            return
        if self.task is not None:
            self.task.cancel()
        self._about = floor
        self.task = asyncio.create_task(self._think(floor), name="bot")
        self.task.add_done_callback(self._thought)

    def again(self) -> None:
        self._about = -1
        self.consider()

    def _thought(self, task: asyncio.Task[None]) -> None:
        if self.task is task:
            self.task = None
        if not task.cancelled() and task.exception() is not None:
            logger.error("bot task failed", error=repr(task.exception()))

    async def _think(self, version: int) -> None:
        table = self._room.table
        found = table.bot_to_move()
        if found is None:  # its player came back before we began
            return
        assert table.state is not None
        seat, level = found
        view = table.state.view(seat)
        legal = [str(move) for move in table.state.legal_moves()]
        pace = table.settings.pace if self._room.live.sockets else 0
        rest = asyncio.create_task(asyncio.sleep(pace / 1000))
        try:
            key = f"{table.id}/{seat}"
            move = await self._room.house.thinkers.choose(
                key, table.settings.game, level, view, legal
            )
        except Stuck as stuck:
            logger.warning("bot stuck", table=table.id[:8], why=str(stuck))
            move = ""
        await rest
        self._room.enqueue(lambda: self.play_for(seat, version, move, "bot"))

    async def play_for(self, seat: int, version: int, move: str, by: str) -> None:
        """Log a bot's move if the table still stands as the bot saw it."""
        table = self._room.table
        if table.floor > version or table.to_move != seat or table.seats[seat].bot is None:
            self.again()
            return
        assert table.state is not None
        try:
            entry = decide.moved(table, seat, move, by)
        except (Refused, IllegalMove):
            entry = decide.moved(table, seat, str(table.game.default_move(table.state)), by)
        try:
            if not await self._room.log(entry, None, None):
                self.again()
        except Refused:
            self._about = -1  # the sweeper will ask again

    def is_late(self, now: int) -> bool:
        """Whether a bot's move should long have come and nobody is working on it."""
        waited = now - self._room.table.moved_at
        return self.task is None and waited > self._room.table.settings.pace + 1000

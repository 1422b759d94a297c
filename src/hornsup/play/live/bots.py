"""The bots at one table: asked for a move once, which is played if it still fits."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from hornsup.play import decide
from hornsup.play.live.ports import BotFailed, BotRunner
from hornsup.play.refused import Refused

if TYPE_CHECKING:
    from hornsup.play.live.table import LiveTable

logger = structlog.get_logger("bots")


class TableBots:
    """The bots of a table; one decides at a time, about the newest position."""

    def __init__(self, live: LiveTable, runner: BotRunner) -> None:
        self._live = live
        self._runner = runner
        self._about = -1  # the version that a bot was last asked about
        self.task: asyncio.Task[None] | None = None

    def consider(self) -> None:
        """Ask a bot if it must decide and has not been asked yet."""
        floor = self._live.table.floor  # chat does not make a bot begin again
        if self._live.table.bot_to_move() is None or self._about == floor:
            return
        if self.task is not None:
            self.task.cancel()
        self._about = floor
        self.task = asyncio.create_task(self._ask(floor))
        self.task.add_done_callback(self._asked)

    def stop(self) -> None:
        """The worker ends: a bot that is being asked must not play a default move for it."""
        if self.task is not None:
            self.task.cancel()

    def again(self) -> None:
        self._about = -1
        self.consider()

    def _asked(self, task: asyncio.Task[None]) -> None:
        if self.task is task:
            self.task = None
        if not task.cancelled() and task.exception() is not None:
            logger.error("bot task failed", error=repr(task.exception()))

    async def _ask(self, version: int) -> None:
        table = self._live.table
        found = table.bot_to_move()
        if found is None:  # its player came back before we began
            return
        assert table.state is not None
        seat, level = found
        view = table.state.view(seat)
        legal = [str(move) for move in table.state.legal_moves()]
        pace = table.settings.pace if self._live.viewers.live.viewers else 0
        pause = asyncio.create_task(asyncio.sleep(pace / 1000))
        try:
            move = await self._runner.choose(table.settings.game, level, view, legal)
        except BotFailed as failed:
            logger.warning("bot failed", table=table.id[:8], why=str(failed))
            move = ""
        await pause
        self._live.enqueue(lambda: self.play_for(seat, version, move, "bot"))

    async def play_for(self, seat: int, version: int, move: str, by: str) -> None:
        """Log a bot's move if the table still stands as the bot saw it."""
        table = self._live.table
        if table.floor > version or table.to_move != seat or table.seats[seat].bot is None:
            self.again()
            return
        assert table.state is not None
        try:
            entry = decide.moved(table, seat, move, by)
        except Refused:
            entry = decide.moved(table, seat, str(table.game.default_move(table.state)), by)
        try:
            if not await self._live.log(entry):
                self.again()
        except Refused:
            self._about = -1  # the next look after the table asks again

    def is_overdue(self, now: int) -> bool:
        """Whether a bot's move should long have come and nobody is working on it."""
        waited = now - self._live.table.moved_at
        return self.task is None and waited > self._live.table.settings.pace + 1000

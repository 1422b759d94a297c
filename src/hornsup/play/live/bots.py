"""The bots at one table: asked for a move once, which is played if it still fits."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from hornsup.play import decide, timing
from hornsup.play import entries as log
from hornsup.play.live.ports import BotFailed, BotRunner
from hornsup.play.refused import Refused

if TYPE_CHECKING:
    from hornsup.play.live.table import LiveTable

logger = structlog.get_logger("bots")
NOTHING = (-1, -1)


class TableBots:
    """The bots of a table; one acts at a time, on the newest position.

    A bot that owes a forfeit does it before any bot moves.
    """

    def __init__(self, live: LiveTable, runner: BotRunner) -> None:
        self._live = live
        self._runner = runner
        self._about = NOTHING  # the version and the forfeits done when a bot last began
        self.task: asyncio.Task[None] | None = None

    def consider(self) -> None:
        """Let a bot act if one must and has not begun yet."""
        table = self._live.table
        about = (table.floor, len(table.confirmed))  # chat does not make a bot begin again
        if not table.bot_must_act() or self._about == about:
            return
        if self.task is not None:
            self.task.cancel()
        self._about = about
        debtor = table.bot_forfeit()
        act = self._ask(table.floor) if debtor is None else self._do_forfeit(debtor)
        self.task = asyncio.create_task(act)
        self.task.add_done_callback(self._acted)

    def stop(self) -> None:
        """The worker ends: a bot that is being asked must not play a default move for it."""
        if self.task is not None:
            self.task.cancel()

    def again(self) -> None:
        self._about = NOTHING
        self.consider()

    def _acted(self, task: asyncio.Task[None]) -> None:
        if self.task is task:
            self.task = None
        if not task.cancelled() and task.exception() is not None:
            logger.error("bot task failed", error=repr(task.exception()))

    def _pause(self) -> float:
        """Seconds in which people see what has just happened; none where nobody looks."""
        watched = self._live.viewers.live.viewers
        return timing.bot_pause(self._live.table) / 1000 if watched else 0.0

    # --- moves --------------------------------------------------------------------------------

    async def _ask(self, version: int) -> None:
        table = self._live.table
        found = table.bot_to_move()
        if found is None:  # its player came back before we began
            return
        assert table.state is not None
        seat, level = found
        view = table.state.view(seat)
        legal = [str(move) for move in table.state.legal_moves()]
        time = asyncio.get_running_loop().time
        pause_ends = time() + self._pause()
        try:
            move = await self._runner.choose(table.settings.game, level, view, legal)
        except BotFailed as failed:
            logger.warning("bot failed", table=table.id[:8], why=str(failed))
            move = ""
        await asyncio.sleep(max(0.0, pause_ends - time()))
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
        await self._log(entry)

    async def _log(self, entry: log.AnyEntry) -> None:
        try:
            if not await self._live.log(entry):
                self.again()
        except Refused:
            self._about = NOTHING  # the next look after the table asks again

    def is_overdue(self, now: int) -> bool:
        """Whether a bot should long have acted and nobody is working on it."""
        return self.task is None and now >= timing.bot_due(self._live.table)

    # --- forfeits -----------------------------------------------------------------------------

    async def _do_forfeit(self, seat: int) -> None:
        await asyncio.sleep(self._pause())
        self._live.enqueue(lambda: self._confirm(seat))

    async def _confirm(self, seat: int) -> None:
        """Log the forfeit of a bot as done if nobody else has said so."""
        if self._live.table.bot_forfeit() != seat:
            self.again()
            return
        await self._log(log.Confirmed(seat, "bot"))

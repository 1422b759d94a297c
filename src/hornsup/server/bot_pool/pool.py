"""A pool of processes that run bots, each request with a time limit."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import msgspec
import structlog

from hornsup.play.live.bot_runner import new_seed
from hornsup.play.live.ports import BotFailed
from hornsup.play.runtime import Randomness
from hornsup.server import metrics
from hornsup.server.bot_pool.child import BotRequest
from hornsup.server.bot_pool.process import ChildProcess
from hornsup.server.runtime import Processes

CHILD: Final = "hornsup.server.bot_pool.child"
logger = structlog.get_logger("bots")


class BotPool:
    """A few processes; whichever is free takes the next request."""

    def __init__(
        self, count: int, seconds: float, processes: Processes, random: Randomness
    ) -> None:
        self._children = [ChildProcess(processes, CHILD) for _ in range(max(1, count))]
        self._free: asyncio.LifoQueue[ChildProcess] = asyncio.LifoQueue()
        for child in self._children:
            self._free.put_nowait(child)
        self._seconds = seconds
        self._random = random

    @property
    def pids(self) -> list[int]:
        return [child.pid for child in self._children if child.pid]

    async def choose(self, game: str, bot: str, view: dict[str, Any], legal: list[str]) -> str:
        """The bot's move; raises BotFailed."""
        seed = new_seed(self._random)
        return str(await self._ask(BotRequest("move", game, view, bot, legal, seed)))

    async def odds(self, game: str, view: dict[str, Any]) -> Any:
        """The exact odds of a position; raises BotFailed."""
        return await self._ask(BotRequest("odds", game, view))

    async def _ask(self, request: BotRequest) -> Any:
        child = await self._free.get()
        try:
            with metrics.bot_seconds.time():
                answer = await child.ask(msgspec.json.encode(request), self._seconds)
        finally:
            self._free.put_nowait(child)
        if request.wants not in answer:
            logger.error("bot failed", bot=request.bot, error=answer.get("error"))
            raise BotFailed("failed")
        return answer[request.wants]

    async def stop(self) -> None:
        await asyncio.gather(*(child.end() for child in self._children))

"""The process that reviews finished games: one, at a lower priority, ended when unused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, Final

import msgspec
import structlog

from hornsup.errors import BadInput
from hornsup.play.live.ports import BotFailed
from hornsup.server.bot_pool.process import ChildProcess
from hornsup.server.bot_pool.review_child import ReviewRequest
from hornsup.server.runtime import Processes

CHILD: Final = "hornsup.server.bot_pool.review_child"
ANSWER_SECONDS: Final = 60.0
"""A process that is silent for longer is ended; every decision is an answer of its own."""
UNUSED_SECONDS: Final = 120.0
logger = structlog.get_logger("reviews")


class Reviewer:
    """Takes requests one after the other."""

    def __init__(self, processes: Processes) -> None:
        self._child = ChildProcess(processes, CHILD)
        self._one = asyncio.Lock()
        self._unused: asyncio.TimerHandle | None = None
        self._ending: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        return self._child.pid

    async def parts(self, request: ReviewRequest) -> AsyncGenerator[dict[str, Any], None]:
        """The parts of the answer as they come; raises BotFailed, or BadInput for a request that
        makes no sense. Closing it ends the work."""
        async with self._one:
            if self._unused is not None:
                self._unused.cancel()
            try:
                found = self._child.answers(msgspec.json.encode(request), ANSWER_SECONDS)
                async with aclosing(found):
                    async for answer in found:
                        if "part" in answer:
                            yield answer["part"]
                        elif "error" in answer:
                            raise _failure(answer)
            finally:
                loop = asyncio.get_running_loop()
                self._unused = loop.call_later(UNUSED_SECONDS, self._end_unused)

    def _end_unused(self) -> None:
        self._ending = asyncio.create_task(self._end())

    async def _end(self) -> None:
        async with self._one:
            await self._child.end()

    async def stop(self) -> None:
        if self._unused is not None:
            self._unused.cancel()
        await self._child.end()


def _failure(answer: dict[str, Any]) -> Exception:
    if "refused" in answer:
        return BadInput(answer["error"])
    logger.error("review failed", error=answer["error"])
    return BotFailed("failed")

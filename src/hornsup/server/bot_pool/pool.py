"""A pool of processes that run bots, each request with a time limit."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any, Final

import msgspec
import structlog

from hornsup.play.live.bot_runner import new_seed
from hornsup.play.live.ports import BotFailed
from hornsup.play.runtime import Randomness
from hornsup.server import metrics
from hornsup.server.bot_pool.child import LENGTH, BotRequest
from hornsup.server.runtime import Processes

CHILD: Final = "hornsup.server.bot_pool.child"
logger = structlog.get_logger("bots")


class _Child:
    """One process, started when first needed and again after it had to be ended."""

    def __init__(self, processes: Processes) -> None:
        self._processes = processes
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def ask(self, data: bytes, seconds: float) -> dict[str, Any]:
        try:
            async with asyncio.timeout(seconds):
                return await self._exchange(data)
        except (TimeoutError, asyncio.IncompleteReadError, OSError) as error:
            await self.end()
            raise BotFailed(type(error).__name__) from error
        except asyncio.CancelledError:
            await self.end()  # the answer would be taken for the next request's
            raise

    async def _exchange(self, data: bytes) -> dict[str, Any]:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(LENGTH.pack(len(data)) + data)
        await process.stdin.drain()
        size = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))[0]
        answer = msgspec.json.decode(await process.stdout.readexactly(size))
        assert isinstance(answer, dict)
        return answer

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await self._processes.start(CHILD)
        return self._process

    async def end(self) -> None:
        """Kill the process and wait for its end; whoever else asks for it meanwhile waits too."""
        process = self._process
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if self._process is process:
            self._process = None


class BotPool:
    """A few processes; whichever is free takes the next request."""

    def __init__(
        self, count: int, seconds: float, processes: Processes, random: Randomness
    ) -> None:
        self._children = [_Child(processes) for _ in range(max(1, count))]
        self._free: asyncio.LifoQueue[_Child] = asyncio.LifoQueue()
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

"""One child process of the server, started when first needed and again after it was ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any

import msgspec

from hornsup.play.live.ports import BotFailed
from hornsup.server.bot_pool.frames import LENGTH
from hornsup.server.runtime import Processes

FAILURES = (TimeoutError, asyncio.IncompleteReadError, OSError)


class ChildProcess:
    """Takes one request at a time; whoever gives up on an answer ends the process."""

    def __init__(self, processes: Processes, module: str) -> None:
        self._processes = processes
        self._module = module
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def ask(self, data: bytes, seconds: float) -> dict[str, Any]:
        """The one answer to a request; raises BotFailed."""
        try:
            async with asyncio.timeout(seconds):
                await self._send(data)
                return await self._receive()
        except FAILURES as error:
            await self.end()
            raise BotFailed(type(error).__name__) from error
        except asyncio.CancelledError:
            await self.end()  # the answer would be taken for the next request's
            raise

    async def answers(self, data: bytes, seconds: float) -> AsyncGenerator[dict[str, Any], None]:
        """The answers to a request up to the one that says `end`, each within so many seconds;
        raises BotFailed. The process is ended if the reader stops before."""
        whole = False
        try:
            await self._send(data)
            while not whole:
                async with asyncio.timeout(seconds):
                    answer = await self._receive()
                whole = "end" in answer or "error" in answer
                yield answer
        except FAILURES as error:
            raise BotFailed(type(error).__name__) from error
        finally:
            if not whole:
                await self.end()

    async def _send(self, data: bytes) -> None:
        process = await self._running()
        assert process.stdin is not None
        process.stdin.write(LENGTH.pack(len(data)) + data)
        await process.stdin.drain()

    async def _receive(self) -> dict[str, Any]:
        assert self._process is not None
        assert self._process.stdout is not None
        read = self._process.stdout.readexactly
        answer = msgspec.json.decode(await read(LENGTH.unpack(await read(LENGTH.size))[0]))
        assert isinstance(answer, dict)
        return answer

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await self._processes.start(self._module)
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

"""Processes that think for bots, each with a budget: sockets never wait for them."""

from __future__ import annotations

import asyncio
import secrets
import struct
import sys
import zlib
from contextlib import suppress
from typing import Any, Final

import msgspec
import structlog

from hornsup.server import metrics

_LENGTH: Final = struct.Struct(">I")
logger = structlog.get_logger("thinkers")


class Stuck(Exception):
    """The bot took too long, failed, or its process ended."""


class _Process:
    """One thinking process, started when first needed and again after it had to be ended."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()  # one thought at a time; nothing but this pipe waits on it

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def ask(self, data: bytes, seconds: float) -> dict[str, Any]:
        async with self._turn:
            try:
                async with asyncio.timeout(seconds):
                    return await self._exchange(data)
            except (TimeoutError, asyncio.IncompleteReadError, OSError) as error:
                await self.end()
                raise Stuck(type(error).__name__) from error
            except asyncio.CancelledError:
                await self.end()  # half an exchange would answer the next question
                raise

    async def _exchange(self, data: bytes) -> dict[str, Any]:
        process = await self._running()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(_LENGTH.pack(len(data)) + data)
        await process.stdin.drain()
        size = _LENGTH.unpack(await process.stdout.readexactly(_LENGTH.size))[0]
        answer = msgspec.json.decode(await process.stdout.readexactly(size))
        assert isinstance(answer, dict)
        return answer

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "hornsup.server.thinker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the server, which ends us
            )
        return self._process

    async def end(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Thinkers:
    """A few processes; a table always asks the same one, where its bots remember."""

    def __init__(self, count: int, seconds: float) -> None:
        self._processes = [_Process() for _ in range(max(1, count))]
        self._seconds = seconds

    @property
    def pids(self) -> list[int]:
        return [process.pid for process in self._processes if process.pid]

    async def choose(
        self, key: str, game: str, bot: str, view: dict[str, Any], legal: list[str]
    ) -> str:
        """The bot's move; raises Stuck."""
        luck = secrets.randbits(63)
        asked = {"key": key, "game": game, "bot": bot, "view": view, "legal": legal, "seed": luck}
        return str(await self._ask(asked, "move"))

    async def odds(self, key: str, view: dict[str, Any]) -> Any:
        """The exact odds of a round of dice; raises Stuck."""
        asked = {"key": key, "game": view["game"], "bot": "odds", "view": view}
        return await self._ask(asked, "odds")

    async def _ask(self, asked: dict[str, Any], wanted: str) -> Any:
        process = self._processes[zlib.crc32(asked["key"].encode()) % len(self._processes)]
        with metrics.thoughts.time():
            answer = await process.ask(msgspec.json.encode(asked), self._seconds)
        if wanted not in answer:
            logger.error("bot failed", bot=asked["bot"], error=answer.get("error"))
            raise Stuck("failed")
        return answer[wanted]

    async def stop(self) -> None:
        await asyncio.gather(*(process.end() for process in self._processes))

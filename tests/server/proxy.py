"""A TCP proxy that delays, stalls and cuts connections at random."""

from __future__ import annotations

import asyncio
from random import Random


class FaultProxy:
    """Stands between clients and a server; `calm` makes it behave."""

    def __init__(self, port: int, rng: Random) -> None:
        self._target = port
        self._rng = rng
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.calm = False
        self.cuts = 0
        self.port = 0

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            there_reader, there_writer = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            return
        finally:
            self._tasks.discard(task)
        ways = (
            asyncio.create_task(self._carry(reader, there_writer)),
            asyncio.create_task(self._carry(there_reader, writer)),
        )
        self._tasks.update(ways)
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
                self._tasks.discard(way)
            writer.transport.abort()
            there_writer.transport.abort()

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65_536):
                if not self.calm and await self._disturb():
                    self.cuts += 1
                    return
                sink.write(data)
                await sink.drain()
        except (OSError, asyncio.CancelledError):
            return

    async def _disturb(self) -> bool:
        """Mostly nothing, sometimes a delay, seldom a stall; True means: cut here, data lost."""
        drawn = self._rng.random()
        if drawn < 0.004:
            return True
        if drawn < 0.01:
            await asyncio.sleep(self._rng.uniform(0.2, 1.5))
        elif drawn < 0.1:
            await asyncio.sleep(self._rng.uniform(0.0, 0.02))
        return False

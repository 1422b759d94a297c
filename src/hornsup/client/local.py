"""A client of a table in this process: the same messages, without a port."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any, Final, Literal, Self

import msgspec

from hornsup.client.connection import TableConnection
from hornsup.client.errors import Unreachable
from hornsup.play import wire
from hornsup.play.live import upkeep
from hornsup.play.live.local import LocalTable
from hornsup.play.runtime import Purpose
from hornsup.play.table import PLAYING

LOOK_SECONDS: Final = 0.5
"""How often somebody looks whether a clock has run out."""
MOST_TURNS: Final = 500
"""A game among bots alone is closed after so many turns: nobody would end it."""


class SeededRandomness:
    """Bits that are the same for the same seed, a stream for every purpose."""

    def __init__(self, seed: int | str) -> None:
        self._seed = seed
        self._streams: dict[str, Random] = {}

    def token_bytes(self, count: int, purpose: Purpose) -> bytes:
        stream = self._streams.setdefault(purpose, Random(f"{self._seed}/{purpose}"))
        return stream.randbytes(count)


class LocalClient(TableConnection):
    """The connection of the people at this device to a table of their own."""

    def __init__(self, table: LocalTable) -> None:
        super().__init__()
        self.local = table
        self._caretaker: asyncio.Task[None] | None = None

    @classmethod
    def open(
        cls,
        table: LocalTable,
        language: wire.Language = "en",
        role: Literal["player", "spectator"] = "player",
    ) -> Self:
        """Join a table; the welcome has come when this returns."""
        client = cls(table)
        client.join(language, role)
        return client

    def join(self, language: wire.Language, role: Literal["player", "spectator"]) -> None:
        self._viewer = self.local.connect(self._take, language, role, since=0)
        self._caretaker = asyncio.create_task(self._look_after(), name="local table")

    def _take(self, data: dict[str, Any]) -> None:
        self.hear(msgspec.convert(data, wire.FromServer))

    async def send_text(self, text: str) -> None:
        if self.closed is not None:
            raise Unreachable("the line is closed")
        self.local.handle(self._viewer, wire.read_frame(text))

    async def close(self) -> None:
        if self.closed is None:
            self.local.leave(self._viewer)
            self.ended(1000)
        if self._caretaker is not None:
            self._caretaker.cancel()
            with suppress(asyncio.CancelledError):
                await self._caretaker
        await self.local.live.settle()

    async def _look_after(self) -> None:
        """What a server's maintenance does for its tables."""
        live = self.local.live
        while live.table.phase == PLAYING:
            live.look_after()
            state = live.table.state
            alone = all(seat.player is None for seat in live.table.seats)
            if alone and state is not None and state.turns > MOST_TURNS:
                live.enqueue(partial(upkeep.close_by_owner, live))
            await asyncio.sleep(LOOK_SECONDS)

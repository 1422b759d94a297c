"""A person's place at a table, kept through lost connections and rematches.

A screen asks a session for a connection and shows what comes; whether the table is in this process
or on a server is settled here.
"""

from __future__ import annotations

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from hornsup.bots.lineup import LEVELS, line_up, line_up_names
from hornsup.client.address import read_address
from hornsup.client.connection import TableConnection
from hornsup.client.errors import RequestRefused, Unreachable
from hornsup.client.local import LocalClient, SeededRandomness
from hornsup.core import record
from hornsup.core.notation import seat_letter
from hornsup.errors import BadInput
from hornsup.play import wire
from hornsup.play.live.bot_runner import ThreadBots
from hornsup.play.live.local import LocalTable
from hornsup.play.refused import Refused
from hornsup.play.runtime import Randomness, SystemRandomness
from hornsup.play.settings import Settings

if TYPE_CHECKING:
    from hornsup.client.http import Guest
    from hornsup.client.table import TableClient

PING_AFTER_SECONDS: Final = 3.0
PONG_SECONDS: Final = 8.0
RETRY_SECONDS: Final = 0.5
RETRIES: Final = 120
"""A server that went away is tried again for a minute."""


class Session(ABC):
    """A place at a table; `connection` is the open one."""

    def __init__(self, language: str) -> None:
        self.language: Any = language  # a wire.Language
        self.connection: TableConnection | None = None

    @abstractmethod
    async def open(self) -> TableConnection:
        """Take the place, or come back to it."""

    async def again(self) -> TableConnection:
        """Connect again after the connection was lost."""
        return await self.open()

    @abstractmethod
    async def rematch(self) -> TableConnection:
        """The next game with the same people."""

    @abstractmethod
    async def record(self) -> dict[str, Any]:
        """The record of the game."""

    @property
    def address(self) -> str:
        """What others need to join; empty where nobody can."""
        return ""

    async def close(self) -> None:
        if self.connection is not None:
            await self.connection.close()


class LocalSession(Session):
    """A table of one's own in this process. `people` has the name of every own seat."""

    def __init__(
        self,
        settings: Settings,
        people: Mapping[int, str],
        bots: str,
        *,
        seed: int | str | None = None,
        language: str = "en",
    ) -> None:
        super().__init__(language)
        line_up(settings.game, bots, settings.players)  # raises for a bot that there is not
        self._settings = settings
        self._people = dict(people)
        self._bots = line_up_names(bots, settings.players)
        self._random: Randomness = SystemRandomness() if seed is None else SeededRandomness(seed)
        self.table: LocalTable | None = None

    async def open(self) -> TableConnection:
        self.table = await self._open_table()
        role: Any = "player" if self._people else "spectator"
        self.connection = LocalClient.open(self.table, self.language, role)
        return self.connection

    async def _open_table(self) -> LocalTable:
        first = next(iter(self._people.values()), "")
        random, bots = self._random, ThreadBots(self._random, self._bots)
        contribution = random.token_bytes(16, "command").hex()
        try:
            table = LocalTable.open(
                self._settings,
                first,
                self._plan(),
                contribution=contribution,
                random=random,
                bots=bots,
            )
        except Refused as refused:
            raise BadInput(refused.text(self.language)) from refused
        for seat, name in self._people.items():
            if name != first:
                rename = wire.Rename(f"name-{seat}", table.live.table.version, name, seat)
                await table.command(rename, self.language)
        return table

    def _plan(self) -> Sequence[str]:
        """Who sits where, for a table that knows bots by their levels alone."""
        levels = [name if name in LEVELS else "normal" for name in self._bots]
        return ["me" if seat in self._people else level for seat, level in enumerate(levels)]

    async def rematch(self) -> TableConnection:
        await self.close()
        return await self.open()

    async def record(self) -> dict[str, Any]:
        assert self.table is not None
        return self.table.live.table.record()


def default_names(seats: Sequence[int], name: str) -> dict[int, str]:
    """What the people at one device are called: one by the name given, several by their letters."""
    if len(seats) == 1 and name:
        return {seats[0]: name}
    return {seat: seat_letter(seat) for seat in seats}


class RemoteSession(Session):
    """A seat at a server's table, or a look at it where there is no free one."""

    def __init__(
        self, address: str, name: str, *, watch: bool = False, language: str = "en"
    ) -> None:
        super().__init__(language)
        self._base, self._table_id, self._code = read_address(address)
        self._name = name
        self._watch = watch
        self._guest: Guest | None = None
        self._seen: int | None = 0
        self._keeper: asyncio.Task[None] | None = None

    @property
    def address(self) -> str:
        table = self.connection.table if self.connection else None
        return "" if table is None else f"{self._base}/{table.code}"

    async def open(self) -> TableConnection:
        """Sign in, find the table, sit down and connect; later, connect again."""
        if self._guest is None:
            await self._come_in()
        return await self._connect()

    async def _come_in(self) -> None:
        from hornsup.client.http import Guest

        guest = await Guest.sign_in(self._base, self._name, self.language)
        if self._code is not None:
            self._table_id = (await guest.call("GET", f"/api/codes/{self._code}"))["id"]
        self._table_id = self._table_id or await guest.public_table()
        if self._table_id is None:
            raise BadInput("no public table waits for players; give the link of a table")
        if not self._watch:
            await self._sit(guest)
        self._guest = guest

    async def _sit(self, guest: Guest) -> None:
        """Take a seat; where none is free, or the game has begun, watch."""
        assert self._table_id is not None
        table = await guest.call("GET", f"/api/tables/{self._table_id}")
        if table["phase"] != "lobby":
            return
        try:
            await guest.sit(self._table_id, key=f"sit-{secrets.token_hex(8)}")
        except RequestRefused as refused:
            if refused.code != "table-full":
                raise

    async def _connect(self) -> TableConnection:
        from hornsup.client.table import TableClient

        assert self._guest is not None
        assert self._table_id is not None
        since = self.connection.version if self.connection else self._seen
        role = "spectator" if self._watch else "player"
        client = await TableClient.open(
            self._base,
            self._table_id,
            self._guest.token,
            language=self.language,
            since=since,
            role=role,
        )
        self.connection = client
        self._keeper = asyncio.create_task(_keep_alive(client), name="keep alive")
        return client

    async def again(self) -> TableConnection:
        """Connect again after the connection was lost; for a minute."""
        for _ in range(RETRIES):
            await asyncio.sleep(RETRY_SECONDS)
            try:
                return await self._connect()
            except Unreachable:
                continue
        return await self._connect()

    async def rematch(self) -> TableConnection:
        assert self.connection is not None
        assert self._guest is not None
        if self.connection.table is not None and self.connection.table.next is None:
            answer = await self.connection.command("rematch")
            if not answer.ok and answer.code != "stale":
                raise RequestRefused(answer.code or "refused", answer.message or "")
        while self.connection.table is None or self.connection.table.next is None:
            await self.connection.next_message()
        self._table_id = self.connection.table.next
        await self.close()
        self.connection = None
        await self._sit(self._guest)
        return await self._connect()

    async def record(self) -> dict[str, Any]:
        assert self._guest is not None
        found = await self._guest.call("GET", f"/api/tables/{self._table_id}/record")
        return record.loads(found) if isinstance(found, str) else dict(found)

    async def close(self) -> None:
        if self._keeper is not None:
            self._keeper.cancel()
        await super().close()


async def _keep_alive(client: TableClient) -> None:
    """Ping a server that is silent, and end a connection that does not answer."""
    while client.closed is None:
        try:
            await client.next_message(PING_AFTER_SECONDS)
        except Unreachable:
            try:
                await client.send_text('{"type":"ping"}')
                await client.next_message(PONG_SECONDS)
            except Unreachable:
                client.abort()
                return

"""The people in a room: who is connected, who plays, who only watches, and who watches late."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from hornsup import i18n
from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.refused import Refused
from hornsup.play.table import LOBBY, PLAYING, Table
from hornsup.server.audience import Audience
from hornsup.server.connection import Connection
from hornsup.server.hub import PEOPLE
from hornsup.server.writer import StorageError

if TYPE_CHECKING:
    from hornsup.server.room import Room

RETRIES: Final = 8


class Hall:
    """The audiences of a room; `counts` has the sockets of every player on this worker."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.live = Audience(room.table)
        self.late: Audience | None = None  # spectators of a table with a delay
        self.counts: dict[str, int] = {}

    def join(self, connection: Connection, hello: wire.Hello) -> None:
        """Let a socket in; spectators of a table with a delay see it late."""
        connection.role, connection.language = hello.role, hello.language
        connection.wants_to_play = hello.role == "player"
        player = connection.player
        member = player is not None and self._room.table.is_member(player)
        if connection.role == "player" and not member:
            connection.role = "spectator"
        self._room.used_at = self._room.house.now()
        if self._room.table.settings.delay and not member and self._room.table.phase != LOBBY:
            self._room.enqueue(lambda: self._join_late(connection, hello.since))
            return
        self.live.join(connection, hello.since, self._room.house.now())
        if player is not None and connection.role == "player":
            self.counts[player] = self.counts.get(player, 0) + 1
            if self.counts[player] == 1:
                self._room.enqueue(lambda: self._arrived(player))
                return
        self.live.tell_presence()

    async def _join_late(self, connection: Connection, since: int | None) -> None:
        if self.late is None:
            table = Table(self._room.table.id, self._room.table.code, self._room.table.secret)
            self.late = Audience(table, self._room.table.settings.delay * 1000)
            await self.advance_late()
        self.late.join(connection, since, self._room.house.now())
        if connection.gone:  # while we read
            self._leave_late(connection)
        else:
            self._seat(connection)

    async def advance_late(self) -> None:
        """Fold for the late audience what has become old enough."""
        late = self.late
        if late is None:
            return
        now, table = self._room.house.now(), late.table
        before = now - self._room.table.settings.delay * 1000
        for logged in await self._room.house.store.entries(table.id, table.version):
            # A table is never shown without its first entry: before that there is nothing.
            if logged.at > before and table.version > 0:
                break
            late.tell(table.fold(logged), now)

    def leave(self, connection: Connection) -> None:
        self._room.used_at = self._room.house.now()
        connection.gone = True
        self._leave_late(connection)
        if connection in self.live.sockets:
            self._leave_live(connection)

    def _leave_live(self, connection: Connection) -> None:
        self.live.leave(connection)
        player = connection.player
        if player is None or connection.role != "player":
            self.live.tell_presence()
            return
        self.counts[player] -= 1
        if not self.counts[player]:
            del self.counts[player]
            self._room.enqueue(lambda: self._left(player))

    async def _arrived(self, player: str) -> None:
        with suppress(StorageError):
            await self._room.house.arrive(self._room.table.id, player)
        await self.refresh()
        self._room.house.hub.publish(self._room.table.id, PEOPLE)
        for seat in self._room.table.seats_of(player):
            with suppress(Refused):
                await self._give_back(seat)

    async def _give_back(self, seat: int) -> None:
        """The bot hands a seat over, although others may be writing at the same time."""
        for _ in range(RETRIES):
            if not self._room.table.seats[seat].away or self._room.table.phase != PLAYING:
                return
            if await self._room.log(log.GaveBack(seat), None, None):
                return

    async def _left(self, player: str) -> None:
        if player in self.counts:
            return
        with suppress(StorageError):
            await self._room.house.leave(self._room.table.id, player)
        await self.refresh()
        self._room.house.hub.publish(self._room.table.id, PEOPLE)

    def here(self) -> frozenset[str]:
        """The players with a socket on this worker."""
        return frozenset(self.counts)

    async def refresh(self) -> None:
        """Bring `online` up to date, our own sockets first."""
        found = frozenset(self.counts)
        with suppress(StorageError):
            found |= await self._room.house.present(self._room.table.id)
        self.live.online = found
        self.live.tell_presence()

    def sat_down(self, player: str) -> None:
        """Somebody has taken a seat, perhaps on another worker while a socket was open here."""
        late = self.late.sockets if self.late is not None else {}
        for connection in [*self.live.sockets, *late]:
            if connection.player == player:
                self._seat(connection)

    def _seat(self, connection: Connection) -> None:
        """Whoever came to play and has a seat by now is no spectator."""
        player = connection.player
        if connection.role == "spectator" and connection.wants_to_play and player is not None:
            self.change_role(connection, player)

    def change_role(self, connection: Connection, player: str) -> None:
        """A spectator who has sat down is present from now on."""
        if not self._room.table.is_member(player):
            return
        if connection.gone:  # before the answer came
            return
        connection.role = "player"
        self.counts[player] = self.counts.get(player, 0) + 1
        if connection in self.live.sockets:
            self.live.turn(connection, self._room.house.now())
        else:  # whoever plays sees the table as it is, whatever spectators see
            self._leave_late(connection)
            self.live.join(connection, None, self._room.house.now())
        self._room.enqueue(lambda: self._arrived(player))

    def clear(self) -> None:
        """The game begins: those who only watch go out, or watch late, where the table says so."""
        settings = self._room.table.settings
        if settings.spectators and not settings.delay:
            return
        for connection in list(self.live.sockets):
            player = connection.player
            if player is None or not self._room.table.is_member(player):
                self._send_out(connection)

    def _send_out(self, connection: Connection) -> None:
        self._leave_live(connection)
        if connection.role == "player":
            connection.role = "spectator"
        if self._room.table.settings.spectators:
            self._room.enqueue(lambda: self._join_late(connection, None))
        else:
            text = i18n.text(connection.language, "table.refused.no-spectators")
            connection.bye(1008, "no-spectators", text)

    def _leave_late(self, connection: Connection) -> None:
        if self.late is not None and connection in self.late.sockets:
            self.late.leave(connection)
            if not self.late.sockets:
                self.late = None

"""The viewers of a table: who is connected, who plays, who only watches, and who watches late."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from hornsup import i18n
from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.live.broadcast import Broadcast
from hornsup.play.live.ports import StorageError
from hornsup.play.live.viewer import Viewer
from hornsup.play.refused import Refused
from hornsup.play.table import LOBBY, PLAYING, Table

if TYPE_CHECKING:
    from hornsup.play.live.table import LiveTable

GIVE_BACK_TRIES: Final = 8
"""How often a bot tries to hand a seat over while others write."""


class Viewers:
    """The viewers of one table on this worker; `counts` has the connections of every player.

    Spectators of a table with a delay belong to `late`, everybody else to `live`.
    """

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self.live = Broadcast(table.table)
        self.late: Broadcast | None = None
        self.counts: dict[str, int] = {}

    @property
    def any(self) -> bool:
        return bool(self.live.viewers) or self.late is not None

    def of(self, viewer: Viewer) -> Broadcast | None:
        """What a viewer is shown: the table as it is, or as it was; None before the first look."""
        shown = self.late if viewer.late else self.live
        return shown if shown is not None and viewer in shown.viewers else None

    def here(self) -> frozenset[str]:
        """The players with a connection on this worker."""
        return frozenset(self.counts)

    # --- joining and leaving ------------------------------------------------------------------

    def may_join(self, viewer: Viewer, language: str) -> bool:
        """Whether somebody may watch; whoever may not is told why."""
        table = self._table.table
        if table.settings.spectators or self._is_member(viewer) or table.phase == LOBBY:
            return True
        _send_away(viewer, language)
        return False

    def join(self, viewer: Viewer, hello: wire.Hello) -> None:
        """Show the table to somebody; spectators of a table with a delay see it late."""
        viewer.role, viewer.language = hello.role, hello.language
        viewer.wants_to_play = hello.role == "player"
        member = self._is_member(viewer)
        if viewer.role == "player" and not member:
            viewer.role = "spectator"
        live, table = self._table, self._table.table
        live.used_at = live.clock.now()
        if table.settings.delay and not member and table.phase != LOBBY:
            self._watch_late(viewer, hello.since)
            return
        self.live.join(viewer, hello.since, live.clock.now())
        if viewer.player is None or viewer.role != "player" or self._count(viewer.player) > 1:
            self.live.tell_presence()
        else:
            live.enqueue(partial(self._arrived, viewer.player))

    def _is_member(self, viewer: Viewer) -> bool:
        return viewer.player is not None and self._table.table.is_member(viewer.player)

    def _count(self, player: str) -> int:
        self.counts[player] = self.counts.get(player, 0) + 1
        return self.counts[player]

    def leave(self, viewer: Viewer) -> None:
        self._table.used_at = self._table.clock.now()
        viewer.gone = True
        self._leave_late(viewer)
        if viewer in self.live.viewers:
            self._leave_live(viewer)

    def _leave_live(self, viewer: Viewer) -> None:
        self.live.leave(viewer)
        player = viewer.player
        if player is None or viewer.role != "player":
            self.live.tell_presence()
            return
        self.counts[player] -= 1
        if not self.counts[player]:
            del self.counts[player]
            self._table.enqueue(partial(self._left, player))

    async def _arrived(self, player: str) -> None:
        await self._note(player, True)
        for seat in self._table.table.seats_of(player):
            with suppress(Refused):
                await self._give_back(seat)

    async def _give_back(self, seat: int) -> None:
        """The bot hands a seat over, although others may be writing at the same time."""
        table = self._table.table
        for _ in range(GIVE_BACK_TRIES):
            if not table.seats[seat].away or table.phase != PLAYING:
                return
            if await self._table.log(log.GaveBack(seat)):
                return

    async def _left(self, player: str) -> None:
        if player not in self.counts:
            await self._note(player, False)

    async def _note(self, player: str, here: bool) -> None:
        """Save that somebody came or left, and tell viewers here and elsewhere."""
        with suppress(StorageError):
            await self._table.presence.note(self._table.table.id, player, here)
        await self.refresh()
        self._table.people_changed()

    async def refresh(self) -> None:
        """Bring `online` up to date, our own connections first."""
        found = self.here()
        with suppress(StorageError):
            found |= await self._table.presence.elsewhere(self._table.table.id)
        self.live.online = found
        self.live.tell_presence()

    # --- spectators ---------------------------------------------------------------------------

    def _watch_late(self, viewer: Viewer, since: int | None) -> None:
        """From now on a viewer is shown nothing but the past."""
        viewer.late = True
        self._table.enqueue(partial(self._join_late, viewer, since))

    async def _join_late(self, viewer: Viewer, since: int | None) -> None:
        if self.late is None:
            table = self._table.table
            copy = Table(table.id, table.code, table.secret)
            self.late = Broadcast(copy, table.settings.delay * 1000)
        try:
            if self.late.table.version == 0:
                await self.advance_late()
        except StorageError:
            self._drop_empty_late()
            viewer.bye(1013, "storage", i18n.text(viewer.language, "table.refused.storage"))
            raise
        self.late.join(viewer, since, self._table.clock.now())
        if viewer.gone:  # while we read
            self._leave_late(viewer)
        else:
            self._seat(viewer)

    async def advance_late(self) -> None:
        """Show late viewers what has become old enough."""
        late = self.late
        if late is None:
            return
        now, table = self._table.clock.now(), late.table
        before = now - self._table.table.settings.delay * 1000
        for logged in await self._table.storage.entries(table.version):
            # A table is never shown without its first entry: before that there is nothing.
            if logged.at > before and table.version > 0:
                break
            late.tell(table.fold(logged), now)

    def _leave_late(self, viewer: Viewer) -> None:
        if self.late is not None and viewer in self.late.viewers:
            self.late.leave(viewer)
            self._drop_empty_late()

    def _drop_empty_late(self) -> None:
        if self.late is not None and not self.late.viewers:
            self.late = None

    def sat_down(self, player: str) -> None:
        """Somebody has taken a seat, perhaps on another worker while a connection was open here."""
        late = self.late.viewers if self.late is not None else {}
        for viewer in [*self.live.viewers, *late]:
            if viewer.player == player:
                self._seat(viewer)

    def _seat(self, viewer: Viewer) -> None:
        """Whoever came to play and has a seat by now is no spectator."""
        if viewer.role == "spectator" and viewer.wants_to_play:
            self.become_player(viewer)

    def become_player(self, viewer: Viewer) -> None:
        """A spectator who has sat down is present from now on."""
        player = viewer.player
        if player is None or viewer.gone or not self._is_member(viewer):
            return
        viewer.role = "player"
        self._count(player)
        if viewer in self.live.viewers:
            self.live.refresh_seat(viewer, self._table.clock.now())
        else:  # whoever plays sees the table as it is, whatever spectators see
            self._leave_late(viewer)
            viewer.late = False
            self.live.join(viewer, None, self._table.clock.now())
        self._table.enqueue(partial(self._arrived, player))

    def game_started(self) -> None:
        """Those who only watch are sent away, or watch late, where the table says so."""
        settings = self._table.table.settings
        if settings.spectators and not settings.delay:
            return
        for viewer in list(self.live.viewers):
            if not self._is_member(viewer):
                self._stop_watching(viewer)

    def _stop_watching(self, viewer: Viewer) -> None:
        self._leave_live(viewer)
        if viewer.role == "player":
            viewer.role = "spectator"
        if self._table.table.settings.spectators:
            self._watch_late(viewer, None)
        else:
            _send_away(viewer, viewer.language)


def _send_away(viewer: Viewer, language: str) -> None:
    viewer.bye(1008, "no-spectators", i18n.text(language, "table.refused.no-spectators"))

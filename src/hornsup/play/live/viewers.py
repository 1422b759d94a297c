"""The viewers of a table: who is connected, who plays, who only watches, and who watches late."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from hornsup import i18n
from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.live import upkeep
from hornsup.play.live.broadcast import Broadcast
from hornsup.play.live.people import People
from hornsup.play.live.ports import StorageError
from hornsup.play.live.viewer import Viewer
from hornsup.play.refused import Refused
from hornsup.play.table import LOBBY, PLAYING, Step, Table

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
        self.people = People(table.table, table.clock)
        self._names: dict[str, str] = {}  # of those in `counts`

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

    def _all(self) -> list[Viewer]:
        late = self.late.viewers if self.late is not None else {}
        return [*self.live.viewers, *late]

    # --- joining and leaving ------------------------------------------------------------------

    def may_join(self, viewer: Viewer, language: str) -> bool:
        """Whether somebody may watch; whoever may not is told why."""
        refused = self._refusal(viewer)
        if refused is not None:
            _send_away(viewer, refused, language)
        return refused is None

    def _refusal(self, viewer: Viewer) -> Refused | None:
        """Why somebody may not see the table."""
        table, player = self._table.table, viewer.player
        if self._is_member(viewer):
            return None
        if player in table.shown_out:
            return Refused("shown-out")
        if player is None and table.shown_out:
            return Refused("name-needed")  # else whoever was shown out would come back without one
        if table.settings.spectators or table.phase == LOBBY or table.may_take_back(player):
            return None
        return Refused("no-spectators")

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
        else:
            self.live.join(viewer, hello.since, live.clock.now())
        counts = viewer.role == "player" or (viewer.role == "spectator" and not member)
        if counts and viewer.player is not None and self._count(viewer, viewer.player) == 1:
            live.enqueue(partial(self._arrived, viewer.player))
        elif not viewer.late:
            self.live.tell_presence()

    def _is_member(self, viewer: Viewer) -> bool:
        return viewer.player is not None and self._table.table.is_member(viewer.player)

    def _count(self, viewer: Viewer, player: str) -> int:
        """Count a connection of somebody who plays or could be given a seat."""
        viewer.counted = True
        self._names[player] = viewer.name
        self.counts[player] = self.counts.get(player, 0) + 1
        return self.counts[player]

    def leave(self, viewer: Viewer) -> None:
        self._table.used_at = self._table.clock.now()
        viewer.gone = True
        self._leave_late(viewer)
        self.live.leave(viewer)
        if viewer.counted and viewer.player is not None:
            self._uncount(viewer, viewer.player)
        if not viewer.late and viewer.role != "player":
            self.live.tell_presence()

    def _uncount(self, viewer: Viewer, player: str) -> None:
        viewer.counted = False
        self.counts[player] -= 1
        if not self.counts[player]:
            del self.counts[player]
            self._names.pop(player, None)
            self._table.enqueue(partial(self._left, player))

    async def _arrived(self, player: str) -> None:
        await self._note(player, True)
        for seat in self._table.table.seats_of(player):
            with suppress(Refused):
                await self._give_back(seat)
        await upkeep.see_to_host(self._table)

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
        presence, people = self._table.presence, self.people
        found, names = self.here(), dict(self._names)
        with suppress(StorageError):
            found |= await presence.elsewhere(self._table.table.id)
            named = people.named(found)
            names |= await presence.names([who for who in named if who not in names])
        gone = people.update(found, names)
        self.live.online, self.live.spectators = people.seated(), people.spectators()
        self.live.watching_elsewhere = people.without_seat(found - self.here())
        self.live.tell_presence()
        if self._table.table.host in gone:
            await upkeep.see_to_host(self._table)

    # --- what an entry means for who may see what ---------------------------------------------

    def before(self, step: Step) -> None:
        """Before an entry is told: those who may not see it any more, or not yet."""
        if step.left is not None:
            self._lost_seat(step.left)
        if isinstance(step.logged.entry, log.Started) and self._table.table.settings.delay:
            for viewer in list(self.live.viewers):
                if not self._is_member(viewer):
                    self._stop_watching(viewer)
        for viewer in self._all():
            self._check(viewer)

    def sat_down(self, player: str) -> None:
        """Somebody has taken a seat, perhaps on another worker while a connection was open here."""
        for viewer in self._all():
            if viewer.player == player:
                self._seat(viewer)

    def _lost_seat(self, player: str) -> None:
        """Whoever has no seat left watches like every spectator, on all devices."""
        table = self._table.table
        if table.is_member(player):
            return
        for viewer in [each for each in self.live.viewers if each.player == player]:
            viewer.role = "spectator" if viewer.role == "player" else viewer.role
            if table.settings.delay and table.phase != LOBBY:
                self._stop_watching(viewer)
        self._table.enqueue(self.refresh)

    def _check(self, viewer: Viewer) -> None:
        """Send somebody away who may not see the table any more."""
        refused = self._refusal(viewer)
        if refused is not None:
            self._leave_late(viewer)
            self.live.leave(viewer)
            _send_away(viewer, refused, viewer.language)

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
            self._check(viewer)
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
        if not viewer.counted:
            self._count(viewer, player)
        if viewer in self.live.viewers:
            self.live.refresh_seat(viewer, self._table.clock.now())
        else:  # whoever plays sees the table as it is, whatever spectators see
            self._leave_late(viewer)
            viewer.late = False
            self.live.join(viewer, None, self._table.clock.now())
        self._table.enqueue(partial(self._arrived, player))

    def _stop_watching(self, viewer: Viewer) -> None:
        """From the present into the past."""
        self.live.leave(viewer)
        if viewer.role == "player":
            viewer.role = "spectator"
        self._watch_late(viewer, None)


def _send_away(viewer: Viewer, refused: Refused, language: str) -> None:
    viewer.bye(1008, refused.code, refused.text(language))

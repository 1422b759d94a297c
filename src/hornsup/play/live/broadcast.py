"""What every viewer of a table is sent when something happens, each message made once."""

from __future__ import annotations

from typing import Any

from hornsup.play import viewing, wire
from hornsup.play.entries import HandedOver, Moved
from hornsup.play.live.viewer import Viewer
from hornsup.play.table import Step, Table

Views = dict[int | None, dict[str, Any]]


class Broadcast:
    """The viewers of one table and the last view that each seat was sent."""

    def __init__(self, table: Table, lag: int = 0) -> None:
        self.table = table
        self.lag = lag  # how many milliseconds behind the game it is
        self.viewers: dict[Viewer, None] = {}
        self.online: frozenset[str] = frozenset()
        self.spectators: list[wire.Spectator] = []
        self.watching_elsewhere = 0  # how many people on other workers
        self._views: Views = {}
        self._views_at = -1

    def forget_views(self) -> None:
        """Free the views of a table that nobody looks at."""
        self._views.clear()

    # --- joining ------------------------------------------------------------------------------

    def join(self, viewer: Viewer, since: int | None, now: int) -> None:
        self.viewers[viewer] = None
        self._set_looking(viewer)
        self.welcome(viewer, now, since)

    def leave(self, viewer: Viewer) -> None:
        self.viewers.pop(viewer, None)
        if not self.viewers:
            self.forget_views()

    def look(self, viewer: Viewer, seat: int | None, now: int) -> None:
        """Show a device that holds several seats another of them."""
        viewer.looking = seat
        self._set_looking(viewer)
        self.welcome(viewer, now)

    def refresh_seat(self, viewer: Viewer, now: int) -> None:
        """Welcome a viewer again whose seats have changed."""
        if self._seat_changed(viewer):
            self.welcome(viewer, now)

    def _seats(self, viewer: Viewer) -> list[int]:
        if viewer.player is None or viewer.role != "player":
            return []
        return self.table.seats_of(viewer.player)

    def _set_looking(self, viewer: Viewer) -> None:
        """Set the seat that a viewer is shown.

        A player with one seat is always shown it. One with several is shown the seat asked for,
        while it must decide: then the device is passed on.
        """
        seats = self._seats(viewer)
        viewer.shared = len(seats) > 1
        if len(seats) == 1:
            viewer.looking = seats[0]
        elif viewer.looking not in seats or viewer.looking != self.table.to_move:
            viewer.looking = None

    def welcome(self, viewer: Viewer, now: int, since: int | None = None) -> None:
        """Send everything."""
        table = self.table
        message = wire.Welcome(
            wire=wire.WIRE,
            version=table.version,
            table=viewing.table_info(table, self.online),
            you=viewing.you(table, viewer.player, viewer.role, viewer.looking),
            view=self._view(viewer.looking),
            to_move=table.to_move,
            legal=viewing.legal(table, viewer.looking),
            undo=viewing.may_undo(table, viewer.looking),
            time=viewing.time(table, now - self.lag),
            chat=viewing.lines_for(table, viewer.player),
            missed=viewing.missed(table, since, viewer.looking, viewer.language),
        )
        viewer.tell(message)

    def _view(self, seat: int | None) -> dict[str, Any] | None:
        """The view of a seat as of now."""
        source = self.view_source(seat)
        view = self.cached_view(source)
        return view if view is None or source == seat else {**view, "seat": seat}

    def view_source(self, seat: int | None) -> int | None:
        """Whose view a seat is shown: its own, or a spectator's where the game has no secrets."""
        return seat if self.table.game.secrets else None

    def cached_view(self, source: int | None) -> dict[str, Any] | None:
        """A view, made once per version."""
        if self.table.state is None:
            return None
        if self._views_at != self.table.version:
            self._views.clear()
            self._views_at = self.table.version
        view = self._views.get(source)
        if view is None:
            view = self._views[source] = self.table.state.view(source)
        return view

    # --- messages ------------------------------------------------------------------------------

    def tell(self, step: Step, now: int) -> None:
        """Send everyone what a step means for them."""
        before, self._views_at = self._views, self.table.version
        if step.game:
            self._views = {}
        messages = StepMessages(self, step, before, now)
        for viewer in list(self.viewers):
            if (step.table or viewer.shared) and self._seat_changed(viewer):
                self.welcome(viewer, now, step.logged.version - 1)
            else:
                viewer.push(messages.message_for(viewer))

    def _seat_changed(self, viewer: Viewer) -> bool:
        """Whether a change of seats or turn changes the seat that a viewer is shown."""
        before = viewer.looking
        self._set_looking(viewer)
        return viewer.looking != before

    def tell_presence(self) -> None:
        online = [
            number for number, seat in enumerate(self.table.seats) if seat.player in self.online
        ]
        screens = sum(each.role == "screen" for each in self.viewers)
        here = sum(not self._seats(each) for each in self.viewers) - screens
        watching = here + self.watching_elsewhere
        message = wire.encode(wire.Presence(online, watching, screens))
        named = wire.encode(wire.Presence(online, watching, screens, self.spectators))
        for viewer in list(self.viewers):
            player = viewer.player
            member = player is not None and self.table.is_member(player)
            viewer.push(named if member else message)


class StepMessages:
    """The messages of one step; what viewers share is made once."""

    __slots__ = (
        "_before",
        "_broadcast",
        "_changes",
        "_events",
        "_messages",
        "_step",
        "_time",
        "_to_move",
    )

    def __init__(self, broadcast: Broadcast, step: Step, before: Views, now: int) -> None:
        table = broadcast.table
        self._broadcast = broadcast
        self._step = step
        self._before = before
        self._to_move = table.to_move
        self._time = viewing.time(table, now - broadcast.lag)
        self._messages: dict[tuple[Any, ...], bytes] = {}
        self._changes: dict[int | None, dict[str, Any]] = {}
        self._events = viewing.StepEvents(table, step)

    def message_for(self, viewer: Viewer) -> bytes:
        """The encoded frame for one viewer, shared with all who are sent the same."""
        step, table, seat = self._step, self._broadcast.table, viewer.looking
        source = self._broadcast.view_source(seat)
        special = seat is not None and (seat == self._to_move or seat == table.undo_seat)
        whole = step.game and source not in self._before
        muted = step.line is not None and viewing.has_muted(table, viewer.player, step.speaker)
        key: tuple[Any, ...] = (
            seat if special or whole else source,
            special,
            viewer.language,
            muted,
        )
        if step.table:
            key += (viewer.player, viewer.role)
        message = self._messages.get(key)
        if message is None:
            update = self._update(viewer, source, whole, muted)
            message = self._messages[key] = wire.encode(update)
        return message

    def _update(self, viewer: Viewer, source: int | None, whole: bool, muted: bool) -> wire.Update:
        step, broadcast, seat = self._step, self._broadcast, viewer.looking
        table, entry = broadcast.table, step.logged.entry
        return wire.Update(
            version=step.logged.version,
            kind=entry.__struct_config__.tag,  # type: ignore[arg-type] # a text for every entry
            seat=getattr(entry, "seat", None),
            by=entry.by if isinstance(entry, (HandedOver, Moved)) else None,
            view=broadcast._view(seat) if whole else None,
            patch=self._patch(source) if step.game and not whole else None,
            to_move=self._to_move,
            legal=viewing.legal(table, seat),
            undo=viewing.may_undo(table, seat),
            events=self._events.for_seat(source, viewer.language),
            table=viewing.table_info(table, broadcast.online) if step.table else None,
            you=self._you(viewer) if step.table else None,
            time=self._time,
            line=None if muted else step.line,
        )

    def _you(self, viewer: Viewer) -> wire.You:
        table = self._broadcast.table
        return viewing.you(table, viewer.player, viewer.role, viewer.looking)

    def _patch(self, source: int | None) -> dict[str, Any]:
        """What changed since the last view."""
        patch = self._changes.get(source)
        if patch is None:
            view = self._broadcast.cached_view(source)
            assert view is not None
            patch = self._changes[source] = viewing.patch(self._before[source], view)
        return patch

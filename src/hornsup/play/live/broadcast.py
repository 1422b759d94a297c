"""What every viewer of a table is sent when something happens, each message made once."""

from __future__ import annotations

from typing import Any

from hornsup.play import viewing, wire
from hornsup.play.entries import Moved
from hornsup.play.live.viewer import Viewer
from hornsup.play.table import Step, Table
from hornsup.play.viewing import Eye

Views = dict[int | None, dict[str, Any]]


class Broadcast:
    """The viewers of one table and the last view that each seat was sent."""

    def __init__(self, table: Table, lag: int = 0) -> None:
        self.table = table
        self.lag = lag  # how many milliseconds behind the game it is
        self.viewers: dict[Viewer, None] = {}
        self.online: frozenset[str] = frozenset()
        self._views: Views = {}
        self._views_at = -1

    def forget_views(self) -> None:
        """Views of a table that nobody looks at need not stay in memory."""
        self._views.clear()

    # --- joining ------------------------------------------------------------------------------

    def join(self, viewer: Viewer, since: int | None, now: int) -> None:
        self.viewers[viewer] = None
        self._aim(viewer)
        self.welcome(viewer, now, since)

    def leave(self, viewer: Viewer) -> None:
        self.viewers.pop(viewer, None)
        if not self.viewers:
            self.forget_views()

    def look(self, viewer: Viewer, seat: int | None, now: int) -> None:
        """Turn a device that holds several seats to the one of them that must decide."""
        if viewer in self.viewers:
            viewer.looking = seat
            self._aim(viewer)
            self.welcome(viewer, now)

    def turn(self, viewer: Viewer, now: int) -> None:
        """Show a socket the seat that it has come to hold."""
        if self._turned(viewer):
            self.welcome(viewer, now)

    def _seats(self, viewer: Viewer) -> list[int]:
        if viewer.player is None or viewer.role != "player":
            return []
        return self.table.seats_of(viewer.player)

    def _aim(self, viewer: Viewer) -> None:
        """One seat of one's own is always in sight; of several, only the one asked for, and
        only while it must decide: then the device is passed on."""
        seats = self._seats(viewer)
        viewer.shared = len(seats) > 1
        if len(seats) == 1:
            viewer.looking = seats[0]
        elif viewer.looking not in seats or viewer.looking != self.table.to_move:
            viewer.looking = None

    def welcome_again(self, viewer: Viewer, now: int) -> None:
        """Send everything once more, unless the viewer still waits for the first time."""
        if viewer in self.viewers:
            self.welcome(viewer, now)

    def welcome(self, viewer: Viewer, now: int, since: int | None = None) -> None:
        """Send everything."""
        table = self.table
        eye = Eye(viewer.looking, viewer.language)
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
            missed=viewing.missed(table, since, eye),
        )
        viewer.tell(message)

    def _view(self, seat: int | None) -> dict[str, Any] | None:
        """The view of a seat as of now."""
        eyes = self.eyes(seat)
        view = self.seen(eyes)
        return view if view is None or eyes == seat else {**view, "seat": seat}

    def eyes(self, seat: int | None) -> int | None:
        """Whose view a seat is shown: its own, or everybody's where the game has no secrets."""
        return seat if self.table.game.secrets else None

    def seen(self, eyes: int | None) -> dict[str, Any] | None:
        """A view, made once per version."""
        if self.table.state is None:
            return None
        if self._views_at != self.table.version:
            self._views.clear()
            self._views_at = self.table.version
        view = self._views.get(eyes)
        if view is None:
            view = self._views[eyes] = self.table.state.view(eyes)
        return view

    # --- messages ------------------------------------------------------------------------------

    def tell(self, step: Step, now: int) -> None:
        """Send everyone what a step means for them."""
        before, self._views_at = self._views, self.table.version
        if step.game:
            self._views = {}
        messages = StepMessages(self, step, before, now)
        for viewer in list(self.viewers):
            if (step.table or viewer.shared) and self._turned(viewer):
                self.welcome(viewer, now, step.logged.version - 1)
            else:
                viewer.push(messages.message_for(viewer))

    def _turned(self, viewer: Viewer) -> bool:
        """Whether a change of seats or turn changes what this socket looks at."""
        looked = viewer.looking
        self._aim(viewer)
        return viewer.looking != looked

    def tell_presence(self) -> None:
        online = [
            number for number, seat in enumerate(self.table.seats) if seat.player in self.online
        ]
        screens = sum(each.role == "screen" for each in self.viewers)
        watching = sum(not self._seats(each) for each in self.viewers) - screens
        message = wire.encode(wire.Presence(online, watching, screens))
        for viewer in list(self.viewers):
            viewer.push(message)


class StepMessages:
    """One step on its way to everyone; what viewers share is made once."""

    __slots__ = (
        "_before",
        "_broadcast",
        "_changes",
        "_events",
        "_messages",
        "_names",
        "_secrets",
        "_sentences",
        "_step",
        "_time",
        "_to_move",
    )

    def __init__(self, broadcast: Broadcast, step: Step, before: Views, now: int) -> None:
        table = broadcast.table
        self._broadcast = broadcast
        self._step = step
        self._before = before
        self._secrets = table.game.secrets
        self._to_move = table.to_move
        self._time = viewing.time(table, now - broadcast.lag)
        self._messages: dict[tuple[Any, ...], bytes] = {}
        self._changes: dict[int | None, dict[str, Any]] = {}
        self._events: dict[tuple[int | None, str], list[wire.Happened]] = {}
        self._sentences: dict[tuple[str, Any], wire.Happened] = {}
        self._names: list[str] | None = None

    def message_for(self, viewer: Viewer) -> bytes:
        """The frame for one socket, shared with all that are told the same."""
        step, table, seat = self._step, self._broadcast.table, viewer.looking
        eyes = seat if self._secrets else None
        special = seat is not None and (seat == self._to_move or seat == table.undo_seat)
        whole = step.game and eyes not in self._before
        hears = step.line is None or viewing.hears(table, viewer.player, step.speaker)
        key: tuple[Any, ...] = (
            seat if special or whole else eyes,
            special,
            viewer.language,
            hears,
        )
        if step.table:
            key += (viewer.player, viewer.role)
        message = self._messages.get(key)
        if message is None:
            update = self._update(viewer, eyes, whole, hears)
            message = self._messages[key] = wire.encode(update)
        return message

    def _update(self, viewer: Viewer, eyes: int | None, whole: bool, hears: bool) -> wire.Update:
        step, broadcast, seat = self._step, self._broadcast, viewer.looking
        table, entry = broadcast.table, step.logged.entry
        return wire.Update(
            version=step.logged.version,
            kind=entry.__struct_config__.tag,  # type: ignore[arg-type] # a text for every entry
            seat=getattr(entry, "seat", None),
            by=entry.by if isinstance(entry, Moved) else None,
            view=broadcast._view(seat) if whole else None,
            patch=self._patch(eyes) if step.game and not whole else None,
            to_move=self._to_move,
            legal=viewing.legal(table, seat),
            undo=viewing.may_undo(table, seat),
            events=self._happened(eyes, viewer.language),
            table=viewing.table_info(table, broadcast.online) if step.table else None,
            you=self._you(viewer) if step.table else None,
            time=self._time,
            line=step.line if hears else None,
        )

    def _you(self, viewer: Viewer) -> wire.You:
        table = self._broadcast.table
        return viewing.you(table, viewer.player, viewer.role, viewer.looking)

    def _patch(self, eyes: int | None) -> dict[str, Any]:
        """What to lay over the last view."""
        patch = self._changes.get(eyes)
        if patch is None:
            view = self._broadcast.seen(eyes)
            assert view is not None
            patch = self._changes[eyes] = viewing.patch(self._before[eyes], view)
        return patch

    def _happened(self, eyes: int | None, language: str) -> list[wire.Happened]:
        """The events as these eyes may know them."""
        state = self._broadcast.table.state
        if not self._step.events or state is None:
            return []
        happened = self._events.get((eyes, language))
        if happened is None:
            known = state.redact(self._step.events, eyes)
            happened = [self._tell(event, language) for event in known]
            self._events[eyes, language] = happened
        return happened

    def _tell(self, event: Any, language: str) -> wire.Happened:
        """A sentence is made once per language, however many eyes may read it."""
        told = self._sentences.get((language, event))
        if told is None:
            table = self._broadcast.table
            if self._names is None:
                self._names = table.names()
            told = viewing.tell(table, event, language, self._names)
            self._sentences[language, event] = told
        return told

"""Those who watch a table, and what each of them is sent when something happens."""

from __future__ import annotations

from typing import Any

from hornsup.play import viewing, wire
from hornsup.play.entries import Moved
from hornsup.play.table import Step, Table
from hornsup.play.viewing import Eye
from hornsup.server.connection import Connection

Views = dict[int | None, dict[str, Any]]


class Audience:
    """The sockets at one table and the last view that each seat was sent."""

    def __init__(self, table: Table, lag: int = 0) -> None:
        self.table = table
        self.lag = lag  # how many milliseconds behind the game it is
        self.sockets: dict[Connection, None] = {}
        self.online: frozenset[str] = frozenset()
        self._views: Views = {}
        self._views_at = -1

    def forget_views(self) -> None:
        """Views of a table that nobody looks at need not stay in memory."""
        self._views.clear()

    # --- joining ------------------------------------------------------------------------------

    def join(self, connection: Connection, since: int | None, now: int) -> None:
        self.sockets[connection] = None
        self._aim(connection)
        self.welcome(connection, now, since)

    def leave(self, connection: Connection) -> None:
        self.sockets.pop(connection, None)
        if not self.sockets:
            self.forget_views()

    def look(self, connection: Connection, seat: int | None, now: int) -> None:
        """Turn a device that holds several seats to the one of them that must decide."""
        connection.looking = seat
        self._aim(connection)
        self.welcome(connection, now)

    def turn(self, connection: Connection, now: int) -> None:
        """Show a socket the seat that it has come to hold."""
        if self._turned(connection):
            self.welcome(connection, now)

    def _seats(self, connection: Connection) -> list[int]:
        if connection.player is None or connection.role != "player":
            return []
        return self.table.seats_of(connection.player)

    def _aim(self, connection: Connection) -> None:
        """One seat of one's own is always in sight; of several, only the one asked for, and
        only while it must decide: then the device is passed on."""
        seats = self._seats(connection)
        connection.shared = len(seats) > 1
        if len(seats) == 1:
            connection.looking = seats[0]
        elif connection.looking not in seats or connection.looking != self.table.to_move:
            connection.looking = None

    def welcome(self, connection: Connection, now: int, since: int | None = None) -> None:
        """Send everything."""
        table = self.table
        eye = Eye(connection.looking, connection.language)
        message = wire.Welcome(
            wire=wire.WIRE,
            version=table.version,
            table=viewing.table_info(table, self.online),
            you=viewing.you(table, connection.player, connection.role, connection.looking),
            view=self._view(connection.looking),
            to_move=table.to_move,
            legal=viewing.legal(table, connection.looking),
            undo=viewing.may_undo(table, connection.looking),
            time=viewing.time(table, now - self.lag),
            chat=viewing.lines_for(table, connection.player),
            missed=viewing.missed(table, since, eye),
        )
        connection.tell(message)

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

    # --- telling ------------------------------------------------------------------------------

    def tell(self, step: Step, now: int) -> None:
        """Send everyone what a step means for them."""
        before, self._views_at = self._views, self.table.version
        if step.game:
            self._views = {}
        telling = Telling(self, step, before, now)
        for connection in list(self.sockets):
            if (step.table or connection.shared) and self._turned(connection):
                self.welcome(connection, now, step.logged.version - 1)
            else:
                connection.push(telling.message_for(connection))

    def _turned(self, connection: Connection) -> bool:
        """Whether a change of seats or turn changes what this socket looks at."""
        looked = connection.looking
        self._aim(connection)
        return connection.looking != looked

    def tell_presence(self) -> None:
        online = [
            number for number, seat in enumerate(self.table.seats) if seat.player in self.online
        ]
        screens = sum(each.role == "screen" for each in self.sockets)
        watching = sum(not self._seats(each) for each in self.sockets) - screens
        message = wire.encode(wire.Presence(online, watching, screens))
        for connection in list(self.sockets):
            connection.push(message)


class Telling:
    """One step on its way to everyone; what viewers share is made once."""

    __slots__ = (
        "_audience",
        "_before",
        "_changes",
        "_events",
        "_messages",
        "_names",
        "_secrets",
        "_step",
        "_time",
        "_to_move",
        "_told",
    )

    def __init__(self, audience: Audience, step: Step, before: Views, now: int) -> None:
        table = audience.table
        self._audience = audience
        self._step = step
        self._before = before
        self._secrets = table.game.secrets
        self._to_move = table.to_move
        self._time = viewing.time(table, now - audience.lag)
        self._messages: dict[tuple[Any, ...], bytes] = {}
        self._changes: dict[int | None, dict[str, Any]] = {}
        self._events: dict[tuple[int | None, str], list[wire.Happened]] = {}
        self._told: dict[tuple[str, Any], wire.Happened] = {}
        self._names: list[str] | None = None

    def message_for(self, connection: Connection) -> bytes:
        """The frame for one socket, shared with all that are told the same."""
        step, table, seat = self._step, self._audience.table, connection.looking
        eyes = seat if self._secrets else None
        special = seat is not None and (seat == self._to_move or seat == table.undo_seat)
        whole = step.game and eyes not in self._before
        hears = step.line is None or viewing.hears(table, connection.player, step.speaker)
        key: tuple[Any, ...] = (
            seat if special or whole else eyes,
            special,
            connection.language,
            hears,
        )
        if step.table:
            key += (connection.player, connection.role)
        message = self._messages.get(key)
        if message is None:
            update = self._update(connection, eyes, whole, hears)
            message = self._messages[key] = wire.encode(update)
        return message

    def _update(
        self, connection: Connection, eyes: int | None, whole: bool, hears: bool
    ) -> wire.Update:
        step, audience, seat = self._step, self._audience, connection.looking
        table, entry = audience.table, step.logged.entry
        return wire.Update(
            version=step.logged.version,
            kind=entry.__struct_config__.tag,  # type: ignore[arg-type] # a text for every entry
            seat=getattr(entry, "seat", None),
            by=entry.by if isinstance(entry, Moved) else None,
            view=audience._view(seat) if whole else None,
            patch=self._patch(eyes) if step.game and not whole else None,
            to_move=self._to_move,
            legal=viewing.legal(table, seat),
            undo=viewing.may_undo(table, seat),
            events=self._happened(eyes, connection.language),
            table=viewing.table_info(table, audience.online) if step.table else None,
            you=self._you(connection) if step.table else None,
            time=self._time,
            line=step.line if hears else None,
        )

    def _you(self, connection: Connection) -> wire.You:
        table = self._audience.table
        return viewing.you(table, connection.player, connection.role, connection.looking)

    def _patch(self, eyes: int | None) -> dict[str, Any]:
        """What to lay over the last view."""
        patch = self._changes.get(eyes)
        if patch is None:
            view = self._audience.seen(eyes)
            assert view is not None
            patch = self._changes[eyes] = viewing.patch(self._before[eyes], view)
        return patch

    def _happened(self, eyes: int | None, language: str) -> list[wire.Happened]:
        """The events as these eyes may know them."""
        state = self._audience.table.state
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
        told = self._told.get((language, event))
        if told is None:
            table = self._audience.table
            if self._names is None:
                self._names = table.names()
            told = viewing.tell(table, event, language, self._names)
            self._told[language, event] = told
        return told

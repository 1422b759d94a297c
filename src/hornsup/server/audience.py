"""Those who watch a table, and what each of them is sent when something happens."""

from __future__ import annotations

from typing import Any

from hornsup.play import viewing, wire
from hornsup.play.table import Step, Table
from hornsup.play.viewing import Eye
from hornsup.server.connection import Connection


class Audience:
    """The sockets at one table and the last view that each seat was sent."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.sockets: dict[Connection, None] = {}
        self.online: frozenset[str] = frozenset()
        self._views: dict[int | None, dict[str, Any]] = {}
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
            time=viewing.time(table, now),
            chat=viewing.lines_for(table, connection.player),
            missed=viewing.missed(table, since, eye),
        )
        connection.tell(message)

    def _view(self, seat: int | None) -> dict[str, Any] | None:
        """The view of a seat as of now, made once."""
        if self.table.state is None:
            return None
        if self._views_at != self.table.version:
            self._views.clear()
            self._views_at = self.table.version
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = self.table.state.view(seat)
        return view

    # --- telling ------------------------------------------------------------------------------

    def tell(self, step: Step, now: int) -> None:
        """Send everyone what a step means for them."""
        before, self._views = self._views, {}
        self._views_at = self.table.version
        if not step.game:
            self._views = before
        made: dict[tuple[Any, ...], str] = {}
        for connection in list(self.sockets):
            self._tell_one(connection, step, before, made, now)

    def _tell_one(
        self,
        connection: Connection,
        step: Step,
        before: dict[int | None, dict[str, Any]],
        made: dict[tuple[Any, ...], str],
        now: int,
    ) -> None:
        if (step.table or connection.shared) and self._turned(connection):
            self.welcome(connection, now)
            return
        if step.line and not viewing.hears(self.table, connection.player, step.line):
            step_line = None
        else:
            step_line = step.line
        whose = connection.player if step.table else None
        key = (connection.looking, connection.language, whose, connection.role, step_line is None)
        text = made.get(key)
        if text is None:
            update = self._update(connection, step, before, step_line, now)
            text = made[key] = wire.encode(update).decode()
        connection.push(text)

    def _turned(self, connection: Connection) -> bool:
        """Whether a change of seats changes what this socket looks at."""
        looked = connection.looking
        self._aim(connection)
        return connection.looking != looked

    def _update(
        self,
        connection: Connection,
        step: Step,
        before: dict[int | None, dict[str, Any]],
        line: wire.Line | None,
        now: int,
    ) -> wire.Update:
        table, seat = self.table, connection.looking
        whole, patch = self._what_changed(step, seat, before)
        entry = step.logged.entry
        return wire.Update(
            version=step.logged.version,
            kind=entry.__struct_config__.tag,  # type: ignore[arg-type] # a text for every entry
            seat=getattr(entry, "seat", None),
            by=getattr(entry, "by", None),
            view=whole,
            patch=patch,
            to_move=table.to_move,
            legal=viewing.legal(table, seat),
            undo=viewing.may_undo(table, seat),
            events=viewing.happened(table, step, Eye(seat, connection.language)),
            table=viewing.table_info(table, self.online) if step.table else None,
            you=viewing.you(table, connection.player, connection.role, seat)
            if step.table
            else None,
            time=viewing.time(table, now),
            line=line,
        )

    def _what_changed(
        self, step: Step, seat: int | None, before: dict[int | None, dict[str, Any]]
    ) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
        """The whole view, or what to lay over the last one, or nothing."""
        if not step.game:
            return None, None
        view = self._view(seat)
        assert view is not None
        last = before.get(seat)
        return (view, None) if last is None else (None, viewing.patch(last, view))

    def tell_presence(self) -> None:
        online = [
            number for number, seat in enumerate(self.table.seats) if seat.player in self.online
        ]
        watching = sum(1 for each in self.sockets if not self._seats(each))
        text = wire.encode(wire.Presence(online, watching)).decode()
        for connection in list(self.sockets):
            connection.push(text)

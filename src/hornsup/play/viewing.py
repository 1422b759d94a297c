"""What viewers of a table are sent, as data: the table, a seat's view, its events, the chat."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Literal

from hornsup.core.contract import Game
from hornsup.core.events import to_json
from hornsup.core.notation import Names
from hornsup.play import history, wire
from hornsup.play.table import EXECUTOR, PLAYING, Seat, Step, Table

Role = Literal["player", "spectator", "screen"]
MOST_MISSED: Final = 400
"""How many events a client is told that was not there; a round of the largest table has fewer."""


def table_info(table: Table, online: frozenset[str] = frozenset()) -> wire.TableInfo:
    """The table around the game; the same for everyone."""
    return wire.TableInfo(
        id=table.id,
        code=table.code,
        phase=table.phase,  # type: ignore[arg-type] # one of its literals
        settings=table.settings,
        commitment=table.commitment,
        seats=[_seat(table, number, seat, online) for number, seat in enumerate(table.seats)],
        executor=_executor(table, online),
        next=table.next,
        engine=table.engine,
        closed_by=table.closed_by,  # type: ignore[arg-type] # one of its literals
        webhook=table.webhook,
        webhook_stopped=table.webhook_stopped,
        practice=table.practice is not None,
    )


def _executor(table: Table, online: frozenset[str]) -> wire.Seat | None:
    known = table.executor.taken or EXECUTOR in table.reserved
    return _seat(table, EXECUTOR, table.executor, online) if known else None


def _seat(table: Table, number: int, seat: Seat, online: frozenset[str]) -> wire.Seat:
    holder = seat.player or table.reserved.get(number)
    return wire.Seat(
        seat=number,
        name=seat.name,
        person=seat.player is not None,
        bot=seat.bot,
        away=seat.away,
        host=holder is not None and holder == table.host,
        online=seat.player in online,
        muted=seat.player in table.muted,
        reserved=number in table.reserved,
        awaited=table.awaited.get(number, ""),
        former=table.handovers[number].name if number in table.handovers else "",
    )


def you(table: Table, player: str | None, role: Role, looking: int | None) -> wire.You:
    """Who this viewer is at the table."""
    seats = table.seats_of(player) if player and role == "player" else []
    return wire.You(
        role=role if seats or role != "player" else "spectator",
        seats=seats,
        host=player == table.host,
        executor=player is not None and player == table.executor.player,
        looking=looking,
        reserved=[number for number, whom in table.reserved.items() if whom == player],
        muted=_muted_seats(table, player),
        former=table.may_take_back(player),
    )


def _muted_seats(table: Table, player: str | None) -> list[int]:
    """The seats whose people this player has muted."""
    muted = table.mutes.get(player or "", ())
    seats = enumerate((*table.seats, table.executor))
    return [
        EXECUTOR if seat is table.executor else number
        for number, seat in seats
        if seat.player in muted
    ]


def may_undo(table: Table, seat: int | None) -> bool:
    allowed = table.phase == PLAYING and table.settings.undo != "off"
    return allowed and bool(table.undo) and seat is not None and table.undo_seat == seat


def view(table: Table, seat: int | None) -> dict[str, Any] | None:
    return None if table.state is None else table.state.view(seat)


def legal(table: Table, seat: int | None) -> list[str] | None:
    """The legal moves, for the seat that must decide and for nobody else."""
    if seat is None or table.to_move != seat or table.seats[seat].bot is not None:
        return None
    assert table.state is not None
    return [str(move) for move in table.state.legal_moves()]


def time(table: Table, now: int) -> wire.Time | None:
    if table.state is None or table.clocks.left[0] is None:
        return None
    return wire.Time(table.clocks.now(now), table.clocks.running)


def narrated(game: Game, events: Iterable[Any], language: str, names: Names) -> list[wire.Happened]:
    """Events as data, each with its sentence."""
    narrate = game.narrate or _kind
    return [wire.Happened(to_json(event), narrate(event, language, names)) for event in events]


def _kind(event: Any, _language: str, _names: Names = None) -> str:
    """The text of an event in a game without sentences."""
    return str(event.kind)


class StepEvents:
    """The events of one step as each seat may know them; a sentence is made once per language."""

    __slots__ = ("_by_seat", "_names", "_narrated", "_step", "_table")

    def __init__(self, table: Table, step: Step) -> None:
        self._table = table
        self._step = step
        self._names: list[str] | None = None
        self._by_seat: dict[tuple[int | None, str], list[wire.Happened]] = {}
        self._narrated: dict[tuple[str, Any], wire.Happened] = {}

    def for_seat(self, seat: int | None, language: str) -> list[wire.Happened]:
        state = self._table.state
        if not self._step.events or state is None:
            return []
        events = self._by_seat.get((seat, language))
        if events is None:
            known = state.redact(self._step.events, seat)
            events = [self._narrate(event, language) for event in known]
            self._by_seat[seat, language] = events
        return events

    def _narrate(self, event: Any, language: str) -> wire.Happened:
        found = self._narrated.get((language, event))
        if found is None:
            if self._names is None:
                self._names = self._table.names()
            found = narrated(self._table.game, (event,), language, self._names)[0]
            self._narrated[language, event] = found
        return found


def missed(
    table: Table, since: int | None, seat: int | None, language: str
) -> list[wire.Happened] | None:
    """The last events after a version as a seat was sent them, or None where nobody can tell.

    Somebody who has seen nothing yet (0) is told at least what the table remembers.
    """
    if since is None or since > table.version:
        return None
    found = history.remembered(table, since)
    if found is None:
        found = history.retold(table, since)
    if found is None:
        found = None if since else history.newest(table)
    return None if found is None else _told(table, found[-MOST_MISSED:], seat, language)


def _told(
    table: Table, found: list[history.Happening], seat: int | None, language: str
) -> list[wire.Happened]:
    """Events as a seat may know them, each with its sentence and its version."""
    if not found:
        return []
    assert table.state is not None
    versions, events = zip(*found, strict=True)
    known = narrated(table.game, table.state.redact(list(events), seat), language, table.names())
    return [
        wire.Happened(each.event, each.text, version)
        for version, each in zip(versions, known, strict=True)
    ]


def lines_for(table: Table, player: str | None) -> list[wire.Line]:
    """The chat without the people whom this viewer has muted."""
    return [said.line for said in table.chat if not has_muted(table, player, said.player)]


def has_muted(table: Table, player: str | None, speaker: str | None) -> bool:
    return speaker is not None and speaker in table.mutes.get(player or "", ())


def patch(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The top-level keys that differ; laying them over `before` gives `after`."""
    changed = {}
    for key, value in after.items():
        last = before.get(key)
        if last is not value and last != value:
            changed[key] = value
    return changed

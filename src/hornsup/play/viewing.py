"""What every viewer of a table is told: the whole of it once, and then what changed.

A viewer is a seat (or none) and a language. All sockets that share these get the same bytes, so a
message is made once for each `Eye`.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from hornsup.core.events import to_json
from hornsup.play import wire
from hornsup.play.table import EXECUTOR, PLAYING, Seat, Step, Table


class Eye(NamedTuple):
    """Whose eyes see it, and in what language it is told."""

    seat: int | None
    language: str


Role = Literal["player", "spectator", "screen"]


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
    )


def _executor(table: Table, online: frozenset[str]) -> wire.Seat | None:
    known = table.executor.taken or EXECUTOR in table.reserved
    return _seat(table, EXECUTOR, table.executor, online) if known else None


def _seat(table: Table, number: int, seat: Seat, online: frozenset[str]) -> wire.Seat:
    return wire.Seat(
        seat=number,
        name=seat.name,
        person=seat.player is not None,
        bot=seat.bot,
        away=seat.away,
        host=seat.player is not None and seat.player == table.host,
        online=seat.player in online,
        muted=seat.player in table.muted,
        reserved=number in table.reserved,
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
        muted=_unheard(table, player),
    )


def _unheard(table: Table, player: str | None) -> list[int]:
    """The seats whose people this player does not want to hear."""
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


def happened(table: Table, step: Step, eye: Eye) -> list[wire.Happened]:
    """The events of a step as this viewer may know them, each with its sentence."""
    if not step.events or table.state is None:
        return []
    names = table.names()
    return [
        tell(table, event, eye.language, names)
        for event in table.state.redact(step.events, eye.seat)
    ]


def tell(table: Table, event: Any, language: str, names: list[str]) -> wire.Happened:
    """One event as data and as a sentence."""
    narrate = table.game.narrate or unsaid
    return wire.Happened(to_json(event), narrate(event, language, names))


def unsaid(event: Any, _language: str, _names: Any) -> str:
    """A game without sentences shows its events as they are."""
    return str(event.kind)


def lines_for(table: Table, player: str | None) -> list[wire.Line]:
    """The chat without those whom this viewer does not want to hear."""
    return [spoken.line for spoken in table.chat if hears(table, player, spoken.player)]


def hears(table: Table, player: str | None, speaker: str | None) -> bool:
    return speaker is None or speaker not in table.mutes.get(player or "", ())


def missed(table: Table, since: int | None, eye: Eye) -> list[wire.Happened] | None:
    """What happened after a version, where the table still remembers all of it; somebody who has
    seen nothing yet (0) is told as much as it remembers."""
    if since is None or since > table.version:
        return None
    steps = [step for step in table.recent if step.logged.version > since]
    if since and len(steps) != table.version - since:
        return None
    return [told for step in steps for told in happened(table, step, eye)]


def patch(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """The top-level keys that differ; laying them over `before` gives `after`."""
    changed = {}
    for key, value in after.items():
        last = before.get(key)
        if last is not value and last != value:
            changed[key] = value
    return changed

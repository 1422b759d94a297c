"""Once more with the same people: how the log of the next table begins."""

from __future__ import annotations

from hornsup.play import entries as log
from hornsup.play.table import EXECUTOR, Table


def opening(table: Table, host: str, commitment: str) -> list[log.AnyEntry]:
    """The first entries of a table like this one: bots sit, everybody else's seat is kept.

    Whoever asked is its host, since the old one may be gone. People sit down by themselves,
    because everybody's own random contribution goes into the new deal.
    """
    made: list[log.AnyEntry] = [
        log.Created(host, commitment, table.settings, reserved=reserved(table))
    ]
    for number, seat in enumerate(table.seats):
        if seat.bot is not None and seat.player is None:
            made.append(log.BotSat(number, seat.bot))
    return made


def reserved(table: Table) -> dict[int, str]:
    """Whose seat is whose, those that a bot played for the absent included."""
    held = {number: seat.player for number, seat in enumerate(table.seats)}
    held[EXECUTOR] = table.executor.player
    return {number: player for number, player in held.items() if player is not None}

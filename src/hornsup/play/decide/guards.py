"""Checks that several decisions share; each raises Refused."""

from __future__ import annotations

from hornsup.play.refused import Refused
from hornsup.play.table import EXECUTOR, Seat, Table


def need_phase(table: Table, phase: str) -> None:
    if table.phase != phase:
        raise Refused(f"not-{phase}")


def need_host(table: Table, player: str) -> None:
    if player != table.host:
        raise Refused("not-host")


def own_seats(table: Table, player: str) -> list[int]:
    seats = table.seats_of(player)
    if not seats:
        raise Refused("not-seated")
    return seats


def existing(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise Refused("no-such-seat", seats=len(table.seats))
    return table.seats[number]


def any_seat(table: Table, number: int) -> Seat:
    """A seat that is there, the Executor's too."""
    return table.executor if number == EXECUTOR else existing(table, number)


def speaking_seat(table: Table, player: str) -> int | None:
    """The seat that somebody speaks from: the first of their own, or the Executor's."""
    seats = table.seats_of(player)
    if not seats and table.executor.player == player:
        return EXECUTOR
    return seats[0] if seats else None


def own_seat(table: Table, number: int | None, player: str) -> int:
    """The seat of one's own that a command is about; the only one need not be named."""
    if number is None:
        number = speaking_seat(table, player)
    if number == EXECUTOR and table.executor.player == player:
        return EXECUTOR
    seats = own_seats(table, player)
    if number not in seats:
        raise Refused("not-your-seat")
    return number

"""What the entries do that give a seat, or the host's part, to another person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hornsup.play import entries as log
from hornsup.play.seating import Handover, Seat, Step

if TYPE_CHECKING:
    from hornsup.play.table import Table


# --- the host -----------------------------------------------------------------------------------


def set_host(table: Table, host: str) -> None:
    """A host cannot be muted for everybody."""
    table.host = host
    table.muted.discard(host)


def passed_on(table: Table, entry: log.PassedOn, step: Step) -> None:
    set_host(table, table.seat(entry.seat).player or table.host)
    table.former_host = entry.away
    step.table = step.light = True


def host_back(table: Table, entry: log.HostBack, step: Step) -> None:
    set_host(table, entry.player)
    table.former_host = None
    step.table = step.light = True


def end_claim(table: Table, player: str | None) -> bool:
    """A former host without a seat left comes back as a guest; whether this one does."""
    ends = player is not None and player == table.former_host and not table.is_seated(player)
    if ends:
        table.former_host = None
    return ends


# --- seats --------------------------------------------------------------------------------------


def handed_over(table: Table, entry: log.HandedOver, step: Step) -> None:
    """The hand goes with the seat, and so does what it added to the deal.

    Until the new player's first move it is the first of several former players who may object, and
    a seat that is only passed along keeps its clock: handing it to and fro wins no time.
    """
    seat, again = table.seats[entry.seat], entry.seat in table.handovers
    former, name, left = seat.player, seat.name, table.clocks.now(step.logged.at)[entry.seat]
    assert former is not None
    seat.player, seat.name = entry.player, entry.name
    claim = end_claim(table, former)
    if not again:
        table.handovers[entry.seat] = Handover(former, name, left, claim)
    if not again or entry.by == "host":
        table.clocks.renew(entry.seat, step.logged.at)
    _new_player(table, seat, entry.seat, step)
    step.left, step.sat = former, entry.player


def taken_back(table: Table, entry: log.TakenBack, step: Step) -> None:
    """The seat is as it was; only the time that the other one had it is not made up for."""
    seat, was = table.seats[entry.seat], table.handovers[entry.seat]
    step.left, step.sat = seat.player, was.player
    seat.player, seat.name = was.player, was.name
    if was.host and table.former_host is None:
        table.former_host = was.player
    table.clocks.restore(entry.seat, was.left, step.logged.at)
    _new_player(table, seat, entry.seat, step)
    del table.handovers[entry.seat]


def _new_player(table: Table, seat: Seat, number: int, step: Step) -> None:
    """A seat has another player, for whom no bot plays and who has taken nothing back."""
    seat.bot, seat.away, seat.timeouts, seat.left_at_move = None, False, 0, -1
    if table.undo_seat == number:
        table.no_undo("handed-over")
    step.table = step.light = True  # commands of all others still apply
    if table.to_move == number:
        table.run_clock(step, fresh=False)


# --- who may watch ------------------------------------------------------------------------------


def shown_out(table: Table, entry: log.ShownOut, step: Step) -> None:
    table.shown_out.add(entry.player)
    _no_objection(table, entry.player)
    step.table = step.light = True


def forget(table: Table, player: str) -> None:
    """Whoever is forgotten has no claim any more, and no name behind one."""
    _no_objection(table, player)
    if table.former_host == player:
        table.former_host = None


def _no_objection(table: Table, player: str) -> None:
    for number in table.may_take_back(player):
        del table.handovers[number]

"""Decisions about seats, settings, the host and the start."""

from __future__ import annotations

from typing import Final

from hornsup.core import registry
from hornsup.core.notation import seat_letter
from hornsup.errors import HornsUpError
from hornsup.play import entries as log
from hornsup.play import settings as table_settings
from hornsup.play import wire, words
from hornsup.play.refused import Refused
from hornsup.play.table import CLOSED, EXECUTOR, LOBBY, PLAYING, Table

HOT_SEATS: Final = 9
"""How many seats one device may hold."""


def _first_free(table: Table, player: str) -> int:
    """One's own seat of the game before, else the first that is kept for nobody."""
    free = [number for number, seat in enumerate(table.seats) if not seat.taken]
    if not free:
        raise Refused("table-full")
    own = [number for number in free if table.reserved.get(number) == player]
    unreserved = [number for number in free if number not in table.reserved]
    if not own and not unreserved:
        raise Refused("seat-reserved")
    return (own or unreserved)[0]


def _free(table: Table, number: int | None, player: str) -> int:
    if number is None:
        return _first_free(table, player)
    if table.existing_seat(number).taken:
        raise Refused("seat-taken", seat=seat_letter(number))
    if table.reserved.get(number, player) != player:
        raise Refused("seat-reserved")
    return number


def sit(table: Table, command: wire.Sit, player: str) -> log.AnyEntry:
    if player in table.shown_out:
        raise Refused("shown-out")
    name = words.name(command.name or "")
    if command.seat == EXECUTOR:
        return _sit_as_executor(table, player, name)
    table.need_phase(LOBBY)
    if len(table.seats_of(player)) >= HOT_SEATS:
        raise Refused("too-many-seats", most=HOT_SEATS)
    return log.Sat(_free(table, command.seat, player), player, name, command.contribution)


def _sit_as_executor(table: Table, player: str, name: str) -> log.AnyEntry:
    """Anybody, at any time; but it is no way round the delay or the ban of spectators."""
    settings = table.settings
    if not table.game.executor:
        raise Refused("no-executor")
    guarded = settings.delay or not settings.spectators
    if table.phase == CLOSED or (guarded and not table.is_member(player)):
        table.need_phase(LOBBY)
    if table.executor.taken or table.reserved.get(EXECUTOR, player) != player:
        raise Refused("executor-taken")
    return log.Sat(EXECUTOR, player, name, "")


def stand(table: Table, command: wire.Stand, player: str) -> log.AnyEntry:
    seat = table.own_seat(command.seat, player)
    if seat == EXECUTOR or table.phase == LOBBY:
        return log.Stood(seat)
    table.need_phase(PLAYING)
    if table.seats[seat].bot is not None:
        raise Refused("bot-plays-already")
    return log.TookOver(seat, table.settings.stand_in)


def rename(table: Table, command: wire.Rename, player: str) -> log.AnyEntry:
    return log.Renamed(table.own_seat(command.seat, player), words.name(command.name))


def add_bot(table: Table, command: wire.AddBot, player: str) -> log.AnyEntry:
    table.need_host(player)
    table.need_phase(LOBBY)
    return log.BotSat(_for_bot(table, command.seat), command.level)


def _for_bot(table: Table, number: int | None) -> int:
    """The host may give a bot a seat that is kept for somebody, those that are not first."""
    if number is None:
        free = [number for number, seat in enumerate(table.seats) if not seat.taken]
        if not free:
            raise Refused("table-full")
        return min(free, key=lambda number: (number in table.reserved, number))
    if table.existing_seat(number).taken:
        raise Refused("seat-taken", seat=seat_letter(number))
    return number


def kick(table: Table, command: wire.Kick, player: str) -> log.AnyEntry:
    table.need_host(player)
    if command.seat != EXECUTOR:
        table.need_phase(LOBBY)
    if not table.any_seat(command.seat).taken and command.seat not in table.reserved:
        raise Refused("seat-empty")
    return log.Stood(command.seat, kicked=True)


def change(table: Table, command: wire.Change, player: str) -> log.AnyEntry:
    table.need_host(player)
    settings = table_settings.check(command.settings)
    if table.phase != PLAYING or not table_settings.only_any_time(table.settings, settings):
        table.need_phase(LOBBY)
    if table.executor.taken and not registry.get(settings.game).executor:
        raise Refused("no-executor")
    if any(seat.taken for seat in table.seats[settings.players :]):
        raise Refused("seats-in-use", players=settings.players)
    return log.Changed(settings)


def start(table: Table, _command: wire.Start, player: str) -> log.AnyEntry:
    table.need_host(player)
    table.need_phase(LOBBY)
    empty = sum(not seat.taken for seat in table.seats)
    if empty:
        raise Refused("seats-empty", n=empty)
    _try_deal(table)
    return log.Started(table.game.engine)


def _try_deal(table: Table) -> None:
    """Options that no game can begin with must not get into the log."""
    settings = table.settings
    try:
        registry.start(settings.game, settings.players, "a trial", settings.options)
    except HornsUpError as error:
        raise Refused("setting", problem=str(error)) from error


def pass_on(table: Table, command: wire.PassOn, player: str) -> log.AnyEntry:
    table.need_host(player)
    if table.phase == CLOSED:
        table.need_phase(LOBBY)
    heir = table.any_seat(command.seat).player
    if heir is None or heir == player:
        raise Refused("pass-on-whom")
    return log.PassedOn(command.seat)


def close(table: Table, _command: wire.Close, player: str) -> log.AnyEntry:
    table.need_host(player)
    table.need_phase(LOBBY)
    return log.Closed()

"""Decisions about seats that change hands in mid-game, and about who may watch."""

from __future__ import annotations

from hornsup import i18n
from hornsup.play import entries as log
from hornsup.play import wire, words
from hornsup.play.present import Person, Present
from hornsup.play.refused import Refused
from hornsup.play.settings import by_days
from hornsup.play.table import CLOSED, LOBBY, PLAYING, Table


def hand_over(table: Table, command: wire.HandOver, player: str, present: Present) -> log.AnyEntry:
    """One's own seat, or for the host that of a player who has been away for the grace time.

    Over days all are away between their turns: there, the player's last turn must have run out.
    """
    table.need_phase(PLAYING)
    seat = table.existing_seat(command.seat)
    if player not in (seat.player, table.host):
        raise Refused("not-host")
    if seat.player is None:
        raise Refused("hand-over-bot")
    if seat.player != player:
        _need_away(table, command.seat, present)
    person = _person(present, command.to)
    name = words.name(person.name)
    own = seat.player == player
    return log.HandedOver(command.seat, person.player, name, "player" if own else "host")


def _need_away(table: Table, number: int, present: Present) -> None:
    held, name = table.seats[number].player or "", i18n.Plain(table.names()[number])
    since = present.away_since.get(held)
    if since is None:
        raise Refused("hand-over-here", name=name)
    if by_days(table.settings.clock) and not table.seats[number].timeouts:
        raise Refused("hand-over-days", name=name)
    left = since + table.settings.grace * 1000 - present.now
    if left > 0:
        raise Refused("hand-over-soon", name=name, n=-(-left // 1000))


def _person(present: Present, person_id: str) -> Person:
    found = present.without_seat.get(person_id)
    if found is None:
        raise Refused("person-gone")
    return found


def take_back(table: Table, command: wire.TakeBack, player: str) -> log.AnyEntry:
    """The former player's objection."""
    table.need_phase(PLAYING)
    table.existing_seat(command.seat)
    if command.seat not in table.may_take_back(player):
        raise Refused("take-back-late")
    return log.TakenBack(command.seat)


def show_out(table: Table, command: wire.ShowOut, player: str, present: Present) -> log.AnyEntry:
    table.need_host(player)
    if table.phase == CLOSED:
        table.need_phase(LOBBY)
    person = _person(present, command.who)
    if table.is_member(person.player):
        raise Refused("show-out-whom")
    return log.ShownOut(person.player)

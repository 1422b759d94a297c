"""Decisions about chat, reactions and muting."""

from __future__ import annotations

from hornsup.play import entries as log
from hornsup.play import wire, words
from hornsup.play.refused import Refused
from hornsup.play.table import Table


def chat(table: Table, command: wire.Chat, player: str) -> log.AnyEntry:
    _may_speak(table, player)
    return log.Said(player, words.chat_line(command.text), table.speaking_seat(player))


def _may_speak(table: Table, player: str) -> None:
    if not table.is_member(player):
        raise Refused("not-seated")
    if not table.settings.chat:
        raise Refused("chat-off")
    if player in table.muted:
        raise Refused("muted")


def react(table: Table, command: wire.React, player: str) -> log.AnyEntry:
    _may_speak(table, player)
    if command.reaction not in words.REACTIONS:
        raise Refused("no-such-reaction", known=", ".join(words.REACTIONS))
    seat = table.speaking_seat(player)
    if seat is None:
        raise Refused("not-seated")
    return log.Reacted(seat, command.reaction)


def mute(table: Table, command: wire.Mute, player: str) -> log.AnyEntry:
    if not table.is_member(player):
        raise Refused("not-seated")
    other = table.any_seat(command.seat).player
    if other is None or other == player:
        raise Refused("mute-whom")
    return log.Muted(player, other, command.on)

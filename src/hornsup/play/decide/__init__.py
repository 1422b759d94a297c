"""What the table makes of a command: the entry it would add to the log, or a refusal.

Nothing here changes the table. Who asks comes from the session (`player`), never from the frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.decide import game, lobby, talk
from hornsup.play.decide.game import moved, need_away
from hornsup.play.decide.lobby import HOT_SEATS
from hornsup.play.refused import Refused
from hornsup.play.table import Table

__all__ = ["DECISIONS", "HOT_SEATS", "decide", "moved", "need_away"]


def decide(table: Table, command: wire.Command, player: str) -> log.AnyEntry:
    """The entry that answers a command, or Refused."""
    kind = type(command)
    if kind in STRICT and not table.floor <= command.version <= table.version:
        raise Refused("stale", version=table.version)
    return DECISIONS[kind](table, command, player)


DECISIONS: Final[dict[type, Callable[[Table, Any, str], log.AnyEntry]]] = {
    wire.Move: game.move,
    wire.Undo: game.undo,
    wire.Sit: lobby.sit,
    wire.Stand: lobby.stand,
    wire.Rename: lobby.rename,
    wire.AddBot: lobby.add_bot,
    wire.Kick: lobby.kick,
    wire.Change: lobby.change,
    wire.Start: lobby.start,
    wire.PassOn: lobby.pass_on,
    wire.Close: lobby.close,
    wire.TakeOver: game.take_over,
    wire.GiveBack: game.give_back,
    wire.Confirm: game.confirm,
    wire.Chat: talk.chat,
    wire.React: talk.react,
    wire.Mute: talk.mute,
    wire.Rematch: game.rematch,
}
STRICT: Final = frozenset(
    {
        wire.Move,
        wire.Undo,
        wire.AddBot,
        wire.Kick,
        wire.Change,
        wire.Start,
        wire.PassOn,
        wire.Close,
        wire.TakeOver,
        wire.Confirm,
        wire.Rematch,
    }
)
"""Commands that mean something only for the table as the sender saw it."""

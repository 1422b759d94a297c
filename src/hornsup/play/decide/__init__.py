"""What the table makes of a command: the entry it would add to the log, or a refusal.

Nothing here changes the table. Who asks comes from the session (`player`), never from the frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hornsup import i18n
from hornsup.errors import IllegalMove
from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.decide import handover, lobby, talk
from hornsup.play.decide.lobby import HOT_SEATS
from hornsup.play.present import NOT_KNOWN, Present
from hornsup.play.refused import Refused, refused_by_rules
from hornsup.play.table import CLOSED, OVER, PLAYING, Table

__all__ = ["BY_PRESENCE", "DECISIONS", "HOT_SEATS", "decide", "moved", "need_away"]


def decide(
    table: Table, command: wire.Command, player: str, present: Present = NOT_KNOWN
) -> log.AnyEntry:
    """The entry that answers a command, or Refused; `present` is who is connected."""
    kind = type(command)
    if kind in STRICT and not table.floor <= command.version <= table.version:
        raise Refused("stale", version=table.version)
    if kind in BY_PRESENCE:
        return BY_PRESENCE[kind](table, command, player, present)
    return DECISIONS[kind](table, command, player)


# --- the game itself --------------------------------------------------------------------------


def _move(table: Table, command: wire.Move, player: str) -> log.AnyEntry:
    seats = table.own_seats(player)
    table.need_phase(PLAYING)
    assert table.state is not None
    seat = table.state.to_move
    if seat not in seats:
        assert seat is not None
        raise Refused("not-your-turn", name=i18n.Plain(table.names()[seat]))
    if table.seats[seat].bot is not None:
        raise Refused("bot-plays")
    return moved(table, seat, command.move, "player")


def moved(table: Table, seat: int, move: str, by: Any) -> log.Moved:
    """A move that the rules allow, tried out on a copy."""
    entry = log.Moved(seat, move, by)
    try:
        table.try_move(entry)
    except IllegalMove as error:
        raise refused_by_rules(error, table.names()) from error
    return entry


def _undo(table: Table, _command: wire.Undo, player: str) -> log.AnyEntry:
    seats = table.own_seats(player)
    table.need_phase(PLAYING)
    if table.settings.undo == "off":
        raise Refused("undo-off")
    if not table.undo:
        raise Refused(f"undo-{table.barrier}")
    if table.undo_seat not in seats:
        raise Refused("undo-passed")
    return log.Undone(table.undo_seat)


def _take_over(table: Table, command: wire.TakeOver, player: str) -> log.AnyEntry:
    table.need_phase(PLAYING)
    seat = table.existing_seat(command.seat)
    if player not in (seat.player, table.host):
        raise Refused("not-host")
    if seat.bot is not None:
        raise Refused("bot-plays-already")
    return log.TookOver(command.seat, command.level or table.settings.stand_in)


def need_away(table: Table, command: wire.TakeOver, player: str, online: frozenset[str]) -> None:
    """A host puts no bot in the place of somebody who is there; presence is handed in."""
    number = command.seat
    held = table.seats[number].player if 0 <= number < len(table.seats) else None
    if held is not None and held != player and held in online:
        raise Refused("player-here")


def _give_back(table: Table, command: wire.GiveBack, player: str) -> log.AnyEntry:
    table.need_phase(PLAYING)
    seat = table.existing_seat(command.seat)
    if seat.player != player:
        raise Refused("not-your-seat")
    if not seat.away:
        raise Refused("no-bot-plays")
    return log.GaveBack(command.seat)


def _confirm(table: Table, command: wire.Confirm, player: str) -> log.AnyEntry:
    """The Executor's word; at a table without one, anybody's but the loser's own."""
    if table.state is None or not table.is_member(player):
        raise Refused("not-seated")
    if table.phase == CLOSED:
        raise Refused("not-playing")
    pending = table.game.pending_forfeits
    owed = pending(table.state) if pending is not None else []
    if all(seat != command.seat for seat, _ in owed):
        raise Refused("no-forfeit")
    if table.executor.player not in (None, player):
        raise Refused("not-executor")
    alone = table.people() == {player}  # among bots one takes one's own word
    if table.executor.player is None and table.seats_of(player) == [command.seat] and not alone:
        raise Refused("own-forfeit")
    return log.Confirmed(command.seat)


def _rematch(table: Table, _command: wire.Rematch, player: str) -> log.AnyEntry:
    """Who may ask for a rematch; the server opens the table and fills in its id."""
    table.need_phase(OVER)
    if not table.is_member(player):
        raise Refused("not-seated")
    if table.next is not None:
        raise Refused("rematch-open")
    return log.Rematched("")


# --- which function decides which command -----------------------------------------------------

DECISIONS: Final[dict[type, Callable[[Table, Any, str], log.AnyEntry]]] = {
    wire.Move: _move,
    wire.Undo: _undo,
    wire.Sit: lobby.sit,
    wire.Stand: lobby.stand,
    wire.Rename: lobby.rename,
    wire.AddBot: lobby.add_bot,
    wire.Kick: lobby.kick,
    wire.Change: lobby.change,
    wire.Start: lobby.start,
    wire.PassOn: lobby.pass_on,
    wire.Close: lobby.close,
    wire.TakeOver: _take_over,
    wire.GiveBack: _give_back,
    wire.Confirm: _confirm,
    wire.Chat: talk.chat,
    wire.React: talk.react,
    wire.Mute: talk.mute,
    wire.Rematch: _rematch,
    wire.TakeBack: handover.take_back,
}
BY_PRESENCE: Final[dict[type, Callable[[Table, Any, str, Present], log.AnyEntry]]] = {
    wire.HandOver: handover.hand_over,
    wire.ShowOut: handover.show_out,
}
"""Commands whose answer also depends on who is connected."""
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

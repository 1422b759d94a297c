"""What the table makes of a command: the entry it would add to the log, or a refusal.

Nothing here changes the table. Who asks comes from the session (`player`), never from the frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hornsup import i18n
from hornsup.core import registry
from hornsup.core.notation import seat_letter
from hornsup.errors import HornsUpError, IllegalMove
from hornsup.play import entries as log
from hornsup.play import settings as table_settings
from hornsup.play import wire, words
from hornsup.play.refused import Refused, refused_by_rules
from hornsup.play.table import CLOSED, EXECUTOR, LOBBY, OVER, PLAYING, Seat, Table

HOT_SEATS: Final = 9
"""How many seats one device may hold."""


def decide(table: Table, command: wire.Command, player: str) -> log.AnyEntry:
    """The entry that answers a command, or Refused."""
    kind = type(command)
    if kind in STRICT and not table.floor <= command.version <= table.version:
        raise Refused("stale", version=table.version)
    return DECISIONS[kind](table, command, player)


# --- guards -----------------------------------------------------------------------------------


def _need_phase(table: Table, phase: str) -> None:
    if table.phase != phase:
        raise Refused(f"not-{phase}")


def _need_host(table: Table, player: str) -> None:
    if player != table.host:
        raise Refused("not-host")


def _own_seats(table: Table, player: str) -> list[int]:
    seats = table.seats_of(player)
    if not seats:
        raise Refused("not-seated")
    return seats


def _existing(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise Refused("no-such-seat", seats=len(table.seats))
    return table.seats[number]


def _any_seat(table: Table, number: int) -> Seat:
    """A seat that is there, the Executor's too."""
    return table.executor if number == EXECUTOR else _existing(table, number)


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
    if _existing(table, number).taken:
        raise Refused("seat-taken", seat=seat_letter(number))
    if table.reserved.get(number, player) != player:
        raise Refused("seat-reserved")
    return number


# --- before the start -------------------------------------------------------------------------


def _sit(table: Table, command: wire.Sit, player: str) -> log.AnyEntry:
    name = words.name(command.name or "")
    if command.seat == EXECUTOR:
        return _sit_as_executor(table, player, name)
    _need_phase(table, LOBBY)
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
        _need_phase(table, LOBBY)
    if table.executor.taken or table.reserved.get(EXECUTOR, player) != player:
        raise Refused("executor-taken")
    return log.Sat(EXECUTOR, player, name, "")


def _voice(table: Table, player: str) -> int | None:
    """The seat that somebody speaks from: the first of their own, or the Executor's."""
    seats = table.seats_of(player)
    if not seats and table.executor.player == player:
        return EXECUTOR
    return seats[0] if seats else None


def _which(table: Table, number: int | None, player: str) -> int:
    """The seat of one's own that a command is about; the only one need not be named."""
    if number is None:
        number = _voice(table, player)
    if number == EXECUTOR and table.executor.player == player:
        return EXECUTOR
    seats = _own_seats(table, player)
    if number not in seats:
        raise Refused("not-your-seat")
    return number


def _stand(table: Table, command: wire.Stand, player: str) -> log.AnyEntry:
    seat = _which(table, command.seat, player)
    if seat == EXECUTOR or table.phase == LOBBY:
        return log.Stood(seat)
    _need_phase(table, PLAYING)
    if table.seats[seat].bot is not None:
        raise Refused("bot-plays-already")
    return log.TookOver(seat, table.settings.stand_in)


def _rename(table: Table, command: wire.Rename, player: str) -> log.AnyEntry:
    return log.Renamed(_which(table, command.seat, player), words.name(command.name))


def _add_bot(table: Table, command: wire.AddBot, player: str) -> log.AnyEntry:
    _need_host(table, player)
    _need_phase(table, LOBBY)
    return log.BotSat(_for_bot(table, command.seat), command.level)


def _for_bot(table: Table, number: int | None) -> int:
    """The host may give a bot a seat that is kept for somebody, those that are not first."""
    if number is None:
        free = [number for number, seat in enumerate(table.seats) if not seat.taken]
        if not free:
            raise Refused("table-full")
        return min(free, key=lambda number: (number in table.reserved, number))
    if _existing(table, number).taken:
        raise Refused("seat-taken", seat=seat_letter(number))
    return number


def _kick(table: Table, command: wire.Kick, player: str) -> log.AnyEntry:
    _need_host(table, player)
    if command.seat != EXECUTOR:
        _need_phase(table, LOBBY)
    if not _any_seat(table, command.seat).taken and command.seat not in table.reserved:
        raise Refused("seat-empty")
    return log.Stood(command.seat, kicked=True)


def _change(table: Table, command: wire.Change, player: str) -> log.AnyEntry:
    _need_host(table, player)
    settings = table_settings.check(command.settings)
    if table.phase != PLAYING or not table_settings.only_any_time(table.settings, settings):
        _need_phase(table, LOBBY)
    if table.executor.taken and not registry.get(settings.game).executor:
        raise Refused("no-executor")
    if any(seat.taken for seat in table.seats[settings.players :]):
        raise Refused("seats-in-use", players=settings.players)
    return log.Changed(settings)


def _start(table: Table, _command: wire.Start, player: str) -> log.AnyEntry:
    _need_host(table, player)
    _need_phase(table, LOBBY)
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


def _pass_on(table: Table, command: wire.PassOn, player: str) -> log.AnyEntry:
    _need_host(table, player)
    if table.phase == CLOSED:
        _need_phase(table, LOBBY)
    heir = _any_seat(table, command.seat).player
    if heir is None or heir == player:
        raise Refused("pass-on-whom")
    return log.PassedOn(command.seat)


def _close(table: Table, _command: wire.Close, player: str) -> log.AnyEntry:
    _need_host(table, player)
    _need_phase(table, LOBBY)
    return log.Closed()


# --- the game ---------------------------------------------------------------------------------


def _move(table: Table, command: wire.Move, player: str) -> log.AnyEntry:
    seats = _own_seats(table, player)
    _need_phase(table, PLAYING)
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
    seats = _own_seats(table, player)
    _need_phase(table, PLAYING)
    if table.settings.undo == "off":
        raise Refused("undo-off")
    if not table.undo:
        raise Refused(f"undo-{table.barrier}")
    if table.undo_seat not in seats:
        raise Refused("undo-passed")
    return log.Undone(table.undo_seat)


def _take_over(table: Table, command: wire.TakeOver, player: str) -> log.AnyEntry:
    _need_phase(table, PLAYING)
    seat = _existing(table, command.seat)
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
    _need_phase(table, PLAYING)
    seat = _existing(table, command.seat)
    if seat.player != player:
        raise Refused("not-your-seat")
    if not seat.away:
        raise Refused("no-bot-plays")
    return log.GaveBack(command.seat)


def _confirm(table: Table, command: wire.Confirm, player: str) -> log.AnyEntry:
    """The Executor's word; at a table without one, anybody's but the loser's own."""
    if table.state is None or not table.is_member(player):
        raise Refused("not-seated")
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


# --- around the game --------------------------------------------------------------------------


def _chat(table: Table, command: wire.Chat, player: str) -> log.AnyEntry:
    _may_speak(table, player)
    return log.Said(player, words.chat_line(command.text), _voice(table, player))


def _may_speak(table: Table, player: str) -> None:
    if not table.is_member(player):
        raise Refused("not-seated")
    if not table.settings.chat:
        raise Refused("chat-off")
    if player in table.muted:
        raise Refused("muted")


def _react(table: Table, command: wire.React, player: str) -> log.AnyEntry:
    _may_speak(table, player)
    if command.reaction not in words.REACTIONS:
        raise Refused("no-such-reaction", known=", ".join(words.REACTIONS))
    seat = _voice(table, player)
    if seat is None:
        raise Refused("not-seated")
    return log.Reacted(seat, command.reaction)


def _mute(table: Table, command: wire.Mute, player: str) -> log.AnyEntry:
    if not table.is_member(player):
        raise Refused("not-seated")
    other = _any_seat(table, command.seat).player
    if other is None or other == player:
        raise Refused("mute-whom")
    return log.Muted(player, other, command.on)


def _rematch(table: Table, _command: wire.Rematch, player: str) -> log.AnyEntry:
    """Who may ask for a rematch; the server opens the table and fills in its id."""
    _need_phase(table, OVER)
    if not table.is_member(player):
        raise Refused("not-seated")
    if table.next is not None:
        raise Refused("rematch-open")
    return log.Rematched("")


DECISIONS: Final[dict[type, Callable[[Table, Any, str], log.AnyEntry]]] = {
    wire.Move: _move,
    wire.Undo: _undo,
    wire.Sit: _sit,
    wire.Stand: _stand,
    wire.Rename: _rename,
    wire.AddBot: _add_bot,
    wire.Kick: _kick,
    wire.Change: _change,
    wire.Start: _start,
    wire.PassOn: _pass_on,
    wire.Close: _close,
    wire.TakeOver: _take_over,
    wire.GiveBack: _give_back,
    wire.Confirm: _confirm,
    wire.Chat: _chat,
    wire.React: _react,
    wire.Mute: _mute,
    wire.Rematch: _rematch,
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

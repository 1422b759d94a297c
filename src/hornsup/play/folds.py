"""What every kind of entry does to a table."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from hornsup.core import fairness, registry
from hornsup.core.contract import GameState
from hornsup.play import entries as log
from hornsup.play import people_folds as people
from hornsup.play.clocks import Clocks
from hornsup.play.seating import CLOSED, EXECUTOR, PLAYING, ChatLine, Seat, Step
from hornsup.play.settings import Level, Settings
from hornsup.play.wire import Line

if TYPE_CHECKING:
    from hornsup.play.table import Table

Fold = Callable[["Table", Any, Step], None]


def _created(table: Table, entry: log.Created, step: Step) -> None:
    table.host = entry.host
    table.commitment = entry.commitment
    table.practice = entry.practice
    table.reserved, table.awaited = dict(entry.reserved), dict(entry.names)
    _apply_settings(table, entry.settings)
    step.table = True


def _apply_settings(table: Table, settings: Settings) -> None:
    table.settings = settings
    table.game = registry.get(settings.game)
    del table.seats[settings.players :]
    for number in [kept for kept in table.reserved if kept >= settings.players]:
        _keep_no_longer(table, number)
    while len(table.seats) < settings.players:
        table.seats.append(Seat())


def _keep_no_longer(table: Table, number: int) -> None:
    table.reserved.pop(number, None)
    table.awaited.pop(number, None)


def _changed(table: Table, entry: log.Changed, step: Step) -> None:
    _apply_settings(table, entry.settings)
    step.table = True


def _sat(table: Table, entry: log.Sat, step: Step) -> None:
    seat = table.seat(entry.seat)
    seat.player, seat.name, seat.contribution = entry.player, entry.name, entry.contribution
    _keep_no_longer(table, entry.seat)
    step.sat = entry.player
    step.table, step.light = True, entry.seat == EXECUTOR


def _renamed(table: Table, entry: log.Renamed, step: Step) -> None:
    table.seat(entry.seat).name = entry.name
    step.table = step.light = True


def _stood(table: Table, entry: log.Stood, step: Step) -> None:
    """The seat is free again; a host who leaves passes the table on to the first who stays."""
    people.set_host(table, table.host_without(entry.seat))
    step.left = table.seat(entry.seat).player
    table.seat(entry.seat).empty()
    people.end_claim(table, step.left)
    _keep_no_longer(table, entry.seat)
    step.table, step.light = True, entry.seat == EXECUTOR


def _bot_sat(table: Table, entry: log.BotSat, step: Step) -> None:
    table.seats[entry.seat].bot = entry.level
    _keep_no_longer(table, entry.seat)
    step.table = True


def _started(table: Table, entry: log.Started, step: Step) -> None:
    settings = table.settings
    table.contributions = table.contributed()  # as they are at this moment, whoever leaves later
    table.engine = entry.engine
    table.state = _first_state(table)
    table.clocks = Clocks(settings.clock, settings.players)
    table.phase = PLAYING
    limit = table.game.time_limit
    table.by_time = limit is not None and limit(table.state.options) is not None
    table.started_at = step.logged.at
    table.move_versions.append(step.logged.version)
    step.events.extend(table.state.opening)
    step.table = step.game = True
    table.run_clock(step)


def _first_state(table: Table) -> GameState:
    """The game as it is dealt, or as it is set up for practice."""
    settings = table.settings
    if table.practice is not None:
        options = table.game.read_options(settings.options)
        return table.game.position(settings.players, options, table.practice.position)
    seed = fairness.seed(table.secret, table.id, table.contributions)
    return registry.start(settings.game, settings.players, seed, settings.options)


def _undone(table: Table, _entry: log.Undone, step: Step) -> None:
    table.state = table.undo.pop()
    table.move_versions.pop()
    step.game = True
    table.run_clock(step)


def _timed_out(table: Table, entry: log.TimedOut, step: Step) -> None:
    table.clocks.ran_out(entry.seat, step.logged.at)
    table.no_undo("clock")
    table.seats[entry.seat].timeouts += 1
    for move in entry.moves:
        table.play(log.Moved(entry.seat, move, "clock"), step)
        table.tentative = None
    if entry.bot is not None:
        _stand_in(table, entry.seat, entry.bot, step)
    step.game, step.light = True, False


def _stand_in(table: Table, number: int, level: Level, step: Step) -> None:
    seat = table.seats[number]
    seat.bot, seat.away, seat.left_at_move = level, True, table.moves
    step.table = step.light = True
    table.no_undo("bot")
    table.run_clock(step)


def _took_over(table: Table, entry: log.TookOver, step: Step) -> None:
    _stand_in(table, entry.seat, entry.level, step)


def _gave_back(table: Table, entry: log.GaveBack, step: Step) -> None:
    seat = table.seats[entry.seat]
    seat.bot, seat.away, seat.timeouts = None, False, 0
    step.table = step.light = True
    if table.phase == PLAYING:
        table.run_clock(step, fresh=table.moves != seat.left_at_move)


def _extended(table: Table, entry: log.Extended, step: Step) -> None:
    table.clocks.extend(entry.seat, entry.milliseconds)
    step.table = step.light = True


def _confirmed(table: Table, entry: log.Confirmed, step: Step) -> None:
    assert table.state is not None
    assert table.game.confirm_forfeit is not None
    copy = table.state.clone()
    done = table.game.confirm_forfeit(copy, entry.seat)
    step.events.append(done)
    table.confirmed.append((step.logged.version, done))
    table.state = copy
    table.no_undo("confirmed")
    # What a bot does by itself must not refuse the move that somebody is just making.
    step.game, step.light = True, entry.by == "bot"


def _said(table: Table, entry: log.Said, step: Step) -> None:
    names = {seat.player: seat.name for seat in (*table.seats, table.executor) if seat.player}
    line = Line(step.logged.version, names.get(entry.player, ""), entry.seat, text=entry.text)
    _add_line(table, ChatLine(entry.player, line), step)


def _reacted(table: Table, entry: log.Reacted, step: Step) -> None:
    seat = table.seat(entry.seat)
    line = Line(step.logged.version, seat.name, entry.seat, reaction=entry.reaction)
    _add_line(table, ChatLine(seat.player, line), step)


def _add_line(table: Table, said: ChatLine, step: Step) -> None:
    table.chat.append(said)
    step.speaker, step.line = said


def _muted(table: Table, entry: log.Muted, step: Step) -> None:
    """The host mutes for everybody.

    When the host unmutes somebody, that also ends a mute of their own from before they were host.
    """
    own = table.mutes.setdefault(entry.by, set())
    muted = table.muted if entry.by == table.host else own
    if entry.on:
        muted.add(entry.player)
    else:
        muted.discard(entry.player)
        own.discard(entry.player)
    step.table = step.light = True


def _rematched(table: Table, entry: log.Rematched, step: Step) -> None:
    table.next = entry.table
    step.table = True


def _closed(table: Table, entry: log.Closed, step: Step) -> None:
    table.end(CLOSED)
    table.closed_by = entry.reason
    if table.state is not None:  # in the middle of a game: all clocks stop
        table.clocks.decide(None, table.state.turns, step.logged.at)
    step.table = True


def _forgotten(table: Table, entry: log.Forgotten, step: Step) -> None:
    """Name and chat go; the seat and the moves stay, since others played there too."""
    for seat in (*table.seats, table.executor):
        if seat.player == entry.player:
            seat.name = ""
    for number, player in table.reserved.items():
        if player == entry.player:
            table.awaited.pop(number, None)
    people.forget(table, entry.player)
    kept = [said for said in table.chat if said.player != entry.player]
    table.chat = deque(kept, maxlen=table.chat.maxlen)
    step.table = step.light = True


def _webhook_set(table: Table, entry: log.WebhookSet, step: Step) -> None:
    table.webhook, table.webhook_stopped = entry.kind, entry.stopped
    step.table = step.light = True


FOLDS: Final[dict[type, Fold]] = {
    log.Created: _created,
    log.Changed: _changed,
    log.Sat: _sat,
    log.Renamed: _renamed,
    log.Stood: _stood,
    log.PassedOn: people.passed_on,
    log.HostBack: people.host_back,
    log.BotSat: _bot_sat,
    log.Started: _started,
    log.Undone: _undone,
    log.TimedOut: _timed_out,
    log.TookOver: _took_over,
    log.GaveBack: _gave_back,
    log.Extended: _extended,
    log.Confirmed: _confirmed,
    log.Said: _said,
    log.Reacted: _reacted,
    log.Muted: _muted,
    log.Rematched: _rematched,
    log.HandedOver: people.handed_over,
    log.TakenBack: people.taken_back,
    log.ShownOut: people.shown_out,
    log.Closed: _closed,
    log.Forgotten: _forgotten,
    log.WebhookSet: _webhook_set,
}

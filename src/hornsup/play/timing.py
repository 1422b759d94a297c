"""What time does to a table: clocks that run out, players who stay away, games by the hour."""

from __future__ import annotations

from typing import Final

from hornsup.play import entries as log
from hornsup.play.clocks import least_again
from hornsup.play.reminding import MOST_LEFT_MS, reminder_at
from hornsup.play.settings import DAY_SECONDS, NoClock, ReserveClock, Settings, TurnClock, by_days
from hornsup.play.table import EXECUTOR, LOBBY, PLAYING, Table

BOT_PATIENCE_MS: Final = 6_500
"""A bot's move that has not come so long after its pause was lost with its worker."""
CLOCK_WATCH_MS: Final = 5_000
"""A table with a clock is looked at that soon after a move, to see when it really runs out."""
DEFAULT_MOVES: Final = 200
"""No turn takes that many default moves; a rule that breaks this is a bug, not a loop."""


def ran_out(table: Table, now: int) -> log.TimedOut | None:
    """The entry for a clock that has run out by now, if it has.

    A bot takes the seat the second time, but only where bots are to play for those who leave.
    """
    if table.phase != PLAYING:
        return None
    deadline = table.clocks.deadline()
    seat = table.clocks.running
    if deadline is None or seat is None or now < deadline:
        return None
    if table.seats[seat].timeouts and table.settings.leavers == "bot":
        return log.TimedOut(seat, bot=table.settings.stand_in)
    return log.TimedOut(seat, default_moves(table, seat))


def default_moves(table: Table, seat: int) -> tuple[str, ...]:
    """What is played for a seat until it is somebody else's decision."""
    assert table.state is not None
    state = table.state.clone()
    turn = state.turns
    moves: list[str] = []
    while state.to_move == seat and state.turns == turn and len(moves) < DEFAULT_MOVES:
        move = table.game.default_move(state)
        moves.append(str(move))
        state.apply(move)
    return tuple(moves)


def time_is_up(table: Table, now: int) -> log.Moved | None:
    """A game played by the clock ends between rounds, by the `stop` of whoever would begin."""
    seat = table.to_move
    minutes, stop = time_limit(table, table.settings), table.game.stop_move
    if seat is None or minutes is None or stop is None:
        return None
    assert table.state is not None
    if now < table.started_at + minutes * 60_000 or table.state.why_not(stop) is not None:
        return None
    return log.Moved(seat, stop, "clock")


def time_limit(table: Table, settings: Settings) -> int | None:
    """The minutes after which a game with these settings ends; None if it does not end by time."""
    if table.game.time_limit is None:
        return None
    # A running game keeps its options; reading them again at every move would cost time.
    options = table.state.options if table.state else table.game.read_options(settings.options)
    return table.game.time_limit(options)


def left_alone(table: Table, now: int, away_since: int | None) -> log.TookOver | None:
    """A bot takes the seat that everybody waits for when its player has been gone too long."""
    seat = table.to_move
    if seat is None or away_since is None or table.settings.leavers != "bot":
        return None
    grace = table.settings.grace * 1000
    if table.seats[seat].bot is not None or now < max(away_since, table.moved_at) + grace:
        return None
    return log.TookOver(seat, table.settings.stand_in)


def host_gone(
    table: Table, now: int, away_since: int | None, online: frozenset[str]
) -> log.PassedOn | None:
    """The next connected person is the host when the host has been gone for the grace time."""
    due = host_due(table, away_since)
    heir = next_host(table, online)
    if heir is None or due is None or now < due:
        return None
    return log.PassedOn(heir, away=table.former_host or table.host)


def host_due(table: Table, away_since: int | None) -> int | None:
    """When a host who is away has been so for the grace time.

    Over days everybody is away most of the time: there, a host is gone after a day before the
    start, and once a turn of theirs has run out during the game.
    """
    if away_since is None or table.phase not in (LOBBY, PLAYING):
        return None
    if not by_days(table.settings.clock):
        return away_since + table.settings.grace * 1000
    held = [table.seats[number] for number in table.seats_of(table.host)]
    if table.phase == PLAYING and held and not any(seat.timeouts for seat in held):
        return None
    return away_since + (DAY_SECONDS if table.phase == LOBBY else table.settings.grace) * 1000


def next_host(table: Table, online: frozenset[str]) -> int | None:
    """The seat of the next connected person after the host's, the Executor's last of all."""
    places = len(table.seats)
    first = next(iter(table.seats_of(table.host)), -1) + 1
    order = [*((first + step) % places for step in range(places)), EXECUTOR]
    held = ((number, table.seat(number).player) for number in order)
    return next((at for at, who in held if who in online and who != table.host), None)


def host_back(table: Table, online: frozenset[str]) -> log.HostBack | None:
    """A host who was away and has come back is the host again."""
    former = table.former_host
    if former is None or former not in online or table.phase not in (LOBBY, PLAYING):
        return None
    return log.HostBack(former)


def bot_pause(table: Table) -> int:
    """The milliseconds that a bot lets what has just happened be seen, where somebody watches."""
    step = table.last_game_step()
    events = [] if step is None else step.events
    return int(table.settings.pace * table.game.showing(events))


def bot_due(table: Table) -> int:
    """When a bot's next move, or the forfeit that a bot owes, should long have come."""
    step = table.last_game_step()
    since = table.moved_at if step is None else max(table.moved_at, step.logged.at)
    return since + bot_pause(table) + BOT_PATIENCE_MS


def due(table: Table, now: int = 0) -> int | None:
    """When somebody should look at this table next even if nobody sends anything.

    A reminder whose time has come by now has been seen to.
    """
    if table.phase != PLAYING:
        return None
    times = []
    if table.bot_must_act():
        times.append(bot_due(table))
    deadline, reminder = table.clocks.deadline(), reminder_at(table)
    if deadline is not None:
        times.append(deadline)
    if reminder is not None and reminder > now:
        times.append(reminder)
    if table.settings.leavers == "bot" and table.bot_to_move() is None:
        times.append(table.moved_at + table.settings.grace * 1000)
    stop = _stop_due(table)
    if stop is not None:
        times.append(stop)
    return min(times) if times else None


def _stop_due(table: Table) -> int | None:
    """When a game by the clock may have to be ended; None while only a move can make it possible.

    Every move is followed by a look for that.
    """
    minutes, stop = time_limit(table, table.settings), table.game.stop_move
    if minutes is None or stop is None or table.state is None:
        return None
    if table.state.why_not(stop) is not None:
        return None
    return max(table.at + CLOCK_WATCH_MS, table.started_at + minutes * 60_000)


def shortest_wait(table: Table, settings: Settings) -> int | None:
    """How soon after any move a table with these settings could need attention.

    Nobody knows yet how long the move takes to be seen, so a bot's pause is taken for the shortest,
    a plain step; `bot_due` knows the true one.
    """
    waits = []
    if any(seat.bot is not None for seat in table.seats):
        waits.append(settings.pace + BOT_PATIENCE_MS)
    if not isinstance(settings.clock, NoClock):
        waits.append(_clock_watch(settings.clock))
    if time_limit(table, settings) is not None:
        waits.append(CLOCK_WATCH_MS)
    if settings.leavers == "bot":
        waits.append(settings.grace * 1000)
    return min(waits) if waits else None


def _clock_watch(clock: TurnClock | ReserveClock) -> int:
    """How soon a clock that is handed on can call for a look.

    One of days leaves hours until the first reminder, so that not every move asks for a look.
    """
    if isinstance(clock, TurnClock) and by_days(clock):
        return least_again(clock) - MOST_LEFT_MS
    return CLOCK_WATCH_MS


def no_later_than(table: Table, at: int) -> int | None:
    """When the clock that runs now calls for a look, in case it keeps running after a move."""
    deadline = table.clocks.deadline() if table.phase == PLAYING else None
    if deadline is None:
        return None
    reminder = reminder_at(table)
    return deadline if reminder is None or reminder <= at else reminder

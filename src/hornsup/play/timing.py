"""What time does to a table: clocks that run out, players who stay away, games by the hour."""

from __future__ import annotations

from typing import Final

from hornsup.play import entries as log
from hornsup.play.settings import NoClock, Settings
from hornsup.play.table import PLAYING, Table

BOT_PATIENCE_MS: Final = 6_500
"""A bot's move that has not come so long after its pause was lost with its worker."""
CLOCK_WATCH_MS: Final = 5_000
"""A table with a clock is looked at that soon after a move, to see when it really runs out."""
DEFAULT_MOVES: Final = 200
"""No turn takes that many default moves; a rule that breaks this is a bug, not a loop."""


def ran_out(table: Table, now: int) -> log.TimedOut | None:
    """The entry for a clock that has run out by now, if it has."""
    if table.phase != PLAYING:
        return None
    deadline = table.clocks.deadline()
    seat = table.clocks.running
    if deadline is None or seat is None or now < deadline:
        return None
    if table.seats[seat].timeouts:
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


def due(table: Table) -> int | None:
    """When somebody should look at this table next even if nobody sends anything."""
    if table.phase != PLAYING:
        return None
    times = []
    if table.bot_must_act():
        times.append(bot_due(table))
    deadline = table.clocks.deadline()
    if deadline is not None:
        times.append(deadline)
    if table.settings.leavers == "bot" and table.bot_to_move() is None:
        times.append(table.moved_at + table.settings.grace * 1000)
    if time_limit(table, table.settings) is not None:
        times.append(table.at + 5_000)
    return min(times) if times else None


def shortest_wait(table: Table, settings: Settings) -> int | None:
    """How soon after any move a table with these settings could need attention.

    Nobody knows yet how long the move takes to be seen, so a bot's pause is taken for the shortest,
    a plain step; `bot_due` knows the true one.
    """
    waits = []
    if any(seat.bot is not None for seat in table.seats):
        waits.append(settings.pace + BOT_PATIENCE_MS)
    if not isinstance(settings.clock, NoClock) or time_limit(table, settings) is not None:
        waits.append(CLOCK_WATCH_MS)
    if settings.leavers == "bot":
        waits.append(settings.grace * 1000)
    return min(waits) if waits else None

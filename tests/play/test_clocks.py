"""Clocks: none, by the turn, by a reserve; what happens when one runs out."""

from __future__ import annotations

import pytest

from hornsup.play import entries as log
from hornsup.play import timing, viewing
from hornsup.play.clocks import AFTER_TIMEOUT_MS, AGAIN_MS, Clocks
from hornsup.play.refused import Refused
from hornsup.play.settings import NoClock, ReserveClock, Settings, TurnClock, check
from tests.play.desk import BEA, CAT, HOST, Desk, snapshot

TURN = {"kind": "turn", "seconds": 30}
RESERVE = {"kind": "reserve", "seconds": 100, "increment": 7}


def test_without_a_clock_nothing_runs() -> None:
    desk = Desk(leavers="wait").start(HOST, BEA, CAT)
    assert viewing.time(desk.table, desk.now) is None
    assert desk.wait(86_400).visit() is None
    assert timing.due(desk.table) is None
    assert timing.shortest_wait(desk.table, desk.table.settings) is None
    clocks = Clocks(NoClock(), 2)
    clocks.decide(0, 0, 0)
    clocks.extend(0, 1000)
    assert (clocks.deadline(), clocks.now(10)) == (None, [None, None])


def test_by_the_turn_everybody_begins_with_the_same() -> None:
    desk = Desk("horns-up", 3, clock=TURN).start(HOST, BEA, CAT)
    first = desk.table.to_move
    assert first is not None
    assert desk.wait(12).left(first) == 18_000
    desk.play()
    second = desk.table.to_move
    assert second is not None
    assert second != first
    assert desk.left(second) == 30_000
    assert timing.due(desk.table) == desk.now + 30_000


def test_the_first_time_default_moves_end_the_turn_the_second_time_a_bot_comes() -> None:
    desk = Desk("horns-up", 3, clock=TURN).start(HOST, BEA, CAT)
    seat, player = desk.table.to_move, desk.mover
    assert seat is not None
    assert desk.wait(29.9).visit() is None
    entry = desk.wait(0.2).visit()
    assert isinstance(entry, log.TimedOut)
    assert entry.moves
    assert entry.bot is None
    assert desk.table.to_move != seat
    desk.play_on(lambda: desk.table.to_move == seat)
    entry = desk.wait(31).visit()
    assert isinstance(entry, log.TimedOut)
    assert entry.bot == "normal"
    assert desk.table.seats[seat].away
    assert desk.refused(player, "move", move=desk.legal()[0]) == "bot-plays"
    assert desk.table.clocks.running is None  # a bot has no clock
    desk.do(player, "give-back", seat=seat)
    assert desk.table.seats[seat].timeouts == 0


def test_default_moves_stop_at_the_end_of_the_turn() -> None:
    desk = Desk(clock=TURN).start(HOST, BEA, CAT)
    for _ in range(30):
        seat, before = desk.table.to_move, desk.table.state
        assert seat is not None
        assert before is not None
        turn = before.turns
        moves = timing.default_moves(desk.table, seat)
        assert 0 < len(moves) < timing.DEFAULT_MOVES
        desk.table.seats[seat].timeouts = 0
        desk.wait(40).visit()
        after = desk.table.state
        assert after is not None
        assert (after.to_move, after.turns) != (seat, turn)


def test_a_decision_that_comes_back_has_ten_seconds_at_least() -> None:
    clocks = Clocks(TurnClock(30), 2)
    clocks.decide(0, 0, 0)
    clocks.decide(1, 0, 29_000)
    clocks.decide(0, 0, 30_000)
    assert clocks.left[0] == AGAIN_MS
    assert clocks.deadline() == 40_000


def test_a_reserve_runs_down_and_grows_by_the_increment() -> None:
    clocks = Clocks(ReserveClock(100, 7), 2)
    clocks.decide(0, 0, 0)
    assert clocks.left[0] == 107_000
    clocks.decide(0, 0, 10_000)  # the same seat decides again: no increment
    assert clocks.left[0] == 97_000
    clocks.decide(1, 1, 20_000)
    clocks.decide(0, 2, 25_000)
    assert clocks.left == [94_000, 102_000]
    assert clocks.now(24_000) == [94_000, 102_000]  # a clock that seems to go back charges nothing


def test_a_reserve_that_ran_out_is_filled_a_little() -> None:
    desk = Desk("horns-up", 3, clock=RESERVE).start(HOST, BEA, CAT)
    seat = desk.table.to_move
    assert seat is not None
    desk.wait(108).visit()
    assert desk.table.clocks.left[seat] == AFTER_TIMEOUT_MS
    assert desk.table.seats[seat].timeouts == 1


def test_giving_back_at_once_brings_no_time() -> None:
    """Else stepping out and in again would be a clock without end."""
    for clock in (TURN, RESERVE):
        desk = Desk("horns-up", 3, clock=clock).start(HOST, BEA, CAT)
        seat, player = desk.table.to_move, desk.mover
        assert seat is not None
        left = desk.wait(25).left(seat)
        for _ in range(3):
            desk.do(player, "take-over", seat=seat)
            desk.do(player, "give-back", seat=seat)
        assert desk.left(seat) == left
        assert desk.table.clocks.running == seat


def test_whoever_comes_back_later_has_time_again() -> None:
    desk = Desk("horns-up", 3, clock=TURN).start(HOST, BEA, CAT)
    seat, player = desk.table.to_move, desk.mover
    assert seat is not None
    desk.wait(29)
    desk.do(player, "stand")
    desk.play_on(lambda: desk.table.to_move != seat)
    desk.play_on(lambda: desk.table.to_move == seat)
    desk.do(player, "give-back", seat=seat)
    left = desk.left(seat)
    assert left is not None
    assert left >= AGAIN_MS


def test_taking_back_costs_time_and_brings_none() -> None:
    desk = Desk("horns-up", 3, clock=RESERVE).start(HOST, BEA, CAT)
    desk.play_on(lambda: desk.legal()[0].split()[0] != "enter")
    seat, left = desk.table.to_move, desk.left(desk.table.to_move or 0)
    assert seat is not None
    assert left is not None
    desk.wait(3).play(next(move for move in desk.legal() if move.startswith("path")))
    desk.wait(2).do(desk.mover, "undo")
    assert desk.left(seat) == left - 5000


def test_time_in_which_the_server_was_away_is_given_back() -> None:
    desk = Desk(clock=TURN).start(HOST, BEA, CAT)
    seat = desk.table.to_move
    assert seat is not None
    version = desk.table.version
    desk.wait(25).add(log.Extended(seat, 20_000))
    assert desk.left(seat) == 25_000
    desk.do(desk.mover, "move", version=version, move="roll")  # nobody's move went stale by it


def test_clocks_come_out_of_the_log_as_they_were() -> None:
    desk = Desk("horns-up", 3, clock=RESERVE).start(HOST, BEA, CAT)
    for number in range(40):
        desk.wait(number % 9).play()
    desk.wait(200).visit()
    assert snapshot(desk.again()) == snapshot(desk.table)


@pytest.mark.parametrize(
    "clock",
    [
        TurnClock(4),
        TurnClock(604_801),
        ReserveClock(9),
        ReserveClock(86_401),
        ReserveClock(60, 601),
    ],
)
def test_clocks_have_bounds(clock: TurnClock | ReserveClock) -> None:
    with pytest.raises(Refused, match="goes from"):
        check(Settings("horns-up", clock=clock))

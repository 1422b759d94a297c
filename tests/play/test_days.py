"""Play over days: clocks of days, whom they call and when, and what somebody has missed."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from hornsup.play import entries as log
from hornsup.play import reminding, timing, viewing
from hornsup.play.clocks import AGAIN_OVER_DAYS_MS, Clocks
from hornsup.play.refused import Refused
from hornsup.play.settings import ReserveClock, Settings, TurnClock, by_days, check
from hornsup.play.table import STEPS_KEPT
from tests.play.desk import BEA, CAT, DAN, HOST, Desk, snapshot

DAY, HOUR = 86_400, 3_600


def over_days(days: int = 3, game: str = "horns-up", **more: Any) -> Desk:
    clock = {"kind": "turn", "seconds": days * DAY}
    return Desk(game, 3, clock=clock, leavers="wait", **more).start(HOST, BEA, CAT)


@pytest.mark.parametrize("days", [1, 3, 7])
def test_a_turn_may_have_days_where_the_table_waits(days: int) -> None:
    clock = TurnClock(days * DAY)
    assert by_days(clock)
    assert check(Settings("horns-up", clock=clock, leavers="wait")).clock == clock
    with pytest.raises(Refused, match="The table waits"):
        check(Settings("horns-up", clock=clock))
    assert not by_days(TurnClock(DAY - 1))
    with pytest.raises(Refused, match="The table waits"):
        check(Settings("horns-up", clock=ReserveClock(DAY)))


def test_bots_cannot_be_chosen_for_leavers_during_the_game() -> None:
    desk = over_days()
    settings = {"game": "horns-up", "players": 3, "leavers": "bot"}
    settings["clock"] = {"kind": "turn", "seconds": 3 * DAY}
    settings["options"] = desk.table.settings.options
    assert desk.refused(HOST, "change", settings=settings) == "days-leavers"


@pytest.mark.parametrize("seconds", [30, 3 * DAY])
def test_where_leavers_are_waited_for_no_clock_seats_a_bot(seconds: int) -> None:
    clock = {"kind": "turn", "seconds": seconds}
    desk = Desk("horns-up", 3, clock=clock, leavers="wait").start(HOST, BEA, CAT)
    for _ in range(9):  # three turns each
        seat = desk.table.to_move
        assert desk.wait(seconds - 0.001).visit(away_since=0) is None
        entry = desk.wait(0.001).visit(away_since=0)
        assert isinstance(entry, log.TimedOut)
        assert (entry.seat, entry.bot) == (seat, None)
        assert entry.moves
    assert not any(seat.away for seat in desk.table.seats)
    assert snapshot(desk.again()) == snapshot(desk.table)


def test_a_decision_that_comes_back_within_days_has_half_a_day() -> None:
    clocks = Clocks(TurnClock(DAY), 2)
    clocks.decide(0, 0, 0)
    clocks.decide(1, 0, (DAY - 60) * 1000)
    clocks.decide(0, 0, (DAY + HOUR) * 1000)
    assert clocks.left[0] == AGAIN_OVER_DAYS_MS


# --- reminders ------------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [1, 3, 7])
def test_a_reminder_comes_six_hours_before_the_end(days: int) -> None:
    desk = over_days(days)
    assert desk.table.decider == desk.mover
    deadline = desk.now + days * DAY * 1000
    assert timing.due(desk.table, desk.now) == deadline - 6 * HOUR * 1000
    desk.wait(days * DAY - 6 * HOUR - 1)
    assert not reminding.reminder_is_due(desk.table, desk.now)
    desk.wait(1)
    assert reminding.reminder_is_due(desk.table, desk.now)
    assert timing.due(desk.table, desk.now) == deadline  # the next look is for the clock itself
    assert desk.wait(6 * HOUR - 1).visit() is None
    assert isinstance(desk.wait(1).visit(), log.TimedOut)
    assert not reminding.reminder_is_due(desk.table, desk.now)


def test_moves_within_a_turn_call_for_no_second_reminder() -> None:
    """Reminders are counted by `decides_since`, so it must stay for as long as the turn does."""
    desk = over_days()
    desk.play_on(lambda: desk.legal()[0].split()[0] != "enter")
    desk.wait(3 * DAY - 5 * HOUR)
    assert reminding.reminder_is_due(desk.table, desk.now)
    seat, first = desk.table.to_move, desk.table.decides_since
    desk.play(next(move for move in desk.legal() if move.startswith("path")))
    assert desk.table.to_move == seat
    assert desk.table.decides_since == first
    desk.do(desk.mover, "undo")
    assert reminding.reminder_is_due(desk.table, desk.now)
    assert desk.table.decides_since == first
    desk.play_on(lambda: desk.table.to_move != seat)
    desk.wait(3 * DAY - HOUR)
    assert reminding.reminder_is_due(desk.table, desk.now)
    assert desk.table.decides_since > first


def test_another_turn_of_the_same_player_has_a_reminder_of_its_own() -> None:
    """Who loses a round of dice begins the next one: the decider stays, the turn does not."""
    desk = over_days(game="raise-your-horns")
    seen = []
    while desk.legal():
        seen.append((desk.table.decider, desk.table.turn, desk.table.decides_since))
        desk.play(desk.legal()[0])
    steps = list(pairwise(seen))
    assert all((one[:2] == two[:2]) == (one[2] == two[2]) for one, two in steps)
    assert any(one[0] == two[0] and one[1] != two[1] for one, two in steps)


def test_time_given_back_moves_the_reminder() -> None:
    desk = over_days(1)
    seat = desk.table.to_move
    assert seat is not None
    desk.wait(20 * HOUR)
    assert reminding.reminder_is_due(desk.table, desk.now)
    desk.add(log.Extended(seat, 20 * HOUR * 1000))
    assert not reminding.reminder_is_due(desk.table, desk.now)
    assert reminding.reminder_is_due(desk.table, desk.now + 18 * HOUR * 1000)


def test_short_clocks_bots_and_lobbies_have_no_reminder() -> None:
    short = Desk("horns-up", 3, clock={"kind": "turn", "seconds": 60}).start(HOST, BEA, CAT)
    assert reminding.reminder_at(short.table) is None
    assert not reminding.reminder_is_due(Desk().table, 0)
    desk = over_days()
    desk.do(desk.mover, "take-over", seat=desk.table.to_move)
    assert reminding.reminder_at(desk.table) is None


# --- who is gone ----------------------------------------------------------------------------------


def test_over_days_a_seat_can_be_handed_over_once_a_turn_has_run_out() -> None:
    desk = over_days(1, game="raise-your-horns").connected(HOST, DAN, away={BEA: 5 * HOUR})
    to = desk.person(DAN)
    desk.play_on(lambda: desk.mover == BEA)
    seat = desk.table.to_move
    assert desk.refused(HOST, "hand-over", seat=seat, to=to) == "hand-over-days"
    assert isinstance(desk.wait(DAY).visit(), log.TimedOut)
    desk.connected(HOST, BEA, DAN)
    assert desk.refused(HOST, "hand-over", seat=seat, to=to) == "hand-over-here"
    desk.play_on(lambda: desk.mover == BEA)
    desk.play(desk.legal()[0])  # is back: the turn that ran out does not count any more
    desk.connected(HOST, DAN, away={BEA: 5 * HOUR})
    assert desk.refused(HOST, "hand-over", seat=seat, to=to) == "hand-over-days"
    desk.play_on(lambda: desk.mover == BEA)
    desk.wait(DAY).visit()
    desk.connected(HOST, DAN, away={BEA: 5 * HOUR})
    desk.do(HOST, "hand-over", seat=seat, to=to)
    assert snapshot(desk.again()) == snapshot(desk.table)


def test_over_days_the_host_stays_the_host_between_turns() -> None:
    desk = over_days(1, game="raise-your-horns")
    online = frozenset({BEA, CAT})
    away = desk.now
    desk.wait(5 * HOUR)
    assert timing.host_due(desk.table, away) is None
    assert timing.host_gone(desk.table, desk.now, away, online) is None
    desk.play_on(lambda: desk.mover == HOST)
    desk.wait(DAY).visit()
    assert isinstance(timing.host_gone(desk.table, desk.now, away, online), log.PassedOn)
    lobby = Desk("horns-up", 3, clock={"kind": "turn", "seconds": DAY}, leavers="wait").sit(HOST)
    assert timing.host_due(lobby.table, 0) == DAY * 1000


# --- when somebody looks --------------------------------------------------------------------------


def test_a_move_asks_for_no_look_for_hours() -> None:
    desk = over_days(7)
    wait = timing.shortest_wait(desk.table, desk.table.settings)
    assert wait == 6 * HOUR * 1000
    for _ in range(40):  # never later than it is needed, whatever is played and however slowly
        before = desk.now + wait
        running = timing.no_later_than(desk.table, desk.now)
        desk.wait(11 * HOUR).play()
        due = timing.due(desk.table, desk.now)
        assert due is not None
        assert running is not None
        assert due >= min(before, running)


def test_a_game_by_the_hour_is_not_looked_at_while_it_cannot_end() -> None:
    desk = over_days(1, "raise-your-horns", options={"end_goal": "time", "end_value": 2})
    began = desk.now
    desk.play_on(lambda: "stop" in desk.legal())
    assert timing.due(desk.table) == began + 120_000
    desk.play_on(lambda: "stop" not in desk.legal())
    desk.wait(HOUR)
    assert timing.due(desk.table) == reminding.reminder_at(desk.table)


# --- since the last turn --------------------------------------------------------------------------


def test_whoever_was_away_for_days_is_told_what_happened() -> None:
    """From the log alone, as after a restart: the table keeps the last steps only."""
    desk = over_days(7)
    seat = desk.table.to_move
    assert seat is not None
    desk.play_on(lambda: desk.table.to_move != seat)
    last = desk.table.version
    for _ in range(2 * STEPS_KEPT):
        desk.wait(DAY).play()
    for table in (desk.table, desk.again()):
        missed = viewing.missed(table, last, seat, "en")
        assert missed
        versions = {each.version for each in missed}
        assert versions == set(table.move_versions[-2 * STEPS_KEPT :])
        assert all(each.text for each in missed)

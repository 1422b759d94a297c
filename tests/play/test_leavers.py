"""Players who go: the grace, the bot that takes over, and the seat given back."""

from __future__ import annotations

import pytest

from hornsup.play import decide, timing, viewing, wire
from hornsup.play import entries as log
from hornsup.play.refused import Refused
from tests.play.desk import BEA, CAT, HOST, Desk


def test_after_the_grace_a_bot_takes_the_seat_that_all_wait_for() -> None:
    desk = Desk(grace=60, stand_in="hard").start(HOST, BEA, CAT)
    seat, gone = desk.table.to_move, desk.now
    assert seat is not None
    assert timing.due(desk.table) == desk.now + 60_000
    assert desk.wait(59).visit(away_since=gone) is None
    assert desk.visit(away_since=None) is None  # they are here
    assert desk.wait(2).visit(away_since=gone) == log.TookOver(seat, "hard")
    assert desk.table.bot_to_move() == (seat, "hard")
    assert viewing.legal(desk.table, seat) is None


def test_the_grace_counts_from_when_they_are_waited_for() -> None:
    desk = Desk(grace=60).start(HOST, BEA, CAT)
    gone = desk.now
    desk.wait(300).play()
    assert desk.visit(away_since=gone) is None
    assert desk.wait(61).visit(away_since=gone) is not None


def test_a_table_may_choose_to_wait() -> None:
    desk = Desk(leavers="wait").start(HOST, BEA, CAT)
    assert desk.wait(86_400).visit(away_since=0) is None


def test_the_host_may_choose_otherwise_during_the_game() -> None:
    desk = Desk(leavers="wait", grace=30).start(HOST, BEA, CAT)
    settings = {"game": "raise-your-horns", "players": 3, "leavers": "bot", "grace": 30}
    desk.do(HOST, "change", settings=settings)
    assert timing.shortest_wait(desk.table, desk.table.settings) == 30_000
    assert isinstance(desk.wait(31).visit(away_since=0), log.TookOver)


def test_the_host_hands_an_absent_players_seat_to_a_bot() -> None:
    desk = Desk(leavers="wait").start(HOST, BEA, CAT)
    assert desk.refused(CAT, "take-over", seat=1) == "not-host"
    assert desk.refused(HOST, "take-over", seat=7) == "no-such-seat"
    desk.do(HOST, "take-over", seat=1, level="hard")
    assert desk.table.seats[1].bot == "hard"
    assert desk.refused(HOST, "take-over", seat=1) == "bot-plays-already"


def test_no_bot_in_the_place_of_somebody_who_is_there() -> None:
    desk = Desk().start(HOST, BEA, CAT)
    command = desk.command("take-over", seat=1)
    assert isinstance(command, wire.TakeOver)
    decide.need_away(desk.table, command, HOST, frozenset({HOST, CAT}))
    decide.need_away(desk.table, command, BEA, frozenset({BEA}))  # one's own, any time
    with pytest.raises(Refused) as refused:
        decide.need_away(desk.table, command, HOST, frozenset({BEA}))
    assert refused.value.code == "player-here"


def test_a_bot_gives_back_to_its_player_only() -> None:
    desk = Desk().start(HOST, BEA)
    assert desk.refused(HOST, "give-back", seat=0) == "no-bot-plays"
    desk.do(BEA, "stand")
    assert desk.table.seats[1].away
    assert desk.table.seats[1].player == BEA  # it stays theirs
    assert desk.refused(BEA, "stand") == "bot-plays-already"
    assert desk.refused(HOST, "give-back", seat=1) == "not-your-seat"
    assert desk.refused(HOST, "give-back", seat=2) == "not-your-seat"  # a bot of its own
    desk.do(BEA, "give-back", seat=1)
    assert desk.table.seats[1].bot is None
    info = viewing.table_info(desk.table).seats[1]
    assert (info.bot, info.away, info.person) == (None, False, True)


def test_a_table_of_bots_only_goes_on_when_everyone_left() -> None:
    desk = Desk("horns-up", 3).start(HOST, BEA, CAT)
    for player in (HOST, BEA, CAT):
        desk.do(player, "stand")
    for _ in range(50):
        assert desk.table.bot_to_move() is not None
        desk.play()
    pause = timing.bot_pause(desk.table)
    assert timing.due(desk.table) == desk.table.moved_at + pause + timing.BOT_PATIENCE_MS

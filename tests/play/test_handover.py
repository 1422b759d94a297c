"""Seats that change hands in mid-game: who may hand over what to whom, and what goes along."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from hornsup.core import record
from hornsup.play import entries as log
from hornsup.play import timing, viewing
from hornsup.play.clocks import AGAIN_OVER_DAYS_MS
from tests.games.horns_up.harness import eager
from tests.play.desk import BEA, CAT, DAN, HOST, Desk
from tests.server.worlds import any_move

TURN = {"kind": "turn", "seconds": 30}
DAY = 86_400
RESERVE = {"kind": "reserve", "seconds": 100, "increment": 5}


def table(*, away: int = 90, game: str = "raise-your-horns", **settings: Any) -> Desk:
    """Ann (host) and Bea at a table with a bot; Bea has been away for so long, Dan watches."""
    desk = Desk(game, 3, **settings).start(HOST, BEA)
    return desk.connected(HOST, DAN, away={BEA: away})


def hand_to_dan(desk: Desk, player: str = HOST, seat: int = 1) -> None:
    desk.do(player, "hand-over", seat=seat, to=desk.person(DAN))


def play_until(desk: Desk, holds: Callable[[], bool]) -> None:
    """Play towards the end of the game, not by default moves."""
    rng = Random(7)
    while not holds():
        state: Any = desk.table.state
        choose = eager if desk.table.settings.game == "horns-up" else any_move
        desk.play(str(choose(state, rng)))


def until_turn(desk: Desk, seat: int) -> None:
    desk.play_on(lambda: desk.table.to_move == seat)


# --- who, what, to whom, when ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("player", "seat", "to", "code"),
    [
        (HOST, 1, DAN, None),  # Bea has been away for the grace time
        (HOST, 0, DAN, None),  # one's own
        (BEA, 1, DAN, None),
        (BEA, 0, DAN, "not-host"),
        (DAN, 1, DAN, "not-host"),
        (CAT, 1, CAT, "not-host"),
        (HOST, 2, DAN, "hand-over-bot"),
        (HOST, 7, DAN, "no-such-seat"),
        (HOST, -1, DAN, "no-such-seat"),
        (HOST, 1, CAT, "person-gone"),  # is not connected
        (HOST, 1, HOST, "person-gone"),  # has a seat
        (BEA, 1, BEA, "person-gone"),
    ],
)
def test_who_may_hand_over_what_to_whom(player: str, seat: int, to: str, code: str | None) -> None:
    desk = table()
    command: dict[str, Any] = {"seat": seat, "to": desk.person(to)}
    if code is not None:
        assert desk.refused(player, "hand-over", **command) == code
        return
    desk.do(player, "hand-over", **command)
    own = desk.log[-1].entry
    assert isinstance(own, log.HandedOver)
    assert own.by == ("host" if (player, seat) == (HOST, 1) else "player")
    assert (desk.table.seats[seat].player, desk.table.seats[seat].name) == (DAN, "Dan")


def test_only_during_the_game() -> None:
    lobby = Desk().sit(HOST, BEA).connected(HOST, DAN, away={BEA: 90})
    assert lobby.refused(HOST, "hand-over", seat=1, to=lobby.person(DAN)) == "not-playing"
    over = Desk(options={"end_value": 1}).start(HOST, BEA)
    over.play_on(lambda: over.table.phase == "over")
    over.connected(HOST, DAN, away={BEA: 90})
    assert over.refused(HOST, "hand-over", seat=1, to=over.person(DAN)) == "not-playing"
    assert over.refused(BEA, "take-back", seat=1) == "not-playing"


def test_the_host_waits_for_the_grace_time_and_is_told_how_long() -> None:
    desk = table(away=20, grace=60)
    to = desk.person(DAN)
    assert desk.refused(HOST, "hand-over", seat=1, to=to) == "hand-over-soon"
    desk.connected(HOST, DAN, away={BEA: 59})
    assert desk.refused(HOST, "hand-over", seat=1, to=to) == "hand-over-soon"
    desk.connected(HOST, BEA, DAN)
    assert desk.refused(HOST, "hand-over", seat=1, to=to) == "hand-over-here"
    desk.connected(HOST, DAN, away={BEA: 60})
    hand_to_dan(desk)


def test_a_host_without_a_seat_may_take_one_over() -> None:
    desk = Desk().sit(BEA)
    while any(not seat.taken for seat in desk.table.seats):
        desk.do(HOST, "add-bot")
    desk.do(HOST, "start")
    desk.connected(HOST, away={BEA: 90})
    desk.do(HOST, "hand-over", seat=0, to=desk.person(HOST))
    assert desk.table.seats_of(HOST) == [0]


# --- what goes along ------------------------------------------------------------------------------


def test_the_hand_goes_with_the_seat_and_the_former_player_is_a_spectator() -> None:
    desk = table(game="horns-up")
    assert desk.table.state is not None
    before = desk.table.state.view(1)
    hand_to_dan(desk)
    assert desk.table.state.view(1) == before
    assert desk.table.seats_of(BEA) == []
    assert not desk.table.is_member(BEA)
    you = viewing.you(desk.table, BEA, "player", None)
    assert (you.role, you.seats, you.former) == ("spectator", [], [1])
    assert viewing.table_info(desk.table).seats[1].former == "Bea"
    until_turn(desk, 1)
    assert desk.mover == DAN
    assert desk.refused(BEA, "move", move=desk.legal()[0]) == "not-seated"
    assert desk.refused(BEA, "chat", text="psst") == "not-seated"


def test_a_bot_that_stood_in_plays_no_longer() -> None:
    desk = table()
    desk.do(HOST, "take-over", seat=1)
    until_turn(desk, 1)
    hand_to_dan(desk)
    assert desk.table.bot_to_move() is None
    assert viewing.legal(desk.table, 1)


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
def test_the_record_verifies_and_the_deal_is_that_of_the_first_players(game: str) -> None:
    options = {"end_value": 1} if game == "raise-your-horns" else {}
    desk = table(game=game, options=options)
    assert desk.table.state is not None
    deal, seed = list(desk.table.contributions), desk.table.state.record()["seed"]
    for _ in range(4):
        desk.play()
    hand_to_dan(desk)
    play_until(desk, lambda: desk.table.phase == "over")
    told = desk.table.record()
    assert record.verify(told).honest
    assert desk.table.contributions == deal == [(0, f"of {HOST}"), (1, f"of {BEA}")]
    assert told["seed"] == seed
    assert [seat["name"] for seat in told["seats"]] == ["Ann", "Dan", ""]
    assert record.verify(desk.again().record()).honest


def test_the_seats_of_a_shared_device_are_handed_over_one_by_one() -> None:
    desk = Desk().start(HOST, BEA, BEA).connected(HOST, DAN, away={BEA: 90})
    hand_to_dan(desk, seat=2)
    assert desk.table.seats_of(BEA) == [1]
    assert desk.table.is_member(BEA)
    assert viewing.you(desk.table, BEA, "player", None).seats == [1]


def test_muting_is_about_people() -> None:
    desk = table()
    desk.do(HOST, "mute", seat=1)
    hand_to_dan(desk)
    assert not viewing.table_info(desk.table).seats[1].muted
    desk.do(DAN, "chat", text="hello")
    desk.do(BEA, "take-back", seat=1)
    assert viewing.table_info(desk.table).seats[1].muted


# --- objecting ------------------------------------------------------------------------------------


def test_the_former_player_may_object_until_the_first_move() -> None:
    desk = table()
    hand_to_dan(desk)
    assert desk.refused(DAN, "take-back", seat=1) == "take-back-late"
    assert desk.refused(BEA, "take-back", seat=0) == "take-back-late"
    assert desk.refused(BEA, "take-back", seat=9) == "no-such-seat"
    desk.do(BEA, "take-back", seat=1)
    assert (desk.table.seats[1].player, desk.table.seats[1].name) == (BEA, "Bea")
    assert desk.refused(BEA, "take-back", seat=1) == "take-back-late"
    desk.connected(HOST, DAN, away={BEA: 90})
    hand_to_dan(desk)
    until_turn(desk, 1)
    step = desk.play()
    assert step.table, "everybody is told that nobody can object any more"
    assert desk.refused(BEA, "take-back", seat=1) == "take-back-late"
    assert viewing.table_info(desk.table).seats[1].former == ""


def test_moves_of_a_bot_or_the_clock_are_not_the_new_players_first() -> None:
    desk = table(clock=TURN)
    until_turn(desk, 1)
    hand_to_dan(desk)
    desk.wait(31).visit()
    until_turn(desk, 1)
    desk.do(DAN, "take-over", seat=1)
    desk.play()
    desk.do(BEA, "take-back", seat=1)
    assert desk.table.seats[1].bot is None


def test_the_first_of_several_former_players_may_object() -> None:
    desk = table()
    hand_to_dan(desk)
    desk.connected(HOST, CAT)
    desk.do(DAN, "hand-over", seat=1, to=desk.person(CAT))
    assert desk.refused(DAN, "take-back", seat=1) == "take-back-late"
    assert desk.table.may_take_back(BEA) == [1]
    desk.do(BEA, "take-back", seat=1)
    assert desk.table.seats_of(CAT) == []


def test_somebody_who_is_forgotten_leaves_no_name_and_no_objection() -> None:
    desk = table()
    hand_to_dan(desk)
    desk.add(log.Forgotten(BEA))
    assert viewing.table_info(desk.table).seats[1].former == ""
    assert desk.refused(BEA, "take-back", seat=1) == "take-back-late"
    desk.add(log.Forgotten(DAN))
    assert desk.table.seats[1].name == ""
    assert desk.table.seats_of(DAN) == [1]


# --- clock and undo -------------------------------------------------------------------------------


def test_a_turn_clock_begins_again_for_the_new_player() -> None:
    desk = table(clock=TURN)
    until_turn(desk, 1)
    desk.wait(20)
    assert desk.left(1) == 10_000
    hand_to_dan(desk)
    assert desk.left(1) == 30_000
    desk.wait(5)
    assert desk.left(1) == 25_000
    desk.do(BEA, "take-back", seat=1)
    assert desk.left(1) == 10_000, "as it was, and no more"


def test_whoever_objects_over_days_has_a_night_for_it() -> None:
    desk = table(clock={"kind": "turn", "seconds": DAY}, leavers="wait")
    until_turn(desk, 1)
    desk.wait(DAY - 60)
    hand_to_dan(desk, BEA)
    desk.do(BEA, "take-back", seat=1)
    assert desk.left(1) == AGAIN_OVER_DAYS_MS


def test_a_reserve_goes_on_but_never_with_next_to_nothing() -> None:
    desk = table(clock=RESERVE)
    until_turn(desk, 1)
    start = desk.left(1)
    assert start is not None
    desk.wait(10)
    hand_to_dan(desk)
    assert desk.left(1) == start - 10_000
    desk.wait(start / 1000 - 12).connected(HOST, CAT, away={DAN: 90})
    assert desk.left(1) == 2_000
    desk.do(HOST, "hand-over", seat=1, to=desk.person(CAT))
    assert desk.left(1) == 60_000
    short = table(clock={"kind": "reserve", "seconds": 20, "increment": 5})
    until_turn(short, 1)
    short.wait(18)
    hand_to_dan(short)
    assert short.left(1) == 20_000


def test_handing_a_seat_to_and_fro_wins_no_time() -> None:
    desk = table(clock=TURN)
    until_turn(desk, 1)
    hand_to_dan(desk, BEA)
    for _ in range(2):
        desk.wait(10).connected(BEA)
        desk.do(DAN, "hand-over", seat=1, to=desk.person(BEA))
        desk.connected(DAN)
        hand_to_dan(desk, BEA)
    assert desk.left(1) == 10_000


def test_the_clock_of_somebody_else_runs_on() -> None:
    desk = table(clock=TURN)
    until_turn(desk, 0)
    desk.wait(10)
    moved_at = desk.table.moved_at
    hand_to_dan(desk)
    assert (desk.left(0), desk.left(1)) == (20_000, 30_000)
    assert desk.table.moved_at == moved_at, "the grace time of others runs on"


def test_undo_does_not_go_past_the_hand_over() -> None:
    desk = table(game="horns-up")
    play_until(desk, lambda: desk.table.undo_seat == 1)
    hand_to_dan(desk)
    assert not viewing.may_undo(desk.table, 1)
    assert desk.refused(DAN, "undo") == "undo-handed-over"
    assert desk.refused(BEA, "undo") == "not-seated"


def test_a_move_for_the_version_before_still_applies_for_others() -> None:
    desk = table()
    until_turn(desk, 0)
    version = desk.table.version
    hand_to_dan(desk)
    desk.do(HOST, "move", version=version, move=desk.default())
    assert isinstance(desk.log[-1].entry, log.Moved)


# --- the host -------------------------------------------------------------------------------------


def gone(desk: Desk, *online: str, seconds: int = 60) -> log.PassedOn | None:
    """What is logged when the host has been away for so long."""
    away = desk.now - seconds * 1000
    return timing.host_gone(desk.table, desk.now, away, frozenset(online))


@pytest.mark.parametrize("started", [True, False])
def test_after_the_grace_the_next_connected_person_is_the_host(started: bool) -> None:
    desk = Desk().start(HOST, BEA, CAT) if started else Desk().sit(HOST, BEA, CAT)
    assert gone(desk, seconds=999) is None, "nobody is connected"
    assert gone(desk, DAN) is None, "a spectator is no heir"
    assert gone(desk, BEA, CAT, seconds=59) is None
    entry = gone(desk, CAT)
    assert entry == log.PassedOn(2, away=HOST)
    assert gone(desk, BEA, CAT) == log.PassedOn(1, away=HOST)
    desk.add(entry)
    assert (desk.table.host, desk.table.former_host) == (CAT, HOST)
    assert timing.host_back(desk.table, frozenset({CAT, BEA})) is None
    back = timing.host_back(desk.table, frozenset({CAT, HOST}))
    assert back == log.HostBack(HOST)
    desk.add(back)
    assert (desk.table.host, desk.table.former_host) == (HOST, None)


def test_of_several_hosts_who_left_the_first_gets_it_back() -> None:
    desk = Desk().start(HOST, BEA, CAT)
    desk.add(log.PassedOn(1, away=HOST))
    assert gone(desk, CAT) == log.PassedOn(2, away=HOST)


def test_a_host_who_was_chosen_stays_the_host() -> None:
    desk = Desk().start(HOST, BEA, CAT)
    desk.add(log.PassedOn(1, away=HOST))
    desk.do(BEA, "pass-on", seat=2)
    assert timing.host_back(desk.table, frozenset({HOST, CAT})) is None


def test_a_host_without_a_seat_is_the_host_again_too() -> None:
    desk = Desk().sit(BEA)
    desk.add(log.PassedOn(0, away=HOST))
    assert desk.table.is_member(HOST)
    assert timing.host_back(desk.table, frozenset({HOST})) == log.HostBack(HOST)


def test_a_former_host_whose_seat_was_handed_over_comes_back_as_a_guest() -> None:
    desk = Desk().start(HOST, BEA, CAT)
    desk.add(log.PassedOn(1, away=HOST))
    desk.connected(BEA, CAT, DAN, away={HOST: 90})
    hand_to_dan(desk, BEA, seat=0)
    assert not desk.table.is_member(HOST)
    assert timing.host_back(desk.table, frozenset({HOST})) is None
    desk.do(HOST, "take-back", seat=0)
    assert timing.host_back(desk.table, frozenset({HOST})) == log.HostBack(HOST)


def test_a_former_host_who_was_sent_from_the_seat_has_no_claim() -> None:
    desk = Desk().sit(HOST, BEA)
    desk.add(log.PassedOn(1, away=HOST))
    desk.do(BEA, "kick", seat=0)
    assert desk.table.former_host is None


# --- spectators -----------------------------------------------------------------------------------


def test_the_host_shows_a_spectator_out_who_may_not_sit_down_either() -> None:
    desk = Desk().sit(HOST, BEA).connected(HOST, BEA, DAN)
    assert desk.refused(BEA, "show-out", who=desk.person(DAN)) == "not-host"
    assert desk.refused(HOST, "show-out", who=desk.person(BEA)) == "person-gone"
    desk.do(HOST, "show-out", who=desk.person(DAN))
    assert desk.refused(DAN, "sit", name="Dan") == "shown-out"


def test_people_of_the_table_are_not_shown_out() -> None:
    desk = Desk().sit(BEA).connected(HOST, BEA)
    assert desk.refused(HOST, "show-out", who=desk.person(HOST)) == "show-out-whom"
    desk.do(HOST, "close")
    assert desk.refused(HOST, "show-out", who=desk.person(DAN)) == "not-lobby"


def test_spectators_are_a_setting_of_the_running_game() -> None:
    desk = Desk().start(HOST, BEA)
    settings = {"game": "raise-your-horns", "players": 3, "spectators": False}
    desk.do(HOST, "change", settings=settings)
    assert not desk.table.settings.spectators
    assert desk.refused(HOST, "change", settings={**settings, "delay": 10}) == "not-lobby"

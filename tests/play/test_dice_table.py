"""Raise Your Horns! at a table: the Executor, the forfeits, games by the hour."""

from __future__ import annotations

from typing import Any

from hornsup.core import record
from hornsup.play import entries as log
from hornsup.play import timing, viewing
from tests.play.desk import BEA, CAT, DAN, HOST, Desk, snapshot


def owing(desk: Desk) -> int:
    """Play until somebody owes a forfeit; gives the seat."""
    desk.play_on(lambda: bool(owed(desk)))
    return owed(desk)[0][0]


def owed(desk: Desk) -> list[tuple[int, str]]:
    state: Any = desk.table.state
    return list(state.pending_forfeits)


def test_the_executor_sits_apart_and_may_come_at_any_time() -> None:
    desk = Desk().start(HOST, BEA, CAT)
    desk.do(DAN, "sit", name="Dan", seat=-1)
    assert desk.refused("late", "sit", name="Late", seat=-1) == "executor-taken"
    info = viewing.table_info(desk.table)
    assert info.executor is not None
    assert (info.executor.name, info.executor.seat) == ("Dan", -1)
    assert viewing.you(desk.table, DAN, "player", None).executor
    assert desk.refused(DAN, "move", move="roll") == "not-seated"
    desk.do(DAN, "rename", name="Sheriff")
    desk.do(DAN, "stand")
    assert viewing.table_info(desk.table).executor is None


def test_the_executor_is_no_way_round_delay_or_settings() -> None:
    for settings in ({"delay": 60}, {"spectators": False}):
        desk = Desk(**settings).start(HOST, BEA, CAT)
        assert desk.refused(DAN, "sit", name="Dan", seat=-1) == "not-lobby"
        desk.do(BEA, "sit", name="Bea", seat=-1)  # who sits there sees the table anyway


def test_horns_up_has_no_executor() -> None:
    desk = Desk("horns-up")
    assert desk.refused(DAN, "sit", name="Dan", seat=-1) == "no-executor"
    dice = Desk()
    dice.do(DAN, "sit", name="Dan", seat=-1)
    settings = {"game": "horns-up", "players": 3}
    assert dice.refused(HOST, "change", settings=settings) == "no-executor"


def test_the_executor_confirms_and_nobody_else() -> None:
    desk = Desk().start(HOST, BEA, CAT)
    desk.do(DAN, "sit", name="Dan", seat=-1)
    seat = owing(desk)
    assert desk.refused(HOST, "confirm", seat=seat) == "not-executor"
    assert desk.refused(DAN, "confirm", seat=(seat + 1) % 3) == "no-forfeit"
    step = desk.do(DAN, "confirm", seat=seat)
    assert [event.kind for event in step.events] == ["forfeit-done"]
    assert desk.refused(DAN, "confirm", seat=seat) == "no-forfeit"
    assert desk.refused(HOST, "undo") == "undo-confirmed"


def test_two_who_confirm_at_once_confirm_one_forfeit() -> None:
    desk = Desk(options={"end_value": 3}).start(HOST, BEA, CAT)
    seat = owing(desk)
    first, second = [player for player in (HOST, BEA, CAT) if player != player_at(desk, seat)]
    version = desk.table.version
    desk.do(first, "confirm", seat=seat)
    assert desk.refused(second, "confirm", version=version, seat=seat) == "stale"


def player_at(desk: Desk, seat: int) -> str:
    return desk.table.seats[seat].player or ""


def test_without_an_executor_anybody_but_the_loser_confirms() -> None:
    desk = Desk().start(HOST, BEA, CAT)
    seat = owing(desk)
    loser = desk.table.seats[seat].player or ""
    assert desk.refused(loser, "confirm", seat=seat) == "own-forfeit"
    assert desk.refused("stranger", "confirm", seat=seat) == "not-seated"
    other = next(player for player in (HOST, BEA, CAT) if player != loser)
    step = desk.do(other, "confirm", seat=seat)
    assert [event.kind for event in step.events] == ["forfeit-done"]


def test_alone_among_bots_ones_own_word_counts() -> None:
    desk = Desk().start(HOST)
    while owing(desk) != 0:
        desk.do(HOST, "confirm", seat=owing(desk))
    step = desk.do(HOST, "confirm", seat=0)
    assert [event.kind for event in step.events] == ["forfeit-done"]


def test_only_what_a_bot_itself_owes_does_itself() -> None:
    desk = Desk(options={"end_value": 3}).start(HOST, BEA)
    desk.do(BEA, "stand")
    seen = set()
    while desk.table.phase == "playing":
        desk.play()
        debtors = {seat for seat, _ in owed(desk)}
        assert desk.table.bot_forfeit() == (2 if 2 in debtors else None)
        seen |= debtors
    assert 2 in seen
    assert seen & {0, 1}


def test_the_forfeit_of_a_bot_refuses_nobodys_move() -> None:
    desk = Desk(options={"end_value": 9}).start(HOST, BEA)
    desk.play_on(lambda: desk.table.bot_forfeit() is not None and desk.mover != "")
    version, floor = desk.table.version, desk.table.floor
    step = desk.add(log.Confirmed(2, "bot"))
    assert [event.kind for event in step.events] == ["forfeit-done"]
    assert desk.table.floor == floor
    desk.do(desk.mover, "move", version=version, move=desk.default())
    assert snapshot(desk.again()) == snapshot(desk.table)
    assert log.decode(b'{"entry":"confirmed","seat":2}') == log.Confirmed(2, "player")


def test_a_forfeit_may_be_confirmed_after_the_end() -> None:
    desk = Desk(options={"end_value": 1}).start(HOST, BEA, CAT)
    desk.play_on(lambda: desk.table.phase == "over")
    seat = owed(desk)[0][0]
    other = next(player for player in (HOST, BEA, CAT) if player != desk.table.seats[seat].player)
    desk.do(other, "confirm", seat=seat)
    assert record.verify(desk.table.record()).honest
    assert snapshot(desk.again()) == snapshot(desk.table)


def test_in_the_lobby_nobody_owes_anything() -> None:
    assert Desk().sit(HOST, BEA).refused(HOST, "confirm", seat=1) == "not-seated"
    horns_up = Desk("horns-up").start(HOST, BEA, CAT)
    assert horns_up.refused(HOST, "confirm", seat=1) == "no-forfeit"


# --- by the hour ----------------------------------------------------------------------------------


def test_a_game_by_the_clock_ends_between_rounds() -> None:
    desk = Desk(options={"end_goal": "time", "end_value": 2}).start(HOST, BEA, CAT)
    assert timing.due(desk.table) == desk.now + 60_000  # the grace; the time is up later
    assert desk.wait(119).visit() is None
    desk.play_on(lambda: "stop" not in desk.legal())
    assert desk.wait(30).visit() is None  # the time is up, but the round goes on
    desk.play_on(lambda: "stop" in desk.legal())
    entry = timing.time_is_up(desk.table, desk.now)
    assert entry is not None
    assert desk.table.would_end(entry)
    assert desk.visit() == log.Moved(entry.seat, "stop", "clock")
    assert desk.table.phase == "over"
    assert desk.visit() is None
    assert record.verify(desk.table.record()).honest


def test_what_would_end_the_game_is_known_before_it_is_logged() -> None:
    desk = Desk(options={"end_value": 1}, clock={"kind": "turn", "seconds": 5})
    desk.start(HOST, BEA, CAT)
    while desk.table.phase == "playing":
        for seat in desk.table.seats:
            seat.timeouts = 0
        entry = timing.ran_out(desk.table, desk.wait(61).now)
        assert entry is not None
        ends = desk.table.would_end(entry)
        desk.add(entry)
        assert ends == (desk.table.phase == "over")
    assert not desk.table.would_end(log.Closed())

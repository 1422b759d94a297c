"""Once more with the same people: everybody gets their own seat back."""

from __future__ import annotations

from hornsup.play import entries as log
from hornsup.play import viewing
from tests.play.desk import BEA, CAT, DAN, HOST, Desk, rematch_entries, snapshot


def finished() -> Desk:
    """Ann at 0 and 3, a bot at 1, Bea at 2; Dan is the Executor, a bot played for Bea."""
    desk = Desk(players=4, options={"end_value": 1})
    desk.do(HOST, "sit", name="Ann")
    desk.do(BEA, "sit", name="Bea", seat=2)
    desk.do(HOST, "sit", name="Anna", seat=3)
    desk.do(DAN, "sit", name="Dan", seat=-1)
    desk.do(HOST, "add-bot", level="hard")
    desk.do(HOST, "start")
    desk.do(BEA, "stand")
    desk.play_on(lambda: desk.table.phase == "over")
    return desk


def next_desk(desk: Desk, host: str = BEA) -> Desk:
    return Desk().begin(rematch_entries(desk.table, host))


def test_a_rematch_is_for_those_who_were_there_once_it_is_over() -> None:
    running = Desk().start(HOST, BEA, CAT)
    assert running.refused(HOST, "rematch") == "not-over"
    desk = finished()
    assert desk.refused("stranger", "rematch") == "not-seated"
    desk.do(BEA, "rematch")
    desk = finished()
    desk.add(log.Rematched("1" * 32), BEA, "again")
    assert viewing.table_info(desk.table).next == "1" * 32
    assert desk.refused(HOST, "rematch") == "rematch-open"


def test_bots_sit_and_everybody_elses_seat_is_kept() -> None:
    again = next_desk(finished())
    table = again.table
    assert table.host == BEA  # whoever asked, for the old host may be gone
    assert table.settings.options == {"end_value": 1}
    assert [seat.bot for seat in table.seats] == [None, "hard", None, None]
    assert table.reserved == {0: HOST, 2: BEA, 3: HOST, -1: DAN}
    assert [seat.reserved for seat in viewing.table_info(table).seats] == [True, False, True, True]
    assert viewing.you(table, HOST, "player", None).reserved == [0, 3]
    assert [seat.name for seat in table.seats] == [""] * 4  # names stay with those who gave them


def test_everybody_gets_their_own_seat_back_in_whatever_order_they_come() -> None:
    again = next_desk(finished())
    again.do(BEA, "sit", name="Bea")
    again.do(HOST, "sit", name="Ann")
    again.do(HOST, "sit", name="Anna")
    again.do(DAN, "sit", name="Dan", seat=-1)
    assert [seat.player for seat in again.table.seats] == [HOST, None, BEA, HOST]
    assert again.table.executor.player == DAN
    assert again.table.reserved == {}
    again.do(BEA, "start")
    assert again.table.phase == "playing"


def test_a_stranger_finds_every_kept_seat_taken() -> None:
    again = next_desk(finished())
    assert again.refused(CAT, "sit", name="Cat") == "seat-reserved"
    assert again.refused(CAT, "sit", name="Cat", seat=0) == "seat-reserved"
    assert again.refused(CAT, "sit", name="Cat", seat=-1) == "executor-taken"
    assert again.refused(BEA, "sit", name="Bea", seat=3) == "seat-reserved"


def test_the_host_frees_a_kept_seat_or_gives_it_to_a_bot() -> None:
    again = next_desk(finished()).sit(BEA)
    assert again.refused(HOST, "kick", seat=0) == "not-host"
    again.do(BEA, "kick", seat=3)
    assert again.table.reserved == {0: HOST, -1: DAN}
    again.do(CAT, "sit", name="Cat")
    assert again.table.seats[3].player == CAT
    again.do(BEA, "add-bot")  # none but Ann's is left
    assert again.table.seats[0].bot is not None
    again.do(BEA, "kick", seat=-1)
    assert again.table.reserved == {}


def test_a_bot_takes_a_seat_that_is_kept_for_nobody_first() -> None:
    again = next_desk(finished())
    again.do(BEA, "kick", seat=1)
    again.do(BEA, "add-bot", level="easy")
    assert again.table.seats[1].bot == "easy"


def test_fewer_seats_keep_fewer() -> None:
    again = next_desk(finished()).sit(BEA)
    settings = {"game": "raise-your-horns", "players": 3}
    again.do(BEA, "change", settings=settings)
    assert again.table.reserved == {0: HOST, -1: DAN}


def test_kept_seats_are_in_the_log() -> None:
    again = next_desk(finished()).sit(HOST)
    assert snapshot(again.again()) == snapshot(again.table)

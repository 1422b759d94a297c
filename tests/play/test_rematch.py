"""Once more with the same people: everybody gets their own seat back."""

from __future__ import annotations

from hornsup.play import entries as log
from hornsup.play import viewing
from hornsup.play.opening import rematch_host
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
    assert table.host == BEA
    assert table.settings.options == {"end_value": 1}
    assert [seat.bot for seat in table.seats] == [None, "hard", None, None]
    assert table.reserved == {0: HOST, 2: BEA, 3: HOST, -1: DAN}
    assert [seat.reserved for seat in viewing.table_info(table).seats] == [True, False, True, True]
    assert viewing.you(table, HOST, "player", None).reserved == [0, 3]
    assert [seat.name for seat in table.seats] == [""] * 4  # they say themselves what to call them


def test_the_host_stays_the_host_unless_gone() -> None:
    table = finished().table
    assert rematch_host(table, BEA, frozenset({HOST, BEA, DAN})) == HOST
    assert rematch_host(table, BEA, frozenset({BEA, DAN})) == BEA
    assert rematch_host(table, HOST, frozenset({BEA})) == HOST


def test_the_lobby_says_whom_it_waits_for() -> None:
    again = next_desk(finished(), HOST)
    info = viewing.table_info(again.table)
    assert [seat.awaited for seat in info.seats] == ["Ann", "", "Bea", "Anna"]
    assert [seat.host for seat in info.seats] == [True, False, False, True]
    assert info.executor is not None
    assert info.executor.awaited == "Dan"
    again.do(BEA, "sit", name="Beate")
    again.do(HOST, "kick", seat=3)
    again.do(HOST, "add-bot", seat=0)
    seats = viewing.table_info(again.table).seats
    assert [(seat.name, seat.awaited, seat.reserved) for seat in seats] == [
        ("", "", False),
        ("", "", False),
        ("Beate", "", False),
        ("", "", False),
    ]
    assert again.table.awaited == {-1: "Dan"}


def test_whoever_is_forgotten_is_awaited_without_a_name() -> None:
    again = next_desk(finished(), BEA)
    again.add(log.Forgotten(HOST))
    seats = viewing.table_info(again.table).seats
    assert [seat.awaited for seat in seats] == ["", "", "Bea", ""]
    assert [seat.reserved for seat in seats] == [True, False, True, True]
    before = finished()
    before.add(log.Forgotten(DAN))
    executor = viewing.table_info(next_desk(before).table).executor
    assert executor is not None
    assert (executor.reserved, executor.awaited) == (True, "")


def test_a_log_from_before_the_names_is_read() -> None:
    old = log.decode(
        b'{"entry":"created","host":"p-ann","commitment":"c",'
        b'"settings":{"game":"raise-your-horns","players":3},"reserved":{"0":"p-ann"}}'
    )
    again = Desk().begin([old])
    seat = viewing.table_info(again.table).seats[0]
    assert (seat.reserved, seat.awaited, seat.host) == (True, "", True)


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

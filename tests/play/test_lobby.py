"""Before the start: who sits where, what the host may do, and who is the host."""

from __future__ import annotations

from typing import Any

import pytest

from hornsup.core import registry
from hornsup.errors import BadInput
from hornsup.games.horns_up import deck
from hornsup.games.horns_up.state import HornsUp
from hornsup.play.refused import Refused
from hornsup.play.settings import MOST_PLAYERS, Settings, check
from tests.play.desk import BEA, CAT, DAN, HOST, Desk


def test_a_table_is_created_with_preset_deck_and_count() -> None:
    desk = Desk("horns-up", 5, options={"preset": "fr", "deck": "forward"}, public=True)
    settings = desk.table.settings
    assert len(desk.table.seats) == settings.players == 5
    assert settings.public
    assert settings.options["deck"] == "forward"
    assert settings.options["token_supply"] == 24
    assert "preset" not in settings.options  # written out, so that a later preset changes nothing


def test_a_deck_of_ones_own_is_dealt() -> None:
    data = deck.deck_by_name("standard").to_data()
    desk = Desk("horns-up", 3, options={"deck": data}).start(HOST, BEA, CAT)
    assert isinstance(desk.table.state, HornsUp)
    assert desk.table.state.options.deck == deck.Deck.from_data(data)


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"game": "chess"}, "setting"),
        ({"game": "horns-up", "players": 99}, "players"),
        ({"game": "raise-your-horns", "players": MOST_PLAYERS + 1}, "players"),
        ({"game": "horns-up", "options": {"deck": "no-such"}}, "setting"),
        ({"game": "horns-up", "options": {"preset": "no-such"}}, "setting"),
        ({"game": "horns-up", "options": {"deck": "x" * 40_000}}, "setting"),
        ({"game": "horns-up", "grace": 1}, "setting-range"),
        ({"game": "horns-up", "delay": 10_000}, "setting-range"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        check(Settings(**settings))
    assert refused.value.code == code
    assert refused.value.text("it") != refused.value.text("en")


def test_any_seat_a_given_seat_and_the_last_one() -> None:
    desk = Desk(players=3)
    desk.do(HOST, "sit", name="Ann")
    desk.do(BEA, "sit", name="Bea", seat=2)
    assert desk.refused(CAT, "sit", name="Cat", seat=2) == "seat-taken"
    assert desk.refused(CAT, "sit", name="Cat", seat=3) == "no-such-seat"
    assert desk.refused(CAT, "sit", name="\u200b") == "name-empty"
    desk.do(CAT, "sit", name="Cat")
    assert [seat.player for seat in desk.table.seats] == [HOST, CAT, BEA]
    assert desk.refused(DAN, "sit", name="Dan") == "table-full"


def test_several_seats_on_one_device_have_names_of_their_own() -> None:
    desk = Desk(players=3)
    for name in ("Mum", "Dad", "Kid"):
        desk.do(HOST, "sit", name=name)
    desk.do(HOST, "rename", name="Grandad", seat=1)
    assert desk.table.names() == ["Mum", "Grandad", "Kid"]
    assert desk.table.seats_of(HOST) == [0, 1, 2]
    desk.do(HOST, "start")
    for _ in range(6):
        desk.play()  # whoever's turn it is, the device may move


def test_one_device_holds_nine_seats_at_most() -> None:
    desk = Desk(players=12)
    for number in range(9):
        desk.do(BEA, "sit", name=f"B{number}")
    assert desk.refused(BEA, "sit", name="B9") == "too-many-seats"


def test_seats_are_renamed_and_left_by_their_own_people_only() -> None:
    desk = Desk().sit(HOST, BEA)
    assert desk.refused(CAT, "rename", name="X") == "not-seated"
    assert desk.refused(BEA, "rename", name="X", seat=0) == "not-your-seat"
    assert desk.refused(BEA, "stand", seat=0) == "not-your-seat"
    desk.do(BEA, "stand")
    assert not desk.table.seats[1].taken


def test_the_host_adds_removes_and_kicks() -> None:
    desk = Desk(players=3).sit(HOST, BEA)
    assert desk.refused(BEA, "add-bot") == "not-host"
    desk.do(HOST, "add-bot", level="hard")
    assert desk.table.seats[2].bot == "hard"
    assert desk.refused(HOST, "add-bot") == "table-full"
    assert desk.refused(HOST, "add-bot", seat=1) == "seat-taken"
    desk.do(HOST, "kick", seat=2)
    desk.do(HOST, "kick", seat=1)
    assert [seat.taken for seat in desk.table.seats] == [True, False, False]
    assert desk.refused(HOST, "kick", seat=1) == "seat-empty"
    assert desk.refused(BEA, "kick", seat=0) == "not-host"


def changed(desk: Desk, **settings: Any) -> dict[str, Any]:
    return {"settings": {"game": desk.table.settings.game, **settings}}


def test_the_host_changes_game_count_and_options_before_the_start() -> None:
    desk = Desk(players=4).sit(HOST, BEA)
    desk.do(HOST, "change", **changed(desk, players=3, options={"preset": "family"}))
    assert len(desk.table.seats) == 3
    assert desk.table.settings.options == {"family_friendly": True}
    desk.do(HOST, "change", settings={"game": "horns-up", "players": 5})
    assert desk.table.game.name == "horns-up"
    assert [seat.player for seat in desk.table.seats[:2]] == [HOST, BEA]
    assert desk.refused(BEA, "change", **changed(desk, players=4)) == "not-host"


def test_a_table_does_not_shrink_under_those_who_sit() -> None:
    desk = Desk(players=4).sit(HOST)
    desk.do(BEA, "sit", name="Bea", seat=3)
    assert desk.refused(HOST, "change", **changed(desk, players=3)) == "seats-in-use"


def test_it_starts_when_every_seat_is_taken() -> None:
    desk = Desk(players=3).sit(HOST, BEA)
    assert desk.refused(HOST, "start") == "seats-empty"
    desk.do(HOST, "add-bot")
    assert desk.refused(BEA, "start") == "not-host"
    desk.do(HOST, "start")
    assert desk.table.phase == "playing"
    assert desk.table.engine == desk.table.game.engine
    assert [seat for seat, _ in desk.table.contributions] == [0, 1]


def test_after_the_start_the_lobby_is_closed() -> None:
    desk = Desk(players=3).start(HOST, BEA)
    for kind, fields in {
        "start": {},
        "close": {},
        "add-bot": {},
        "kick": {"seat": 1},
        "change": changed(desk, players=4),
    }.items():
        assert desk.refused(HOST, kind, **fields) == "not-lobby"
    assert desk.refused(CAT, "sit", name="Cat") == "not-lobby"


def test_the_host_may_see_to_leavers_and_chat_during_the_game() -> None:
    desk = Desk(players=3).start(HOST, BEA)
    same = {"players": 3, "leavers": "wait", "grace": 300, "stand_in": "hard", "chat": False}
    assert desk.refused(BEA, "change", **changed(desk, **same)) == "not-host"
    desk.do(HOST, "change", **changed(desk, **same))
    assert desk.table.settings.leavers == "wait"
    assert desk.refused(BEA, "chat", text="hello") == "chat-off"
    for other in ({"undo": "off"}, {"delay": 5}, {"clock": {"kind": "turn"}}, {"public": True}):
        assert desk.refused(HOST, "change", **changed(desk, **same, **other)) == "not-lobby"


def test_a_host_who_leaves_passes_the_table_on() -> None:
    desk = Desk(players=3).sit(HOST, BEA, CAT)
    assert desk.table.host_without(0) == BEA
    assert desk.table.host_without(1) == HOST
    desk.do(HOST, "stand")
    assert desk.table.host == BEA
    assert desk.refused(HOST, "start") == "not-host"


def test_a_host_with_another_seat_or_alone_stays_host() -> None:
    desk = Desk(players=3)
    desk.do(HOST, "sit", name="Ann")
    desk.do(HOST, "sit", name="Anne")
    desk.do(BEA, "sit", name="Bea")
    desk.do(HOST, "stand", seat=0)
    assert desk.table.host == HOST
    alone = Desk(players=3).sit(HOST)
    alone.do(HOST, "stand")
    assert alone.table.host == HOST


def test_the_executor_may_inherit_the_table() -> None:
    desk = Desk(players=3).sit(HOST)
    desk.do(DAN, "sit", name="Dan", seat=-1)
    desk.do(HOST, "stand")
    assert desk.table.host == DAN


def test_the_host_passes_the_table_on_by_choice() -> None:
    desk = Desk(players=3).sit(HOST, BEA)
    assert desk.refused(BEA, "pass-on", seat=0) == "not-host"
    assert desk.refused(HOST, "pass-on", seat=0) == "pass-on-whom"
    assert desk.refused(HOST, "pass-on", seat=2) == "pass-on-whom"
    desk.do(HOST, "mute", seat=1)
    desk.do(HOST, "pass-on", seat=1)
    assert desk.table.host == BEA
    desk.do(BEA, "chat", text="a host is silenced by nobody")


def test_a_table_that_cannot_deal_does_not_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be folded must never be logged: the table could not be opened again."""

    def fails(*_: object) -> None:
        raise BadInput("there are not enough cards")

    desk = Desk(players=3).sit(HOST, BEA, CAT)
    monkeypatch.setattr(registry, "start", fails)
    assert desk.refused(HOST, "start") == "setting"


def test_closing_is_for_the_host_before_the_start() -> None:
    desk = Desk().sit(HOST, BEA)
    assert desk.refused(BEA, "close") == "not-host"
    desk.do(HOST, "close")
    assert desk.table.phase == "closed"
    assert desk.refused(CAT, "sit", name="Cat") == "not-lobby"
    assert desk.refused(HOST, "start") == "not-lobby"
    assert desk.refused(CAT, "sit", name="Cat", seat=-1) == "not-lobby"

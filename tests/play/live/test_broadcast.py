"""What players, spectators and the shared screen are sent, without a socket in sight."""

from __future__ import annotations

from typing import Any

import msgspec

from hornsup.play import timing, wire
from hornsup.play.live.broadcast import Broadcast
from hornsup.play.table import STEPS_KEPT
from hornsup.play.viewing import Role, missed
from tests.play.desk import BEA, CAT, DAN, HOST, Desk


class Ear:
    """As much of a connection as an audience needs; keeps what it is told."""

    def __init__(self, player: str | None, role: Role = "player", language: str = "en") -> None:
        self.player = player
        self.role = role
        self.language = language
        self.looking: int | None = None
        self.shared = False
        self.frames: list[bytes] = []

    def push(self, message: bytes) -> None:
        self.frames.append(message)

    def tell(self, message: wire.Message) -> None:
        self.push(wire.encode(message))

    def last(self) -> Any:
        return msgspec.json.decode(self.frames[-1])


class Shown:
    """A table whose every step is told to its viewers."""

    def __init__(self, desk: Desk, **options: Any) -> None:
        self.desk = desk
        self.broadcast: Any = Broadcast(desk.table, **options)  # takes an ear for a connection

    def join(self, ear: Ear) -> Ear:
        self.broadcast.join(ear, None, self.desk.now)
        return ear

    def look(self, ear: Ear, seat: int | None) -> None:
        self.broadcast.look(ear, seat, self.desk.now)

    def tell(self, step: Any) -> None:
        self.broadcast.tell(step, self.desk.now)


def horns_up(**settings: Any) -> Shown:
    return Shown(Desk("horns-up", 3, **settings).start(HOST, BEA, CAT))


def test_a_player_sees_one_hand_spectators_and_screens_none() -> None:
    shown = horns_up()
    hands = [shown.join(Ear(player)).last()["view"]["hand"] for player in (HOST, BEA, CAT)]
    assert all(hands)
    for ear in (Ear(None, "spectator"), Ear(DAN, "spectator"), Ear(HOST, "screen")):
        told = shown.join(ear).last()
        assert not told["view"].get("hand")
        assert told["you"]["seats"] == []
        assert "legal" not in told
        assert told["you"]["role"] == ear.role


def test_a_screen_cannot_look_into_a_hand() -> None:
    shown = horns_up()
    for ear in (shown.join(Ear(HOST, "screen")), shown.join(Ear(None, "spectator"))):
        for seat in range(3):
            shown.look(ear, seat)
            assert not ear.last()["view"].get("hand")
            assert "looking" not in ear.last()["you"]


def test_several_seats_on_one_device_show_only_the_hand_that_must_decide() -> None:
    desk = Desk("horns-up", 3)
    for name in ("Mum", "Dad", "Kid"):
        desk.do(HOST, "sit", name=name)
    desk.do(HOST, "start")
    shown = Shown(desk)
    ear = shown.join(Ear(HOST))
    assert not ear.last()["view"].get("hand")  # whoever holds the device says who they are
    seat = desk.table.to_move
    assert seat is not None
    shown.look(ear, (seat + 1) % 3)
    assert not ear.last()["view"].get("hand")
    shown.look(ear, seat)
    assert ear.last()["view"]["hand"]
    assert ear.last()["legal"] == desk.legal()
    while desk.table.to_move == seat:
        shown.tell(desk.play())
    assert not ear.last()["view"].get("hand")  # the device is passed on


def test_legal_moves_go_to_the_mover_alone() -> None:
    shown = horns_up()
    ears = [shown.join(Ear(player)) for player in (HOST, BEA, CAT, None)]
    for _ in range(25):
        shown.tell(shown.desk.play())
        with_moves = [ear.looking for ear in ears if "legal" in ear.last()]
        assert with_moves == [shown.desk.table.to_move]


def test_a_muted_line_is_left_out_and_the_version_told_nevertheless() -> None:
    shown = horns_up()
    cat, host = shown.join(Ear(CAT)), shown.join(Ear(HOST))
    shown.tell(shown.desk.do(CAT, "mute", seat=1))
    assert cat.last()["you"]["muted"] == [1]
    assert "muted" not in host.last()["you"]
    shown.tell(shown.desk.do(BEA, "chat", text="hello"))
    assert "line" not in cat.last()
    assert host.last()["line"]["text"] == "hello"
    assert cat.last()["version"] == host.last()["version"] == shown.desk.table.version


def test_no_frame_names_anybodys_account() -> None:
    """Ids of players stay on the server, whatever happens at the table."""
    desk = Desk(options={"end_value": 1})
    shown = Shown(desk)
    ears = [shown.join(Ear(player)) for player in (HOST, BEA, DAN, None)]
    for player in (HOST, BEA, CAT):
        shown.tell(desk.do(player, "sit", name=f"Name {player[2:]}"))
    shown.tell(desk.do(DAN, "sit", name="Exec", seat=-1))
    shown.tell(desk.do(BEA, "mute", seat=0))
    shown.tell(desk.do(HOST, "mute", seat=1))
    shown.tell(desk.do(CAT, "chat", text="hello"))
    shown.tell(desk.do(HOST, "start"))
    shown.tell(desk.do(BEA, "stand"))
    while desk.table.phase != "over":
        shown.tell(desk.play())
    frames = b"".join(frame for ear in ears for frame in ear.frames).decode()
    assert not [player for player in (HOST, BEA, CAT, DAN) if player in frames]


def test_the_clock_of_a_late_audience_is_late_too() -> None:
    desk = Desk("horns-up", 3, clock={"kind": "turn", "seconds": 60}, delay=30)
    desk.start(HOST, BEA, CAT)
    shown = Shown(desk, lag=30_000)
    desk.wait(30)
    told = shown.join(Ear(None, "spectator")).last()
    assert told["time"]["left"][told["time"]["running"]] == 60_000


def test_the_language_of_each_is_kept() -> None:
    shown = horns_up()
    ears = [shown.join(Ear(None, "spectator", language)) for language in ("en", "it", "fr")]
    shown.tell(shown.desk.play())
    said = [ear.last()["events"][0]["text"] for ear in ears]
    assert len(set(said)) == 3


def test_whoever_has_seen_nothing_is_told_the_game_and_others_what_they_missed() -> None:
    desk = Desk("horns-up", 3).start(HOST, BEA, CAT)
    while desk.table.version < 60:
        desk.play()
    told = missed(desk.table, 0, None, "en")
    assert told
    assert told[0].event["event"] == "first-player", "a newcomer can read the game from its deal on"
    last = missed(desk.table, desk.table.version - STEPS_KEPT, None, "en")
    assert last
    assert told[-len(last) :] == last
    assert missed(desk.table, None, None, "en") is None
    assert missed(desk.table, desk.table.version, None, "en") == []


def test_a_clock_that_ran_out_and_what_was_played_for_it_come_in_one_update() -> None:
    desk = Desk("horns-up", 3, clock={"kind": "turn", "seconds": 30}).start(HOST, BEA, CAT)
    shown = Shown(desk)
    ears = [shown.join(Ear(player)) for player in (HOST, BEA, CAT)]
    late = desk.table.to_move
    entry = timing.ran_out(desk.table, desk.wait(31).now)
    assert entry is not None
    shown.tell(desk.add(entry))
    for ear in ears:
        told = ear.last()
        assert (told["kind"], told["seat"], "by" in told) == ("timed-out", late, False)
        assert told["events"][0]["event"]["seat"] == late


def test_while_a_bot_plays_for_somebody_nothing_is_asked_of_them() -> None:
    shown = horns_up()
    desk = shown.desk
    for _ in range(3):  # the Entrances
        desk.play()
    ear = shown.join(Ear(desk.mover))
    assert ear.last()["legal"]
    seat, player = desk.table.to_move, desk.mover
    shown.tell(desk.do(player, "stand"))
    told = ear.last()
    assert (told["to_move"], "legal" in told, "undo" in told) == (seat, False, False)
    assert told["table"]["seats"][seat]["away"]
    again = shown.join(Ear(player)).last()
    assert (again["to_move"], "legal" in again, "undo" in again) == (seat, False, False)
    assert desk.refused(player, "move", move=desk.default()) == "bot-plays"
    shown.tell(desk.do(player, "give-back", seat=seat))
    assert ear.last()["legal"] == desk.legal()

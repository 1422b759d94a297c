"""What somebody who comes late is told: what that seat was sent while it happened, and no more."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from hornsup.core.contract import GameState
from hornsup.play import entries as log
from hornsup.play import history, wire
from hornsup.play.live.broadcast import Broadcast
from hornsup.play.table import STEPS_KEPT, Table
from hornsup.play.viewing import MOST_MISSED, missed
from tests.play.desk import BEA, CAT, HOST, Desk
from tests.play.live.test_broadcast import Ear

DICE, CONCERT = "raise-your-horns", "horns-up"
PEOPLE = (HOST, BEA, CAT)


def broadcast_of(desk: Desk) -> Any:
    """Takes an ear for a connection."""
    return Broadcast(desk.table)


class Watched:
    """A table whose viewers keep every event that they are sent, with the version it came with."""

    def __init__(self, desk: Desk, language: str = "en") -> None:
        self.desk = desk
        self.broadcast = broadcast_of(desk)
        self.ears = {player: Ear(player, language=language) for player in (*PEOPLE, None)}
        self.language = language
        self.moves: list[int] = []
        self.taken_back: set[int] = set()
        for ear in self.ears.values():
            self.broadcast.join(ear, None, desk.now)

    def tell(self, step: Any) -> None:
        if isinstance(step.logged.entry, log.Undone):
            self.taken_back.add(self.moves.pop())
        elif isinstance(step.logged.entry, log.Moved):
            self.moves.append(step.logged.version)
        self.broadcast.tell(step, self.desk.now)

    def heard(self, player: str | None) -> list[tuple[Any, str, int]]:
        """What a viewer was sent that was not taken back later."""
        frames = [msgspec.json.decode(frame) for frame in self.ears[player].frames]
        return [
            (each["event"], each["text"], frame["version"])
            for frame in frames
            if frame["type"] == "update" and frame["version"] not in self.taken_back
            for each in frame.get("events", [])
        ]

    def told_late(self, player: str | None, since: int = 0) -> list[tuple[Any, str, int]]:
        """What the same viewer is told on coming back."""
        seat = self.ears[player].looking
        found = missed(self.desk.table, since, seat, self.language)
        assert found is not None
        plain = msgspec.json.decode(msgspec.json.encode(found))
        return [(each["event"], each["text"], each["version"]) for each in plain]


def play_at_random(watched: Watched, rng: Random, moves: int) -> None:
    """Any legal moves, some taken back, some by the clock, forfeits confirmed, chat in between."""
    desk = watched.desk
    for _ in range(moves):
        if desk.table.phase != "playing":
            return
        draw = rng.random()
        if draw < 0.1 and desk.table.undo:
            watched.tell(desk.do(desk.mover, "undo"))
        elif draw < 0.2:
            watched.tell(desk.do(HOST, "chat", text="so?"))
        elif draw < 0.25 and desk.table.bot_forfeit() is None and owed(desk):
            watched.tell(desk.add(log.Confirmed(owed(desk)[0])))
        elif draw < 0.3:
            moved = tuple(rng.sample(desk.legal(), 1))
            assert desk.table.to_move is not None
            watched.tell(desk.add(log.TimedOut(desk.table.to_move, moved)))
        else:
            choices = [move for move in desk.legal() if move != "stop"]
            watched.tell(desk.play(rng.choice(choices)))


def owed(desk: Desk) -> list[int]:
    pending = desk.table.game.pending_forfeits
    assert desk.table.state is not None
    return [seat for seat, _ in pending(desk.table.state)] if pending else []


def begun(game: str, **settings: Any) -> Watched:
    """The deal is told too."""
    desk = Desk(game, 3, **settings).sit(*PEOPLE)
    watched = Watched(desk)
    watched.tell(desk.do(HOST, "start"))
    return watched


@pytest.mark.parametrize("game", [CONCERT, DICE])
@pytest.mark.parametrize("number", range(4))
def test_a_seat_is_told_late_what_it_was_sent_live(game: str, number: int) -> None:
    rng = Random(f"{game}/{number}")
    watched = begun(game, options={"end_value": 8} if game == DICE else {})
    play_at_random(watched, rng, 150)
    table = watched.desk.table
    assert table.version > STEPS_KEPT + 20
    for player in (*PEOPLE, None):
        heard = watched.heard(player)
        assert watched.told_late(player) == heard[-MOST_MISSED:]
        since = rng.randrange(1, table.version - STEPS_KEPT)
        later = [each for each in heard if each[2] > since]
        assert watched.told_late(player, since) == later[-MOST_MISSED:]


@pytest.mark.parametrize("game", [CONCERT, DICE])
def test_nothing_is_played_again_for_somebody_who_missed_little(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = begun(game, options={"end_value": 8} if game == DICE else {})
    play_at_random(watched, Random(2), 100)
    table = watched.desk.table
    again: list[int] = []
    true = history.retold

    def noted(table: Table, since: int) -> list[history.Happening] | None:
        again.append(since)
        return true(table, since)

    monkeypatch.setattr(history, "retold", noted)
    for back in range(STEPS_KEPT + 1):
        assert missed(table, table.version - back, 0, "en") is not None
    assert missed(table, None, 0, "en") is None
    assert missed(table, table.version + 1, 0, "en") is None
    assert not again
    assert missed(table, table.version - STEPS_KEPT - 1, 0, "en") is not None
    assert again


def test_every_language_is_told_in_its_own() -> None:
    watched = begun(CONCERT)
    play_at_random(watched, Random(5), 60)
    told = [missed(watched.desk.table, 0, 1, language) for language in ("en", "it", "fr")]
    assert all(told)
    assert len({each[0].text for each in told if each}) == 3


def test_a_table_of_nine_is_told_back_to_ones_own_turn() -> None:
    """The steps that a table keeps are fewer than nine make in a round."""
    desk = Desk(CONCERT, 9).start(HOST)
    rng = Random(9)
    for _ in range(400):
        if desk.table.phase != "playing":
            break
        desk.play(rng.choice(desk.legal()))
    told = missed(desk.table, 0, 0, "en")
    assert told is not None
    assert len(told) <= MOST_MISSED
    own = [each.version for each in told if each.event == {"event": "turn-ended", "seat": 0}]
    assert own
    assert own[-1] <= desk.table.version - STEPS_KEPT or len(own) > 1
    assert [each.version for each in told] == sorted(each.version for each in told)


def test_a_lobby_has_nothing_to_tell() -> None:
    desk = Desk(CONCERT, 3).sit(*PEOPLE)
    for number in range(STEPS_KEPT + 5):
        desk.do(HOST, "chat", text=f"line {number}")
    assert missed(desk.table, 0, 0, "en") == []
    assert missed(desk.table, 1, 0, "en") is None


@pytest.mark.parametrize("fault", ["engine", "origin", "rules", "length"])
def test_where_the_moves_cannot_tell_the_last_steps_do(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = begun(CONCERT)
    play_at_random(watched, Random(6), 80)
    table = watched.desk.table
    assert table.state is not None
    if fault == "engine":
        table.engine = "0"
    elif fault == "origin":
        table.state.origin = None
    elif fault == "length":
        monkeypatch.setattr(history, "MOST_MOVES", 20)
    else:
        dealt_otherwise = table.game.start(3, "another seed", table.state.options)
        table.game = replace(table.game, start=lambda *_asked: dealt_otherwise)
    told = missed(table, 0, 0, "en")
    assert told
    first = table.recent[0].logged.version
    assert min(each.version for each in told) >= first
    assert missed(table, first - 10, 0, "en") is None


def test_a_table_of_an_earlier_engine_is_told_whole() -> None:
    """The moves lead to the same states, so the whole game can be told, by today's events."""
    watched = begun(CONCERT)
    play_at_random(watched, Random(6), 80)
    table = watched.desk.table
    told = missed(table, 0, 0, "en")
    table.engine = "1"
    assert table.game.engine != "1"
    assert missed(table, 0, 0, "en") == told
    assert told
    assert told[0].version < table.recent[0].logged.version


def test_in_an_update_the_version_is_that_of_the_update() -> None:
    watched = begun(CONCERT)
    play_at_random(watched, Random(7), 10)
    frames = [msgspec.json.decode(frame) for frame in watched.ears[BEA].frames]
    events = [each for frame in frames for each in frame.get("events", [])]
    assert events
    assert not any("version" in each for each in events)
    assert wire.read_message(watched.ears[BEA].frames[-1])


# --- nobody is told more than they may know -------------------------------------------------------


def twin_start(table: Table, seat: int) -> Any:
    """Deals the same game with the hands of two others, and what they draw next, swapped."""
    true = table.game.start

    def start(players: int, seed: Any, options: Any) -> GameState:
        state: Any = true(players, seed, options)
        one, two = [other for other in range(players) if other != seat][:2]
        state.hands[one], state.hands[two] = state.hands[two], state.hands[one]
        cards = {event.seat: event.cards for event in state.opening if event.kind == "dealt"}
        cards[one], cards[two] = cards[two], cards[one]
        state.opening = [
            event._replace(cards=cards[event.seat]) if event.kind == "dealt" else event
            for event in state.opening
        ]
        state.deck = _swapped_draws(state, one, two)
        dealt: GameState = state
        return dealt

    return start


def _swapped_draws(state: Any, one: int, two: int) -> tuple[int, ...]:
    """A deck from which these two draw each other's cards for three rounds."""
    deck = list(state.deck)
    for lap in range(3):
        at = state.drawn + lap * state.players
        here, there = (at + (seat - state.first) % state.players for seat in (one, two))
        deck[here], deck[there] = deck[there], deck[here]
    return tuple(deck)


def test_two_worlds_that_a_seat_cannot_tell_apart_are_told_alike() -> None:
    worlds = []
    for twin in (False, True):
        desk = Desk(CONCERT, 4).sit(*PEOPLE)
        desk.do(HOST, "add-bot", level="easy")
        desk.do(HOST, "start")
        if twin:
            start = twin_start(desk.table, 0)
            true: Any = desk.table.state
            desk.table.game = replace(desk.table.game, start=start)
            desk.table.state = start(4, true.origin.seed, true.options)
        for _ in range(60):  # nobody plays a card, so nothing of the hands is ever seen
            desk.play()
        worlds.append(desk.table)
    hands = [
        [table.state.view(seat)["hand"] for seat in range(4)] for table in worlds if table.state
    ]
    assert hands[0][0] == hands[1][0]
    assert hands[0] != hands[1]
    for seat in (0, None):
        one, two = (msgspec.json.encode(missed(table, 0, seat, "en")) for table in worlds)
        assert one == two
    swapped = [msgspec.json.encode(missed(table, 0, 1, "en")) for table in worlds]
    assert swapped[0] != swapped[1], "the worlds do differ"

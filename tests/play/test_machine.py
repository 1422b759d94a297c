"""Anybody sends anything at any time: what must hold at a table whatever happens there."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from hornsup.play import entries as log
from hornsup.play import timing, viewing, words
from hornsup.play.decide import decide
from hornsup.play.present import person_id
from hornsup.play.refused import Refused
from hornsup.play.table import CLOSED, LOBBY, OVER, PLAYING, REMEMBERED
from tests.play.desk import BEA, CAT, DAN, HOST, Desk, rematch_entries, snapshot

PLAYERS = st.sampled_from([HOST, BEA, CAT, DAN])
PERSONS = PLAYERS.map(lambda player: person_id("0" * 32, player))
SEATS = st.integers(-1, 4)
MAYBE_SEAT = st.none() | SEATS
NAMES = st.sampled_from(["Ann", " Bea ", "", "x" * 30, "@words.north", "\u202e{n}", "\u200b"])
CLOCKS = [{"kind": "none"}, {"kind": "turn", "seconds": 5}, {"kind": "reserve", "seconds": 10}]
SETTINGS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {
        "game": st.sampled_from(["horns-up", "raise-your-horns"]),
        "players": st.integers(2, 5),
        "clock": st.sampled_from(CLOCKS),
        "undo": st.sampled_from(["free", "strict", "off"]),
        "leavers": st.sampled_from(["bot", "wait"]),
        "delay": st.sampled_from([0, 10]),
        "chat": st.booleans(),
        "spectators": st.booleans(),
    }
)
FIELDS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "sit": st.fixed_dictionaries({"seat": MAYBE_SEAT, "name": NAMES}),
    "stand": st.fixed_dictionaries({"seat": MAYBE_SEAT}),
    "rename": st.fixed_dictionaries({"seat": MAYBE_SEAT, "name": NAMES}),
    "add-bot": st.fixed_dictionaries({"seat": MAYBE_SEAT}),
    "kick": st.fixed_dictionaries({"seat": SEATS}),
    "pass-on": st.fixed_dictionaries({"seat": SEATS}),
    "take-over": st.fixed_dictionaries({"seat": SEATS}),
    "give-back": st.fixed_dictionaries({"seat": SEATS}),
    "confirm": st.fixed_dictionaries({"seat": SEATS}),
    "mute": st.fixed_dictionaries({"seat": SEATS, "on": st.booleans()}),
    "change": st.fixed_dictionaries({"settings": SETTINGS}),
    "chat": st.fixed_dictionaries({"text": st.sampled_from(["hello", "", "y" * 201, "\u202e"])}),
    "react": st.fixed_dictionaries({"reaction": st.sampled_from(["horns", "rude"])}),
    "move": st.fixed_dictionaries({"move": st.sampled_from(["roll", "stop", "walk 0,0", "?"])}),
    "undo": st.just({}),
    "start": st.just({}),
    "rematch": st.just({}),
    "close": st.just({}),
    "hand-over": st.fixed_dictionaries({"seat": SEATS, "to": PERSONS}),
    "take-back": st.fixed_dictionaries({"seat": SEATS}),
    "show-out": st.fixed_dictionaries({"who": PERSONS}),
}
COMMANDS = st.sampled_from(sorted(FIELDS)).flatmap(
    lambda kind: st.tuples(st.just(kind), FIELDS[kind])
)


class Table(RuleBasedStateMachine):
    """A desk and everything that can happen to it."""

    desk: Desk

    @initialize(wanted=SETTINGS.filter(lambda each: bool(each["players"] >= 3)))
    def open(self, wanted: dict[str, Any]) -> None:
        options = {"end_value": 1} if wanted["game"] == "raise-your-horns" else {}
        self.desk = Desk(**wanted, options=options)

    # --- what people do -----------------------------------------------------------------------

    @rule(player=PLAYERS, command=COMMANDS, behind=st.sampled_from([0, 0, 0, 1, -1]))
    def anybody_sends_anything(
        self, player: str, command: tuple[str, dict[str, Any]], behind: int
    ) -> None:
        kind, fields = command
        version = max(0, self.desk.table.version - behind)
        self.send(player, kind, version, fields)

    def send(self, player: str, kind: str, version: int, fields: dict[str, Any]) -> None:
        desk = self.desk
        away = {seat.player: 90 for seat in desk.table.seats[1:] if seat.player}
        desk.connected(HOST, BEA, CAT, DAN, away=away)
        command = desk.command(kind, version, **fields)
        before = snapshot(desk.table)
        try:
            entry = decide(desk.table, command, player, desk.present)
        except Refused as refused:
            assert refused.text("fr")
            assert snapshot(desk.table) == before
            return
        assert snapshot(desk.table) == before  # deciding changes nothing either
        desk.add(entry, player, command.id)
        assert desk.table.answers[player, command.id] == desk.table.version

    @rule()
    def all_sit_and_it_starts(self) -> None:
        desk = self.desk
        if desk.table.phase != LOBBY:
            return
        for player in (HOST, BEA):
            self.send(player, "sit", desk.table.version, {"name": "Someone", "seat": None})
        while any(not seat.taken for seat in desk.table.seats):
            desk.do(desk.table.host, "add-bot")
        desk.do(desk.table.host, "start")

    @rule(choice=st.integers(0, 1000), times=st.integers(1, 12))
    def they_play(self, choice: int, times: int) -> None:
        for number in range(times):
            if self.desk.table.to_move is not None:
                legal = self.desk.legal()
                self.desk.play(legal[(choice + number * 7) % len(legal)])

    @rule(player=PLAYERS)
    def somebody_takes_back(self, player: str) -> None:
        self.send(player, "undo", self.desk.table.version, {})

    # --- what time does -----------------------------------------------------------------------

    @rule(seconds=st.sampled_from([0, 1, 4, 6, 70]), away=st.booleans())
    def time_passes(self, seconds: int, away: bool) -> None:
        desk = self.desk.wait(seconds)
        desk.visit(away_since=0 if away else None)

    @rule(player=PLAYERS)
    def somebody_is_forgotten(self, player: str) -> None:
        self.desk.add(log.Forgotten(player))

    @rule(online=st.frozensets(PLAYERS))
    def the_host_is_away_or_back(self, online: frozenset[str]) -> None:
        desk = self.desk
        since = None if desk.table.host in online else 0
        entry: log.AnyEntry | None = timing.host_back(desk.table, online)
        entry = entry or timing.host_gone(desk.table, desk.now, since, online)
        if entry is not None:
            desk.add(entry)
            assert desk.table.host in online
            assert desk.table.former_host not in online

    @rule(milliseconds=st.integers(0, 30_000))
    def the_server_was_away(self, milliseconds: int) -> None:
        table = self.desk.table
        if table.phase == PLAYING and table.clocks.running is not None:
            self.desk.add(log.Extended(table.clocks.running, milliseconds))

    @rule(player=PLAYERS)
    def once_more(self, player: str) -> None:
        table = self.desk.table
        if table.phase in (OVER, CLOSED):
            self.check_log()
            opening = rematch_entries(table, player)
            self.desk.begin(opening)

    # --- what must hold -----------------------------------------------------------------------

    @invariant()
    def seats_are_as_they_must_be(self) -> None:
        table = self.desk.table
        assert len(table.seats) == table.settings.players
        held = [seat.player for seat in table.seats]
        for player in (HOST, BEA, CAT, DAN):
            assert table.seats_of(player) == [n for n, who in enumerate(held) if who == player]
        assert all(seat.bot is None or seat.player is None or seat.away for seat in table.seats)
        assert all(not table.seat(number).taken for number in table.reserved)
        assert table.host not in table.muted
        if table.phase == PLAYING:
            assert all(seat.taken for seat in table.seats)
        for number, was in table.handovers.items():
            assert table.seats[number].player not in (None, was.player)
        assert not table.shown_out & {seat.player for seat in (*table.seats, table.executor)}

    @invariant()
    def names_are_clean_and_chat_is_bounded(self) -> None:
        table = self.desk.table
        for seat in (*table.seats, table.executor):
            assert seat.name == words.clean(seat.name)
            assert len(seat.name) <= words.NAME_LENGTH
        assert len(table.chat) <= REMEMBERED
        assert len(table.answers) <= REMEMBERED

    @invariant()
    def somebody_can_go_on(self) -> None:
        table = self.desk.table
        if table.phase != PLAYING:
            return
        seat = table.to_move
        assert seat is not None
        assert (table.bot_to_move() is None) == (viewing.legal(table, seat) is not None)
        assert table.clocks.running in (None, seat)
        assert all(left is None or left >= 0 for left in table.clocks.now(self.desk.now))

    @invariant()
    def versions_are_contiguous(self) -> None:
        desk = self.desk
        assert [logged.version for logged in desk.log] == list(range(1, desk.table.version + 1))
        assert 0 <= desk.table.floor <= desk.table.version

    def check_log(self) -> None:
        """Folding the log from scratch gives the same table, to the byte."""
        assert snapshot(self.desk.again()) == snapshot(self.desk.table)
        for logged in self.desk.log:
            assert msgspec.json.decode(log.encode(logged.entry))["entry"]

    def teardown(self) -> None:
        if hasattr(self, "desk"):
            self.check_log()


TestTable = Table.TestCase
TestTable.settings = settings(
    max_examples=60,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

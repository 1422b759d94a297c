"""A table on a desk: commands in, log out, time by hand. No transport, as `play/` knows none."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from hornsup.core import fairness
from hornsup.play import entries as log
from hornsup.play import timing, viewing, wire
from hornsup.play.decide import decide
from hornsup.play.opening import open_rematch
from hornsup.play.present import NOT_KNOWN, Person, Present, person_id
from hornsup.play.refused import Refused
from hornsup.play.settings import Settings, check
from hornsup.play.table import Step, Table, rebuild

HOST, BEA, CAT, DAN = "p-ann", "p-bea", "p-cat", "p-dan"
NAMES = {HOST: "Ann", BEA: "Bea", CAT: "Cat", DAN: "Dan"}
SECRET = bytes(range(32))
COMMANDS = {kind.__struct_config__.tag: kind for kind in get_args(wire.Logged)}


class SetRandomness:
    """Gives the bytes of `SECRET`, however often it is asked."""

    def token_bytes(self, count: int, purpose: str) -> bytes:
        del purpose
        return SECRET[:count]


def rematch_entries(table: Table, host: str) -> list[log.AnyEntry]:
    """How the log of a rematch begins."""
    opened = open_rematch(table, host, now=1_000_000, random=SetRandomness())
    return [logged.entry for logged in opened.entries]


class Desk:
    """A table, its log, and a clock that tests move; Ann is the host."""

    def __init__(self, game: str = "raise-your-horns", players: int = 3, **settings: Any) -> None:
        wanted = msgspec.convert({"game": game, "players": players, **settings}, Settings)
        self.begin([log.Created(HOST, fairness.commitment(SECRET), check(wanted))])

    def begin(self, opening: list[log.AnyEntry]) -> Desk:
        """A table whose log begins like this."""
        self.table = blank()
        self.log: list[log.Logged] = []
        self.now = 1_000_000
        self.present = NOT_KNOWN
        for entry in opening:
            self.add(entry)
        return self

    def add(self, entry: log.AnyEntry, player: str | None = None, key: str | None = None) -> Step:
        """Fold an entry, and log it as the database would give it back."""
        version = self.table.version + 1
        step = self.table.fold(log.Logged(version, self.now, entry, player, key))
        stored = log.decode(log.encode(entry))
        self.log.append(log.Logged(version, self.now, stored, player, key))
        return step

    def do(self, player: str, kind: str, version: int | None = None, **fields: Any) -> Step:
        """A command that the table must accept."""
        command = self.command(kind, version, **fields)
        entry = decide(self.table, command, player, self.present)
        return self.add(entry, player, command.id)

    def refused(self, player: str, kind: str, version: int | None = None, **fields: Any) -> str:
        """The code with which the table refuses; nothing may have changed, all languages say it."""
        before = snapshot(self.table)
        try:
            decide(self.table, self.command(kind, version, **fields), player, self.present)
        except Refused as refused:
            assert snapshot(self.table) == before
            assert all(refused.text(language) for language in ("en", "it", "fr"))
            return refused.code
        raise AssertionError(f"{kind} of {player} was not refused")

    def command(self, kind: str, version: int | None = None, **fields: Any) -> wire.Command:
        data = {"type": kind, "id": f"c{len(self.log)}", **fields}
        data["version"] = self.table.version if version is None else version
        if kind == "sit":
            data.setdefault("contribution", "")
        command = wire.read_frame(msgspec.json.encode(data))
        assert isinstance(command, wire.Command)
        return command

    def connected(self, *players: str, away: dict[str, int] | None = None) -> Desk:
        """These people are connected; `away` says for how many seconds others have not been."""
        since = {player: self.now - seconds * 1000 for player, seconds in (away or {}).items()}
        found = [Person(who, NAMES[who]) for who in players if not self.table.is_seated(who)]
        people = {person_id(self.table.id, each.player): each for each in found}
        self.present = Present(self.now, since, people)
        return self

    def person(self, player: str) -> str:
        """The id under which the others know somebody without a seat."""
        return person_id(self.table.id, player)

    # --- company ------------------------------------------------------------------------------

    def sit(self, *players: str) -> Desk:
        for player in players:
            self.do(player, "sit", name=NAMES[player], contribution=f"of {player}")
        return self

    def start(self, *players: str) -> Desk:
        """Seat these people, bots beside them, and begin."""
        self.sit(*players)
        while any(not seat.taken for seat in self.table.seats):
            self.do(HOST, "add-bot", level="easy")
        self.do(HOST, "start")
        return self

    @property
    def mover(self) -> str:
        assert self.table.to_move is not None
        return self.table.seats[self.table.to_move].player or ""

    def legal(self) -> list[str]:
        assert self.table.state is not None
        return [str(move) for move in self.table.state.legal_moves()]

    def default(self) -> str:
        assert self.table.state is not None
        return str(self.table.game.default_move(self.table.state))

    def play(self, move: str | None = None) -> Step:
        """Whoever must decide plays, a bot too."""
        seat, move = self.table.to_move, move or self.default()
        assert seat is not None
        if self.table.seats[seat].bot is not None:
            return self.add(log.Moved(seat, move, "bot"))
        return self.do(self.mover, "move", move=move)

    def play_on(self, until: Any, most: int = 3000) -> None:
        for _ in range(most):
            if until():
                return
            self.play()
        raise AssertionError("it never came to that")

    # --- time ---------------------------------------------------------------------------------

    def wait(self, seconds: float) -> Desk:
        self.now += int(seconds * 1000)
        return self

    def visit(self, away_since: int | None = None) -> log.AnyEntry | None:
        """What the maintenance would do now, done."""
        entry: log.AnyEntry | None
        entry = timing.ran_out(self.table, self.now) or timing.time_is_up(self.table, self.now)
        entry = entry or timing.left_alone(self.table, self.now, away_since)
        if entry is not None:
            self.add(entry)
        return entry

    def left(self, seat: int) -> int | None:
        return self.table.clocks.now(self.now)[seat]

    # --- the log ------------------------------------------------------------------------------

    def again(self) -> Table:
        """The same table from its log."""
        return rebuild(blank(), self.log)


def blank() -> Table:
    return Table("0" * 32, "ABCDE", SECRET)


def snapshot(table: Table) -> bytes:
    """Everything that a table is, in bytes."""
    eyes = [None, *range(len(table.seats))]
    people = sorted(table.people())
    seats = [
        [getattr(seat, name) for name in seat.__slots__] for seat in (*table.seats, table.executor)
    ]
    told: dict[str, Any] = {
        "info": viewing.table_info(table),
        "numbers": [table.version, table.at, table.floor, table.moved_at, table.started_at],
        "seats": seats,
        "host": table.host,
        "views": [viewing.view(table, eye) for eye in eyes],
        "legal": [viewing.legal(table, eye) for eye in eyes],
        "undo": [[viewing.may_undo(table, eye) for eye in eyes], table.barrier, table.undo_seat],
        "back": [[state.view(eye) for eye in eyes] for state in table.undo],
        "you": [viewing.you(table, player, "player", None) for player in people],
        "heard": [viewing.lines_for(table, player) for player in people],
        "muted": [sorted(table.muted), sorted((k, sorted(v)) for k, v in table.mutes.items() if v)],
        "answers": [[*key, version] for key, version in table.answers.items()],
        "deal": table.contributions,
        "reserved": sorted(table.reserved.items()),
        "handed over": sorted(table.handovers.items()),
        "former host": table.former_host,
        "shown out": sorted(table.shown_out),
        "told": [list(table.move_versions), [version for version, _ in table.confirmed]],
        "moves": table.moves,
        "clocks": None,
    }
    if table.state is not None:
        clocks = table.clocks
        told["clocks"] = [clocks.left, clocks.running, clocks.since, clocks.turn]
    return msgspec.json.encode(told, order="deterministic")

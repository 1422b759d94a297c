"""The table as its log tells it: every entry folds into the one before, on every worker alike."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Final

from hornsup.core import fairness, record, registry
from hornsup.core.contract import Game, GameState
from hornsup.errors import HornsUpError
from hornsup.play import entries as log
from hornsup.play.clocks import Clocks
from hornsup.play.settings import Level, Settings
from hornsup.play.wire import Line

REMEMBERED: Final = 64
"""How many answers and lines of chat a table keeps at hand; the log has the rest."""
STEPS_KEPT: Final = 24
"""How many steps back a returning client is told what it missed."""
EXECUTOR: Final = -1

LOBBY, PLAYING, OVER, CLOSED = "lobby", "playing", "over", "closed"


class Seat:
    """Who sits here. A bot with `away` stands in for the person."""

    __slots__ = ("away", "bot", "contribution", "name", "player", "timeouts")

    def __init__(self) -> None:
        self.empty()

    def empty(self) -> None:
        self.player: str | None = None
        self.name = ""
        self.contribution = ""
        self.bot: Level | None = None
        self.away = False
        self.timeouts = 0

    @property
    def taken(self) -> bool:
        return self.player is not None or self.bot is not None


class Step:
    """What one entry did: its events (in full), and what of the table it changed."""

    __slots__ = ("events", "game", "line", "logged", "table")

    def __init__(self, logged: log.Logged) -> None:
        self.logged = logged
        self.events: list[Any] = []
        self.game = False  # the position changed
        self.table = False  # seats, settings or phase changed
        self.line: Line | None = None


class Tentative:
    """A move already tried out on a copy, waiting for its place in the log."""

    __slots__ = ("entry", "events", "state", "version")

    def __init__(self, version: int, entry: log.Moved, state: GameState, events: list[Any]) -> None:
        self.version = version
        self.entry = entry
        self.state = state
        self.events = events


class Table:
    """One table. `secret` seeds the deal together with what the players contribute."""

    def __init__(self, table_id: str, code: str, secret: bytes) -> None:
        self.id = table_id
        self.code = code
        self.secret = secret
        self.version = 0
        self.at = 0
        self.floor = 0  # the last version that changed what can be done
        self.moved_at = 0  # when the position last changed
        self.started_at = 0
        self.phase = LOBBY
        self.settings: Settings
        self.game: Game
        self.host = ""
        self.commitment = ""
        self.seats: list[Seat] = []
        self.executor = Seat()
        self.contributions: list[tuple[int, str]] = []
        self.state: GameState | None = None
        self.engine: str | None = None
        self.clocks: Clocks
        self.undo: list[GameState] = []
        self.undo_seat: int | None = None
        self.barrier = "nothing"
        self.next: str | None = None
        self.muted: set[str] = set()
        self.mutes: dict[str, set[str]] = {}
        self.answers: dict[tuple[str, str], int] = {}
        self.chat: deque[Line] = deque(maxlen=REMEMBERED)
        self.recent: deque[Step] = deque(maxlen=STEPS_KEPT)
        self.tentative: Tentative | None = None

    # --- asking -------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | None:
        return self.state.to_move if self.state is not None and self.phase == PLAYING else None

    def seats_of(self, player: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.player == player]

    def is_member(self, player: str) -> bool:
        held = (seat.player == player for seat in self.seats)
        return player == self.host or self.executor.player == player or any(held)

    def bot_to_move(self) -> tuple[int, Level] | None:
        """The seat that a bot must decide for now."""
        seat = self.to_move
        if seat is None:
            return None
        level = self.seats[seat].bot
        return None if level is None else (seat, level)

    def names(self) -> list[str]:
        """What to call every seat: its player's name, or its letter."""
        return [seat.name or chr(ord("A") + number) for number, seat in enumerate(self.seats)]

    def people(self) -> set[str]:
        found = {seat.player for seat in (*self.seats, self.executor) if seat.player}
        return found | {self.host}

    def record(self) -> dict[str, Any]:
        """The sealed record of a finished game, with the secret behind its deal."""
        assert self.state is not None
        players = [
            {"seat": number, "name": seat.name, "bot": seat.bot}
            for number, seat in enumerate(self.seats)
        ]
        deal = fairness.deal(self.secret, self.id, self.contributions)
        return record.seal(self.state.record(), deal=deal, players=players)

    def contributed(self) -> list[tuple[int, str]]:
        """What the people who sit here now would add to the seed."""
        return [
            (number, seat.contribution)
            for number, seat in enumerate(self.seats)
            if seat.player is not None
        ]

    # --- folding ------------------------------------------------------------------------------

    def fold(self, logged: log.Logged) -> Step:
        """Take in the next entry of the log."""
        if logged.version != self.version + 1:
            raise HornsUpError(f"entry {logged.version} cannot follow version {self.version}")
        step = Step(logged)
        FOLDS[type(logged.entry)](self, logged.entry, step)
        self.version = logged.version
        self.at = max(self.at, logged.at)
        if step.game or step.table:
            self.floor = self.version
        if logged.player and logged.command:
            self._remember(logged.player, logged.command)
        self.recent.append(step)
        self.tentative = None
        return step

    def _remember(self, player: str, command: str) -> None:
        self.answers[player, command] = self.version
        if len(self.answers) > REMEMBERED:
            del self.answers[next(iter(self.answers))]

    def try_move(self, entry: log.Moved) -> None:
        """Play a move on a copy, so that folding it later costs nothing; raises IllegalMove."""
        assert self.state is not None
        state = self.state.clone()
        events = state.apply(entry.move)
        self.tentative = Tentative(self.version + 1, entry, state, events)

    def play(self, entry: log.Moved, step: Step) -> None:
        """Fold one move: the position, the undo stack, the clock."""
        assert self.state is not None
        tried = self.tentative
        if tried is None or tried.entry is not entry or tried.version != self.version + 1:
            self.try_move(entry)
            tried = self.tentative
            assert tried is not None
        before, self.state = self.state, tried.state
        step.events.extend(tried.events)
        step.game = True
        self._set_barrier(entry, before, tried)
        self._run_clock(step)
        if self.state.over:
            self.phase = OVER
            step.table = True

    def _set_barrier(self, entry: log.Moved, before: GameState, tried: Tentative) -> None:
        """Remember the position before a move that may be taken back."""
        strict = self.settings.undo == "strict"
        reason: str | None = "bot" if entry.by != "player" else None
        reason = reason or self.game.barrier(before, tried.state, tried.events, strict)
        if reason is not None:
            self.no_undo(reason)
            return
        if self.undo_seat != entry.seat:
            self.undo.clear()
        self.undo.append(before)
        self.undo_seat = entry.seat

    def no_undo(self, reason: str) -> None:
        self.undo.clear()
        self.undo_seat = None
        self.barrier = reason

    def _run_clock(self, step: Step) -> None:
        """Hand the clock to whoever must decide now; a bot's time does not run."""
        assert self.state is not None
        self.moved_at = step.logged.at
        seat = self.state.to_move
        if seat is not None and self.seats[seat].bot is not None:
            seat = None
        self.clocks.decide(seat, self.state.turns, step.logged.at)


# --- one fold per kind of entry -------------------------------------------------------------------


def _created(table: Table, entry: log.Created, step: Step) -> None:
    table.host = entry.host
    table.commitment = entry.commitment
    _settle(table, entry.settings)
    step.table = True


def _settle(table: Table, settings: Settings) -> None:
    table.settings = settings
    table.game = registry.get(settings.game)
    del table.seats[settings.players :]
    while len(table.seats) < settings.players:
        table.seats.append(Seat())


def _changed(table: Table, entry: log.Changed, step: Step) -> None:
    _settle(table, entry.settings)
    step.table = True


def _seat(table: Table, number: int) -> Seat:
    return table.executor if number == EXECUTOR else table.seats[number]


def _sat(table: Table, entry: log.Sat, step: Step) -> None:
    seat = _seat(table, entry.seat)
    seat.player, seat.name, seat.contribution = entry.player, entry.name, entry.contribution
    step.table = True


def _renamed(table: Table, entry: log.Renamed, step: Step) -> None:
    _seat(table, entry.seat).name = entry.name
    step.table = True


def _stood(table: Table, entry: log.Stood, step: Step) -> None:
    """The seat is free again; a host who leaves passes the table on to the first who stays."""
    seat = _seat(table, entry.seat)
    gone = seat.player
    seat.empty()
    stay = [other.player for other in table.seats if other.player]
    if gone == table.host and gone not in stay and gone != table.executor.player and stay:
        table.host = stay[0] or table.host
    step.table = True


def _bot_sat(table: Table, entry: log.BotSat, step: Step) -> None:
    table.seats[entry.seat].bot = entry.level
    step.table = True


def _started(table: Table, entry: log.Started, step: Step) -> None:
    settings = table.settings
    table.contributions = table.contributed()  # as they are at this moment, whoever leaves later
    seed = fairness.seed(table.secret, table.id, table.contributions)
    table.engine = entry.engine
    table.state = registry.start(settings.game, settings.players, seed, settings.options)
    table.clocks = Clocks(settings.clock, settings.players)
    table.phase = PLAYING
    table.started_at = step.logged.at
    step.events.extend(table.state.opening)
    step.table = step.game = True
    table._run_clock(step)


def _moved(table: Table, entry: log.Moved, step: Step) -> None:
    table.play(entry, step)


def _undone(table: Table, _entry: log.Undone, step: Step) -> None:
    table.state = table.undo.pop()
    step.game = True
    table._run_clock(step)


def _timed_out(table: Table, entry: log.TimedOut, step: Step) -> None:
    table.clocks.ran_out(entry.seat, step.logged.at)
    table.no_undo("clock")
    table.seats[entry.seat].timeouts += 1
    for move in entry.moves:
        table.play(log.Moved(entry.seat, move, "clock"), step)
        table.tentative = None
    if entry.bot is not None:
        _stand_in(table, entry.seat, entry.bot, step)
    step.game = True


def _stand_in(table: Table, number: int, level: Level, step: Step) -> None:
    seat = table.seats[number]
    seat.bot, seat.away = level, True
    step.table = True
    table.no_undo("bot")
    table._run_clock(step)


def _took_over(table: Table, entry: log.TookOver, step: Step) -> None:
    _stand_in(table, entry.seat, entry.level, step)


def _gave_back(table: Table, entry: log.GaveBack, step: Step) -> None:
    seat = table.seats[entry.seat]
    seat.bot, seat.away, seat.timeouts = None, False, 0
    step.table = True
    if table.phase == PLAYING:
        table._run_clock(step)


def _extended(table: Table, entry: log.Extended, step: Step) -> None:
    table.clocks.extend(entry.seat, entry.milliseconds)
    step.table = True


def _confirmed(table: Table, entry: log.Confirmed, step: Step) -> None:
    state: Any = table.state
    copy = state.clone()
    step.events.append(copy.confirm_forfeit(entry.seat))
    table.state = copy
    table.no_undo("confirmed")
    step.game = True


def _said(table: Table, entry: log.Said, step: Step) -> None:
    names = {seat.player: seat.name for seat in (*table.seats, table.executor) if seat.player}
    line = Line(step.logged.version, names.get(entry.player, ""), entry.seat, text=entry.text)
    _add_line(table, line, step)


def _reacted(table: Table, entry: log.Reacted, step: Step) -> None:
    name = table.seats[entry.seat].name
    _add_line(table, Line(step.logged.version, name, entry.seat, reaction=entry.reaction), step)


def _add_line(table: Table, line: Line, step: Step) -> None:
    table.chat.append(line)
    step.line = line


def _muted(table: Table, entry: log.Muted, step: Step) -> None:
    ears = table.muted if entry.by == table.host else table.mutes.setdefault(entry.by, set())
    (ears.add if entry.on else ears.discard)(entry.player)
    step.table = True


def _rematched(table: Table, entry: log.Rematched, step: Step) -> None:
    table.next = entry.table
    step.table = True


def _closed(table: Table, _entry: log.Closed, step: Step) -> None:
    table.phase = CLOSED
    step.table = True


def _forgotten(table: Table, entry: log.Forgotten, step: Step) -> None:
    """Name and chat go; the seat and the moves stay, since others played there too."""
    seats = table.seats_of(entry.player)
    for seat in (*table.seats, table.executor):
        if seat.player == entry.player:
            seat.name = ""
    kept = [line for line in table.chat if line.seat not in seats or line.seat is None]
    table.chat = deque(kept, maxlen=REMEMBERED)
    step.table = True


FOLDS: Final[dict[type, Callable[[Table, Any, Step], None]]] = {
    log.Created: _created,
    log.Changed: _changed,
    log.Sat: _sat,
    log.Renamed: _renamed,
    log.Stood: _stood,
    log.BotSat: _bot_sat,
    log.Started: _started,
    log.Moved: _moved,
    log.Undone: _undone,
    log.TimedOut: _timed_out,
    log.TookOver: _took_over,
    log.GaveBack: _gave_back,
    log.Extended: _extended,
    log.Confirmed: _confirmed,
    log.Said: _said,
    log.Reacted: _reacted,
    log.Muted: _muted,
    log.Rematched: _rematched,
    log.Closed: _closed,
    log.Forgotten: _forgotten,
}


def rebuild(table: Table, logged: Iterable[log.Logged]) -> Table:
    """Fold a whole log into a fresh table."""
    for entry in logged:
        table.fold(entry)
    return table

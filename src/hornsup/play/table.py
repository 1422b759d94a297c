"""The table as its log tells it: every entry folds into the one before, on every worker alike."""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Iterable
from typing import Any, Final

from hornsup.core import fairness, record
from hornsup.core.contract import Game, GameState
from hornsup.core.notation import SEAT_LETTERS
from hornsup.errors import HornsUpError
from hornsup.play import entries as log
from hornsup.play.clocks import Clocks
from hornsup.play.folds import FOLDS
from hornsup.play.refused import Refused
from hornsup.play.seating import (
    CLOSED,
    ENDED,
    EXECUTOR,
    LOBBY,
    OVER,
    PLAYING,
    ChatLine,
    Handover,
    Seat,
    Step,
    TriedMove,
)
from hornsup.play.settings import CallKind, Level, Settings

__all__ = [
    "CLOSED",
    "ENDED",
    "EXECUTOR",
    "LOBBY",
    "OVER",
    "PLAYING",
    "Seat",
    "Step",
    "Table",
    "rebuild",
]

REMEMBERED: Final = 64
"""How many answers and lines of chat a table keeps at hand; the log has the rest."""
STEPS_KEPT: Final = 24
"""How many steps back a returning client is told what it missed."""


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
        self.turn = (-1, -1)  # whose decision it is, and in which turn of the game
        self.turn_since = 0  # when it became that
        self.by_time = False  # the game ends when its time is up
        self.started_at = 0
        self.phase = LOBBY
        self.settings: Settings
        self.game: Game
        self.host = ""
        self.former_host: str | None = None  # is away, and the host again on return
        self.commitment = ""
        self.practice: log.Practice | None = None  # the game is set up, not dealt
        self.seats: list[Seat] = []
        self.executor = Seat()
        self.reserved: dict[int, str] = {}  # free seats that are kept for somebody
        self.awaited: dict[int, str] = {}  # the names of those
        self.handovers: dict[int, Handover] = {}  # seats that their former players may take back
        self.shown_out: set[str] = set()  # players who may not watch
        self.moves = 0  # played so far, those taken back included
        self.move_versions = array("I")  # of the deal and of every move of the state's history
        self.confirmed: list[tuple[int, Any]] = []  # forfeits done: version and event
        self.contributions: list[tuple[int, str]] = []
        self.state: GameState | None = None
        self.engine: str | None = None
        self.clocks: Clocks
        self.undo: list[GameState] = []
        self.undo_seat: int | None = None
        self.barrier = "nothing"
        self.next: str | None = None
        self.closed_by: str | None = None  # the host, disuse or the server's owner
        self.webhook: CallKind | None = None  # calls players to their turn
        self.webhook_stopped = False
        self.decider: str | None = None  # the player who must decide; None while a bot must
        self.decided_turn = self.turn  # and in which turn
        self.decides_since = 0  # the version that made it so, or began another turn of theirs
        self.muted: set[str] = set()
        self.mutes: dict[str, set[str]] = {}
        self.answers: dict[tuple[str, str], int] = {}
        self.chat: deque[ChatLine] = deque(maxlen=REMEMBERED)
        self.recent: deque[Step] = deque(maxlen=STEPS_KEPT)
        self.tentative: TriedMove | None = None

    # --- asking -------------------------------------------------------------------------------

    @property
    def to_move(self) -> int | None:
        return self.state.to_move if self.state is not None and self.phase == PLAYING else None

    def seat(self, number: int) -> Seat:
        """A seat by its number, the Executor's too."""
        return self.executor if number == EXECUTOR else self.seats[number]

    def seats_of(self, player: str) -> list[int]:
        return [number for number, seat in enumerate(self.seats) if seat.player == player]

    def is_member(self, player: str) -> bool:
        return player in (self.host, self.former_host) or self.is_seated(player)

    def is_seated(self, player: str) -> bool:
        """Whether somebody has a seat, the Executor's too."""
        return any(seat.player == player for seat in (*self.seats, self.executor))

    def may_take_back(self, player: str | None) -> list[int]:
        """The seats that were handed over and that this player may have again."""
        return [number for number, was in self.handovers.items() if was.player == player]

    def bot_to_move(self) -> tuple[int, Level] | None:
        """The seat that a bot must decide for now."""
        seat = self.to_move
        if seat is None:
            return None
        level = self.seats[seat].bot
        return None if level is None else (seat, level)

    def bot_forfeit(self) -> int | None:
        """A seat of a bot that owes a forfeit; a person who is away does theirs later."""
        pending = self.game.pending_forfeits
        if pending is None or self.state is None or self.phase == CLOSED:
            return None
        owing = (number for number, _ in pending(self.state))
        return next((number for number in owing if self.seats[number].is_bots), None)

    def bot_must_act(self) -> bool:
        return self.bot_to_move() is not None or self.bot_forfeit() is not None

    def last_game_step(self) -> Step | None:
        """The last step that changed the position, if it is remembered."""
        return next((step for step in reversed(self.recent) if step.game), None)

    def names(self) -> list[str]:
        """What to call every seat: its player's name, or its letter."""
        return [
            seat.name or (f"Bot {letter}" if seat.bot else letter)
            for letter, seat in zip(SEAT_LETTERS, self.seats, strict=False)
        ]

    def people(self) -> set[str]:
        found = {seat.player for seat in (*self.seats, self.executor) if seat.player}
        return found | {self.host}

    def host_without(self, number: int) -> str:
        """Who is the host once this seat is free: one who leaves passes the table on."""
        seat = self.seat(number)
        stay = [other.player for other in (*self.seats, self.executor) if other is not seat]
        heirs = [player for player in stay if player is not None]
        if seat.player != self.host or self.host in heirs or not heirs:
            return self.host
        return heirs[0]

    def record(self) -> dict[str, Any]:
        """The sealed record of a finished game, with the secret behind its deal."""
        assert self.state is not None
        players = [
            {"seat": number, "name": seat.name, "bot": seat.bot}
            for number, seat in enumerate(self.seats)
        ]
        dealt = self.practice is None
        deal = fairness.deal(self.secret, self.id, self.contributions) if dealt else None
        engine = self.engine if self.game.replays(self.engine) else None
        return record.seal(record.make(self.state, engine), deal=deal, players=players)

    def contributed(self) -> list[tuple[int, str]]:
        """What the people who sit here now would add to the seed."""
        return [
            (number, seat.contribution)
            for number, seat in enumerate(self.seats)
            if seat.player is not None
        ]

    def end(self, phase: str) -> None:
        """The game is over or the table closed: nobody is called to it any more."""
        self.phase = phase
        self.webhook, self.webhook_stopped = None, False

    def would_end(self, entry: log.AnyEntry) -> bool:
        """Whether the game would be over after an entry that is still to be logged."""
        if not isinstance(entry, (log.Moved, log.TimedOut)):
            return False
        tried = self.tentative
        if tried is not None and tried.entry is entry:
            return tried.state.over
        assert self.state is not None
        state = self.state.clone()
        for move in (entry.move,) if isinstance(entry, log.Moved) else entry.moves:
            state.apply(move)
        return state.over

    # --- what commands require; each raises Refused ---------------------------------------------

    def need_phase(self, phase: str) -> None:
        if self.phase != phase:
            raise Refused(f"not-{phase}")

    def need_host(self, player: str) -> None:
        if player != self.host:
            raise Refused("not-host")

    def own_seats(self, player: str) -> list[int]:
        seats = self.seats_of(player)
        if not seats:
            raise Refused("not-seated")
        return seats

    def existing_seat(self, number: int) -> Seat:
        if not 0 <= number < len(self.seats):
            raise Refused("no-such-seat", seats=len(self.seats))
        return self.seats[number]

    def any_seat(self, number: int) -> Seat:
        """A seat that is there, the Executor's too."""
        return self.executor if number == EXECUTOR else self.existing_seat(number)

    def speaking_seat(self, player: str) -> int | None:
        """The seat that somebody speaks from: the first of their own, or the Executor's."""
        seats = self.seats_of(player)
        if not seats and self.executor.player == player:
            return EXECUTOR
        return seats[0] if seats else None

    def own_seat(self, number: int | None, player: str) -> int:
        """The seat of one's own that a command is about; the only one need not be named."""
        if number is None:
            number = self.speaking_seat(player)
        if number == EXECUTOR and self.executor.player == player:
            return EXECUTOR
        seats = self.own_seats(player)
        if number not in seats:
            raise Refused("not-your-seat")
        return number

    # --- folding ------------------------------------------------------------------------------

    def fold(self, logged: log.Logged) -> Step:
        """Take in the next entry of the log."""
        if logged.version != self.version + 1:
            raise HornsUpError(f"entry {logged.version} cannot follow version {self.version}")
        step = Step(logged)
        if isinstance(logged.entry, log.Moved):
            self.play(logged.entry, step)
        else:
            FOLDS[type(logged.entry)](self, logged.entry, step)
        self.version = logged.version
        self.at = max(self.at, logged.at)
        if step.game or step.table:
            self._note_decider()
            if not step.light:
                self.floor = self.version
        if logged.player and logged.command:
            self._remember(logged.player, logged.command)
        self.recent.append(step)
        self.tentative = None
        return step

    def _note_decider(self) -> None:
        """Every worker folds the same log, so all agree on the version at which a turn began."""
        seat = self.to_move
        decider = None if seat is None or self.seats[seat].bot else self.seats[seat].player
        if (decider, self.turn) != (self.decider, self.decided_turn):
            self.decider, self.decided_turn = decider, self.turn
            self.decides_since = self.version

    def _remember(self, player: str, command: str) -> None:
        self.answers[player, command] = self.version
        if len(self.answers) > REMEMBERED:
            del self.answers[next(iter(self.answers))]

    def try_move(self, entry: log.Moved) -> None:
        """Play a move on a copy, so that folding it later costs nothing; raises IllegalMove."""
        assert self.state is not None
        state = self.state.clone()
        events = state.apply(entry.move)
        self.tentative = TriedMove(self.version + 1, entry, state, events)

    def play(self, entry: log.Moved, step: Step) -> None:
        """Fold one move: the position, the undo stack, the clock."""
        assert self.state is not None
        tried = self.tentative
        if tried is None or tried.entry is not entry or tried.version != self.version + 1:
            state = self.state.clone()
            tried = TriedMove(self.version + 1, entry, state, state.replay_move(entry.move))
        before, self.state = self.state, tried.state
        self.moves += 1
        self.move_versions.append(step.logged.version)
        step.events.extend(tried.events)
        step.game = True
        if entry.by == "player":
            self._note_own_move(entry.seat, step)
        self._set_barrier(entry, before, tried)
        self.run_clock(step)
        if self.state.over:
            self.end(OVER)
            step.table = True

    def _note_own_move(self, seat: int, step: Step) -> None:
        if seat in self.handovers:
            del self.handovers[seat]  # the new player's first move: too late to object
            step.table = True
        if self.settings.leavers == "wait":
            self.seats[seat].timeouts = 0  # whoever lets time run out now and then is still there

    def _set_barrier(self, entry: log.Moved, before: GameState, tried: TriedMove) -> None:
        """Remember the position before a move that may be taken back."""
        strict = self.settings.undo == "strict"
        reason: str | None = None if entry.by == "player" else entry.by
        reason = reason or self.game.barrier(before, tried.state, tried.events, strict)
        if reason is not None:
            self.no_undo(reason)
            return
        self.undo.append(before)  # all of one seat: a move that passes on is a barrier
        self.undo_seat = entry.seat

    def no_undo(self, reason: str) -> None:
        self.undo.clear()
        self.undo_seat = None
        self.barrier = reason

    def run_clock(self, step: Step, fresh: bool = True) -> None:
        """Hand the clock to whoever must decide now; a bot's time does not run."""
        assert self.state is not None
        self.moved_at = step.logged.at
        seat = self.state.to_move
        if seat is not None and self.turn != (seat, self.state.turns):
            self.turn = (seat, self.state.turns)
            self.turn_since = step.logged.at
        if seat is not None and self.seats[seat].bot is not None:
            seat = None
        self.clocks.decide(seat, self.state.turns, step.logged.at, fresh)


def rebuild(table: Table, logged: Iterable[log.Logged]) -> Table:
    """Fold a whole log into a fresh table."""
    for entry in logged:
        table.fold(entry)
    return table

"""The state of a game of Horns Up: the data, its copy, and the contract's methods.

Lists of small numbers and shared tuples throughout, so that a copy is a few list copies. The rules
live in the modules beside this one, as functions of a state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hornsup.core import events as core_events
from hornsup.core.contract import Game, GameState
from hornsup.core.moves import Move
from hornsup.core.outcome import Outcome
from hornsup.core.refusal import Refusal
from hornsup.errors import IllegalMove
from hornsup.games.horns_up import events, knowledge, legal, refusals, sampling, turns, view
from hornsup.games.horns_up.actions import carry_out
from hornsup.games.horns_up.rules import Rules

if TYPE_CHECKING:
    from hornsup.games.horns_up.options import Options


class HornsUp(GameState):
    """One position. Fields are for the engine's own modules; others ask `view`."""

    __slots__ = (
        "acted",
        "actions",
        "agenda",
        "board",
        "codes",
        "deck",
        "discard",
        "drawn",
        "face_up",
        "first",
        "hands",
        "immune",
        "known",
        "limits",
        "log",
        "mover",
        "opener",
        "pawns",
        "pool",
        "reached",
        "resolving",
        "rules",
        "seed",
        "skips",
        "spots",
        "stage",
        "stage_deck",
        "stage_drawn",
        "stage_used",
        "table",
        "tokens",
        "turn",
        "turn_number",
        "winner",
        "words_used",
    )

    rules: Rules
    # The table.
    board: list[int]
    table: list[int]  # the cells that hold a Path or a Wall, sorted
    face_up: list[int]  # the cells that hold a face-up Path
    pawns: list[int]  # a cell may hold any number of them (H58); 0: not on the table yet
    # The cards: hands are sorted tuples of kinds; decks are drawn from the front.
    hands: list[tuple[int, ...]]
    deck: tuple[int, ...]
    drawn: int
    discard: list[int]
    resolving: int  # the Ticket whose effect is under way
    stage: int
    stage_deck: tuple[int, ...]
    stage_drawn: int
    stage_used: tuple[int, ...]
    opener: int  # who opened the Wall of Death that waits to close
    # The Rockers.
    tokens: list[int]
    immune: list[bool]
    skips: list[int]
    # The turn.
    first: int
    turn: int
    turn_number: int
    actions: int
    acted: bool  # an action of this turn waits for its end, the flip
    mover: int
    agenda: list[tuple[int, ...]]  # what is still to happen, the next one last
    winner: int
    # The dice of fate: a stream is its seed and how far it has been read.
    seed: bytes
    words_used: int
    # What Rockers have learnt of hands that are not theirs; see knowledge.py.
    known: list[tuple[int, ...]] | None
    limits: tuple[knowledge.Limits, ...] | None
    pool: knowledge.Pool | None
    # Caches: dropped whenever what they were made from changes.
    codes: list[int] | None
    reached: list[int] | None
    spots: list[int] | None
    log: list[Any] | None  # where events go; nowhere in a search

    def clone(self) -> HornsUp:
        copy = HornsUp()
        copy.rules = self.rules
        copy.players = self.players
        copy.origin = self.origin
        copy.history = self.history
        copy.opening = self.opening
        copy.board = self.board.copy()
        copy.table = self.table.copy()
        copy.face_up = self.face_up.copy()
        copy.pawns = self.pawns.copy()
        copy.hands = self.hands.copy()
        copy.deck = self.deck
        copy.drawn = self.drawn
        copy.discard = self.discard.copy()
        copy.resolving = self.resolving
        copy.stage = self.stage
        copy.stage_deck = self.stage_deck
        copy.stage_drawn = self.stage_drawn
        copy.stage_used = self.stage_used
        copy.opener = self.opener
        copy.tokens = self.tokens.copy()
        copy.immune = self.immune.copy()
        copy.skips = self.skips.copy()
        copy.first = self.first
        copy.turn = self.turn
        copy.turn_number = self.turn_number
        copy.actions = self.actions
        copy.acted = self.acted
        copy.mover = self.mover
        copy.agenda = self.agenda.copy()
        copy.winner = self.winner
        copy.seed = self.seed
        copy.words_used = self.words_used
        copy.known = None if self.known is None else self.known.copy()
        copy.limits = self.limits
        copy.pool = self.pool
        copy.codes = self.codes
        copy.reached = self.reached
        copy.spots = self.spots
        copy.log = None
        return copy

    @property
    def game(self) -> Game:
        from hornsup.games.horns_up import GAME

        return GAME

    @property
    def options(self) -> Options:
        return self.rules.options

    @property
    def to_move(self) -> int | None:
        return None if self.winner >= 0 else self.mover

    @property
    def over(self) -> bool:
        return self.winner >= 0

    @property
    def outcome(self) -> Outcome | None:
        return Outcome("reached-the-stage", (self.winner,)) if self.winner >= 0 else None

    @property
    def turns(self) -> int:
        return self.turn_number

    def legal_codes(self) -> list[int]:
        """The codes of the legal moves; not to be changed by the caller."""
        codes = self.codes
        if codes is None:
            codes = self.codes = legal.legal_codes(self)
        return codes

    def legal_moves(self) -> list[Move]:
        return self.rules.book.moves(self.legal_codes())

    def parse(self, text: str) -> Move:
        return self.rules.book.parse(text)

    def move_of(self, code: int) -> Move:
        return self.rules.book.move(code)

    def _own(self, move: Move | str) -> Move:
        """The move as this game's book has it."""
        if isinstance(move, Move):
            return move if self.rules.book.owns(move) else self.parse(move.text)
        return self.parse(move)

    def apply(self, move: Move | str) -> list[Any]:
        own = self._own(move)
        code = own.code
        if code not in self.legal_codes():
            raise refusals.explain(self, own).error()
        happened: list[Any] = []
        self.log = happened
        try:
            self._carry_out(code)
        finally:
            self.log = None
        return happened

    def replay_move(self, text: str) -> list[Any]:
        return self.apply(self.rules.book.parse_logged(text))

    def advance(self, move: Move) -> None:
        self._carry_out(move.code)

    def _carry_out(self, code: int) -> None:
        self.history = (self.history, code)
        self.codes = None
        carry_out(self, code)

    def why_not(self, move: Move | str) -> Refusal | None:
        try:
            own = self._own(move)
        except IllegalMove as error:
            return error.refusal if isinstance(error.refusal, Refusal) else None
        if own.code in self.legal_codes():
            return None
        return refusals.explain(self, own)

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self, seat)

    def redact(self, happened: list[Any], seat: int | None) -> list[Any]:
        return [core_events.redact(event, seat, events.SECRETS) for event in happened]

    def determinize(self, seat: int | None, rng: Any) -> HornsUp:
        return sampling.determinize(self, seat, rng)

    def settled(self) -> HornsUp:
        """The table on which the next action is judged: the last action ended (Q6)."""
        if not self.acted or not turns.unattended(self):
            return self
        copy = self.clone()
        turns.flip(copy)
        return copy

    def _repr_svg_(self) -> str:
        from hornsup.art.horns_up import table_svg

        return table_svg(self.view(None))


def blank(rules: Rules, players: int) -> HornsUp:
    """A table with nothing on it yet; `setup` deals a game, `position` lays one out."""
    state = HornsUp()
    state.rules = rules
    state.players = players
    state.origin = None
    state.history = None
    state.opening = []
    state.board = list(rules.bare)
    state.table = []
    state.face_up = []
    state.pawns = [0] * players
    state.hands = [()] * players
    state.deck = ()
    state.drawn = 0
    state.discard = []
    state.resolving = -1
    state.stage = -1
    state.stage_deck = ()
    state.stage_drawn = 0
    state.stage_used = ()
    state.opener = -1
    state.tokens = [0] * players
    state.immune = [False] * players
    state.skips = [0] * players
    state.first = 0
    state.turn = 0
    state.turn_number = 0
    state.actions = 0
    state.acted = False
    state.mover = 0
    state.agenda = []
    state.winner = -1
    state.seed = b""
    state.words_used = 0
    state.known = None
    state.limits = None
    state.pool = None
    state.codes = None
    state.reached = None
    state.spots = None
    state.log = None
    return state

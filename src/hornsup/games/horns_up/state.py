"""The state of a game of Horns Up: the data, its copy, and the contract's methods.

Lists of small numbers and shared tuples throughout, so that a copy is a few list copies. The rules
live in the modules beside this one, as functions of a state.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hornsup.core import events as core_events
from hornsup.core.contract import Game, GameState
from hornsup.core.displays import Events
from hornsup.core.moves import Move
from hornsup.core.outcome import Outcome
from hornsup.core.refusal import Refusal
from hornsup.errors import IllegalMove
from hornsup.games.horns_up import events, knowledge, legal, refusals, sampling, turns, view
from hornsup.games.horns_up.actions import carry_out
from hornsup.games.horns_up.rules import Rules

if TYPE_CHECKING:
    from hornsup.games.horns_up.options import Options


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class HornsUp(GameState):
    """One position. Fields are for the engine's own modules; others ask `view`.

    A field is listed here and in `clone`, and nowhere else.
    """

    rules: Rules
    # The table.
    board: list[int]
    table: list[int] = field(default_factory=list)  # the cells with a Path or a Wall, sorted
    face_up: list[int] = field(default_factory=list)  # the cells with a face-up Path
    pawns: list[int]  # a cell may hold any number of them (H58); 0: not on the table yet
    # The cards: hands are sorted tuples of kinds; decks are drawn from the front.
    hands: list[tuple[int, ...]]
    deck: tuple[int, ...] = ()
    drawn: int = 0
    discard: list[int] = field(default_factory=list)
    resolving: int = -1  # the Ticket whose effect is under way
    stage: int = -1
    stage_deck: tuple[int, ...] = ()
    stage_drawn: int = 0
    stage_used: tuple[int, ...] = ()
    opener: int = -1  # who opened the Wall of Death that waits to close
    # The Rockers.
    tokens: list[int]
    immune: list[bool]
    skips: list[int]
    # The turn.
    first: int = 0
    turn: int = 0
    turn_number: int = 0
    actions: int = 0
    acted: bool = False  # an action of this turn waits for its end, the flip
    mover: int = 0
    agenda: list[tuple[int, ...]] = field(default_factory=list)  # still to happen, the next last
    winner: int = -1
    # The random stream: its seed and the words read.
    seed: bytes = b""
    words_used: int = 0
    # What Rockers have learnt of hands that are not theirs; see knowledge.py.
    known: list[tuple[int, ...]] | None = None
    limits: tuple[knowledge.Limits, ...] | None = None
    pool: knowledge.Pool | None = None
    # Caches: dropped whenever what they were made from changes.
    codes: list[int] | None = None
    reached: list[int] | None = None
    spots: list[int] | None = None
    log: list[Any] | None = None  # where events go; None in a search

    def clone(self) -> HornsUp:
        copy = HornsUp.__new__(HornsUp)
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
        return self.rules.codec.moves(self.legal_codes())

    # Whatever is no move is refused like an illegal one; a compiled `str` would raise TypeError.
    def parse(self, text: object) -> Move:
        return self.rules.codec.parse(text)

    def move_of(self, code: int) -> Move:
        return self.rules.codec.move(code)

    def _own(self, move: object) -> Move:
        """The move with the code that it has in this game."""
        if isinstance(move, Move):
            return move if self.rules.codec.owns(move) else self.parse(move.text)
        return self.parse(move)

    def apply(self, move: object) -> list[Any]:
        own = self._own(move)
        code = own.code
        if code not in self.legal_codes():
            raise refusals.explain(self, own).error()
        happened: list[Any] = Events("horns-up")
        self.log = happened
        try:
            self._carry_out(code)
        finally:
            self.log = None
        return happened

    def replay_move(self, text: str) -> list[Any]:
        return self.apply(self.rules.codec.parse_logged(text))

    def advance(self, move: Move) -> None:
        self._carry_out(move.code)

    def _carry_out(self, code: int) -> None:
        self.history = (self.history, code)
        self.codes = None
        carry_out(self, code)

    def why_not(self, move: object) -> Refusal | None:
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
        known = (core_events.redact(event, seat, events.SECRETS) for event in happened)
        return Events("horns-up", known)

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
    return HornsUp(
        rules=rules,
        players=players,
        board=list(rules.bare),
        pawns=[0] * players,
        hands=[()] * players,
        tokens=[0] * players,
        immune=[False] * players,
        skips=[0] * players,
    )

"""The state of a game of Raise Your Horns!: the data, its copy, and the contract's methods.

Numbers and shared tuples nearly throughout, so that a copy is cheap. The rules live in `rounds.py`,
as functions of a state; how dice can fall and what may then be kept is worked out in `rolls.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from hornsup.core.contract import Game, GameState
from hornsup.core.displays import Events
from hornsup.core.moves import Move
from hornsup.core.outcome import Outcome
from hornsup.core.randomness import Stream
from hornsup.core.refusal import Refusal
from hornsup.games.raise_your_horns import forfeit_pile, moves, refusals, rounds, view
from hornsup.games.raise_your_horns.events import ForfeitDone
from hornsup.games.raise_your_horns.faces import Face
from hornsup.games.raise_your_horns.moves import ARGUMENT, OP_MASK
from hornsup.games.raise_your_horns.rolls import Hand, Roll
from hornsup.games.raise_your_horns.rounds import PLAY
from hornsup.games.raise_your_horns.rules import CLOCKWISE, OVER, STARTING, Rules

if TYPE_CHECKING:
    from hornsup.games.raise_your_horns.options import Options


@dataclass(slots=True, kw_only=True, eq=False, repr=False)
class RaiseYourHorns(GameState):
    """One position. Fields are for the engine's own modules; others ask `view`.

    A field is listed here and in `clone`; what differs between tables at the start, in `fresh`.
    """

    rules: Rules
    # Whose decision it is, and between what.
    phase: int = STARTING
    seat: int = 0
    choices: moves.Choices
    # The starting roll: who is in it, and what they have thrown since the last tie.
    contenders: tuple[int, ...]
    throws: tuple[Face, ...] = ()
    # The round: `kept` belongs to the first seats of `order`, one die each.
    round_number: int = 0
    starter: int = 0
    direction: int = CLOCKWISE
    order: tuple[int, ...] = ()
    kept: tuple[Face, ...] = ()
    hand: Hand
    roll: Roll | None = None
    lowest: int = 0  # the lowest value kept, and who has it
    lowest_seats: tuple[int, ...] = ()
    horns_kept: bool = False
    # The game.
    losses: list[int]
    losers: tuple[int, ...] = ()  # of the last round that ended
    reason: str = ""
    # Forfeits: those still in the pile, and the chain of those not yet confirmed.
    pile: list[int] = field(default_factory=list)
    pending: forfeit_pile.Pending = None
    served: tuple[int, ...]
    # The random stream: its seed and the words read.
    seed: bytes = b""
    words_before: int = 0  # up to where the stream was read when it was opened
    pile_words_used: int = 0
    script: tuple[tuple[Face, ...], ...] = ()  # dice to come, in a scenario
    # Caches: opened again whenever they are missing.
    stream: Stream | None = None
    pile_stream: Stream | None = None

    @staticmethod
    def fresh(rules: Rules, players: int) -> RaiseYourHorns:
        """Everyone is about to roll the white die for the start (R2)."""
        return RaiseYourHorns(
            rules=rules,
            players=players,
            choices=rules.to_start,
            contenders=tuple(range(players)),
            hand=rules.white,
            losses=[0] * players,
            served=(0,) * players,
        )

    def clone(self) -> RaiseYourHorns:
        copy = RaiseYourHorns.__new__(RaiseYourHorns)
        copy.rules = self.rules
        copy.players = self.players
        copy.origin = self.origin
        copy.history = self.history
        copy.opening = self.opening
        copy.phase = self.phase
        copy.seat = self.seat
        copy.choices = self.choices
        copy.contenders = self.contenders
        copy.throws = self.throws
        copy.round_number = self.round_number
        copy.starter = self.starter
        copy.direction = self.direction
        copy.order = self.order
        copy.kept = self.kept
        copy.hand = self.hand
        copy.roll = self.roll
        copy.lowest = self.lowest
        copy.lowest_seats = self.lowest_seats
        copy.horns_kept = self.horns_kept
        copy.losses = self.losses.copy()
        copy.losers = self.losers
        copy.reason = self.reason
        copy.pile = self.pile.copy()
        copy.pending = self.pending
        copy.served = self.served
        copy.seed = self.seed
        copy.words_before = self.words_used
        copy.pile_words_used = self.pile_words_used
        copy.script = self.script
        copy.stream = None
        copy.pile_stream = None
        return copy

    @property
    def game(self) -> Game:
        from hornsup.games.raise_your_horns import GAME

        return GAME

    @property
    def options(self) -> Options:
        return self.rules.options

    @property
    def to_move(self) -> int | None:
        return None if self.phase == OVER else self.seat

    @property
    def over(self) -> bool:
        return self.phase == OVER

    @property
    def outcome(self) -> Outcome | None:
        if self.phase != OVER:
            return None
        return Outcome(self.reason, rounds.winners(self), tuple(self.losses))

    @property
    def turns(self) -> int:
        return self.round_number

    @property
    def words_used(self) -> int:
        """How far the stream has been read; an open stream counts for itself."""
        return self.words_before if self.stream is None else self.stream.used

    @property
    def pending_forfeits(self) -> list[tuple[int, str]]:
        """Seat and forfeit of all that wait for the Executor, the oldest first."""
        waiting = forfeit_pile.waiting(self)
        return [(seat, self.rules.forfeits[number].id) for seat, number in waiting]

    def confirm_forfeit(self, seat: int) -> ForfeitDone:
        """The Executor has seen this seat's oldest forfeit; play does not wait for it (R-o)."""
        return forfeit_pile.confirm(self, seat)

    def legal_moves(self) -> list[Move]:
        return [*self.choices.values()]

    # Whatever is no move is refused like an illegal one; a compiled `str` would raise TypeError.
    def parse(self, text: object) -> Move:
        return moves.parse(text)

    def move_of(self, code: int) -> Move:
        return moves.MOVE_OF_CODE[code]

    def apply(self, move: object) -> list[Any]:
        if not isinstance(move, Move) or self.choices.get(move.code) is not move:
            move = moves.parse(move.text if isinstance(move, Move) else move)
            if move.code not in self.choices:
                raise refusals.explain(self, move).error()
        happened: list[Any] = Events("raise-your-horns")
        code = move.code
        PLAY[code & OP_MASK](self, code >> ARGUMENT, happened)
        self.history = (self.history, code)
        return happened

    def advance(self, move: Move) -> None:
        code = move.code
        PLAY[code & OP_MASK](self, code >> ARGUMENT, None)
        self.history = (self.history, code)

    def why_not(self, move: object) -> Refusal | None:
        own = moves.read(move.text if isinstance(move, Move) else move)
        if isinstance(own, Refusal):
            return own
        return None if own.code in self.choices else refusals.explain(self, own)

    def view(self, seat: int | None) -> dict[str, Any]:
        return view.view(self, seat)

    def redact(self, happened: list[Any], seat: int | None) -> list[Any]:
        """Everything is public: dice have no secrets."""
        del seat
        return happened

    def determinize(self, seat: int | None, rng: Any) -> RaiseYourHorns:
        """The table as it lies with other dice to come, the same for every seat."""
        del seat
        copy = self.clone()
        copy.origin = None
        copy.seed = rng.randbytes(32)
        copy.words_before = copy.pile_words_used = 0
        copy.script = ()
        return copy

    def _repr_svg_(self) -> str:
        from hornsup.art.raise_your_horns import table_svg

        return table_svg(self.view(None))

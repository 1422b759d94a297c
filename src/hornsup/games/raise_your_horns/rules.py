"""What the engine needs of options and number of players, computed once and shared."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any, Final

from hornsup.games.raise_your_horns.events import ForfeitDealt, Kept, OffRolled
from hornsup.games.raise_your_horns.faces import KINDS
from hornsup.games.raise_your_horns.forfeits import Forfeit
from hornsup.games.raise_your_horns.moves import (
    FOUL_MOVE,
    NAME_MOVES,
    ROLL_MOVE,
    STOP_MOVE,
    Choices,
    choices,
)
from hornsup.games.raise_your_horns.options import (
    LOSSES,
    ROUNDS,
    TIME,
    UNTIL_STOPPED,
    Options,
    write_options,
)
from hornsup.games.raise_your_horns.rolls import Hand, hands_of

# The moments of a game.
STARTING: Final = 0
ROLLING: Final = 1
KEEPING: Final = 2
NAMING: Final = 3
OVER: Final = 4
PHASES: Final = ("start", "roll", "keep", "name", "over")

CLOCKWISE: Final = 1
NEVER: Final = sys.maxsize


class Rules:
    """Immutable and shared by all states of one kind of game."""

    def __init__(self, options: Options, players: int) -> None:
        self.options = options
        self.players = players
        self.dice = options.the_dice()
        full = "WBF" if players == 3 else "WBBF"
        self.hands: dict[str, Hand] = hands_of(full, self.dice, players, options.fouls)
        self.full: Hand = self.hands[full]
        self.white: Hand = self.hands["W"]
        # By direction and starter: the seats the dice reach (R14: the rest are skipped).
        self.orders: dict[int, tuple[tuple[int, ...], ...]] = {
            direction: tuple(
                tuple((starter + direction * step) % players for step in range(len(full)))
                for starter in range(players)
            )
            for direction in (CLOCKWISE, -CLOCKWISE)
        }
        self.forfeits: tuple[Forfeit, ...] = options.the_forfeits()
        # What every view shows, and no move changes.
        self.written_options: dict[str, Any] = write_options(options)
        self.marks = tuple((die, self.dice.marks(die)) for die in KINDS)
        # Frequent events, made once: by face or forfeit, then by seat.
        self.kept_events: dict[int, tuple[Kept, ...]] = {
            face.code: tuple(Kept(seat, face.text) for seat in range(players))
            for die in set(full)
            for face in self.dice.faces(die)
        }
        self.off_events: tuple[OffRolled, ...] = tuple(
            OffRolled(seat, options.names()) for seat in range(players)
        )
        self.forfeit_events: tuple[tuple[ForfeitDealt, ...], ...] = tuple(
            tuple(ForfeitDealt(seat, card.id, card.text) for seat in range(players))
            for card in self.forfeits
        )
        self.loss_goal: int = options.end_value if options.end_goal == LOSSES else NEVER
        self.round_goal: int = options.end_value if options.end_goal == ROUNDS else NEVER
        self._spell_out_choices(options)

    def _spell_out_choices(self, options: Options) -> None:
        """What may be chosen in the moments where that never changes."""
        foul = (FOUL_MOVE,) if options.fouls else ()
        stop = (STOP_MOVE,) if options.end_goal == UNTIL_STOPPED else ()
        stop_between = (STOP_MOVE,) if options.end_goal in (UNTIL_STOPPED, TIME) else ()
        self.to_start: Choices = choices(ROLL_MOVE)
        self.to_open: Choices = choices(ROLL_MOVE, *stop_between, *foul)
        self.to_roll: Choices = choices(ROLL_MOVE, *stop, *foul)
        self.nothing: Choices = {}
        self._anyone: Choices = choices(*NAME_MOVES[: self.players])
        self._only_in_round: bool = options.name_only_in_round

    def to_name(self, order: tuple[int, ...]) -> Choices:
        """R-g: anyone in the game, or by switch only those whom the dice reach this round."""
        if self._only_in_round:
            return choices(*(NAME_MOVES[seat] for seat in sorted(order)))
        return self._anyone


@lru_cache(maxsize=64)
def rules_for(options: Options, players: int) -> Rules:
    return Rules(options, players)

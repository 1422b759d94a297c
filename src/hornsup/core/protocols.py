"""Protocols of the functions that a game provides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from hornsup.core.notation import Names

if TYPE_CHECKING:
    from hornsup.core.contract import GameState
    from hornsup.core.moves import Move
    from hornsup.core.refusal import Refusal


class Narrate(Protocol):
    """One event, as its reader may know it, as a sentence; without names seats are letters."""

    def __call__(self, event: Any, language: str, names: Names = None) -> str: ...


class InWords(Protocol):
    """Events as sentences without notation: cells and dice in words, letters for seats."""

    def __call__(self, events: Sequence[Any], language: str) -> str: ...


class Barrier(Protocol):
    """Why a move cannot be taken back, or None if it can: a word of `core.undo.REASONS`."""

    def __call__(
        self, before: GameState, after: GameState, events: list[Any], strict: bool = False
    ) -> str | None: ...


class DefaultMove(Protocol):
    """What is played for the seat to move when its time is up; repeated, it ends the turn."""

    def __call__(self, state: GameState) -> Move: ...


class WhyUnusable(Protocol):
    """Why a seat cannot use a card, a cell, or the card at the cell; empty if it can."""

    def __call__(
        self, state: GameState, seat: int, card: str | None = None, cell: str | None = None
    ) -> list[Refusal]: ...


class RoundOdds(Protocol):
    """The exact odds of one situation of a round."""

    def to_json(self) -> dict[str, Any]: ...

    def lines(self, language: str, exact: bool) -> list[str]:
        """The odds in words, as fractions if `exact`, else in percent."""
        ...


class SolveRound(Protocol):
    """The odds for so many players, the value of the option `dice`, what was kept and rolled.

    `kept` has the faces in the order of the seats; `roll` is None before the next roll.
    """

    def __call__(
        self, players: int, dice: object, kept: list[str], roll: str | None
    ) -> RoundOdds: ...

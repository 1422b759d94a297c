"""A record that was played again, ready to be shown: views, sentences, names, the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from hornsup.core import record as records
from hornsup.core import registry
from hornsup.core.contract import Game, GameState
from hornsup.errors import BadInput
from hornsup.play.replaying import Viewpoint, names_in


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after a move, as everybody sees it; `mover` made the move."""

    number: int
    move: str | None
    mover: int | None
    turn: int
    view: Mapping[str, Any]
    sentences: tuple[str, ...]
    weight: float


class Played:
    """A game as everybody at the table may see it. All hands are open only once it is over."""

    def __init__(self, record: dict[str, Any], language: str) -> None:
        self.record = records.check_form(record)
        self.language = language
        self.names: Sequence[str] = names_in(self.record)
        self.game: Game = registry.get(self.record["game"])
        registry.check_players(self.game, self.record["players"])

    @cached_property
    def moments(self) -> list[Moment]:
        """Every step from the deal on, told without what a spectator could not know."""
        found: list[Moment] = []
        mover: int | None = None
        moves = [None, *self.record["moves"]]
        for number, (state, events) in enumerate(records.steps(unsealed(self.record))):
            shown = state.redact(events, None)
            found.append(
                Moment(
                    number,
                    moves[number],
                    mover,
                    state.turns,
                    state.view(None),
                    tuple(self._sentence(event) for event in shown),
                    self.game.showing(shown),
                )
            )
            mover = state.to_move
        return found

    def _sentence(self, event: Any) -> str:
        narrate = self.game.narrate
        return narrate(event, self.language, self.names) if narrate else str(event.kind)

    @cached_property
    def end(self) -> GameState:
        """The state after the last move."""
        return records.replay(unsealed(self.record))

    @property
    def over(self) -> bool:
        return self.end.over

    @property
    def viewpoints(self) -> tuple[Viewpoint, ...]:
        """Whose view may be shown: of a running game the table's alone."""
        return ("open", "table", *range(self.record["players"])) if self.over else ("table",)

    @property
    def winners(self) -> tuple[int, ...]:
        outcome = self.end.outcome
        return tuple(outcome.winners) if outcome else ()

    def moment(self, number: int) -> Moment:
        """A step by its number; 0 is the deal."""
        last = len(self.moments) - 1
        if not 0 <= number <= last:
            raise BadInput(f"this game has steps 0 to {last}, not {number}")
        return self.moments[number]

    def turn(self, number: int) -> list[Moment]:
        """The steps of a turn or round, after the one from which it began."""
        found = [each for each in self.moments if each.turn == number]
        if not found:
            raise BadInput(f"this game has turns 0 to {self.moments[-1].turn}, not {number}")
        before = found[0].number - 1
        return [*self.moments[max(before, 0) : before + 1], *found]


def unsealed(record: dict[str, Any]) -> dict[str, Any]:
    """The record without what a replay does not need."""
    return {key: record[key] for key in record if key not in ("deal", "seats", "digest")}

"""A record played again, with the states on both sides of every move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from hornsup.core import record as records
from hornsup.core.contract import GameState
from hornsup.errors import BadInput


class Played(NamedTuple):
    """One move: its number from 1, the state before and after it, and what happened."""

    number: int
    text: str
    before: Any
    after: Any
    events: list[Any]


def opening(data: Mapping[str, Any]) -> GameState:
    """The state before the first move."""
    state, _ = next(records.steps(data))
    return state


def replayed(data: Mapping[str, Any]) -> Iterator[Played]:
    """The moves of a record, one by one."""
    before: GameState | None = None
    texts = ["", *data["moves"]]
    for number, (state, happened) in enumerate(records.steps(data)):
        after = state.clone()
        if before is not None:
            yield Played(number, texts[number], before, after, happened)
        before = after


def finished(record: object) -> dict[str, Any]:
    """A checked record of a finished game; a running one is refused."""
    data = records.check_form(record)
    if not records.replay(data).over:
        raise BadInput("this game is still running; only a finished game is reviewed")
    return data


def check_legal(state: GameState, move: str) -> None:
    """Raise IllegalMove, with the rule, for a move that could not be played."""
    refusal = state.why_not(move)
    if refusal is not None:
        raise refusal.error()


def decision_at(data: Mapping[str, Any], number: int) -> Played:
    """The move of that number, counted from 1."""
    for move in replayed(data):
        if move.number == number:
            return move
    count = len(data["moves"])
    raise BadInput(f"this game has moves 1 to {count}, not {number!r}")

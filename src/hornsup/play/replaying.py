"""A finished game step by step, as one viewer saw it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hornsup.core import record as records
from hornsup.core import registry
from hornsup.core.contract import GameState
from hornsup.play.viewing import narrated, patch


def shown_steps(
    record: dict[str, Any],
    seat: int | None,
    open_hands: bool,
    language: str,
    names: Sequence[str] | None = None,
) -> dict[str, Any]:
    """The first view whole, then per move what changed, its events and their sentences.

    With `open_hands` every step also carries all hands; a finished game has no secrets.
    """
    game = registry.get(record["game"])
    steps: list[dict[str, Any]] = []
    last: dict[str, Any] = {}
    mover: int | None = None
    for number, (state, events) in enumerate(records.steps(_without_seal(record))):
        view = _view(state, seat, open_hands)
        shown = events if open_hands else state.redact(events, seat)
        steps.append(
            {
                "move": record["moves"][number - 1] if number else None,
                "seat": mover,
                "turn": state.turns,
                "patch": patch(last, view),
                "events": narrated(game, shown, language, names),
            }
        )
        last, mover = view, state.to_move
    return {"game": record["game"], "players": record["players"], "steps": steps}


def _view(state: GameState, seat: int | None, open_hands: bool) -> dict[str, Any]:
    view = state.view(seat)
    if open_hands:
        view["hands"] = [state.view(other).get("hand") for other in range(state.players)]
    return view


def _without_seal(record: dict[str, Any]) -> dict[str, Any]:
    """The record without the parts that a replay does not need."""
    return {key: record[key] for key in record if key not in ("deal", "seats", "digest")}

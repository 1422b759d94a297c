"""A finished game step by step, as one viewer saw it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, Literal

from hornsup.core import record as records
from hornsup.core import registry
from hornsup.core.contract import Game, GameState
from hornsup.core.notation import seat_letter
from hornsup.errors import BadInput
from hornsup.play import wire, words
from hornsup.play.viewing import narrated, patch

Viewpoint = Literal["open", "table"] | int
"""All hands open, none, or those of a seat."""


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


def every_viewpoint(
    record: dict[str, Any],
    viewpoints: Sequence[Viewpoint],
    language: str,
    names: Sequence[str] | None = None,
) -> dict[str, Any]:
    """The same for several viewpoints at once: every step has a patch and events for each.

    What is equal stands close together, so that the whole compresses to little more than one.
    """
    narration = _Narration(registry.get(record["game"]), language, names)
    steps: list[dict[str, Any]] = []
    last: list[dict[str, Any]] = [{} for _ in viewpoints]
    mover: int | None = None
    for number, (state, events) in enumerate(records.steps(_without_seal(record))):
        views = [_view(state, _seat(each), each == "open") for each in viewpoints]
        steps.append(
            {
                "move": record["moves"][number - 1] if number else None,
                "seat": mover,
                "turn": state.turns,
                "patches": [patch(*each) for each in zip(last, views, strict=True)],
                "events": [
                    narration.of(events if each == "open" else state.redact(events, _seat(each)))
                    for each in viewpoints
                ],
            }
        )
        last, mover = views, state.to_move
    return {
        "game": record["game"],
        "players": record["players"],
        "viewpoints": list(viewpoints),
        "steps": steps,
    }


def names_in(record: dict[str, Any]) -> list[str]:
    """The names in a record, which may come from anywhere; seats without one are letters."""
    named = {seat["seat"]: words.clean(seat["name"]) for seat in record.get("seats", [])}
    return [named.get(seat) or seat_letter(seat) for seat in range(record["players"])]


class _Narration:
    """Sentences of events, each made once."""

    def __init__(self, game: Game, language: str, names: Sequence[str] | None) -> None:
        self._game, self._language, self._names = game, language, names
        self._known: dict[Any, wire.Happened] = {}

    def of(self, events: Sequence[Any]) -> list[wire.Happened]:
        return [self._one(event) for event in events]

    def _one(self, event: Any) -> wire.Happened:
        if event not in self._known:
            told = narrated(self._game, (event,), self._language, self._names)
            self._known[event] = told[0]
        return self._known[event]


def _seat(viewpoint: Viewpoint) -> int | None:
    return viewpoint if isinstance(viewpoint, int) else None


def instead(
    record: dict[str, Any],
    number: int,
    other: str,
    seat: int | None,
    open_hands: bool,
    language: str,
    names: Sequence[str] | None = None,
) -> dict[str, Any]:
    """What another move than move `number` would have led to; raises IllegalMove."""
    state = before_move(record, number)
    events = state.apply(other)
    shown = events if open_hands else state.redact(events, seat)
    told = narrated(registry.get(record["game"]), shown, language, names)
    return {"view": _view(state, seat, open_hands), "events": told}


def before_move(record: dict[str, Any], number: int) -> GameState:
    """The state in which move `number`, counted from 1, was played."""
    if not 0 < number <= len(record["moves"]):
        raise BadInput(f"this game has moves 1 to {len(record['moves'])}, not {number}")
    state, _ = next(islice(records.steps(_without_seal(record)), number - 1, None))
    return state.clone()


def _view(state: GameState, seat: int | None, open_hands: bool) -> dict[str, Any]:
    view = state.view(seat)
    if open_hands:
        view["hands"] = [state.view(other).get("hand") for other in range(state.players)]
    return view


def _without_seal(record: dict[str, Any]) -> dict[str, Any]:
    """The record without the parts that a replay does not need."""
    return {key: record[key] for key in record if key not in ("deal", "seats", "digest")}

"""What seats of `python_horns_up` see, as texts: views for observations, events for recall."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hornsup.core.notation import seat_letter

if TYPE_CHECKING:
    from hornsup.envs.spiel.horns_up import HornsUpState

BEFORE = "before the deal"


def own_view(state: HornsUpState, player: int) -> str:
    """The view of a seat as one line of JSON."""
    return _view(state, player)


def public_view(state: HornsUpState, player: int) -> str:
    """The view of a spectator as one line of JSON."""
    del player
    return _view(state, None)


def own_hand(state: HornsUpState, player: int) -> str:
    """The cards that a seat holds."""
    engine = state.progress.engine
    return BEFORE if engine is None else " ".join(engine.view(player)["hand"])


def nothing(state: HornsUpState, player: int) -> str:
    del state, player
    return ""


def seen_so_far(state: HornsUpState, player: int) -> str:
    """Everything that a seat has seen, a line for each event, and the moves it has made."""
    return _events(state, player)


def public_so_far(state: HornsUpState, player: int) -> str:
    """Everything that a spectator has seen, a line for each event."""
    del player
    return _events(state, None)


def _view(state: HornsUpState, seat: int | None) -> str:
    engine = state.progress.engine
    if engine is None:
        return BEFORE
    return json.dumps(engine.view(seat), separators=(",", ":"), ensure_ascii=False)


def _events(state: HornsUpState, seat: int | None) -> str:
    engine = state.progress.engine
    lines = [] if seat is None else [f"seat {seat_letter(seat)}"]
    if engine is None:
        return "\n".join([*lines, BEFORE])
    lines += map(_line, engine.redact(engine.opening, seat))
    for mover, move, events in state.progress.steps():
        if mover == seat:
            lines.append(f"> {move}")
        lines += map(_line, engine.redact(events, seat))
    return "\n".join(lines)


def _line(event: Any) -> str:
    """An event as its kind and its values; what the seat may not know is a question mark."""
    return " ".join([event.kind, *map(_word, event[:-1])])


def _word(value: Any) -> str:
    if value is None:
        return "?"
    return ",".join(map(_word, value)) if isinstance(value, tuple) else str(value)

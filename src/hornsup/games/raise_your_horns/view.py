"""The game as plain data. Everything lies open on the table, so every seat sees the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hornsup.core.options import copied
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns import forfeit_pile
from hornsup.games.raise_your_horns.rules import OVER, PHASES, STARTING

if TYPE_CHECKING:
    from hornsup.games.raise_your_horns.state import RaiseYourHorns


def view(state: RaiseYourHorns, seat: int | None) -> dict[str, Any]:
    """The whole game; `seat` only says who is looking, None is a spectator."""
    if seat is not None and not 0 <= seat < state.players:
        raise BadInput(f"seat {seat} is not at this table of {state.players}")
    rules = state.rules
    kept = dict(zip(state.order, state.kept, strict=False))
    horns = [owner for owner, face in kept.items() if face.horns]
    return {
        "game": "raise-your-horns",
        "players": state.players,
        "options": copied(rules.written_options),
        "seat": seat,
        "phase": PHASES[state.phase],
        "round": state.round_number,
        "starter": state.starter if state.round_number else None,
        "direction": state.direction,
        "order": list(state.order),
        "turn": state.seat,
        "to_move": state.to_move,
        "hand": [] if state.phase == OVER else list(state.hand.dice),
        "roll": None if state.roll is None else list(state.roll.texts),
        "kept": [kept[s].text if s in kept else None for s in range(state.players)],
        "horns": horns[0] if horns else None,
        "losses": list(state.losses),
        "losers": list(state.losers),
        "start": _start(state),
        "pending_forfeits": [_forfeit(state, owed) for owed in forfeit_pile.waiting(state)],
        "forfeits_left": [rules.forfeits[number].id for number in sorted(state.pile)],
        "forfeits_served": list(state.served),
        "dice": {die: list(marks) for die, marks in rules.marks},
        "names": rules.options.names(),
        "outcome": state.outcome.to_json() if state.outcome else None,
    }


def _start(state: RaiseYourHorns) -> dict[str, Any] | None:
    """The starting roll while it lasts: who is in it, and their throws since the last tie."""
    if state.phase != STARTING:
        return None
    throws = dict(zip(state.contenders, state.throws, strict=False))
    return {
        "contenders": list(state.contenders),
        "throws": [throws[s].text if s in throws else None for s in range(state.players)],
    }


def _forfeit(state: RaiseYourHorns, owed: tuple[int, int]) -> dict[str, Any]:
    seat, number = owed
    forfeit = state.rules.forfeits[number]
    return {"seat": seat, "forfeit": forfeit.id, "text": forfeit.text, "tags": list(forfeit.tags)}

"""Another move at a decision, from what its seat knew, played on by bots; and a position to try."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from hornsup.core.notation import seat_letter
from hornsup.errors import BadInput
from hornsup.games.horns_up.position import observe
from hornsup.games.horns_up.state import HornsUp
from hornsup.reviews.horns_up.decisions import ROUNDS, Comparison, difference
from hornsup.reviews.horns_up.steps import code_of
from hornsup.reviews.replaying import Played

LISTS: Final = ("paths", "walls", "skips", "immune", "discard")


Compared = tuple[float, float, float, float]


def compare(move: Played, other: str, guesses: int, rng: Random) -> Compared:
    """The chance after the move played and after another one, the difference, and its error."""
    state: HornsUp = move.before
    code, played = state.parse(other).code, code_of(move)
    compared = Comparison(state, state.mover, rng, ROUNDS * state.players)
    compared.run(list(dict.fromkeys((played, code))), guesses)
    ones, others = compared.results[code], compared.results[played]
    gap, error = difference(ones, others)
    return compared.mean(played), compared.mean(code), gap, error


def position_of(state: HornsUp) -> dict[str, Any]:
    """A state in the middle of a turn as the `[position]` of a scenario, which sets it up again."""
    if state.agenda or not state.turn_number or state.over:
        raise BadInput("play on from a move of a turn, not from an Entrance or in mid-effect")
    seats = [seat_letter(seat) for seat in range(state.players)]
    found: dict[str, Any] = {
        key: observe(state, key, None) for key in ("turn", "actions", "stage", "deck_size")
    }
    for key in ("pawns", "tokens"):
        found[key] = observe(state, key, dict.fromkeys(seats))
    found["hands"] = observe(state, "hands", {seat: [] for seat in seats})
    for key in LISTS:
        found[key] = observe(state, key, [])
    every = [""] * sum(state.rules.counts)
    found["draw"] = observe(state, "draw", every)
    found["stage_draw"] = observe(state, "stage_draw", every)
    if not found["stage"]:
        del found["stage"]
    return found


def practice(move: Played, rng: Random) -> Mapping[str, Any]:
    """The position before a move, hidden cards redrawn from what the seat to move knew."""
    state: HornsUp = move.before
    return position_of(state.determinize(state.to_move, rng))

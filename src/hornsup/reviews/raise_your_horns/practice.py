"""A position of the dice game to try again: before the roll whose die is to be kept."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from hornsup.core.notation import seat_letter
from hornsup.errors import BadInput
from hornsup.games.raise_your_horns.state import RaiseYourHorns
from hornsup.reviews.replaying import Played


def practice(move: Played, rng: Random) -> Mapping[str, Any]:
    """The position before a move. The roll on the table falls again as it did, later ones anew."""
    state: RaiseYourHorns = move.before
    if not state.round_number or state.over:
        raise BadInput("play on from a round, not from the starting roll")
    kept = zip(state.order, state.kept, strict=False)
    found: dict[str, Any] = {
        "round": state.round_number,
        "turn": seat_letter(state.seat),
        "direction": state.direction,
        "kept": {seat_letter(seat): face.text for seat, face in kept},
        "losses": {seat_letter(seat): count for seat, count in enumerate(state.losses)},
        "seed": f"{rng.getrandbits(128):032x}",
    }
    if state.roll is not None:
        found["rolls"] = [" ".join(face.text for face in state.roll.faces)]
    return found

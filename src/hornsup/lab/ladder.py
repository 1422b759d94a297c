"""The ladder: which bots of a game are rated against each other, on how many deals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from hornsup.errors import BadInput


@dataclass(frozen=True, slots=True)
class Ladder:
    """The settings of a ladder. Budgets are rounds, never seconds, so that its games repeat."""

    bots: tuple[str, ...]
    deals: int  # each is played by every bot from every seat
    players: int = 4
    seed: int = 2026


LADDERS: Final = {
    "horns-up": Ladder(("random", "easy", "racer", "normal", "hard", "expert"), deals=24),
    "raise-your-horns": Ladder(("random", "easy", "normal", "hard", "expert"), deals=500),
}


def ladder_of(game: str) -> Ladder:
    if game not in LADDERS:
        raise BadInput(f"{game} has no ladder; those with one are {', '.join(LADDERS)}")
    return LADDERS[game]

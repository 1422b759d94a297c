"""A fresh game: everyone is about to roll the white die for the start (R2)."""

from __future__ import annotations

from hornsup.core.contract import Origin
from hornsup.core.randomness import Seed, seed_bytes
from hornsup.games.raise_your_horns.options import Options
from hornsup.games.raise_your_horns.rules import rules_for
from hornsup.games.raise_your_horns.state import RaiseYourHorns


def start(players: int, seed: Seed, options: Options) -> RaiseYourHorns:
    state = RaiseYourHorns.fresh(rules_for(options, players), players)
    state.origin = Origin(seed)
    state.seed = seed_bytes(seed)
    return state

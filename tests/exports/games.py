"""Records for the tests of exports: short games with names that would be markup elsewhere."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import hornsup
from hornsup.bots import Info
from hornsup.core.record import seal

SCRIPT = "<script>alert(1)</script>"
NAMES = ("Ozzy", SCRIPT, 'Lemmy "the" K & sons', "Доро", "a|b*c_", "F", "G", "Hé", "I\u2028")


@cache
def played(game: str, players: int, seed: int) -> Any:
    """The last state of a game of bots."""
    state = hornsup.new(game, players=players, seed=seed)
    bots = hornsup.line_up(game, "greedy" if game.startswith("raise") else "racer", players)
    rng = Random(seed)
    while not state.over:
        assert state.to_move is not None
        state.apply(bots[state.to_move].choose(Info.of(state, rng)))
    return state


def finished(game: str = "horns-up", players: int = 4, seed: int = 7) -> dict[str, Any]:
    """A sealed record with names."""
    seats = [{"seat": seat, "name": NAMES[seat], "bot": None} for seat in range(players)]
    return seal(played(game, players, seed).record(), players=seats)


def running(moves: int = 14) -> dict[str, Any]:
    """A game that somebody broke off."""
    state = hornsup.new("horns-up", players=4, seed=7)
    for _ in range(moves):
        state.apply(state.legal_moves()[0])
    return state.record()

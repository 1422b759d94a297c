"""`greedy-1` and `search-1` play what `greedy` and `search` played in 0.1.0, move for move."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

from hornsup.bots import Info
from hornsup.bots.lineup import line_up
from hornsup.core import registry

# Name, players, seed, turns, moves played, and their digest as version 0.1.0 gave it.
PLAYED_BY_0_1_0 = [
    ("greedy-1@0.5", 5, "frozen/1", 40, 133, "295fa3a0a57ea032"),
    ("greedy-1", 4, "frozen/2", 1000, 93, "adac8fc630e30fbf"),
    ("search-1:3", 3, "frozen/3", 6, 25, "6f774b3feade6028"),
    ("search-1:8@0.4", 4, "frozen/4", 4, 18, "cad56fabe5e2f6b6"),
]


@pytest.mark.parametrize(("name", "players", "seed", "turns", "count", "digest"), PLAYED_BY_0_1_0)
def test_plays_as_in_0_1_0(
    name: str, players: int, seed: str, turns: int, count: int, digest: str
) -> None:
    state = registry.start("horns-up", players, seed)
    bots = line_up("horns-up", name, players)
    generators = [Random(f"{seed}/{seat}") for seat in range(players)]
    moves = []
    while not state.over and state.turns <= turns:
        seat = state.to_move
        assert seat is not None
        moves.append(str(bots[seat].choose(Info.of(state, generators[seat]))))
        state.apply(moves[-1])
    assert len(moves) == count
    assert sha256("\n".join(moves).encode()).hexdigest()[:16] == digest

"""Finished games for the tests of reviews, each the same whenever it is asked for."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

import hornsup
from hornsup.bots.base import Bot, Info

MOST_MOVES = 1200


@lru_cache(maxsize=64)
def played(
    game: str, players: int, seed: int, bots: str, options: tuple[tuple[str, Any], ...] = ()
) -> dict[str, Any]:
    """The record of a finished game between bots; another seed is taken if it never ends."""
    for attempt in range(20):
        line_up = hornsup.line_up(game, bots, players)
        record = play(game, players, f"{seed}/{attempt}", line_up, dict(options))
        if record["outcome"] is not None:
            return record
    raise AssertionError("no game of these came to its end")


def play(
    game: str, players: int, seed: str, bots: list[Bot], options: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The record of a game, cut after very many moves."""
    state = hornsup.new(game, players=players, seed=seed, options=options or None)
    rng = Random(f"reviews/{seed}")
    moves = 0
    while not state.over and moves < MOST_MOVES:
        assert state.to_move is not None
        state.apply(bots[state.to_move].choose(Info.of(state, rng)))
        moves += 1
    return state.record()

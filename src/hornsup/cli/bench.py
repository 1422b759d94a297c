"""`hornsup bench`: how fast the rules engine is on this machine."""

from __future__ import annotations

import json
import time
from random import Random
from typing import Any

import click

import hornsup.games  # noqa: F401 -- registers the games
from hornsup.core import registry
from hornsup.core.contract import GameState
from hornsup.errors import BadInput

COPIES = 2000


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--players", default=4, show_default=True, help="How many seats.")
@click.option("--seconds", default=2.0, show_default=True, help="How long each game is measured.")
@click.option("--seed", default=0, show_default=True, help="Same seed, same games.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def bench(games: tuple[str, ...], players: int, seconds: float, seed: int, as_json: bool) -> None:
    """Measure the rules engine: random moves in every GAME, or in all games.

    Every move is chosen among all legal moves. `make bench` measures the same beside other
    programs, and `make bench-server` the table server.
    """
    if seconds <= 0:
        raise BadInput(f"seconds is a number above 0, not {seconds:g}")
    found = {game: _measure(game, players, seconds, seed) for game in games or registry.names()}
    if as_json:
        click.echo(json.dumps(found))
        return
    for game, figures in found.items():
        speed, copy = figures["moves_per_second"], figures["copy_microseconds"]
        click.echo(f"{game:18} {speed:10,.0f} moves/s {copy:8.1f} µs a copy")


def _measure(game: str, players: int, seconds: float, seed: int) -> dict[str, Any]:
    """Random games one after another until the time is over."""
    rng = Random(seed)
    state = registry.start(game, players, seed)
    moves = finished = 0
    started = time.perf_counter()
    while (passed := time.perf_counter() - started) < seconds:
        if state.over:
            finished += 1
            state = registry.start(game, players, seed + finished)
        state.apply(rng.choice(state.legal_moves()))
        moves += 1
    return {
        "players": players,
        "moves": moves,
        "games": finished,
        "seconds": round(passed, 3),
        "moves_per_second": round(moves / passed, 1),
        "copy_microseconds": round(_copy_microseconds(state), 2),
    }


def _copy_microseconds(state: GameState) -> float:
    started = time.perf_counter()
    for _ in range(COPIES):
        state.clone()
    return (time.perf_counter() - started) / COPIES * 1e6

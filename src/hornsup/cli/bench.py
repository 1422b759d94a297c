"""`hornsup bench`: how fast the rules engine is on this machine."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import click

from hornsup.cli.common import print_json, seed_of
from hornsup.cli.help import Example, command, game_names
from hornsup.cli.options import completed, json_option, players_option, seed_option
from hornsup.core import registry
from hornsup.core.contract import GameState
from hornsup.errors import BadInput

COPIES = 2000


@command(
    Example("hornsup bench --seconds 0.5", "all games, half a second each"),
    Example("hornsup bench {game} --players 9 --seconds 0.5 --json", "one game, as data"),
)
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=completed(game_names))
@players_option()
@click.option(
    "--seconds", metavar="N", default=2.0, show_default=True, help="How long each game is measured."
)
@seed_option("0", "Same seed, same games.")
@json_option
def bench(games: tuple[str, ...], players: int, seconds: float, seed: str, as_json: bool) -> None:
    """Measure the rules engine: random moves in every GAME, or in all games.

    Every move is chosen among all legal moves. `make bench` measures the same beside other
    programs, and `make bench-server` the table server.
    """
    if seconds <= 0:
        raise BadInput(f"seconds is a number above 0, not {seconds:g}")
    found = {
        game: _measure(game, players, seconds, seed_of(seed)) for game in games or registry.names()
    }
    if as_json:
        print_json(found)
        return
    for game, figures in found.items():
        speed, copy = figures["moves_per_second"], figures["copy_microseconds"]
        click.echo(f"{game:18} {speed:10,.0f} moves/s {copy:8.1f} µs a copy")


def _measure(game: str, players: int, seconds: float, seed: int | str) -> dict[str, Any]:
    """Random games one after another until the time is over."""
    rng = Random(seed)
    state = registry.start(game, players, seed)
    moves = finished = 0
    started = time.perf_counter()
    while (passed := time.perf_counter() - started) < seconds:
        if state.over:
            finished += 1
            state = registry.start(game, players, f"{seed}/{finished}")
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

"""The registered games, imported when they are first asked for."""

from __future__ import annotations

from importlib import import_module

from hornsup.core.contract import Game, GameState
from hornsup.core.options import unknown_name
from hornsup.core.randomness import Seed
from hornsup.errors import BadInput

_MODULES: dict[str, str] = {}


def register(name: str, module: str) -> None:
    """Register a game; `module` holds it under the name GAME."""
    _MODULES[name] = module


def names() -> list[str]:
    return list(_MODULES)


def get(name: str) -> Game:
    """The game of that name."""
    if not isinstance(name, str) or name not in _MODULES:
        raise unknown_name("game", str(name), names())
    game = import_module(_MODULES[name]).GAME
    assert isinstance(game, Game)
    return game


def games() -> list[Game]:
    """All games, in the order in which they were declared."""
    return [get(name) for name in names()]


def start(name: str, players: int, seed: Seed, options: object = None) -> GameState:
    """A fresh game with checked arguments."""
    game = get(name)
    check_players(game, players)
    return game.start(players, seed, game.read_options(options))


def check_players(game: Game, players: object) -> None:
    if isinstance(players, bool) or not isinstance(players, int) or players not in game.seats:
        few, many = game.seats[0], game.seats[-1]
        raise BadInput(
            f"{game.title} is for {few} to {many} players, not {players!r} ({game.players_rule})"
        )

"""Runs bots: each gets the view of its seat and nothing else of the game."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from hornsup.bots.from_view import info_from_view
from hornsup.bots.lineup import make_bot
from hornsup.core import registry
from hornsup.play.live.ports import BotFailed
from hornsup.play.runtime import Randomness


def choose_move(
    game: str, bot: str, view: Mapping[str, Any], legal: Sequence[str], seed: int
) -> str:
    """The text of the move that a bot of this name chooses for the view's seat."""
    info = info_from_view(game, view, legal, Random(seed))
    return str(make_bot(game, bot).choose(info))


def odds(game: str, view: Mapping[str, Any]) -> dict[str, Any]:
    """The exact odds in the position of a spectator's view."""
    found = registry.get(game).odds
    assert found is not None
    return found(view)


def new_seed(random: Randomness) -> int:
    return int.from_bytes(random.token_bytes(8, "bot"), "big")


class ThreadBots:
    """Bots in a thread of this process, for a local table.

    `names` says by seat which bot plays where it is another than the level at the table says.
    """

    def __init__(self, random: Randomness, names: Sequence[str] = ()) -> None:
        self._random = random
        self._names = names

    async def choose(self, game: str, bot: str, view: dict[str, Any], legal: list[str]) -> str:
        seed = new_seed(self._random)
        if self._names:
            bot = self._names[view["seat"]]
        try:
            return await asyncio.to_thread(choose_move, game, bot, view, legal, seed)
        except Exception as error:
            raise BotFailed(f"{type(error).__name__}: {error}") from error

    async def odds(self, game: str, view: dict[str, Any]) -> Any:
        try:
            return await asyncio.to_thread(odds, game, view)
        except Exception as error:
            raise BotFailed(f"{type(error).__name__}: {error}") from error

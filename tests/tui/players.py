"""Whoever plays at the terminal in these tests: an app at a seeded table, and keys."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from textual.pilot import Pilot

from hornsup.client.session import LocalSession, Session, default_names
from hornsup.play.settings import Settings
from hornsup.tui.app import HornsUpApp
from hornsup.tui.screens.table import TableScreen

PARTS = ("head", "board", "log", "seats", "about", "question", "hand", "menu", "keys")
SMALL, LARGE = (80, 24), (120, 40)


def local_session(game: str, seats: str = "A", language: str = "en", **more: Any) -> LocalSession:
    """A table in this process; bots are easy and do not wait."""
    players, seed, bots = more.pop("players", 3), more.pop("seed", 3), more.pop("bots", "easy")
    own = ["ABCDEFGHI".index(letter) for letter in seats]
    settings = Settings(game, players, **{"pace": 0, **more})
    return LocalSession(settings, default_names(own, ""), bots, seed=seed, language=language)


class Player:
    """A person with a keyboard."""

    def __init__(self, pilot: Pilot[None], screen: TableScreen) -> None:
        self.pilot = pilot
        self.screen = screen

    @property
    def table(self) -> Any:
        return self.screen.table

    async def until(self, true: Callable[[], object], seconds: float = 20.0) -> None:
        async with asyncio.timeout(seconds):
            while not true():
                await asyncio.sleep(0.002)
        await self.pilot.pause()

    async def until_asked(self) -> None:
        """Wait until there is something to choose, or the game is over."""
        await self.until(lambda: self.table and (self.table.my_turn or self.table.phase == "over"))

    async def until_changed(self, version: int) -> None:
        await self.until(lambda: self.table.version > version)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    def shown(self, *parts: str) -> str:
        """What the screen shows, or some parts of it."""
        names = parts or PARTS
        return "\n".join(line for name in names for line in self.screen.lines(name).plain)


@asynccontextmanager
async def at_table(
    session: Session, size: tuple[int, int] = SMALL, language: str = "en"
) -> AsyncIterator[Player]:
    """A person at the table of a session."""
    screen = TableScreen(session, language)
    async with HornsUpApp(screen).run_test(size=size) as pilot:
        player = Player(pilot, screen)
        await player.until(lambda: screen.table is not None)
        yield player


def a_choice(player: Player, rng: Random) -> list[str]:
    """A number, or an arrow and Enter; some steps back are taken too."""
    options = player.screen.choices.options
    if player.screen.choices.deep and rng.random() < 0.05:
        return ["escape"]
    if rng.random() < 0.2:
        return [rng.choice(["up", "down", "left", "right", "tab"]), "enter"]
    number = rng.randrange(len(options)) + 1
    digits = list(str(number))
    return digits if number * 10 > len(options) else [*digits, "enter"]

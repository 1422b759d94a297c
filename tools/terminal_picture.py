"""Draw docs/img/terminal.svg: a game in the terminal, as Textual exports its screen.

The game is seeded; whoever sits at the terminal goes towards the Stage as well as they can.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

from hornsup.client.session import LocalSession, default_names
from hornsup.play.settings import Settings
from hornsup.tui.app import HornsUpApp
from hornsup.tui.screens.table import TableScreen

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "img" / "terminal.svg"
SIZE = (100, 30)
SEED, TURNS = 11, 5
FONTS = re.compile(r"@font-face \{.*?\}", re.DOTALL)
"""Textual names fonts on another host; a picture loads nothing, and any monospace font will do."""


def best(legal: list[str]) -> str:
    """A step or a Path as near to the Stage as there is; else the last choice, which ends."""
    for verb in ("enter", "walk", "path"):
        found = [move for move in legal if move.startswith(verb)]
        if found:
            nearest = min(found, key=row)
            if verb != "walk" or row(nearest) < row(found[-1]):
                return nearest
    return "end" if "end" in legal else legal[-1]


def row(move: str) -> int:
    return int(move.rpartition(",")[2])


async def mid_game(screen: TableScreen) -> None:
    """Play until a later turn of one's own."""
    turns, mine = 0, False
    while turns <= TURNS:
        table: Any = screen.table
        if table is None or not table.my_turn:
            mine = False
            await asyncio.sleep(0.005)
            continue
        if not mine:
            turns, mine = turns + 1, True
            if turns > TURNS:
                return
        version = table.version
        await table.move(best(list(table.legal)))
        while table.version == version:
            await asyncio.sleep(0.005)


async def draw() -> str:
    settings = Settings("horns-up", 4, pace=0)
    session = LocalSession(settings, default_names([0], "Ann"), "normal", seed=SEED, language="en")
    screen = TableScreen(session, "en")
    app = HornsUpApp(screen)
    async with app.run_test(size=SIZE) as pilot:
        async with asyncio.timeout(120):
            await mid_game(screen)
        await pilot.pause(0.5)
        return FONTS.sub("", app.export_screenshot(title="hornsup play horns-up"))


if __name__ == "__main__":
    PICTURE.write_text(asyncio.run(draw()), encoding="utf-8")
    print(f"wrote {PICTURE.relative_to(ROOT)}")

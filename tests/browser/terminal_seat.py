"""`hornsup play --join` in a process of its own, by keys; tells in JSON lines what it shows.

Playwright's sync driver and Textual's event loop cannot share a process. The command is the real
one; in place of a terminal it has Textual's pilot, which presses keys and reads the screen.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from hornsup.client.session import Session
from tests.conftest import ROOT
from tests.tui.players import Player, a_choice, at_table

PATIENCE = 120.0
"""Seconds that whoever sits at the browser may take."""


def tell(**told: Any) -> None:
    print(json.dumps(told), flush=True)


async def play(session: Session, language: str, turns: int) -> None:
    """Choose by number and arrow until the game is over, or for so many turns of one's own."""
    rng = Random(1)
    async with at_table(session, language=language) as player:
        tell(seated=player.shown())
        while True:
            turns -= not player.table.my_turn
            await until_asked(player)
            if player.table.phase == "over" or turns < 0:
                break
            await player.press(*a_choice(player, rng))
        tell(shown=player.shown(), over=player.table.phase == "over", view=player.table.view)


async def until_asked(player: Player) -> None:
    await player.until(
        lambda: player.table and (player.table.my_turn or player.table.phase == "over"), PATIENCE
    )


def main(address: str, name: str, turns: int) -> int:
    """The command, with a pilot where the terminal would be."""
    from hornsup.cli import play as command
    from hornsup.cli import run
    from hornsup.tui import app

    def by_pilot(session: Session, language: str) -> None:
        asyncio.run(play(session, language, turns))

    command.full_screen = lambda: True  # type: ignore[attr-defined] # there is no terminal
    app.play_full_screen = by_pilot
    return run(["play", "--join", address, "--name", name, "--lang", "en"])


class Terminal:
    """The process as the test sees it."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def told(self) -> dict[str, Any]:
        """The next line; what it complained about if there is none."""
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        told: dict[str, Any] = json.loads(line)
        return told


@contextmanager
def terminal_at(address: str, name: str, turns: int = 1000) -> Iterator[Terminal]:
    """Somebody at a terminal who joins this table."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.browser.terminal_seat", address, name, str(turns)],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield Terminal(process)
        finally:
            if process.poll() is None:
                process.terminate()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))

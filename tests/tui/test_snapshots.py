"""Pictures of the screens; with `--snapshot-update` pytest makes them anew."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from hornsup.tui.app import HornsUpApp
from hornsup.tui.screens.replay import ReplayScreen
from hornsup.tui.screens.table import TableScreen
from tests.conftest import ROOT
from tests.tui.players import LARGE, SMALL, Player, local_session
from tests.tui.test_replay import recorded

Steps = Callable[[Any], Awaitable[None]]
SIZES = pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])


def keys(screen: TableScreen, *pressed: str) -> Steps:
    """Wait for each turn, then press the next key."""

    async def steps(pilot: Any) -> None:
        player = Player(pilot, screen)
        for key in pressed:
            await player.until_asked()
            await player.press(key)
        await player.until_asked()
        await pilot.pause(0.2)

    return steps


@SIZES
def test_a_turn_of_paths(snap_compare: Any, size: tuple[int, int]) -> None:
    screen = TableScreen(local_session("horns-up", players=5, seed=3), "en")
    app = HornsUpApp(screen)
    assert snap_compare(app, terminal_size=size, run_before=keys(screen, "2", "1", "right"))


@SIZES
def test_a_turn_of_dice(snap_compare: Any, size: tuple[int, int]) -> None:
    screen = TableScreen(local_session("raise-your-horns", players=4, seed=3), "en")
    app = HornsUpApp(screen)
    assert snap_compare(app, terminal_size=size, run_before=keys(screen, "1", "1"))


def test_a_table_of_nine_in_a_small_window(snap_compare: Any) -> None:
    screen = TableScreen(local_session("horns-up", players=9, seed=4, language="fr"), "fr")
    app = HornsUpApp(screen)
    assert snap_compare(app, terminal_size=SMALL, run_before=keys(screen, "1"))


def test_the_keys(snap_compare: Any) -> None:
    screen = TableScreen(local_session("horns-up", seed=3, language="it"), "it")
    app = HornsUpApp(screen)
    assert snap_compare(app, terminal_size=SMALL, run_before=keys(screen, "question_mark"))


def test_a_replay(snap_compare: Any) -> None:
    record = asyncio.run(recorded("horns-up"))
    app = HornsUpApp(ReplayScreen(record, None, "en"))
    assert snap_compare(app, terminal_size=LARGE, press=["end", "left"])


def test_the_picture_of_the_documentation_is_small_and_loads_nothing() -> None:
    text = (ROOT / "docs" / "img" / "terminal.svg").read_text(encoding="utf-8")
    assert len(text.encode()) < 150_000
    assert "STAGE" in text
    assert "url(http" not in text.replace(" ", "")

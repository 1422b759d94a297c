"""The replay viewer: records step by step."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from hornsup.core import record as records
from hornsup.tui.app import HornsUpApp
from hornsup.tui.screens.replay import ReplayScreen
from tests.tui.players import SMALL, local_session


async def recorded(game: str) -> dict[str, Any]:
    """The record of a game among bots."""
    session = local_session(game, "", bots="racer" if game == "horns-up" else "easy")
    table = await session.open()
    while table.phase != "over":
        await table.next_message()
    await session.close()
    return await session.record()


@asynccontextmanager
async def watching(
    record: dict[str, Any], seat: int | None = None, language: str = "en"
) -> AsyncIterator[tuple[Any, ReplayScreen]]:
    screen = ReplayScreen(record, seat, language)
    async with HornsUpApp(screen).run_test(size=SMALL) as pilot:
        await pilot.pause()
        yield pilot, screen


def text_of(screen: ReplayScreen, *names: str) -> str:
    return "\n".join(line for name in names for line in screen.lines(name).plain)


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
async def test_arrows_step_through_a_record_to_its_end(game: str) -> None:
    record = await recorded(game)
    views = [state.view(None) for state, _ in records.steps(record)]
    async with watching(record) as (pilot, screen):
        for step in (1, 2, 3):
            await pilot.press("right")
            assert screen.at == step
        for key, moved in (("to_move", 3), ("players", 3)):
            assert screen.recording.views[3][key] == views[moved][key]
        await pilot.press("left")
        assert screen.at == 2
        await pilot.press("end")
        assert screen.at == len(record["moves"])
        assert "win" in text_of(screen, "menu")
        await pilot.press("right")
        assert screen.at == len(record["moves"])
        await pilot.press("home")
        assert screen.at == 0


async def test_whole_turns_and_playing_on() -> None:
    async with watching(await recorded("horns-up")) as (pilot, screen):
        await pilot.press("down")
        first = screen.recording.turn(screen.at)
        await pilot.press("down")
        assert screen.recording.turn(screen.at) == first + 1
        assert screen.recording.turn(screen.at - 1) == first
        await pilot.press("up")
        assert screen.recording.turn(screen.at) == first
        before = screen.at
        await pilot.press("space")
        assert screen.playing
        screen._play_on()
        assert screen.at == before + 1
        await pilot.press("space")
        assert not screen.playing


async def test_hands_are_open_or_those_of_one_seat() -> None:
    async with watching(await recorded("horns-up")) as (pilot, screen):
        assert [line[0] for line in screen.lines("hand").plain] == ["A", "B", "C"]
        assert "All hands" in text_of(screen, "head")
        await pilot.press("v")
        assert "As Bot A saw it" in text_of(screen, "head")
        assert screen.recording.views[0].get("hands") is None
        assert "Bot B starts with" in str([e.text for e in screen.recording.steps[0]["events"]])

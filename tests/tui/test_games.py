"""Whole games at the terminal, by keys alone."""

from __future__ import annotations

from random import Random

import pytest

from hornsup.core import record
from hornsup.tui.widgets import Pictured
from tests.tui.players import LARGE, SMALL, Player, a_choice, at_table, local_session


async def play(player: Player, rng: Random, most: int = 3000) -> int:
    """Choose by number, arrow or key until the game is over; gives how many keys it took."""
    for pressed in range(most):
        await player.until_asked()
        if player.table.phase == "over":
            return pressed
        await player.press(*a_choice(player, rng))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_a_game_of_dice_by_keys_alone(size: tuple[int, int]) -> None:
    session = local_session("raise-your-horns", options={"end_value": 3})
    async with at_table(session, size) as player:
        await play(player, Random(1))
        assert "win" in player.shown("question")
        assert record.verify(await session.record()).honest


async def test_a_game_of_paths_by_keys_alone() -> None:
    session = local_session("horns-up", bots="racer", seed=5)
    async with at_table(session) as player:
        keys = await play(player, Random(5))
        assert keys > 5
        assert "win" in player.shown("question")
        assert record.verify(await session.record()).honest
        assert "Rematch" in player.shown("menu")


async def test_a_rematch_is_one_key_away() -> None:
    session = local_session("raise-your-horns", options={"end_value": 1})
    async with at_table(session) as player:
        await play(player, Random(2))
        first = player.table
        await player.press("1")
        await player.until(lambda: player.table is not first)
        await player.until_asked()
        assert player.table.phase == "playing"


async def test_the_game_can_be_watched() -> None:
    session = local_session("raise-your-horns", "", options={"end_value": 1})
    async with at_table(session) as player:
        await player.until(lambda: player.table.phase == "over")
        assert player.table.you.seats == []


async def test_the_mouse_chooses_positions_options_and_keys() -> None:
    async with at_table(local_session("horns-up")) as player:
        await player.until_asked()
        board = player.screen.query_one("#board", Pictured)
        spot = next(
            spot for spot in board.picture.spots if spot.word in player.screen.choices.lit()
        )
        await player.pilot.click("#board", offset=(spot.x + 1, spot.y))
        await player.until(lambda: player.table.view["rockers"][0]["pawn"] == spot.word)
        await player.until_asked()
        before = player.table.version
        await player.pilot.click("#menu", offset=(2, 0))
        await player.pilot.pause()
        assert player.screen.choices.deep or player.table.version > before
        await player.pilot.click("#keys", offset=(1, 0))
        await player.until(lambda: player.table.version > before)

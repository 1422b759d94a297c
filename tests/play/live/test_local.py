"""A local table: the same queue, viewers and bots with a log in memory and no port."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from hornsup.core import record as records
from hornsup.play import wire
from hornsup.play.live.local import LocalTable
from hornsup.play.refused import Refused
from hornsup.play.settings import Settings
from hornsup.play.table import OVER
from tests.seeds import SeededRandomness


async def play(settings: Settings, seats: list[str], seed: int) -> LocalTable:
    """Play a whole game; the person chooses at random."""
    table = LocalTable.open(settings, "Ann", seats, random=SeededRandomness(Random(seed)))
    rng, news = Random(seed), asyncio.Event()
    latest: dict[str, Any] = {}

    def take(message: dict[str, Any]) -> None:
        if message["type"] in ("welcome", "update"):
            latest.clear()
            latest.update(message)
            news.set()

    table.connect(take)
    number = 0
    while table.live.table.phase != OVER:
        if not latest.get("legal"):
            await asyncio.wait_for(news.wait(), 20)
            news.clear()
            continue
        number += 1
        move = wire.Move(f"m{number}", latest["version"], rng.choice(latest["legal"]))
        latest.clear()
        answer = await table.command(move)
        assert answer.ok, f"seed {seed}: {answer}"
    await table.live.settle()
    return table


@pytest.mark.parametrize("seed", [1, 2])
async def test_a_game_of_dice_against_bots_ends_in_an_honest_record(seed: int) -> None:
    settings = Settings("raise-your-horns", 3, pace=0, options={"end_value": 3})
    table = await play(settings, ["me", "easy", "normal"], seed)
    assert records.verify(table.live.table.record()).honest


async def test_the_same_seed_deals_the_same_game() -> None:
    settings = Settings("raise-your-horns", 3, pace=0, options={"end_value": 2})
    first, second = [await play(settings, ["me", "easy", "easy"], 7) for _ in range(2)]
    moves = [table.live.table.record()["moves"] for table in (first, second)]
    assert moves[0] == moves[1]


async def test_a_board_game_against_bots_is_dealt_and_moves() -> None:
    settings = Settings("horns-up", 4, pace=0)
    seats = ["easy", "easy", "easy", "me"]
    table = LocalTable.open(settings, "Ann", seats, random=SeededRandomness(Random(3)))
    messages: list[dict[str, Any]] = []
    viewer = table.connect(messages.append)
    async with asyncio.timeout(20):
        while not messages[-1].get("legal"):
            await asyncio.sleep(0.01)
    assert viewer.looking == 3
    assert table.live.table.to_move == 3
    assert messages[0]["type"] == "welcome"
    assert "hand" in messages[0]["view"]


async def test_a_rematch_opens_another_local_table() -> None:
    settings = Settings("raise-your-horns", 3, pace=0, options={"end_value": 1})
    table = await play(settings, ["me", "easy", "easy"], 11)
    assert table.rematch() is None
    answer = await table.command(wire.Rematch("again", table.live.table.version))
    assert answer.ok
    again = table.rematch()
    assert again is not None
    assert again.live.table.id == table.live.table.next
    sit = await again.command(wire.Sit("sit", again.live.table.version, "x", 0, "Ann"))
    assert sit.ok


async def test_a_seat_without_a_player_is_refused_before_anything_is_opened() -> None:
    with pytest.raises(Refused, match="seat"):
        LocalTable.open(Settings("raise-your-horns", 3), "Ann", ["me", "easy"])


async def test_a_bot_that_fails_plays_the_default_move(monkeypatch: pytest.MonkeyPatch) -> None:
    from hornsup.play.live import bot_runner

    def broken(*_: Any) -> str:
        raise RuntimeError("no idea")

    monkeypatch.setattr(bot_runner, "choose_move", broken)
    settings = Settings("raise-your-horns", 3, pace=0, options={"end_value": 1})
    table = await play(settings, ["me", "easy", "easy"], 5)
    assert table.live.table.phase == OVER

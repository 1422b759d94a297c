"""Finished games with a person in them, played over the wire and looked at on a page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random

from hornsup.client import TableClient
from hornsup.play.live.bot_runner import choose_move
from hornsup.server.auth.sessions import COOKIE
from tests.browser.visitor import Visitor

PAUSE = 0.06
"""Between two moves, so that nobody sends faster than a socket may."""
CARELESS = 0.2
USUAL = ("me", "easy", "easy")
ALONE = ("me", "me", "me")
SHORT = {"horns-up": {"entrance_distance": 5}, "raise-your-horns": {"end_value": 3}}


def played(visitor: Visitor, game: str, seed: int = 1, seats: Sequence[str] = USUAL) -> str:
    """A finished game of the visitor and two bots, or of the visitor alone; gives its table."""
    table = visitor.open_table(game, list(seats), options=SHORT[game])
    cookies = {each["name"]: each["value"] for each in visitor.context.cookies()}
    with ThreadPoolExecutor(1) as thread:  # the page's driver has the loop of this thread
        job = _play(visitor.base, table, cookies[COOKIE], Random(seed))
        thread.submit(asyncio.run, job).result(120)
    return table


def _choice(line: TableClient, rng: Random) -> str:
    """Mostly as a bot would, so that the game ends soon, and now and then anything."""
    assert line.table is not None
    assert line.view is not None
    legal = line.legal or []
    if rng.random() < CARELESS:
        return rng.choice(legal)
    game = line.table.settings.game
    return choose_move(game, "easy", line.view, legal, rng.getrandbits(32))


async def _play(base: str, table: str, token: str, rng: Random) -> None:
    line = await TableClient.open(base, table, token)
    try:
        while line.table is None or line.table.phase != "over":
            you = line.you
            mine = you is not None and line.to_move in you.seats
            if you is not None and mine and you.looking != line.to_move:
                await line.send_text(json.dumps({"type": "look", "seat": line.to_move}))
                await line.next_message()
            elif mine and line.legal:
                await line.move(_choice(line, rng))
                await asyncio.sleep(PAUSE)
            else:
                await line.next_message()
    finally:
        await line.close()

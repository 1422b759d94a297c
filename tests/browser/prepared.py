"""Tables in the middle of a game and at its end, played up to there over the wire."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from playwright.sync_api import BrowserContext

from hornsup.client import BotPlayer, Guest, TableClient
from hornsup.server.auth.sessions import COOKIE

CONCERT, DICE = "horns-up", "raise-your-horns"
FEW_CARDS = 4
"""A turn with fewer cards in hand has less to show."""


class Wanted(NamedTuple):
    """A table of a game, at a turn of the viewer's or when it is over."""

    game: str
    players: int
    state: Literal["turn", "over"] = "turn"

    def __str__(self) -> str:
        when = "" if self.state == "turn" else ", game over"
        return f"{self.game} with {self.players}{when}"


@dataclass
class Prepared:
    """Tables by what was wanted, and the guest who has the first seat at all of them."""

    base: str
    guest: Guest
    tables: dict[Wanted, str] = field(default_factory=dict)

    def enter(self, context: BrowserContext) -> None:
        """Make a browser known to the server as the guest."""
        token = self.guest.token
        context.add_cookies([{"name": COOKIE, "value": token, "url": self.base}])


def prepare(base: str, wanted: Iterable[Wanted]) -> Prepared:
    """All tables at once; in a thread, since Playwright keeps an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _prepare(base, list(wanted))).result()


async def _prepare(base: str, wanted: list[Wanted]) -> Prepared:
    prepared = Prepared(base, await Guest.sign_in(base, "Ann"))
    ids = await asyncio.gather(*(_play_up_to(prepared.guest, each) for each in wanted))
    prepared.tables.update(zip(wanted, ids, strict=True))
    return prepared


async def _play_up_to(guest: Guest, wanted: Wanted) -> str:
    settings = {"game": wanted.game, "players": wanted.players, "pace": 0}
    seats = ["me", *["easy"] * (wanted.players - 1)]
    table = str((await guest.open_table(settings, seats=seats, start=True))["id"])
    bot = BotPlayer("normal", 16)
    await bot.start(wanted.game)
    async with guest.table(table) as line:
        if wanted.state == "over":
            await _take_over(line)
        while _plays(line) and not (wanted.state == "turn" and _worth_seeing(line)):
            if line.legal and wanted.state == "turn":
                await line.move(await bot.choose(wanted.game, line.view or {}, line.legal))
            else:
                await line.next_message(60)
    return table


async def _take_over(line: TableClient) -> None:
    """Let a bot play; the others move meanwhile, so the command may come too late."""
    for _ in range(100):
        if (await line.command("take-over", seat=0, level="easy")).ok:
            return
        await asyncio.sleep(0.05)
    raise AssertionError("no bot takes over")


def _plays(line: TableClient) -> bool:
    return line.table is not None and line.table.phase == "playing"


def _worth_seeing(line: TableClient) -> bool:
    """A turn of our own with a full hand, or dice to keep."""
    view = line.view or {}
    if not line.legal or view["phase"] == "keep":
        return bool(line.legal)
    return view["phase"] == "turn" and view["actions"] == 2 and len(view["hand"]) >= FEW_CARDS

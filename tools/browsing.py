"""A server of our own, Chromium, and somebody who plays until a table looks as wanted."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final, Literal

from playwright.async_api import Browser, Error, Page, Playwright

from hornsup.client import BotPlayer, Guest, TableClient
from hornsup.server.auth.sessions import COOKIE

Size = Literal["phone", "laptop"]
SIZES: Final[dict[Size, tuple[int, int]]] = {"phone": (390, 844), "laptop": (1280, 800)}
FLAGS: Final = ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"]


async def launch(playwright: Playwright) -> Browser:
    """Playwright's own Chromium, or else the one of this machine."""
    try:
        return await playwright.chromium.launch(args=FLAGS)
    except Error:
        found = shutil.which("chromium") or shutil.which("chromium-browser")
        if found is None:
            raise
        return await playwright.chromium.launch(executable_path=found, args=FLAGS)


@asynccontextmanager
async def looking(
    browser: Browser,
    base: str,
    size: Size,
    language: str = "en",
    guest: Guest | None = None,
    **more: Any,
) -> AsyncIterator[Page]:
    """A page of a browser that speaks a language and is known to the server as a guest."""
    width, height = SIZES[size]
    wanted: dict[str, Any] = {
        "viewport": {"width": width, "height": height},
        "locale": language,
        "color_scheme": "dark",
        "reduced_motion": "reduce",
        "service_workers": "block",
        "has_touch": size == "phone",
        "is_mobile": size == "phone",
        "base_url": base,
    }
    context = await browser.new_context(**(wanted | more))
    if guest is not None:
        await context.add_cookies([{"name": COOKIE, "value": guest.token, "url": base}])
        await context.add_init_script(f"localStorage.setItem('name', {guest.name!r})")
    await context.add_init_script(f"localStorage.setItem('language', {language!r})")
    try:
        yield await context.new_page()
    finally:
        await context.close()


class Pilot:
    """Plays one seat with a bot of ours, and stops when the seat is asked what is wanted."""

    def __init__(self, guest: Guest, line: TableClient, bot: BotPlayer) -> None:
        self.guest = guest
        self.line = line
        self._bot = bot

    @property
    def path(self) -> str:
        assert self.line.table is not None
        return f"/t/{self.line.table.id}"

    @property
    def view(self) -> dict[str, Any]:
        return self.line.view or {}

    @property
    def playing(self) -> bool:
        return self.line.table is not None and self.line.table.phase == "playing"

    async def until(self, wanted: Callable[[Pilot], bool]) -> bool:
        """Whether it came to that before the game was over."""
        while self.playing and self.line.closed is None:
            if not self.line.legal:
                await self.line.next_message()
            elif wanted(self):
                return True
            else:
                await self.move()
        return False

    async def choice(self) -> str:
        """What the bot would do now."""
        assert self.line.legal
        return await self._bot.choose(str(self.view["game"]), self.view, self.line.legal)

    async def move(self) -> None:
        version = self.line.version
        await self.line.move(await self.choice())
        while self.line.version <= version and self.line.closed is None:
            await self.line.next_message()


@asynccontextmanager
async def piloted(
    base: str, name: str, settings: dict[str, Any], bots: str = "normal", **more: Any
) -> AsyncIterator[Pilot]:
    """A started table with a pilot on the first seat and bots on the others."""
    guest = await Guest.sign_in(base, name)
    seats = ["me", *[bots] * (settings["players"] - 1)]
    settings = {"pace": 0, **settings}
    opened = await guest.open_table(settings, seats=seats, start=True, **more)
    bot = BotPlayer("normal", 7)
    await bot.start(settings["game"])
    async with guest.table(opened["id"]) as line:
        yield Pilot(guest, line, bot)

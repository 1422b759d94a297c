"""Chromium, pages with hooks in them, and tables to look at."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from playwright.async_api import Browser, Error, Page, Playwright, ViewportSize

from hornsup.client import Guest, TableClient
from hornsup.server.auth.sessions import COOKIE

LAPTOP: Final = ViewportSize(width=1280, height=800)
FLAGS: Final = ["--no-sandbox", "--disable-gpu"]
HOOKS: Final = Path(__file__).parent / "hooks"
USUAL: Final = 700
"""The pace of bots at a table whose host changes nothing, in milliseconds."""


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


async def launch(playwright: Playwright) -> Browser:
    """Playwright's own Chromium, or else the one of this machine."""
    try:
        return await playwright.chromium.launch(args=FLAGS)
    except Error:
        found = shutil.which("chromium") or shutil.which("chromium-browser")
        return await playwright.chromium.launch(executable_path=found, args=FLAGS)


@asynccontextmanager
async def page_of(
    browser: Browser, base: str, guest: Guest | None = None, *hooks: str, **more: Any
) -> AsyncIterator[Page]:
    """A page with nothing in its cache, and with hooks by name."""
    context = await browser.new_context(viewport=LAPTOP, locale="en", base_url=base, **more)
    if guest is not None:
        await context.add_cookies([{"name": COOKIE, "value": guest.token, "url": base}])
    for hook in hooks:
        await context.add_init_script(path=HOOKS / f"{hook}.js")
    try:
        yield await context.new_page()
    finally:
        await context.close()


async def table_of_nine(guest: Guest, pace: int) -> str:
    """Nine players: eight bots, and a seat of ours that a bot will take over."""
    settings = {"game": "horns-up", "players": 9, "pace": pace}
    seats = ["me", *["easy"] * 8]  # whose thinking takes no processor from the browser
    opened = await guest.open_table(settings, seats=seats, start=True)
    return str(opened["id"])


def goes_on(line: TableClient) -> bool:
    return line.table is not None and line.table.phase == "playing"


def cards_on_table(line: TableClient) -> int:
    return len((line.view or {}).get("table", ()))


async def set_pace(line: TableClient, pace: int) -> None:
    """How long the bots of a table take for a move from now on."""
    assert line.table is not None
    settings = msgspec.to_builtins(line.table.settings)
    await line.command("change", settings={**settings, "pace": pace})

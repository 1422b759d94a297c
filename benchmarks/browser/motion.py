"""Frames with a processor four times as slow: while cards fly, and while the board is dragged."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Browser, CDPSession, Page

from benchmarks.browser.pages import (
    USUAL,
    cards_on_table,
    goes_on,
    page_of,
    percentile,
    set_pace,
    table_of_nine,
)
from benchmarks.browser.painting import LATE_CARDS
from hornsup.client import Guest, TableClient

THROTTLE: Final = 4
FRAME: Final = 1000 / 60
FLYING_FRAMES: Final = 1500
FLYING_SECONDS: Final = 150
"""How long to wait for so many frames in which something moves."""


async def flying_and_dragging(browser: Browser, base: str) -> dict[str, float]:
    """A late table of nine: first the bots play, then they wait and the board is dragged."""
    guest = await Guest.sign_in(base, "Watcher")
    table = await table_of_nine(guest, 0)
    async with guest.table(table) as line:
        await line.command("take-over", seat=0, level="easy")
        while goes_on(line) and cards_on_table(line) < LATE_CARDS:
            await line.next_message()
        await set_pace(line, USUAL)
        moving = page_of(browser, base, guest, "frames", reduced_motion="no-preference")
        async with moving as page:
            await page.goto(f"/t/{table}", wait_until="networkidle")
            session = await page.context.new_cdp_session(page)
            beats = await flying(page, session, line)
            await set_pace(line, 5000)
            return figures("fly", beats) | figures("pan", await dragging(page))


async def flying(page: Page, session: CDPSession, line: TableClient) -> list[float]:
    """Frames while something moves, until there are enough or the game is over."""
    await throttle(session)
    await page.evaluate("beats.moving.length = 0")
    for _ in range(FLYING_SECONDS):
        await page.wait_for_timeout(1000)
        if not goes_on(line) or await page.evaluate("beats.moving.length") >= FLYING_FRAMES:
            break
    beats: list[float] = await page.evaluate("beats.moving")
    return beats


async def throttle(session: CDPSession) -> None:
    await session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})


async def dragging(page: Page) -> list[float]:
    await page.evaluate("beats.all.length = 0")
    await drag_and_zoom(page)
    beats: list[float] = await page.evaluate("beats.all")
    return beats


async def drag_and_zoom(page: Page) -> None:
    box = await page.locator(".hu-concert").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for turn in range(3):
        await page.mouse.move(x, y)
        await page.mouse.down()
        await page.mouse.move(x + 260, y + 120, steps=40)
        await page.mouse.move(x - 60, y - 80, steps=40)
        await page.mouse.up()
        for _ in range(25):
            await page.mouse.wheel(0, -60 if turn % 2 == 0 else 60)


def figures(name: str, beats: list[float]) -> dict[str, float]:
    dropped = sum(max(0, round(each / FRAME) - 1) for each in beats)
    return {
        f"{name}_frames": float(len(beats)),
        f"{name}_p50": percentile(beats, 0.5),
        f"{name}_p95": percentile(beats, 0.95),
        f"{name}_dropped": 100 * dropped / max(1, dropped + len(beats)),
    }

"""From an update, or from its turn in the show, to its paint; and scripts that take too long."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable
from typing import Any, Final

from playwright.async_api import Browser, Page

from benchmarks.browser.pages import (
    USUAL,
    cards_on_table,
    goes_on,
    page_of,
    percentile,
    set_pace,
    table_of_nine,
)
from hornsup.client import Guest, TableClient

LATE_CARDS: Final = 12
"""From so many cards on the table of nine players a game counts as late."""
LATE_UPDATES: Final = 100
STILL_GAMES: Final = 3
BRISK: Final = 250
"""Milliseconds between two moves: brisk for people, and every update gets frames of its own."""
LONG_TASK: Final = 50.0
SHOW_SECONDS: Final = 240
"""How long the page may still show what has happened after the game is over."""

Paints = list[tuple[int, float]]


async def still_painting(browser: Browser, base: str) -> dict[str, float]:
    """Late updates of several games on a page without motion: from the arrival to the paint."""
    took: list[float] = []
    for _ in range(STILL_GAMES):
        took += await watch_late(browser, base)
    return {
        "still_updates": float(len(took)),
        "still_p50": percentile(took, 0.5),
        "still_p95": percentile(took, 0.95),
    }


async def watch_late(browser: Browser, base: str) -> list[float]:
    guest = await Guest.sign_in(base, "Watcher")
    table = await table_of_nine(guest, BRISK)
    still = page_of(browser, base, guest, "paints", reduced_motion="reduce")
    async with still as page, guest.table(table) as line:
        await page.goto(f"/t/{table}", wait_until="networkidle")
        await line.command("take-over", seat=0, level="easy")
        late = await play_on(line, LATE_UPDATES)
        await set_pace(line, 5000)  # enough has been seen
        paints: Paints = await page.evaluate("paints.arrival")
    return from_version(paints, late)


async def play_on(line: TableClient, updates: float = float("inf")) -> int:
    """Wait for the end, or for so many late updates; gives the version from which it was late."""
    late = 0
    while goes_on(line) and not 0 < late < line.version - updates:
        await line.next_message()
        if not late and cards_on_table(line) >= LATE_CARDS:
            late = line.version
    return late or line.version


def from_version(paints: Iterable[tuple[int, float]], first: int) -> list[float]:
    return [took for version, took in paints if version >= first]


async def whole_game(browser: Browser, base: str) -> dict[str, float]:
    """A game of nine at the usual pace, shown with motion to its end."""
    guest = await Guest.sign_in(base, "Watcher")
    table = await table_of_nine(guest, USUAL)
    moving = page_of(browser, base, guest, "paints", "tasks", reduced_motion="no-preference")
    async with moving as page, guest.table(table) as line:
        await page.goto(f"/t/{table}", wait_until="networkidle")
        await line.command("take-over", seat=0, level="easy")
        late = await play_on(line)
        await page.locator(".end-bar").wait_for(state="attached", timeout=SHOW_SECONDS * 1000)
        await asyncio.sleep(4)  # the end has its own show
        shown = await shows_in_turn(page)
        frames = await page.evaluate("slowFrames")
    took = from_version(shown, late)
    return {
        "show_updates": float(len(took)),
        "show_p50": percentile(took, 0.5),
        "show_p95": percentile(took, 0.95),
        "game_updates": float(len(shown)),
        **long_tasks(frames),
    }


async def shows_in_turn(page: Page) -> Paints:
    """Of a page that shows updates as they arrive, the arrivals."""
    paints: dict[str, Paints] = await page.evaluate("paints")
    with_events = {version for version, _ in paints["arrival"]}
    shown = [(version, took) for version, took in paints["step"] if version in with_events]
    return shown or paints["arrival"]


def long_tasks(frames: list[dict[str, Any]]) -> dict[str, float]:
    scripts = [script for frame in frames for script in frame["scripts"] if script["own"]]
    long = [script for script in scripts if script["duration"] > LONG_TASK]
    for script in long:
        print(f"  a script took {script['duration']:.0f} ms: {script['who']}", file=sys.stderr)
    return {
        "long_scripts": float(len(long)),
        "longest_script": max((script["duration"] for script in scripts), default=0.0),
        "slow_frames": float(len(frames)),
    }

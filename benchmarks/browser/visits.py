"""First visits: bytes over the wire and time until something can be pressed or chosen."""

from __future__ import annotations

import statistics
from typing import Final

from playwright.async_api import Browser, Page

from benchmarks.browser.pages import page_of
from benchmarks.browser.proxy import Counter, counting
from hornsup.client import Guest

VISITS: Final = 5
QUIET: Final = 1.5
"""Seconds without a byte after which nothing more is on its way."""


async def first_visits(browser: Browser, base: str) -> dict[str, float]:
    """The middle of several visits; the first choice of the luckiest, whose turn came first."""
    seen = [await visit_home(browser, base) for _ in range(VISITS)]
    links = [await follow_link(browser, base) for _ in range(VISITS)]
    found = {**middle(seen), **middle(links)}
    return found | {"press_to_choice": min(each["press_to_choice"] for each in seen)}


def middle(seen: list[dict[str, float]]) -> dict[str, float]:
    return {key: statistics.median(each[key] for each in seen) for key in seen[0]}


async def visit_home(browser: Browser, base: str) -> dict[str, float]:
    """Come for the first time, read, press "play now", and wait for something to choose."""
    async with counting(base) as wire, page_of(browser, wire.base, None, "clock") as page:
        await page.goto("/")
        usable = await moment(page, "usable")
        await fall_quiet(page, wire)
        button = wire.kilobytes(until=usable)
        ahead = wire.kilobytes(since=usable)
        await page.locator(".game-horns-up button.primary").click()
        choice = await moment(page, "choice")
        await fall_quiet(page, wire)
        pressed, table = await moment(page, "press"), await moment(page, "table")
        started = await page.evaluate("performance.timeOrigin / 1000")
        after = wire.kilobytes(since=usable)
    return {
        "button_kilobytes": button,
        "after_kilobytes": after,
        "ahead_kilobytes": ahead,
        "enter_kilobytes": after - ahead,
        "button_time": (usable - started) * 1000,
        "press_to_table": (table - pressed) * 1000,
        "press_to_choice": (choice - pressed) * 1000,
    }


async def follow_link(browser: Browser, base: str) -> dict[str, float]:
    """Come for the first time by the link of a table where it is one's turn."""
    guest = await Guest.sign_in(base, "Visitor")
    seats, settings = ["me", "easy", "easy", "easy"], {"game": "horns-up", "players": 4, "pace": 0}
    opened = await guest.open_table(settings, seats=seats, start=True)
    async with guest.table(opened["id"]) as line:
        while not line.legal:
            await line.next_message()
    async with counting(base) as wire, page_of(browser, wire.base, guest, "clock") as page:
        await page.goto(f"/t/{opened['id']}")
        choice = await moment(page, "choice")
        started = await page.evaluate("performance.timeOrigin / 1000")
        await fall_quiet(page, wire)
        return {
            "link_kilobytes": wire.kilobytes(until=choice),
            "link_after_kilobytes": wire.kilobytes(since=choice),
            "link_time": (choice - started) * 1000,
        }


async def moment(page: Page, name: str) -> float:
    """When something was there for the first time, in seconds since 1970."""
    while not (found := await page.evaluate(f"window.firsts.{name}")):
        await page.wait_for_timeout(50)
    return float(found) / 1000


async def fall_quiet(page: Page, wire: Counter) -> None:
    while wire.quiet_since() < QUIET:
        await page.wait_for_timeout(100)

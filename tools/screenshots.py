"""Take pictures of every page of the browser client, and those of README and docs.

build/screenshots/ gets all of them, for eyes; docs/img/ the few that are shown to readers.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import scenes
from browsing import SIZES, Size, launch, looking
from moving import film_turn
from PIL import Image
from playwright.async_api import Browser, Error, Page, async_playwright
from posing import PosedServer, full_table, make_move, posed_server, read_script

from hornsup.client import Guest, TableClient

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "screenshots"
DOCS = ROOT / "docs" / "img"
LANGUAGES = ("en", "it", "fr")
SHOWN: dict[str, str] = {
    "horns-9-2-mid.phone": "phone",
    "dice-3-odds.laptop": "dice",
    "horns-4-5-why.phone": "why",
    "lobby.laptop": "lobby",
}
"""The pictures of the documentation: which one is taken, and what it is called there."""
WIDE, MOST_BYTES = 1100, 200_000


class Photographer:
    """Opens every page for itself, poses it and keeps its picture."""

    def __init__(self, browser: Browser, base: str, languages: tuple[str, ...], only: str) -> None:
        self.browser = browser
        self.base = base
        self.languages = languages
        self.only = only
        self.failed: list[str] = []

    async def take(
        self,
        name: str,
        path: str,
        guest: Guest | None = None,
        pose: scenes.Pose | None = None,
        english: bool = False,
        sizes: Iterable[Size] = tuple(SIZES),
        **how: Any,
    ) -> None:
        if self.only not in name:
            return
        for language in self.languages[:1] if english else self.languages:
            for size in sizes:
                title = f"{name}.{size}.{language}"
                try:
                    await self._take(title, size, language, path, guest, pose, **how)
                except Error as error:
                    self.failed.append(f"{title}: {str(error).splitlines()[0]}")

    async def _take(
        self,
        title: str,
        size: Size,
        language: str,
        path: str,
        guest: Guest | None,
        pose: scenes.Pose | None,
        light: bool = False,
        whole: bool = False,
        settle: int = 250,
    ) -> None:
        scheme = "light" if light else "dark"
        opened = looking(self.browser, self.base, size, language, guest, color_scheme=scheme)
        async with opened as page:
            await arrive(page, path, settle)
            if pose is not None:
                await pose(page)
                await page.wait_for_timeout(250)
            self.keep(title, await page.screenshot(full_page=whole))

    def keep(self, title: str, data: bytes) -> None:
        (BUILD / f"{title}.png").write_bytes(data)
        name, _, language = title.rpartition(".")
        if language == "en" and name in SHOWN:
            publish(data, DOCS / f"{SHOWN[name]}.png")
        print(f"  {title}", file=sys.stderr)


async def arrive(page: Page, path: str, settle: int = 250) -> None:
    """Open a page and wait until its content stands."""
    await page.goto(path, wait_until="networkidle")
    await page.locator("#app:not(:empty)").wait_for(timeout=5_000)
    if path.startswith("/t/"):
        await page.locator(".tbl-game > *, .lobby, main").first.wait_for(timeout=5_000)
    await page.wait_for_timeout(settle)


def publish(data: bytes, target: Path) -> None:
    """A smaller copy for the documentation, below the weight that a page can bear."""
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    if picture.width > WIDE:
        height = round(picture.height * WIDE / picture.width)
        picture = picture.resize((WIDE, height), Image.Resampling.LANCZOS)
    for colours in (256, 128, 64, 32):
        small = picture.quantize(colours, method=Image.Quantize.FASTOCTREE)
        small.save(target, optimize=True)
        if target.stat().st_size < MOST_BYTES:
            return


async def moment(photographer: Photographer, server: PosedServer) -> None:
    """A Stage card comes, or somebody is attacked: the card in the middle of its moment."""
    middle = read_script()["position"]["middle"] | {"stage_draw": ["fire-explosion"]}
    for name, move in (("stage", "play horns-up"), ("attack", "play slow-song A")):
        for size in SIZES:
            title = f"{name}.{size}.en"
            if photographer.only in title:
                server.pose("horns-up", middle)
                async with full_table(server.base, "horns-up", 700) as people:
                    photographer.keep(title, await take_moment(photographer, size, people, move))
    server.pose()


async def take_moment(
    photographer: Photographer, size: Size, people: list[tuple[Guest, TableClient]], move: str
) -> bytes:
    viewer, line = people[0]
    assert line.table is not None
    motion, base = "no-preference", photographer.base
    moving = looking(photographer.browser, base, size, "en", viewer, reduced_motion=motion)
    async with moving as page:
        await arrive(page, f"/t/{line.table.id}")
        await make_move([line for _, line in people], move)
        with suppress(Error):
            await page.locator(".hu-moment, .hu-poster").first.wait_for(timeout=3000)
        await page.wait_for_timeout(500)
        return await page.screenshot()


async def everything(server: PosedServer, asked: argparse.Namespace) -> list[str]:
    base = server.base
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        languages = LANGUAGES[:1] if asked.quick else LANGUAGES
        photographer = Photographer(browser, base, languages, asked.only)
        await scenes.plain_pages(photographer)
        await scenes.lobby(photographer)
        await scenes.hot_seat(photographer)
        for players in (4, 9):
            await scenes.concert(photographer, players)
        await moment(photographer, server)
        await scenes.dice(photographer)
        await scenes.naming(photographer)
        if asked.only in "turn":
            publish(await film_turn(browser, base, DOCS / "turn.gif"), DOCS / "game.png")
        await browser.close()
        return photographer.failed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="English alone")
    parser.add_argument("--only", default="", help="pictures whose name has this in it")
    asked = parser.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    with posed_server() as server:
        failed = asyncio.run(everything(server, asked))
    print(f"wrote {BUILD} and {DOCS}")
    if failed:
        sys.exit("not taken:\n" + "\n".join(failed))


if __name__ == "__main__":
    main()

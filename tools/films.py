"""Films of what happens at a table, for eyes: can a stranger say what happened, and to whom?

Each film of films.toml begins at its position; people of ours on all seats make its moves while
the viewer's page, on a phone and on a laptop, is filmed with motion on. The ends of both games are
filmed at real games. build/films/ gets a folder of pictures, sheets of them and a GIF of each.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import reels
from browsing import SIZES, Pilot, Size, launch, looking, piloted
from moving import Film, slow_down
from playwright.async_api import Browser, Error, Page, async_playwright
from posing import PosedServer, full_table, make_move, posed_server, read_script
from scenes import NAMES, steps_to_stage

from hornsup.client import Guest

BUILD: Final = Path(__file__).resolve().parent.parent / "build" / "films"
WIDEST: Final = 960
PACE: Final = 700
SETTLE, LEAD, END_SHOW = 1.0, 0.6, 7.0
"""Seconds until a page stands still, before the first move, and after a game's last one."""
KEPT: Final = 16.0
"""Of a real game's end, so many seconds are kept."""
LONGEST_END: Final = 40.0

LONGEST_SHOW: Final = 15.0
NOTE_STEPS: Final = """
const { mark } = performance;
performance.mark = (name, how, ...more) => {
  if (name === "step") window.step = how.detail;
  return mark.call(performance, name, how, ...more);
};
"""
"""Keeps the version that the page is showing, which it marks for profilers."""

SHORT: Final[dict[str, dict[str, Any]]] = {
    "horns-up": {"entrance_distance": 5, "stage_width": 3},
    "raise-your-horns": {"end_value": 2},
}


@dataclass
class Studio:
    """The browser, the server, and what has been filmed."""

    browser: Browser
    server: PosedServer
    sizes: tuple[Size, ...]
    done: list[str] = field(default_factory=list)

    @asynccontextmanager
    async def filming(
        self, name: str, path: str, guest: Guest, seconds: float = float("inf")
    ) -> AsyncIterator[list[Page]]:
        """Film a table with the eyes of a guest, at all sizes at once; gives the pages."""
        films: dict[Size, Film] = {}
        pages: list[Page] = []
        async with AsyncExitStack() as stack:
            for size in self.sizes:
                base, motion = self.server.base, "no-preference"
                moving = looking(self.browser, base, size, "en", guest, reduced_motion=motion)
                page = await stack.enter_async_context(moving)
                await page.add_init_script(NOTE_STEPS)
                await page.goto(path, wait_until="networkidle")
                await page.locator(".tbl .hu-rocker, .tbl .ring-seat").first.wait_for()
                pages.append(page)
                films[size] = Film(await page.context.new_cdp_session(page), seconds)
            await asyncio.sleep(SETTLE)
            for film in films.values():
                await film.start(WIDEST)
            await asyncio.sleep(LEAD)
            yield pages
            for film in films.values():
                await film.stop()
        for size, film in films.items():
            count = await asyncio.to_thread(reels.write, film.frames, BUILD, name, size)
            self.done.append(f"{name}.{size}")
            print(f"  {name}.{size}: {count} pictures", file=sys.stderr)


# --- films of positions -------------------------------------------------------------------------


async def shoot(studio: Studio, film: dict[str, Any], position: dict[str, Any]) -> None:
    studio.server.pose(film["game"], {**position, **film.get("change", {})})
    async with full_table(studio.server.base, film["game"], PACE) as people:
        viewer, line = people[0]
        assert line.table is not None
        lines = [line for _, line in people]
        async with studio.filming(film["name"], f"/t/{line.table.id}", viewer) as pages:
            for step in film["moves"]:
                await see(pages, await make_move(lines, step["move"]))
                await asyncio.sleep(step["look"])


async def see(pages: list[Page], version: int) -> None:
    """Wait until a move's turn in the show comes: a page may still be showing the one before."""
    end = time.monotonic() + LONGEST_SHOW
    for page in pages:
        while await page.evaluate("window.step ?? 0") < version and time.monotonic() < end:
            await asyncio.sleep(0.05)


# --- the ends of real games -----------------------------------------------------------------------


def nearly_over(pilot: Pilot) -> bool:
    view = pilot.view
    if view["game"] == "horns-up":
        return steps_to_stage(pilot) <= 2
    return bool(max(view["losses"]) >= SHORT[view["game"]]["end_value"] - 1)


async def shoot_end(studio: Studio, game: str) -> None:
    """A game that does not end soon after it is nearly over is left for another one."""
    for _ in range(10):
        if await try_end(studio, game):
            return
    raise RuntimeError(f"no game of {game} came to its end in time")


async def try_end(studio: Studio, game: str) -> bool:
    studio.server.pose()
    settings = {"game": game, "players": 4, "options": SHORT[game]}
    async with piloted(studio.server.base, NAMES[0], settings) as pilot:
        if not await pilot.until(nearly_over):
            return False
        await slow_down(pilot, PACE)
        async with studio.filming(f"end-{game}", pilot.path, pilot.guest, KEPT) as pages:
            end = time.monotonic() + LONGEST_END
            while pilot.playing and time.monotonic() < end:
                await go_on(pilot)
            if not pilot.playing:
                await see_end(pages)
        return not pilot.playing


async def see_end(pages: list[Page]) -> None:
    """A page may still be showing what came before."""
    for page in pages:
        with suppress(Error):
            await page.locator(".end-bar").wait_for(timeout=LONGEST_END * 1000)
    await asyncio.sleep(END_SHOW)


async def go_on(pilot: Pilot) -> None:
    """Our own move after a moment of thought, or somebody else's."""
    if pilot.line.legal:
        await asyncio.sleep(PACE / 1000)
        await pilot.move()
    else:
        await pilot.line.next_message()


# --- all of them --------------------------------------------------------------------------------

Shot = Callable[[Studio], Awaitable[None]]


def shots() -> dict[str, Shot]:
    """Every film by its name."""
    script = read_script()
    found: dict[str, Shot] = {}
    for film in script["film"]:
        position = script["position"][film["position"]]
        found[film["name"]] = lambda studio, film=film, at=position: shoot(studio, film, at)  # type: ignore[misc] # bound at once
    for game in SHORT:
        found[f"end-{game}"] = lambda studio, game=game: shoot_end(studio, game)  # type: ignore[misc] # bound at once
    return found


async def everything(server: PosedServer, asked: argparse.Namespace) -> list[str]:
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        studio = Studio(browser, server, tuple(asked.size or SIZES))
        for name, shot in shots().items():
            if asked.only in name:
                await shot(studio)
        await browser.close()
    return studio.done


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="films whose name has this in it")
    parser.add_argument("--size", action="append", choices=list(SIZES), help="this size alone")
    asked = parser.parse_args()
    with posed_server() as server:
        done = asyncio.run(everything(server, asked))
    print(f"{len(done)} films in {BUILD}")


if __name__ == "__main__":
    main()

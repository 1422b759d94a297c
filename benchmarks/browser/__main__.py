"""The browser client in Chromium: bytes of a visit, time to play, event to paint, frames, scripts.

Everything is measured from outside, by hooks that are put into the page; the client itself only
marks when an update's turn in the show comes. Another version of the package can be measured beside
this one (`--also before=OLD/src`): every part is measured for all versions before the next part.
Progress goes to stderr; stdout ends with a markdown table.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from playwright.async_api import Browser, async_playwright

from benchmarks.browser.motion import flying_and_dragging
from benchmarks.browser.pages import launch
from benchmarks.browser.painting import still_painting, whole_game
from benchmarks.browser.report import markdown
from benchmarks.browser.visits import first_visits
from benchmarks.server.hornsup_server import running
from benchmarks.server.sources import read_sources
from hornsup.errors import HornsUpError

Measure = Callable[[Browser, str], Awaitable[dict[str, float]]]
PARTS: Final[dict[str, Measure]] = {
    "visits": first_visits,
    "game": whole_game,
    "still": still_painting,
    "motion": flying_and_dragging,
}
NOW: Final = "now"
MOST_LOAD: Final = 0.5


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.browser", description=__doc__)
    add = parser.add_argument
    add("--part", choices=PARTS, action="append", help="measure this part alone")
    add("--also", action="append", default=[], metavar="NAME=SRC", help="another version of ours")
    add("--json", type=Path, metavar="FILE", help="write the figures to a file")
    return parser.parse_args()


async def measure(bases: dict[str, str], parts: list[str]) -> dict[str, dict[str, float]]:
    """The figures of each version."""
    found: dict[str, dict[str, float]] = {name: {} for name in bases}
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        print(f"  Chromium {browser.version}", file=sys.stderr)
        for part in parts:
            for name, base in bases.items():
                print(f"  {part}: {name}", file=sys.stderr)
                found[name] |= await PARTS[part](browser, base)
        await browser.close()
    return found


def warn_if_busy() -> None:
    load = os.getloadavg()[0]
    if load > MOST_LOAD:
        print(f"  load average {load:.1f}: a busy machine makes times too long", file=sys.stderr)


def run(given: argparse.Namespace) -> None:
    warn_if_busy()
    sources = {**read_sources(given.also), NOW: ""}
    with ExitStack() as stack:
        bases = {
            name: stack.enter_context(running(source)).base for name, source in sources.items()
        }
        found = asyncio.run(measure(bases, given.part or list(PARTS)))
    if given.json is not None:
        given.json.write_text(json.dumps(found, indent=1) + "\n")
    print("\n".join(markdown(found)))


def main() -> int:
    try:
        run(arguments())
    except HornsUpError as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

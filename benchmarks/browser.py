"""The browser client in Chromium: bytes of a visit, time to play, frame to paint, panning.

Everything is measured from outside: hooks are put into the page by this script, the client knows
nothing of them. The figures go to the output as JSON, and as a table to the errors.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import statistics
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import msgspec
from playwright.async_api import (
    Browser,
    CDPSession,
    Error,
    Page,
    Playwright,
    ViewportSize,
    async_playwright,
)

from benchmarks.server.hornsup_server import running
from hornsup.client import Guest, TableClient
from hornsup.server.auth.sessions import COOKIE

LAPTOP: Final = ViewportSize(width=1280, height=800)
FLAGS: Final = ["--no-sandbox", "--disable-gpu"]
VISITS, GAMES = 5, 3
LATE_CARDS: Final = 12
"""From so many cards on the table of nine players a game counts as late."""
LATE_UPDATES: Final = 100
PACE: Final = 250
"""Milliseconds between two moves: brisk for people, and every update gets frames of its own."""
THROTTLE: Final = 4
FRAME: Final = 1000 / 60

ARRIVALS = """
window.paints = [];
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", (event) => {
      const text = String(event.data);
      if (!text.startsWith('{"type":"update"')) return;
      const version = Number(/"version":(\\d+)/.exec(text)?.[1]);
      const arrived = event.timeStamp;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.paints.push([version, performance.now() - arrived]);
        port2.postMessage(null); // runs once the frame of this callback has been painted
      });
    });
  }
};
"""
FIRST = """
window.firsts = {};
const wanted = {
  usable: ".game-poster button.primary:enabled",
  table: ".tbl-game .hu-cell",
  choice: ".choosing .hu-cell",
};
const look = () => {
  for (const [name, selector] of Object.entries(wanted)) {
    if (!(name in window.firsts) && document.querySelector(selector)) {
      window.firsts[name] = -1;
      requestAnimationFrame(() => setTimeout(() => (window.firsts[name] = performance.now())));
    }
  }
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true });
addEventListener("click", (event) => (window.firsts.click ??= event.timeStamp), true);
"""
INTERVALS = """
() => {
  window.beats = [];
  let last = performance.now();
  const beat = (now) => {
    window.beats.push(now - last);
    last = now;
    window.beating = requestAnimationFrame(beat);
  };
  window.beating = requestAnimationFrame(beat);
}
"""


def percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


async def launch(playwright: Playwright) -> Browser:
    """Playwright's own Chromium, or else the one of this machine."""
    try:
        return await playwright.chromium.launch(args=FLAGS)
    except Error:
        found = shutil.which("chromium") or shutil.which("chromium-browser")
        return await playwright.chromium.launch(executable_path=found, args=FLAGS)


@asynccontextmanager
async def page_of(
    browser: Browser, base: str, guest: Guest | None = None, script: str = ""
) -> AsyncIterator[Page]:
    """A page with nothing in its cache."""
    context = await browser.new_context(viewport=LAPTOP, locale="en", base_url=base)
    if guest is not None:
        await context.add_cookies([{"name": COOKIE, "value": guest.token, "url": base}])
    await context.add_init_script(script)
    try:
        yield await context.new_page()
    finally:
        await context.close()


# --- bytes and time ---------------------------------------------------------------------------


class Meter:
    """Bytes that came over the wire: answers with their headers, and frames of sockets."""

    def __init__(self, session: CDPSession) -> None:
        self.bytes = 0
        self.requests = 0
        session.on("Network.loadingFinished", self._finished)
        session.on("Network.webSocketFrameReceived", self._frame)

    def _finished(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])
        self.requests += 1

    def _frame(self, event: dict[str, Any]) -> None:
        self.bytes += len(event["response"]["payloadData"].encode())

    def take(self) -> tuple[float, int]:
        """Kilobytes and requests since the last time."""
        taken = (self.bytes / 1000, self.requests)
        self.bytes = self.requests = 0
        return taken


async def visit(browser: Browser, base: str) -> dict[str, float]:
    """Come for the first time, press "play now", and wait for something to choose."""
    async with page_of(browser, base, script=FIRST) as page:
        session = await page.context.new_cdp_session(page)
        await session.send("Network.enable")
        meter = Meter(session)
        await page.goto("/", wait_until="networkidle")
        await page.wait_for_timeout(1000)  # what is fetched while people read belongs to it
        home, asked = meter.take()
        await page.locator(".game-horns-up button.primary").click()
        while await page.evaluate("!(firsts.choice > 0)"):
            await page.wait_for_timeout(50)
        await page.wait_for_load_state("networkidle")
        table, more = meter.take()
        firsts = await page.evaluate("firsts")
    return {
        "home_kilobytes": home,
        "home_requests": asked,
        "table_kilobytes": table,
        "table_requests": more,
        "home_usable": firsts["usable"],
        "click_to_table": firsts["table"] - firsts["click"],
        "click_to_choice": firsts["choice"] - firsts["click"],
    }


async def visits(browser: Browser, base: str) -> dict[str, float]:
    """The middle of several first visits; the choice of the luckiest one, whose turn came first."""
    seen = [await visit(browser, base) for _ in range(VISITS)]
    middle = {key: statistics.median(each[key] for each in seen) for key in seen[0]}
    return middle | {"click_to_choice": min(each["click_to_choice"] for each in seen)}


# --- from frame to paint ----------------------------------------------------------------------


async def nine_bots(guest: Guest) -> str:
    """A table of nine: eight bots, and a seat of ours that a bot will take over."""
    settings = {"game": "horns-up", "players": 9, "pace": PACE}
    seats = ["me", *["easy"] * 8]  # whose thinking takes no processor from the browser
    opened = await guest.open_table(settings, seats=seats, start=True)
    return str(opened["id"])


async def watch(browser: Browser, base: str) -> tuple[list[float], str]:
    """One game with a page beside it: milliseconds to paint for its late updates."""
    guest = await Guest.sign_in(base, "Watcher")
    table = await nine_bots(guest)
    async with page_of(browser, base, guest, ARRIVALS) as page, guest.table(table) as line:
        await page.goto(f"/t/{table}", wait_until="networkidle")
        await line.command("take-over", seat=0, level="easy")
        late = 0
        while goes_on(line) and not 0 < late < line.version - LATE_UPDATES:
            await line.next_message()
            if not late and len((line.view or {}).get("table", ())) >= LATE_CARDS:
                late = line.version
        await calm(line)
        paints = await page.evaluate("paints")
    return [took for version, took in paints if late and version >= late], table


def goes_on(line: TableClient) -> bool:
    return line.table is not None and line.table.phase == "playing"


async def calm(line: TableClient) -> None:
    """Let the bots think for as long as a table allows: enough has been seen."""
    assert line.table is not None
    settings = msgspec.to_builtins(line.table.settings)
    await line.command("change", settings={**settings, "pace": 5000})


async def painting(browser: Browser, base: str) -> tuple[dict[str, float], str]:
    took: list[float] = []
    table = ""
    for _ in range(GAMES):
        found, table = await watch(browser, base)
        took += found
    figures = {
        "paint_updates": float(len(took)),
        "paint_p50": percentile(took, 0.5),
        "paint_p95": percentile(took, 0.95),
        "paint_most": max(took),
    }
    return figures, table


# --- panning ----------------------------------------------------------------------------------


async def panning(browser: Browser, base: str, table: str) -> dict[str, float]:
    """Drag and zoom a full concert with a processor four times as slow."""
    async with page_of(browser, base) as page:
        await page.goto(f"/t/{table}", wait_until="networkidle")
        session = await page.context.new_cdp_session(page)
        await session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLE})
        await page.evaluate(INTERVALS)
        await drag_and_zoom(page)
        beats = (await page.evaluate("beats"))[2:]
    dropped = sum(max(0, round(each / FRAME) - 1) for each in beats)
    return {
        "pan_frames": float(len(beats)),
        "pan_p50": percentile(beats, 0.5),
        "pan_p95": percentile(beats, 0.95),
        "pan_dropped": 100 * dropped / (dropped + len(beats)),
    }


async def drag_and_zoom(page: Page) -> None:
    box = await page.locator(".hu-window").bounding_box()
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


# --- the figures ------------------------------------------------------------------------------

ROWS: Final = (
    (
        "First visit: home page with what it fetches ahead",
        "home_kilobytes",
        "{:.0f} kB",
        "≤ 200 kB",
    ),
    ("  its requests", "home_requests", "{:.0f}", ""),
    ("First entering a table, on top of that", "table_kilobytes", "{:.0f} kB", ""),
    ("  its requests", "table_requests", "{:.0f}", ""),
    ("From address to the first button", "home_usable", "{:.0f} ms", "< 1 s"),
    ("From “play now” to the table", "click_to_table", "{:.0f} ms", "< 1 s"),
    ("From “play now” to the first choice", "click_to_choice", "{:.0f} ms", ""),
    ("Update to paint, nine players, late: median", "paint_p50", "{:.1f} ms", ""),
    ("  95th percentile", "paint_p95", "{:.1f} ms", "< 50 ms"),
    ("  updates measured", "paint_updates", "{:.0f}", ""),
    ("Drag and zoom, processor slowed 4×: frame interval, median", "pan_p50", "{:.1f} ms", ""),
    ("  95th percentile", "pan_p95", "{:.1f} ms", ""),
    ("  frames dropped", "pan_dropped", "{:.1f} %", ""),
)


def rows(figures: dict[str, float]) -> list[list[str]]:
    """What was measured, the figure, and the limit that we set ourselves."""
    return [[name, form.format(figures[key]), limit] for name, key, form, limit in ROWS]


async def measure(base: str) -> dict[str, float]:
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        figures = await visits(browser, base)
        paints, table = await painting(browser, base)
        pans = await panning(browser, base, table)
        version = browser.version
        await browser.close()
    print(f"Chromium {version}", file=sys.stderr)
    return figures | paints | pans


def main() -> None:
    with running() as server:
        figures = asyncio.run(measure(server.base))
    shown = rows(figures)
    for name, figure, limit in shown:
        print(f"{name:60} {figure:>10}  {limit}", file=sys.stderr)
    print(json.dumps({"figures": figures, "rows": shown}))


if __name__ == "__main__":
    main()

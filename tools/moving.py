"""A moving picture of a turn: real frames of a browser in which somebody plays."""

from __future__ import annotations

import asyncio
import base64
import io
from contextlib import suppress
from pathlib import Path

import msgspec
from browsing import Pilot, looking, piloted
from PIL import Image
from playwright.async_api import Browser, CDPSession, Error, Locator, Page

WIDTH, COLOURS, STEP = 640, 160, 0.125
"""Pixels across, colours, and seconds between two frames of the picture."""
MOST_BYTES = 900_000
SECONDS = 12.0

Frames = list[tuple[float, bytes]]


class Film:
    """The frames that Chromium paints, each with its time."""

    def __init__(self, session: CDPSession, seconds: float = float("inf")) -> None:
        """Of a film that is longer than `seconds`, only the last ones are kept."""
        self.frames: Frames = []
        self._seconds = seconds
        self._session = session
        self._tasks: set[asyncio.Task[None]] = set()
        session.on("Page.screencastFrame", self._frame)

    def _frame(self, event: dict[str, object]) -> None:
        told = event["metadata"]
        assert isinstance(told, dict)
        now = float(told["timestamp"])
        self.frames.append((now, base64.b64decode(str(event["data"]))))
        while self.frames[0][0] < now - self._seconds:
            del self.frames[0]
        task = asyncio.ensure_future(self._acknowledge(event["sessionId"]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _acknowledge(self, frame: object) -> None:
        with suppress(Error):  # the page may be closed by now
            await self._session.send("Page.screencastFrameAck", {"sessionId": frame})

    async def start(self, width: int = 4096) -> None:
        """Frames that are wider are made smaller."""
        await self._session.send("Page.startScreencast", {"format": "png", "maxWidth": width})

    async def stop(self) -> None:
        await self._session.send("Page.stopScreencast")


async def film_turn(browser: Browser, base: str, target: Path) -> bytes:
    """Film a turn that is played by mouse; gives a still of the game some turns later."""
    for _ in range(20):
        async with piloted(base, "Ozzy", {"game": "horns-up", "players": 4}) as pilot:
            still = await _film(browser, base, pilot, target)
        if still is not None:
            return still
    raise RuntimeError("every game ended before there was something to see")


async def _film(browser: Browser, base: str, pilot: Pilot, target: Path) -> bytes | None:
    """One game; None when it ends too early."""
    moving = looking(browser, base, "laptop", "en", pilot.guest, reduced_motion="no-preference")
    async with moving as page:
        await page.set_viewport_size({"width": 960, "height": 640})
        await page.goto(pilot.path, wait_until="networkidle")
        if not await pilot.until(worth_seeing):
            return None
        film = Film(await page.context.new_cdp_session(page))
        await slow_down(pilot)
        await asyncio.sleep(1.2)
        await film.start()
        await play_turn(page, pilot)
        await film.stop()
        await page.set_viewport_size({"width": 1280, "height": 800})
        if not await pilot.until(worth_seeing):
            return None
        await page.locator(".hu-zoom button").last.click()
        await asyncio.sleep(1.2)
        save(film.frames, target)
        return await page.screenshot()


def worth_seeing(pilot: Pilot) -> bool:
    view = pilot.view
    return bool(view["phase"] == "turn" and len(view["table"]) >= 8 and len(view["hand"]) > 3)


async def slow_down(pilot: Pilot, pace: int = 500) -> None:
    """From now on bots move at a pace that eyes can follow."""
    assert pilot.line.table is not None
    settings = msgspec.to_builtins(pilot.line.table.settings)
    await pilot.line.command("change", settings={**settings, "pace": pace})


async def play_turn(page: Page, pilot: Pilot) -> None:
    """Our own turn with the mouse as a bot would play it, then some of the others."""
    end = asyncio.get_running_loop().time() + SECONDS
    while asyncio.get_running_loop().time() < end and pilot.playing:
        version = pilot.line.version
        if pilot.line.legal:
            await by_mouse(page, pilot, await pilot.choice())
        if pilot.line.version <= version:
            await pilot.line.next_message()


async def by_mouse(page: Page, pilot: Pilot, move: str) -> None:
    """The taps that make a move; what the mouse cannot do in two taps goes over the wire."""
    verb, *rest = move.split()
    version = pilot.line.version
    if verb == "end":
        await tap(page.locator(".hu-end"))
    elif verb in ("path", "wall", "walk"):
        if verb != "walk":
            await tap(page.locator(card_of(verb, rest)))
        await tap(page.locator(f'.hu-cell[data-cell="{rest[-1]}"] .hu-hit'))
    await asyncio.sleep(0.5)
    if pilot.line.version == version and pilot.line.legal and move in pilot.line.legal:
        await page.keyboard.press("Escape")
        await pilot.line.move(move)
        await asyncio.sleep(0.5)


def card_of(verb: str, rest: list[str]) -> str:
    """The card in the hand that a move plays."""
    if verb == "wall":
        return f'.hu-held[data-card="{rest[0]}"]'
    return f'.hu-held.usable[data-kind="path"][data-card*="{rest[0].lower()}"]'


async def tap(spot: Locator) -> None:
    if await spot.count():
        await spot.first.hover(force=True)
        await asyncio.sleep(0.25)
        await spot.first.click(force=True)
        await asyncio.sleep(0.55)


def save(frames: Frames, target: Path) -> None:
    """Even steps, few colours, one palette; narrower until it is light enough."""
    for width in (WIDTH, 560, 480, 400):
        pictures = [small(data, width) for data in evenly(frames)]
        palette = palette_of(pictures)
        drawn = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]
        drawn[0].save(
            target,
            save_all=True,
            append_images=drawn[1:],
            duration=round(STEP * 1000),
            loop=0,
            optimize=True,
        )
        if target.stat().st_size <= MOST_BYTES:
            return


def palette_of(pictures: list[Image.Image]) -> Image.Image:
    """One palette for all, by octree: small bright things, such as pawns, keep their colours."""
    middle = pictures[len(pictures) // 2]
    both = Image.new("RGB", (middle.width, middle.height * 2))
    both.paste(pictures[0], (0, 0))
    both.paste(middle, (0, middle.height))
    return both.quantize(COLOURS, method=Image.Quantize.FASTOCTREE)


def evenly(frames: Frames, step: float = STEP) -> list[bytes]:
    """The frame that was to be seen at every step."""
    shown, at, last = [], frames[0][0], frames[0][1]
    for when, data in frames:
        while at < when:
            shown.append(last)
            at += step
        last = data
    return [*shown, last]


def small(data: bytes, width: int) -> Image.Image:
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    height = round(picture.height * width / picture.width)
    return picture.resize((width, height), Image.Resampling.LANCZOS)

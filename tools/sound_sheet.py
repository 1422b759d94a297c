"""Draw every sound of the client as waveform and spectrogram, and write it as a WAV file for ears.

Everything goes to build/sounds/: sheet.png, NAME.wav, and a table of lengths, peaks and loudness on
the terminal. Run it as `PYTHONPATH=. python tools/sound_sheet.py`; it needs chromium.
"""

from __future__ import annotations

import asyncio
import wave
from pathlib import Path
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from browsing import launch
from playwright.async_api import Route, async_playwright
from tests.browser.loudness import RENDER, Rendered

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "src" / "hornsup" / "web"
BUILD = ROOT / "build" / "sounds"
BASE = "http://localhost:1"
"""Nothing listens there: the page's requests are answered from the folder."""
COLUMNS = 3
QUIETEST = 1e-9


async def answer(route: Route) -> None:
    name = route.request.url.removeprefix(BASE).removeprefix("/web/")
    path = WEB / (name.lstrip("/") or "offline.html")
    if path.is_file():
        await route.fulfill(path=path)
    else:
        await route.fulfill(status=404)


async def render() -> list[Rendered]:
    async with async_playwright() as playwright:
        browser = await launch(playwright)
        page = await browser.new_page()
        await page.route("**/*", answer)
        await page.goto(BASE + "/")
        told: dict[str, dict[str, Any]] = await page.evaluate(RENDER)
        await browser.close()
    return [Rendered.read(each) for each in told.values()]


def write_wav(sound: Rendered, path: Path) -> None:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(sound.rate)
        file.writeframes((sound.samples * 32767).astype("<i2").tobytes())


def draw(sounds: list[Rendered], path: Path) -> None:
    mpl.use("Agg")
    rows = -(-len(sounds) // COLUMNS)
    figure, places = plt.subplots(rows * 2, COLUMNS, figsize=(18, rows * 4), squeeze=False)
    for place in places.flat:
        place.axis("off")
    for at, sound in enumerate(sounds):
        row, column = divmod(at, COLUMNS)
        draw_one(sound, places[row * 2][column], places[row * 2 + 1][column])
    figure.tight_layout()
    figure.savefig(path, dpi=60)


def draw_one(sound: Rendered, form: Any, spectrum: Any) -> None:
    times = np.arange(len(sound.samples)) / sound.rate
    noise = QUIETEST * np.random.default_rng(1).standard_normal(len(sound.samples))
    form.axis("on")
    form.set_title(f"{sound.name}: {sound.loudness():.1f} LUFS, peak {sound.peak:.2f}", fontsize=10)
    form.plot(times, sound.samples, linewidth=0.4)
    form.set(xlim=(0, sound.seconds), ylim=(-0.6, 0.6))
    spectrum.axis("on")
    spectrum.specgram(
        sound.samples + noise, NFFT=1024, Fs=sound.rate, noverlap=960, vmin=-120, vmax=-40
    )
    spectrum.set(xlim=(0, sound.seconds), ylim=(60, 8000), yscale="log")


def main() -> None:
    sounds = asyncio.run(render())
    BUILD.mkdir(parents=True, exist_ok=True)
    print("sound         group   seconds   peak   loudness   on a phone")
    for each in sounds:
        write_wav(each, BUILD / f"{each.name}.wav")
        figures = f"{each.seconds:7.2f} {each.peak:6.2f} {each.loudness():10.1f}"
        print(f"{each.name:12}  {each.group:6} {figures} {each.loudness(phone=True):12.1f}")
    draw(sounds, BUILD / "sheet.png")


if __name__ == "__main__":
    main()

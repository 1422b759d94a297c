"""What becomes of a film: a picture for every step, sheets of those that differ, and a GIF."""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from typing import Final, NamedTuple

from moving import Frames, evenly, palette_of
from PIL import Image, ImageChops, ImageDraw, ImageFont

STEP: Final = 0.12
"""Seconds between two pictures."""
SHEET_EVERY: Final = 2
"""Every so many pictures one may be on a sheet, if it differs from the one before."""
ON_A_SHEET: Final = 12
SMALL: Final = (160, 160)
LEAST_DIFFERENCE, LEAST_PIXELS = 40, 8
"""Pictures are compared when small; less of a difference, or in fewer pixels, is a mere glow."""
CAPTION: Final = 18
GAP: Final = 6


class Look(NamedTuple):
    """Pixels across on a sheet and in the GIF, and pictures in a row of a sheet."""

    sheet: int
    gif: int
    row: int


LOOKS: Final = {"laptop": Look(640, 720, 3), "phone": Look(320, 300, 6)}
Timed = list[tuple[float, Image.Image]]


def write(frames: Frames, folder: Path, name: str, size: str) -> int:
    """All three forms; gives the number of pictures."""
    pictures = evenly(frames, STEP)
    clear(folder, name, size)
    own = folder / f"{name}.{size}"
    own.mkdir(parents=True)
    for number, data in enumerate(pictures):
        (own / f"{number:03}.png").write_bytes(data)
    drawn = [Image.open(io.BytesIO(data)).convert("RGB") for data in pictures]
    look = LOOKS[size]
    told = telling(drawn)
    for number, first in enumerate(range(0, len(told), ON_A_SHEET), 1):
        paper = sheet(told[first : first + ON_A_SHEET], look)
        paper.save(folder / f"{name}.{size}.{number}.png")
    gif([narrower(each, look.gif) for each in drawn], folder / f"{name}.{size}.gif")
    return len(pictures)


def clear(folder: Path, name: str, size: str) -> None:
    """Remove what an earlier film left."""
    shutil.rmtree(folder / f"{name}.{size}", ignore_errors=True)
    for old in folder.glob(f"{name}.{size}.*"):
        old.unlink()


def telling(pictures: list[Image.Image]) -> Timed:
    """The pictures that show something new, with their seconds; the last one always."""
    found: Timed = []
    for number, picture in enumerate(pictures):
        last = number == len(pictures) - 1
        if last or (number % SHEET_EVERY == 0 and (not found or differ(found[-1][1], picture))):
            found.append((number * STEP, picture))
    return found


def differ(one: Image.Image, other: Image.Image) -> bool:
    ways = [each.convert("L").resize(SMALL, Image.Resampling.BILINEAR) for each in (one, other)]
    changed = ImageChops.difference(*ways).histogram()[LEAST_DIFFERENCE:]
    return sum(changed) >= LEAST_PIXELS


def narrower(picture: Image.Image, width: int) -> Image.Image:
    height = round(picture.height * width / picture.width)
    return picture.resize((width, height), Image.Resampling.BILINEAR)


def sheet(told: Timed, look: Look) -> Image.Image:
    """Pictures in rows, each with its second."""
    shown = [(second, narrower(each, look.sheet)) for second, each in told]
    height = shown[0][1].height + CAPTION
    rows = -(-len(shown) // look.row)
    paper = Image.new("RGB", (look.row * (look.sheet + GAP), rows * height), "black")
    pen, font = ImageDraw.Draw(paper), ImageFont.load_default(13)
    for number, (second, picture) in enumerate(shown):
        x, y = number % look.row * (look.sheet + GAP), number // look.row * height
        pen.text((x + 4, y + 2), f"{second:.1f} s", fill="white", font=font)
        paper.paste(picture, (x, y + CAPTION))
    return paper


def gif(pictures: list[Image.Image], target: Path) -> None:
    palette = palette_of(pictures)
    drawn = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]
    milliseconds = round(STEP * 1000)
    drawn[0].save(target, save_all=True, append_images=drawn[1:], duration=milliseconds, loop=0)

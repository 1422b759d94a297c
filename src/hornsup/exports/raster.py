"""SVG as pixels, by resvg, with a font that comes along for machines that have none."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import as_file, files
from io import BytesIO
from typing import Any, Final

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.core.contract import Layer
from hornsup.lab.extras import need

Progress = Callable[[int, int], None] | None
"""Is told how much is done, and of how much."""
FAMILY: Final = "Hornsup Poster"
SPANS: Final = ((0x20, 0x180), (0x386, 0x3CF), (0x400, 0x460), (0x2010, 0x2028))
"""The letters of the font; for others the fonts of the machine are read too, which takes longer."""


def need_export(what: str) -> None:
    """Make sure that all packages of the extra are there, before the work begins."""
    need(what, "export", "msgspec", "PIL", "resvg_py")


def png(svg: str, width: int) -> bytes:
    """A picture as PNG, so many pixels wide."""
    resvg = need("drawing pixels", "export", "resvg_py")
    text = svg.replace(p.POSTER, FAMILY)
    with as_file(files("hornsup.exports") / "fonts" / "poster.ttf") as font:
        drawn: bytes = resvg.svg_to_bytes(
            svg_string=text,
            width=width,
            skip_system_fonts=_covered(text),
            font_files=[str(font)],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    return bytes(drawn)


def image(svg: str, width: int) -> Any:
    """The same as an image of Pillow's, RGBA."""
    pil = need("drawing pixels", "export", "PIL.Image")
    return pil.open(BytesIO(png(svg, width))).convert("RGBA")


def _covered(text: str) -> bool:
    return text.isascii() or all(
        any(first <= ord(letter) < last for first, last in SPANS)
        for letter in set(text)
        if letter >= " "
    )


class Painter:
    """Pictures from layers; a layer that has been drawn before is pasted."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self._drawn: dict[tuple[str, int], Any] = {}

    def size(self, width: float, height: float) -> tuple[int, int]:
        """In pixels, even numbers, as films want them."""
        return round(width * self.scale / 2) * 2, round(height * self.scale / 2) * 2

    def prepare(self, frames: Sequence[Sequence[Layer]], progress: Progress = None) -> None:
        """Draw all layers of all pictures, in threads, for resvg needs no interpreter."""
        wanted = {
            (drawing, width, height)
            for layers in frames
            for _, _, width, height, drawing in layers
            if drawing
        }
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            drawn = pool.map(lambda each: self._piece(each[1], each[2], each[0]), wanted)
            for number, _ in enumerate(drawn, 1):
                if progress is not None:
                    progress(number, len(wanted))

    def picture(self, size: tuple[int, int], layers: Sequence[Layer]) -> Any:
        """All layers, the lowest first, as an RGB image."""
        pil = need("drawing pixels", "export", "PIL.Image")
        done = pil.new("RGB", size, p.NIGHT)
        for x, y, width, height, drawing in layers:
            if drawing:
                piece = self._piece(width, height, drawing)
                done.paste(piece, (round(x * self.scale), round(y * self.scale)), piece)
        return done

    def pieces(self) -> list[Any]:
        """Every layer that has been drawn."""
        return list(self._drawn.values())

    def _piece(self, width: float, height: float, drawing: str) -> Any:
        across = max(round(width * self.scale), 1)
        key = (drawing, across)
        if key not in self._drawn:
            self._drawn[key] = image(s.document(width, height, "", drawing), across)
        return self._drawn[key]

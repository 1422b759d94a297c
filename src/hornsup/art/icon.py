"""The app's icon: the raised hand before a burst of light, as SVG and as shipped PNG files."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.motifs import horns

# Shipped PNG files: name, size in pixels, whether a launcher may cut any shape out of it.
PNG_FILES: Final = {
    "icon-192.png": (192, False),
    "icon-512.png": (512, False),
    "maskable-192.png": (192, True),
    "maskable-512.png": (512, True),
    "apple-touch-icon.png": (180, True),
    "favicon-32.png": (32, False),
}
_BOX: Final = (0, 0, 100, 100)


def icon_parts(maskable: bool = False) -> str:
    """The icon in a box of 100; a maskable one fills the square and keeps to its middle."""
    corner = 0 if maskable else 22
    glow = (s.circle(50, 50, size, p.GLOW, opacity=0.2) for size in (44, 36, 28))
    hand = s.group(horns(54 if maskable else 64, p.LIGHT, p.INK), x=49, y=49)
    return "".join(
        (
            s.rect(0, 0, 100, 100, p.BLOOD, rx=corner),
            s.path(_burst(maskable), p.EMBER),
            *glow,
            s.halftone((12, 62, 90, 92), p.INK, 6, 5),
            hand,
            "" if maskable else s.rect(3, 3, 94, 94, "none", rx=19, stroke=p.INK, stroke_width=6),
        )
    )


def _burst(maskable: bool) -> str:
    """Rays to the edges; inside the rounded ones, where the frame covers their ends."""
    inset = 0 if maskable else 8
    box = (inset, inset, 100 - inset, 100 - inset)
    return s.rays((50, 52), box, 12, 0.25)


def icon_svg(maskable: bool = False) -> str:
    """The icon as a picture that stands by itself."""
    return s.document(*_BOX[2:], "Horns Up", icon_parts(maskable))


def icon_png(name: str) -> bytes:
    """A shipped PNG file of the icon by its name in `PNG_FILES`; tools/icons.py draws them."""
    return (files("hornsup.art") / "icons" / name).read_bytes()

"""Draw the pictures that lie in the tree: the app's icons as PNG files and docs/img/table.svg.

The icons need cairosvg; without it only the table is drawn again. With Pillow they are packed
smaller.
"""

from __future__ import annotations

import io
import random
from importlib import import_module
from pathlib import Path

import hornsup
from hornsup.art.horns_up import table_svg
from hornsup.art.icon import PNG_FILES, icon_svg
from hornsup.bots import Info, line_up

ROOT = Path(__file__).resolve().parent.parent
ICONS = ROOT / "src" / "hornsup" / "art" / "icons"
TABLE = ROOT / "docs" / "img" / "table.svg"
PLAYERS, SEED, MOVES = 5, 17, 141


def packed(png: bytes) -> bytes:
    """The same picture with few colours, where Pillow is at hand."""
    try:
        image_module = import_module("PIL.Image")
    except ImportError:
        return png
    image = image_module.open(io.BytesIO(png)).convert("RGBA").quantize(48, method=2)
    target = io.BytesIO()
    image.save(target, "PNG", optimize=True)
    return min(target.getvalue(), png, key=len)


def draw_icons() -> None:
    """Every PNG file of the icon."""
    try:
        draw = import_module("cairosvg").svg2png
    except ImportError:
        print("no cairosvg: the icons stay as they are")
        return
    ICONS.mkdir(exist_ok=True)
    for name, (size, maskable) in PNG_FILES.items():
        svg = icon_svg(maskable).encode()
        data = packed(draw(bytestring=svg, output_width=size, output_height=size))
        (ICONS / name).write_bytes(data)
        print(f"{name}: {len(data):,} bytes")


def draw_table() -> None:
    """A table in mid-game, played by bots from a fixed seed, as the seat to move sees it."""
    rng = random.Random(SEED)
    state = hornsup.new("horns-up", players=PLAYERS, seed=SEED)
    bots = line_up("horns-up", "easy", PLAYERS)
    for _ in range(MOVES):
        if state.over or state.to_move is None:
            break
        state.apply(bots[state.to_move].choose(Info.of(state, rng)))
    svg = table_svg(state.view(state.to_move))
    TABLE.write_text(svg, encoding="utf-8")
    print(f"{TABLE.name}: {len(svg):,} bytes")


if __name__ == "__main__":
    draw_icons()
    draw_table()

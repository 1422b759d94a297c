"""Draw every symbol of the sprite at three sizes on dark and light, for eyes: build/contact.html.

First stand pawns, Walls and Paths as three kinds of colour blindness see them. With chromium
at hand a picture is taken too: build/contact.png.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from hornsup.art import palette
from hornsup.art.sprite import drawings, sprite

BUILD = Path(__file__).resolve().parent.parent / "build"
SIZES = (40, 80, 160)
GROUNDS = {"dark": (palette.NIGHT, palette.PAPER), "light": ("#F4EEE2", palette.INK)}
# Full-strength simulations (Machado, Oliveira and Fernandes 2009) as rows of a colour matrix.
EYES = {
    "protan": "0.152 1.053 -0.205 0 0  0.115 0.786 0.099 0 0  -0.004 -0.048 1.052 0 0",
    "deutan": "0.367 0.861 -0.228 0 0  0.280 0.673 0.047 0 0  -0.012 0.043 0.969 0 0",
    "tritan": "1.256 -0.077 -0.179 0 0  -0.078 0.931 0.148 0 0  0.005 0.691 0.304 0 0",
    "grey": "0.213 0.715 0.072 0 0  0.213 0.715 0.072 0 0  0.213 0.715 0.072 0 0",
}
STYLE = """
body { margin: 0; font: 11px sans-serif; }
section { padding: 14px; display: flex; flex-wrap: wrap; gap: 10px 14px; align-items: end; }
figure { margin: 0; } figcaption { opacity: .7; } svg { vertical-align: bottom; }
"""


def picture(name: str, box: str, width: int) -> str:
    """One symbol at a width in pixels."""
    _, _, across, down = (float(part) for part in box.split())
    height = round(width * down / across)
    return f'<svg width="{width}" height="{height}"><use href="#{name}"/></svg>'


def section(ground: str, ink: str, size: int) -> str:
    """Every symbol at one size on one ground."""
    figures = "".join(
        f"<figure>{picture(name, box, size)}"
        + (f"<figcaption>{name}</figcaption>" if size > 40 else "")
        + "</figure>"
        for name, box, _ in drawings()
    )
    return f'<section style="background:{ground};color:{ink}">{figures}</section>'


def eyes() -> str:
    """Pawns, Walls and Paths through the eyes of others."""
    shown = [row for row in drawings() if row[0].startswith(("pawn-", "die-WH", "die-FX"))]
    shown += [row for row in drawings() if row[0] in ("card-mosh-pit", "card-path-ne", "entrance")]
    rows = []
    for eye, matrix in EYES.items():
        alpha = f"{matrix}  0 0 0 1 0"
        rows.append(
            f'<svg width="0" height="0"><filter id="{eye}" color-interpolation-filters="linearRGB">'
            f'<feColorMatrix values="{alpha}"/></filter></svg>'
            f'<section style="background:{palette.NIGHT};filter:url(#{eye})">'
            + "".join(picture(name, box, 70) for name, box, _ in shown)
            + "</section>"
        )
    return "".join(rows)


def page() -> str:
    """The sheet as one HTML page."""
    sections = "".join(
        section(ground, ink, size) for size in SIZES for ground, ink in GROUNDS.values()
    )
    hidden = sprite().replace("<svg ", '<svg style="display:none" ', 1)
    return f'<!doctype html><meta charset="utf-8"><style>{STYLE}</style>{hidden}{eyes()}{sections}'


def main() -> None:
    """Write the page, and its picture where a browser is found."""
    BUILD.mkdir(exist_ok=True)
    sheet = BUILD / "contact.html"
    sheet.write_text(page(), encoding="utf-8")
    print(f"wrote {sheet}")
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser is None:
        print("no chromium: no picture taken")
        return
    target = BUILD / "contact.png"
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    command += ["--window-size=1500,6900", f"--screenshot={target}", sheet.as_uri()]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    print(f"wrote {target}")


if __name__ == "__main__":
    main()

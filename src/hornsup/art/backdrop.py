"""The backdrop of the table: Stage, truss, lamps, amplifiers, barriers, the Wall of Death's gap.

Clients that draw the cards themselves load the rest as `hall-WIDTH-ROWS.svg`, where WIDTH is the
number of the Stage's cells and ROWS that of the rows between Stage and Entrances. Its symbols are
`hall-stage` (middle of the Stage at x = 0, stage line at y = HEAD), `hall-beams` (the same origin)
and `hall-gap` (top of the first row at the middle of its column); `cone` is the class of what moves
in the amplifiers.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.motifs import hands

COLUMN: Final = 160
ROW: Final = 108
HEAD: Final = 236
"""What rises above the stage line."""
FILE: Final = re.compile(r"hall-([1-9]|[12]\d|3[01])-([4-9]|1[0-5])\.svg")
"""Names of the files, for every width of the Stage and distance of the Entrances in the options."""
USUAL: Final = (1, 7)
"""Width and rows that a client loads before it knows the table."""
LAMPS: Final = (-250, -90, 90, 250)


def hall_svg(name: str) -> str | None:
    """The file of that name, or None if there is no such file."""
    found = FILE.fullmatch(name)
    if found is None:
        return None
    width, rows = map(int, found.groups())
    half = width * COLUMN / 2
    across = int(half) + 220
    parts = (
        (
            "hall-stage",
            f"{-across} 0 {2 * across} {HEAD + 110}",
            stage_set(half, HEAD) + truss(half + 220),
        ),
        ("hall-beams", f"-600 0 1200 {HEAD + 7 * ROW}", beams(HEAD, ROW)),
        ("hall-gap", f"-80 0 160 {rows * ROW}", parted(rows, ROW)),
    )
    symbols = (s.element("symbol", drawn, id=id_, viewBox=box) for id_, box, drawn in parts)
    return s.element("svg", *symbols, xmlns="http://www.w3.org/2000/svg")


def halls(view: Mapping[str, Any]) -> dict[str, str]:
    """The files of a table by name: the one that fits it, and the usual one, loaded beforehand."""
    middle = [int(cell.split(",")[1]) for cell in view["entrances"] if cell.startswith("0,")]
    rows = middle[0] - 1 if middle else USUAL[1]
    names = {
        f"hall-{width}-{rows}.svg" for width, rows in (USUAL, (len(view["stage_cells"]), rows))
    }
    return {name: drawn for name in sorted(names) if (drawn := hall_svg(name)) is not None}


def beams(head: int, row: int) -> str:
    """Warm light that falls from the lamps and fades over the rows."""
    drawn = []
    for rows in (2.5, 4.5, 6.5):
        fall = head - 44 + rows * row
        data = ""
        for x in LAMPS:
            lean, spread = fall * x / 900, fall * 0.16
            low, high, foot = map(s.number, (x + lean - spread, x + lean + spread, 44 + fall))
            pool = f"A{s.number(spread)} {s.number(spread * 0.34)} 0 0 0 {high} {foot}"
            data += f"M{x - 14} 50L{low} {foot}{pool}L{x + 14} 50Z"
        drawn.append(s.path(data, p.LIGHT, opacity=0.04))
    return "".join(drawn)


def audience(width: int, foot: int) -> str:
    """The rest of the crowd, dark, at the back of the hall."""
    row = hands(p.FLOOR)
    return "".join(s.group(row, x=x, y=foot - 70, scale=2.5) for x in range(160, width + 160, 320))


def parted(rows: int, row: int) -> str:
    """An open Wall of Death: a torn line down a column, and arrows that will close it."""
    torn = "M0-6" + "".join(
        f"L{12 if step % 2 else -12} {22 + step * row // 3}" for step in range(rows * 3)
    )
    arrow = s.path("M-66-16-44 0-66 16ZM66-16 44 0 66 16Z", p.EMBER)
    arrows = (s.group(arrow, y=50 + step * row) for step in range(rows))
    return s.line(torn, p.BLOOD, 14, opacity=0.5) + s.line(torn, p.EMBER, 4) + "".join(arrows)


def fence() -> str:
    """One barrier of the stage line, as wide as a card."""
    bars = "".join(f"M{x} 44V88" for x in range(18, 140, 19))
    return "".join(
        (
            s.line("M4 96H34M116 96H146", p.STEEL_DARK, 7),
            s.line(bars, p.STEEL_DARK, 5),
            s.line("M6 90V42H144V90Z", p.STEEL, 7),
        )
    )


def amps() -> str:
    """A stack of two amplifiers, 110 wide."""
    box = "".join(
        (
            s.rect(0, 0, 110, 84, p.INK, rx=7, stroke=p.STEEL_DARK, stroke_width=4),
            s.circle(32, 50, 22, p.STEEL_DARK) + s.circle(32, 50, 9, p.INK, class_="cone"),
            s.circle(78, 50, 22, p.STEEL_DARK) + s.circle(78, 50, 9, p.INK, class_="cone"),
            s.dots([(x, 16) for x in range(20, 100, 14)], p.GLOW, 7),
        )
    )
    return box + s.group(box, y=88)


def truss(half: float) -> str:
    """The bridge that carries the lamps."""
    zigzag = f"M{s.number(-half)} 30" + "".join("l20-18l20 18" for _ in range(int(half / 20)))
    lamp = s.path("M-20 46-12 26H12L20 46Z", p.STEEL_DARK) + s.element(
        "ellipse", cx=0, cy=46, rx=20, ry=7, fill=p.LIGHT
    )
    return "".join(
        (
            s.line(zigzag, p.STEEL_DARK, 4),
            s.line(f"M{-half} 12H{half}M{-half} 30H{half}", p.STEEL, 6),
            *(s.group(lamp, x=x, y=6) for x in LAMPS),
        )
    )


def boards(half: float) -> str:
    """The Stage itself: lit boards on its own cells, footlights along the edge."""
    top, foot = -4, 104
    planks = "".join(
        f"M{s.number(x * 0.8)} {top}L{s.number(float(x))} {foot - 22}"
        for x in range(int(-half) + 26, int(half) - 10, 27)
    )
    return "".join(
        (
            s.path(
                f"M{-half * 0.8} {top}H{half * 0.8}L{half - 4} {foot - 20}H{4 - half}Z",
                p.LANE,
                stroke=p.LIGHT,
                stroke_width=4,
            ),
            s.line(planks, p.LANE_RIM, 2, opacity=0.7),
            s.rect(4 - half, foot - 22, 2 * half - 8, 24, p.EMBER, rx=4),
            s.dots([(x, foot - 10) for x in range(int(-half) + 20, int(half), 20)], p.LIGHT, 9),
        )
    )


def stage_set(half: float, head: int) -> str:
    """Backdrop, empty screen and amplifiers above the stage line, the boards on it."""
    glow = f"M-330 40L{-half - 130} {head}H{half + 130}L330 40H300L60 200H-60L-300 40Z"
    return "".join(
        (
            s.rect(-half - 190, 20, 2 * half + 380, head - 8, p.STAGE_CARD, rx=10),
            s.path(glow, p.GLOW, opacity=0.16),
            s.rect(-128, 36, 256, 170, p.INK, rx=12, stroke=p.GLOW, stroke_width=4),
            s.group(amps(), x=-half - 178, y=60),
            s.group(amps(), x=half + 68, y=60),
            s.group(boards(half), y=head),
        )
    )

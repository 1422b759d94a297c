"""Elements with escaped content, and the small shapes that everything is put together from."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from hornsup.art import palette as p

CARD_W: Final = 150
CARD_H: Final = 100

Number = int | float
Attribute = str | int | float | None


def number(value: Number, digits: int = 2) -> str:
    """A coordinate with few decimals, the same on every machine."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return "0" if text in ("-0", "") else text


def printable(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return "".join(
        letter
        for letter in text
        if letter >= " " and not "\ud800" <= letter <= "\udfff" and letter not in "\ufffe\uffff"
    )


def element(tag: str, *children: str, **attributes: Attribute) -> str:
    """One element; `stroke_width` becomes stroke-width, None is left out, children are markup."""
    words = [tag]
    for name, value in attributes.items():
        if value is None:
            continue
        text = value if isinstance(value, str) else number(value)
        words.append(f"{name.rstrip('_').replace('_', '-')}={quoteattr(printable(text))}")
    inside = "".join(children)
    return f"<{' '.join(words)}>{inside}</{tag}>" if inside else f"<{' '.join(words)}/>"


def group(
    *children: str, x: Number = 0, y: Number = 0, scale: Number = 1, **more: Attribute
) -> str:
    """Children moved to a place and scaled there."""
    moves = []
    if x or y:
        moves.append(f"translate({number(x)} {number(y)})")
    if scale != 1:
        moves.append(f"scale({number(scale, 4)})")
    return element("g", *children, transform=" ".join(moves) or None, **more)


def title(text: str) -> str:
    """What a screen reader says and a pointer shows."""
    return element("title", escape(printable(text)))


def rect(x: Number, y: Number, width: Number, height: Number, fill: str, **more: Attribute) -> str:
    """A filled rectangle; `rx` rounds its corners."""
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **more)


def circle(x: Number, y: Number, radius: Number, fill: str, **more: Attribute) -> str:
    """A filled circle."""
    return element("circle", cx=x, cy=y, r=radius, fill=fill, **more)


def path(data: str, fill: Attribute = "none", **more: Attribute) -> str:
    """A filled outline, or only a line when a stroke is given instead."""
    return element("path", d=data, fill=fill, **more)


def line(data: str, stroke: str, width: Number, **more: Attribute) -> str:
    """A line with round ends."""
    return path(
        data,
        stroke=stroke,
        stroke_width=width,
        stroke_linecap="round",
        stroke_linejoin="round",
        **more,
    )


def words(
    content: str,
    x: Number,
    y: Number,
    size: Number,
    fill: str = p.PAPER,
    *,
    anchor: str = "middle",
    font: str = p.POSTER,
    **more: Attribute,
) -> str:
    """A line of text on its baseline."""
    return element(
        "text",
        escape(printable(content)) or " ",
        x=x,
        y=y,
        font_size=size,
        fill=fill,
        font_family=font,
        font_weight=700,
        text_anchor=None if anchor == "start" else anchor,
        **more,
    )


def wide(content: str) -> float:
    """How many times its font size a line is wide at most, in a wide bold replacement font."""
    return sum(
        0.42 if letter in " .,:;!|'iIjlt1" else 1.02 if letter in "MWmw@…" else 0.79
        for letter in content
    )


def fitting(content: str, width: Number, largest: Number) -> float:
    """The font size at which a line fits a width, whatever font a machine has."""
    return round(min(largest, width / max(wide(content), 0.1)), 1)


def shortened(content: str, most: int) -> str:
    """A text cut to a number of letters, with an ellipsis where something is missing."""
    return content if len(content) <= most else content[: most - 1].rstrip() + "…"


def dots(places: Iterable[tuple[float, float]], colour: str, size: Number) -> str:
    """Many round dots as one line of no length, far shorter than as many circles."""
    data = "".join(f"M{number(x)} {number(y)}h.01" for x, y in places)
    return line(data, colour, size) if data else ""


def crowd(
    width: Number,
    height: Number,
    colours: tuple[str, str, str],
    free: Callable[[float, float], bool] | None = None,
    step: float = 12.4,
) -> str:
    """Heads in staggered rows wherever it is free; a fixed pattern gives them three tints."""
    tints: tuple[list[tuple[float, float]], ...] = ([], [], [])
    rows = int(height / step)
    columns = int(width / step)
    for row in range(rows):
        shift = 0.25 if row % 2 else -0.25
        for column in range(columns):
            mix = (row * 7 + column * 11 + row * column * 5) % 13
            x = (column + 0.5 + shift) * width / columns + (mix % 3 - 1) * 0.9
            y = (row + 0.5) * height / rows + (mix % 5 - 2) * 0.7
            if free is None or free(x, y):
                tints[mix % 3].append((x, y))
    return "".join(
        dots(places, colour, step * 0.78) for places, colour in zip(tints, colours, strict=True)
    )


def card_frame(fill: str, rim: str, rim_width: Number = 3) -> str:
    """The ground of any card, 150 by 100, with its rim inside."""
    half = rim_width / 2
    return rect(
        half,
        half,
        CARD_W - rim_width,
        CARD_H - rim_width,
        fill,
        rx=9,
        stroke=rim,
        stroke_width=rim_width,
    )


def pawn(seat: int, x: Number, y: Number, radius: Number, letter: bool = True) -> str:
    """A Rocker's pawn: own shape, own colour, own letter, light rim around a dark one."""
    seat %= len(p.PAWN_COLOURS)
    colour = p.PAWN_COLOURS[seat]
    shape = p.PAWN_SHAPES[p.PAWN_NAMES[seat]]
    parts = [
        path(shape, p.INK, stroke=p.INK, stroke_width=5.6, stroke_linejoin="round"),
        path(shape, p.PAPER, stroke=p.PAPER, stroke_width=2.6, stroke_linejoin="round"),
        path(shape, colour),
    ]
    if letter:
        drop = {"peak": 6.6, "pick": 2.6, "star": 4.2}.get(p.PAWN_NAMES[seat], 3.9)
        parts.append(words("ABCDEFGHI"[seat], 0, drop, 10.5, p.ink_on(colour)))
    return group(*parts, x=x, y=y, scale=radius / 10, data_pawn=seat)


def document(width: Number, height: Number, name: str, *children: str) -> str:
    """A whole picture that stands by itself and scales to any width."""
    return element(
        "svg",
        title(name),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        **{"aria-label": name},
    )


def icon(name: str, x: Number, y: Number, size: Number, ink: str, ground: str) -> str:
    """A symbol of the legend in a square; one that is not known becomes a question mark."""
    parts = []
    for paint, data, width in p.ICONS.get(name, ()):
        colour = ink if paint in ("fill", "line") else ground
        solid = paint in ("fill", "cut")
        parts.append(path(data, colour) if solid else line(data, colour, width))
    if not parts:
        parts.append(words("?", 0, 8, 22, ink))
    return group(*parts, x=x, y=y, scale=size / 24)


def symbol_row(symbols: Iterable[str], ink: str, target: str, ground: str, y: float) -> str:
    """Symbols in one row, as large as the row allows; whom they hit stands out."""
    row = list(symbols)
    sizes = [0.5 if symbol == "or" else 1.0 for symbol in row]
    pitch = min(54.0, 138 / max(sum(sizes), 1))
    x = 75 - pitch * sum(sizes) / 2
    drawn = []
    for symbol, size in zip(row, sizes, strict=True):
        colour = target if symbol in ("one", "all", "or") else ink
        middle = x + pitch * size / 2
        drawn.append(icon(symbol, middle, y, min(48.0, pitch * 0.94), colour, ground))
        x += pitch * size
    return "".join(drawn)


def pawn_places(count: int) -> tuple[list[tuple[float, float]], float]:
    """Where so many pawns stand on one card, and how large they are."""
    if count == 1:
        return [(75, 50)], 29
    if count == 2:
        return [(42, 50), (108, 50)], 26
    if count == 3:
        return [(36, 36), (114, 36), (75, 66)], 24
    across, radius = (2, 21) if count == 4 else (3, 18) if count <= 6 else (3, 13)
    down = -(-count // across)
    return [
        (150 * (place % across + 0.5) / across, 100 * (place // across + 0.5) / down)
        for place in range(count)
    ], radius


# --- the hall --------------------------------------------------------------------------------

LAMPS: Final = (-250, -90, 90, 250)


def beams(head: int, row: int) -> str:
    """Warm light that falls from the lamps and fades over the rows."""
    drawn = []
    for rows in (2.5, 4.5, 6.5):
        fall = head - 44 + rows * row
        data = ""
        for x in LAMPS:
            lean, spread = fall * x / 900, fall * 0.16
            low, high, foot = map(number, (x + lean - spread, x + lean + spread, 44 + fall))
            pool = f"A{number(spread)} {number(spread * 0.34)} 0 0 0 {high} {foot}"
            data += f"M{x - 14} 50L{low} {foot}{pool}L{x + 14} 50Z"
        drawn.append(path(data, p.LIGHT, opacity=0.04))
    return "".join(drawn)


def parted(rows: int, row: int) -> str:
    """An open Wall of Death: a torn line down a column, and arrows that will close it."""
    torn = "M0-6" + "".join(
        f"L{12 if step % 2 else -12} {22 + step * row // 3}" for step in range(rows * 3)
    )
    arrow = path("M-66-16-44 0-66 16ZM66-16 44 0 66 16Z", p.EMBER)
    arrows = (group(arrow, y=50 + step * row) for step in range(rows))
    return line(torn, p.BLOOD, 14, opacity=0.5) + line(torn, p.EMBER, 4) + "".join(arrows)


def fence() -> str:
    """One barrier of the stage line, as wide as a card."""
    bars = "".join(f"M{x} 44V88" for x in range(18, 140, 19))
    return "".join(
        (
            line("M4 96H34M116 96H146", p.STEEL_DARK, 7),
            line(bars, p.STEEL_DARK, 5),
            line("M6 90V42H144V90Z", p.STEEL, 7),
        )
    )


def amps() -> str:
    """A stack of two amplifiers, 110 wide."""
    box = "".join(
        (
            rect(0, 0, 110, 84, p.INK, rx=7, stroke=p.STEEL_DARK, stroke_width=4),
            circle(32, 50, 22, p.STEEL_DARK) + circle(32, 50, 9, p.INK),
            circle(78, 50, 22, p.STEEL_DARK) + circle(78, 50, 9, p.INK),
            dots([(x, 16) for x in range(20, 100, 14)], p.GLOW, 7),
        )
    )
    return box + group(box, y=88)


def truss(half: float) -> str:
    """The bridge that carries the lamp"""
    zigzag = f"M{number(-half)} 30" + "".join("l20-18l20 18" for _ in range(int(half / 20)))
    lamp = path("M-20 46-12 26H12L20 46Z", p.STEEL_DARK) + element(
        "ellipse", cx=0, cy=46, rx=20, ry=7, fill=p.LIGHT
    )
    return "".join(
        (
            line(zigzag, p.STEEL_DARK, 4),
            line(f"M{-half} 12H{half}M{-half} 30H{half}", p.STEEL, 6),
            *(group(lamp, x=x, y=6) for x in LAMPS),
        )
    )


def boards(half: float) -> str:
    """The Stage itself: lit boards on its own cells, footlights along the edge."""
    top, foot = -4, 104
    planks = "".join(
        f"M{number(x * 0.8)} {top}L{number(float(x))} {foot - 22}"
        for x in range(int(-half) + 26, int(half) - 10, 27)
    )
    return "".join(
        (
            path(
                f"M{-half * 0.8} {top}H{half * 0.8}L{half - 4} {foot - 20}H{4 - half}Z",
                p.LANE,
                stroke=p.LIGHT,
                stroke_width=4,
            ),
            line(planks, p.LANE_RIM, 2, opacity=0.7),
            rect(4 - half, foot - 22, 2 * half - 8, 24, p.EMBER, rx=4),
            dots([(x, foot - 10) for x in range(int(-half) + 20, int(half), 20)], p.LIGHT, 9),
        )
    )


def stage_set(half: float, head: int) -> str:
    """Backdrop, empty screen and amplifiers above the stage line, the boards on it."""
    glow = f"M-330 40L{-half - 130} {head}H{half + 130}L330 40H300L60 200H-60L-300 40Z"
    return "".join(
        (
            rect(-half - 190, 20, 2 * half + 380, head - 8, p.STAGE_CARD, rx=10),
            path(glow, p.GLOW, opacity=0.16),
            rect(-128, 36, 256, 170, p.INK, rx=12, stroke=p.GLOW, stroke_width=4),
            group(amps(), x=-half - 178, y=60),
            group(amps(), x=half + 68, y=60),
            group(boards(half), y=head),
        )
    )

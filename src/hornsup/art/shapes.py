"""Elements with escaped content, and the small shapes that everything is put together from."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Final
from unicodedata import east_asian_width
from xml.sax.saxutils import escape, quoteattr

from hornsup.art import palette as p
from hornsup.art.symbols import ICONS, OTHER_ICONS

CARD_W: Final = 150
CARD_H: Final = 100

Number = int | float
Attribute = str | int | float | None
Layer = tuple[float, float, float, float, str]
"""x, y, width and height of elements that are drawn from the origin."""


def number(value: Number, digits: int = 2) -> str:
    """A coordinate with few decimals, the same on every machine."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return "0" if text in ("-0", "") else text


def printable(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    if text.isascii() and text.isprintable():
        return text
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


def text_line(
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


def relative_width(content: str) -> float:
    """How many times its font size a line is wide at most, in a wide bold replacement font."""
    return sum(map(_letter_width, content))


def _letter_width(letter: str) -> float:
    if letter in " .,:;!|'iIjlt1":
        return 0.42
    if letter in "MWmw@…%" or east_asian_width(letter) in "WF":
        return 1.02
    return 0.72 if letter.islower() else 0.79


def font_size(content: str, width: Number, largest: Number) -> float:
    """The font size at which a line fits a width, whatever font a machine has."""
    return round(min(largest, width / max(relative_width(content), 0.1)), 1)


def fitted(content: str, width: Number, largest: Number, smallest: Number) -> tuple[str, float]:
    """A line and the font size at which it fits a width; cut where it would become too small."""
    line, letters = content, len(content)
    while (size := font_size(line, width, largest)) < smallest and letters > 2:
        letters -= 1
        line = shortened(content, letters)
    return line, size


def shortened(content: str, most: int) -> str:
    """A text cut to a number of letters, with an ellipsis where something is missing."""
    return content if len(content) <= most else content[: most - 1].rstrip() + "…"


def dots(places: Iterable[tuple[float, float]], colour: str, size: Number) -> str:
    """Many round dots as one line of no length, far shorter than as many circles."""
    data = "".join(f"M{number(float(x), 1)} {number(float(y), 1)}h.01" for x, y in places)
    return line(data, colour, size) if data else ""


Tints = tuple[str, str, str]


def crowd(
    width: Number, height: Number, tints: Callable[[float, float], Tints | None], step: float = 12.4
) -> str:
    """Heads in staggered rows, one of three tints each by a fixed pattern; None is no head."""
    heads: dict[str, list[tuple[float, float]]] = {}
    rows, columns = int(height / step), int(width / step)
    for row in range(rows):
        shift = 0.25 if row % 2 else -0.25
        for column in range(columns):
            mix = (row * 7 + column * 11 + row * column * 5) % 13
            x = (column + 0.5 + shift) * width / columns + (mix % 3 - 1) * 0.9
            y = (row + 0.5) * height / rows + (mix % 5 - 2) * 0.7
            shades = tints(x, y)
            if shades:
                heads.setdefault(shades[mix % 3], []).append((x, y))
    return "".join(dots(places, colour, step * 0.78) for colour, places in heads.items())


def halftone(
    box: tuple[float, float, float, float], colour: str, step: float, largest: float
) -> str:
    """Rows of dots that grow towards the foot of a box (left, top, right, foot), as printed."""
    left, top, right, foot = box
    rows = int((foot - top) / step)
    drawn = []
    for row in range(rows):
        shift = step / 2 if row % 2 else 0
        data = f"M{number(left + shift, 1)} {number(top + step * (row + 0.5), 1)}H{number(right)}"
        size = largest * (row + 1) / rows
        drawn.append(path(data, stroke_width=round(size, 1), stroke_dasharray=f"0 {number(step)}"))
    return element("g", *drawn, stroke=colour, stroke_linecap="round")


def rays(
    middle: tuple[float, float], box: tuple[float, float, float, float], count: int, turn: float = 0
) -> str:
    """The outline of a sunburst whose rays end at the edges of a box."""
    left, top, right, foot = box
    corners = ((left, top), (right, top), (right, foot), (left, foot))
    bends = sorted((_bearing(middle, corner), corner) for corner in corners)
    data = ""
    for ray in range(count):
        first = (ray + turn) * math.tau / count % math.tau
        last = first + math.pi / count
        between = [c for a, c in bends for lap in (0, math.tau) if first < a + lap < last]
        points = [_edge(middle, box, first), *between, _edge(middle, box, last)]
        way = "L".join(f"{number(x, 1)} {number(y, 1)}" for x, y in points)
        data += f"M{number(middle[0])} {number(middle[1])}L{way}Z"
    return data


def _bearing(middle: tuple[float, float], point: tuple[float, float]) -> float:
    return math.atan2(point[1] - middle[1], point[0] - middle[0]) % math.tau


def _edge(
    middle: tuple[float, float], box: tuple[float, float, float, float], angle: float
) -> tuple[float, float]:
    """Where a ray from the middle leaves the box."""
    left, top, right, foot = box
    across, down = math.cos(angle), math.sin(angle)
    reach = min(
        ((right if across > 0 else left) - middle[0]) / across if abs(across) > 1e-9 else math.inf,
        ((foot if down > 0 else top) - middle[1]) / down if abs(down) > 1e-9 else math.inf,
    )
    return middle[0] + reach * across, middle[1] + reach * down


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


def document(
    width: Number, height: Number, name: str, *children: str, shown: int | None = None
) -> str:
    """A whole picture that stands by itself and scales to any width; `shown` is the usual one."""
    size: dict[str, Attribute] = {"viewBox": f"0 0 {number(width)} {number(height)}"}
    if shown is not None:
        size |= {"width": shown, "height": round(height * shown / width)}
    return element(
        "svg",
        title(name),
        *children,
        xmlns="http://www.w3.org/2000/svg",
        **size,
        role="img",
        **{"aria-label": name},
    )


def icon(name: str, x: Number, y: Number, size: Number, ink: str) -> str:
    """A symbol of the legend in a square; one that is not known becomes a question mark."""
    parts = symbol_parts(name, ink) or text_line("?", 0, 8, 22, ink)
    return group(parts, x=x, y=y, scale=size / 24)


def symbol_parts(name: str, ink: str) -> str:
    """The pieces of a symbol around the origin in a box of 24."""
    drawn = []
    for paint, data, width in ICONS.get(name) or OTHER_ICONS.get(name, ()):
        rule = "evenodd" if paint == "hole" else None
        solid = path(data, ink, fill_rule=rule)
        drawn.append(line(data, ink, width) if paint == "line" else solid)
    return "".join(drawn)


def symbol_row(
    symbols: Iterable[str], ink: str, target: str, y: float, largest: float = 38.0
) -> str:
    """Symbols in one row, as large as the row allows; whom they hit stands out."""
    row = list(symbols)
    sizes = [0.5 if symbol == "or" else 1.0 for symbol in row]
    pitch = min(largest * 1.2, 136 / max(sum(sizes), 1))
    x = 75 - pitch * sum(sizes) / 2
    drawn = []
    for symbol, size in zip(row, sizes, strict=True):
        colour = target if symbol in ("one", "all", "or") else ink
        middle = x + pitch * size / 2
        drawn.append(icon(symbol, middle, y, min(largest, pitch * 0.94), colour))
        x += pitch * size
    return "".join(drawn)


def pawn_places(count: int) -> tuple[list[tuple[float, float]], float]:
    """Where so many pawns stand on one card, and how large they are."""
    if count == 1:
        return [(75, 50)], 25
    if count == 2:
        return [(45, 50), (105, 50)], 23
    if count == 3:
        return [(36, 36), (114, 36), (75, 66)], 24
    across, radius = (2, 21) if count == 4 else (3, 18) if count <= 6 else (3, 13)
    down = -(-count // across)
    return [
        (150 * (place % across + 0.5) / across, 100 * (place // across + 0.5) / down)
        for place in range(count)
    ], radius

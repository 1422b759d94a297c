"""What is printed on the posters: one motif per Ticket and per Stage card, in a few flat inks.

A motif lies around the origin, at most 36 to either side and 26 up and down; those of Stage cards
fill 140 by 62. A part is an ink, an outline and, for a line, its width.
"""

from __future__ import annotations

import math
from typing import Final

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.symbols import HORNS, disc

Part = tuple[str, str, float]

STAR: Final = (
    "M0-24 6.4-7.8 23.8-6.6 10.4 4.6 14.8 21.6 0 12.2-14.8 21.6-10.4 4.6-23.8-6.6-6.4-7.8Z"
)
_MUG: Final[tuple[Part, ...]] = (
    (p.LIGHT, "M-13-9H13L11 24H-11Z", 0),
    (p.PAPER, "M13-4H20Q25-4 25 1V9Q25 16 12 16", 4),
    (p.GLOW, "M-6-2-5 18M0-2V18M6-2 5 18", 3),
    (
        p.PAPER,
        "M-15-6A7 7 0 0 1-13-17A8 8 0 0 1 1-21A8 8 0 0 1 14-16A6 6 0 0 1 14-5Q6-8 0-5-7-8-15-6Z",
        0,
    ),
)
_TEE: Final = "M-12-22Q0-12 12-22L32-11 24 4 16 0V25H-16V0L-24 4-32-11Z"
_NOTE: Final = "M-4-9 13-13V7A6 5 0 1 1 9 2.6V-5L0-3V11A6 5 0 1 1-4 6.6Z"
_FLAME: Final = "M0-14C5-8 7-5 7 0A7 7 0 0 1-7 0C-7-4-4-6-3-9-1-8 0-10 0-14Z"

TICKET_PARTS: Final[dict[str, tuple[Part, ...]]] = {
    "crowd-surfing": (
        (p.PAPER, "M-30 30V10M-15 30V7M0 30V6M15 30V7M30 30V10", 6),
        (p.LIGHT, "M-16-6H6", 12),
        (p.LIGHT, "M6-8 31-17M6-5 32-4M-14-8-22-23M-8-8-4-21", 6),
        (p.LIGHT, disc(-29, -8, 7), 0),
        (p.INK, "M-36-10Q-31-19-23-13L-24-9Q-30-12-34-4Z", 0),
    ),
    "pushed-away": (
        (p.PAPER, disc(-25, -16, 7), 0),
        (p.PAPER, "M-33 24-25 3M-19 24-25 3-22-3", 8),
        (p.PAPER, "M-22-3-3-4", 6),
        (p.LIGHT, "M4-20 7-9 17-13 11-4 20 2 9 2 8 12 2 4-7 8-3-1-10-7 0-9Z", 0),
        (p.PAPER, disc(31, -18, 7), 0),
        (p.PAPER, "M25-6 20 9 29 24M20 9 12 24M25-6 37-1", 7),
    ),
    "cold-beer": _MUG,
    "merch-stand": (
        (p.INK, _TEE, 0),
        (p.PAPER, _TEE, 2.5),
    ),
    "second-wind": (
        (p.PAPER, "M-36-13H-14A6 6 0 1 0-20-19M-36 0H-10M-36 13H-17A5.5 5.5 0 1 1-22 19", 4.5),
        (p.LIGHT, "M16-26-7 4H7L0 26 30-8H15L26-26Z", 0),
    ),
    "all-in": (
        (p.GLOW, "M-30 8-24-10-19-3-13-25-2-16 4-27 11-16 20-24 24-6 31-10 27 10Z", 0),
        (
            p.PAPER,
            "M-15-3V-11A4 4 0 0 1-7-11V-3ZM-6-3V-13A4 4 0 0 1 2-13V-3ZM3-3V-12A4 4 0 0 1 11-12V-3Z",
            0,
        ),
        (
            p.PAPER,
            (
                "M12-2V-8A3.7 3.7 0 0 1 19-8V4Q19 13 13 17V26H-10V17Q-15 12-15 5V-1H5"
                "A5 5 0 0 1 5 9H-1V11H6Q12 11 12-2Z"
            ),
            0,
        ),
    ),
    "slow-song": (
        (p.PAPER, "M0 25C-38 0-32-24-16-24Q-5-24 0-13 5-24 16-24C32-24 38 0 0 25Z", 0),
        (p.BLOOD, _NOTE, 0),
    ),
    "lost-in-the-queue": (
        (
            p.PAPER,
            "M-34 24C-36 16-28 17-20 17H13C20 17 18 2 24-3 27-6 35-4 35 3 35 16 30 24 20 24Z",
            0,
        ),
        (p.PAPER, "M27-3 24-18M32-2 36-16", 3),
        (p.LIGHT, disc(-7, 0, 20), 0),
        (p.INK, "M-8 1a3 3 0 0 1 6 0a6 6 0 0 1-12 0a9 9 0 0 1 18 0a12.5 12.5 0 0 1-25 0", 3.2),
    ),
    "pickpocket": (
        (p.INK, "M-21-6C-24-32 24-32 21-6Z", 0),
        (p.PAPER, "M-20-6H20C20 14 11 25 0 25-11 25-20 14-20-6Z", 0),
        (p.LIGHT, "M-25-9H25V-2H-25Z", 0),
        (p.INK, "M-20 0Q0 4 20 0L19 9Q11 15 4 8 0 5-4 8-11 15-19 9Z", 0),
        (p.PAPER, "M-15 5Q-10 1-6 5-10 8-15 5ZM15 5Q10 1 6 5 10 8 15 5Z", 0),
        (p.INK, "M-6 18Q1 20 8 15", 2.6),
    ),
    "ticket-check": (
        (p.PAPER, "M-33-11-6-21-9-13-1-8-8-1-1 5-7 12-25 19-28 10A5 5 0 0 0-31 1Z", 0),
        (p.LIGHT, "M2-20 9-15 34-8 32 1A5 5 0 0 0 29 10L27 20 2 13 8 6 1 0 8-7Z", 0),
        (p.BLOOD, "M-23 0-14-3M-21 6-11 3M18-3 26-1M16 4 24 6", 3),
    ),
    "steward": (
        (p.LIGHT, "M-26 26C-26 6-19-1-8-2L0 7 8-2C19-1 26 6 26 26Z", 0),
        (p.INK, "M-15 1V26M15 1V26", 5),
        (p.PAPER, "M-24 16H24", 4.5),
        (p.PAPER, disc(0, -11, 10), 0),
        (p.INK, "M-12-13C-12-28 12-28 12-13L17-10H-12Z", 0),
    ),
}


def _draw(parts: tuple[Part, ...]) -> str:
    return "".join(
        s.line(data, ink, width) if width else s.path(data, ink) for ink, data, width in parts
    )


def _turned(parts: str, move: str) -> str:
    return s.element("g", parts, transform=move)


def horns(size: float, ink: str = p.PAPER, shade: str = p.INK) -> str:
    """The raised hand, printed twice a little apart like a poster that missed the register."""
    hand = s.path(HORNS, ink)
    under = s.path(HORNS, shade, stroke=shade, stroke_width=2.4, stroke_linejoin="round")
    return s.group(s.group(under, x=1.1, y=1.1), hand, scale=size / 24)


def _lighters() -> str:
    """Three lighters held high."""
    one = _draw(
        (
            (p.GLOW, _FLAME, 0),
            (p.LIGHT, "M0-7C3-3 3.6-1 3.6 1A3.6 3.6 0 0 1-3.6 1C-3.6-2-1-3 0-7Z", 0),
            (p.STEEL, "M-8 9H3V15H-8Z", 0),
            (p.STEEL, disc(6, 11.5, 3.6), 0),
            (p.PAPER, "M-9 16H9V38H-9Z", 0),
            (p.BLOOD, "M-9 22H9V27H-9Z", 0),
        )
    )
    return "".join(s.group(one, x=x, y=y) for x, y in ((-25, -4), (25, -4), (0, -12)))


def _friends() -> str:
    """Two mugs that meet."""
    mug = _draw(_MUG)
    splash = s.path("M0-27 3-17 12-22 7-12 0-9-7-12-12-22-3-17Z", p.LIGHT)
    left = _turned(mug, "translate(-19 5) scale(-.86 .86) rotate(-14)")
    return left + _turned(mug, "translate(19 5) scale(.86) rotate(-14)") + splash


def _merch() -> str:
    return _draw(TICKET_PARTS["merch-stand"]) + s.group(s.path(HORNS, p.LIGHT), y=5, scale=0.95)


def ticket_motif(slug: str) -> str:
    """A Ticket's picture; one of an own deck shows a star."""
    own = {
        "horns-up": lambda: horns(46),
        "lighters-up": _lighters,
        "old-friends": _friends,
        "merch-stand": _merch,
    }
    if slug in own:
        return own[slug]()
    return _draw(TICKET_PARTS.get(slug, ((p.LIGHT, STAR, 0),)))


# --- Stage cards -------------------------------------------------------------------------------


def _tongues(height: float, phase: float) -> str:
    """The upper edge of a fire, 142 wide, standing on y 31."""
    low = 31 - height * 0.22
    data = "M-71 31"
    for step in range(10):
        x = -71 + step * 14.2
        tip = 31 - height * (0.62 + 0.38 * math.sin(phase + step * 2.4))
        data += _curve(x + 2, low, x + 7 + phase, tip) + _curve(x + 11, low - 6, x + 14.2, low)
    return data + "V31Z"


def _curve(*numbers: float) -> str:
    return "Q" + " ".join(s.number(value, 1) for value in numbers)


def _burst(points: int, far: float, near: float) -> str:
    way = []
    for step in range(points * 2):
        reach, angle = (near if step % 2 else far), math.pi * step / points
        way.append(
            f"{s.number(reach * 1.5 * math.sin(angle), 1)} {s.number(-reach * math.cos(angle), 1)}"
        )
    return f"M{'L'.join(way)}Z"


def _fire() -> str:
    return "".join(
        (
            s.path(_burst(12, 34, 20), p.EMBER),
            s.path(_burst(12, 25, 15), p.GLOW),
            s.path(_burst(12, 16, 9), p.LIGHT),
            s.path(_tongues(34, 0.6), p.BLOOD),
            s.path(_tongues(24, 2.1), p.GLOW),
            s.path(_tongues(13, 3.9), p.LIGHT),
        )
    )


def hands(ink: str, count: int = 9, foot: float = 31) -> str:
    """A crowd from behind: heads, and between them arms that raise the horns."""
    step = 128 / (count - 1)
    heads = "".join(disc(-64 + at * step, foot - 6 - at * 5 % 4, 8) for at in range(count))
    drawn = [s.path(heads, ink)]
    for at in range(0, count, 2):
        x, top = -56 + at * step, foot - 22 - at * 3 % 5
        drawn.append(s.line(f"M{s.number(x, 1)} {foot - 3}V{top}", ink, 6))
        drawn.append(s.group(s.path(HORNS, ink), x=round(x, 1), y=top - 2, scale=0.62))
    return "".join(drawn)


def _encore() -> str:
    ring = s.line("M14-21A23 20 0 1 0 23-3", p.LIGHT, 8) + s.path("M29-30V-5L4-11Z", p.LIGHT)
    return s.group(ring, y=4) + hands(p.INK)


def _scream() -> str:
    """A mouth wide open, and what comes out of it."""
    waves = "M-44-20Q-54 0-44 20M-56-25Q-69 0-56 25M44-20Q54 0 44 20M56-25Q69 0 56 25"
    teeth = "M-24-11Q0-24 24-11L20-3H12L9-5 5-3H-5L-9-5-12-3H-20Z"
    return "".join(
        (
            s.line(waves, p.LIGHT, 6),
            s.path(
                "M-34 0C-26-18-12-30 0-22 12-30 26-18 34 0 26 20 14 29 0 29-14 29-26 20-34 0Z",
                p.EMBER,
            ),
            s.path(
                "M-26-2C-18-14-8-18 0-16 8-18 18-14 26-2 20 14 10 22 0 22-10 22-20 14-26-2Z", p.INK
            ),
            s.path(teeth, p.PAPER),
            s.path("M-14 18C-14 4-4 4 0 8 4 4 14 4 14 18 8 23-8 23-14 18Z", p.TROUBLE_LIGHT),
        )
    )


def _wall_of_death() -> str:
    """Two crowds that face each other over a gap of light."""
    crack = "M4-31-6-12 4-8-8 10 3 14-5 31H12L18 12 8 8 18-10 7-14 16-31Z"
    drawn = [s.group(s.path(crack, p.LIGHT), x=-5)]
    for side, ink in ((-1, p.TROUBLE_LIGHT), (1, p.BANGER_LIGHT)):
        places = [
            (side * (24.0 + column * 13 + row % 2 * 4), -24.0 + row * 12)
            for row in range(5)
            for column in range(4)
        ]
        drawn.append(s.dots(places[::2], ink, 11))
        drawn.append(s.dots(places[1::2], p.PAPER, 11))
    return "".join(drawn)


def _guest() -> str:
    beams = "M-60-31-26 31H26L-44-31ZM60-31 26 31H-26L44-31Z"
    return "".join(
        (
            s.path(beams, p.GLOW, opacity=0.45),
            s.element("ellipse", cx=0, cy=27, rx=40, ry=6, fill=p.LANE),
            s.group(s.path(STAR, p.EMBER), x=2, y=3, scale=1.06),
            s.group(s.path(STAR, p.LIGHT), scale=1.06),
        )
    )


def _downpour() -> str:
    rain = "".join(
        f"M{x} {y}l-5 11" for y, start in ((4, -50), (17, -58)) for x in range(start, 66, 16)
    )
    cloud = "M-36 2A15 15 0 0 1-34-18A18 18 0 0 1-4-24A20 20 0 0 1 32-18A13 13 0 0 1 38 2Z"
    return "".join(
        (
            s.line(rain, p.BANGER_LIGHT, 4),
            s.path(cloud, p.PAPER),
            s.path("M4-12-8 8H1L-4 27 15 3H5L12-12Z", p.LIGHT, stroke=p.INK, stroke_width=2),
        )
    )


_STAGE: Final = {
    "fire-explosion": _fire,
    "encore": _encore,
    "scream-for-me": _scream,
    "wall-of-death": _wall_of_death,
    "guest-star": _guest,
    "downpour": _downpour,
}


def stage_motif(slug: str) -> str:
    """A Stage card's picture; one of an own deck shows the raised hand over the crowd."""
    draw = _STAGE.get(slug)
    return draw() if draw else horns(50, p.LIGHT) + hands(p.INK)

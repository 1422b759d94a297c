"""The legend's symbols and the wordmark, as outlines that need no ground of their own.

Every symbol is a stencil: pieces with gaps and holes between them, in one ink, so that it can be
printed on any colour and a client may give it the colour of its text.
"""

from __future__ import annotations

from typing import Final

SHEET: Final = "M-7.5-11H7.5Q9-11 9-9.5V9.5Q9 11 7.5 11H-7.5Q-9 11-9 9.5V-9.5Q-9-11-7.5-11Z"
STUB: Final = "M-13-8.5H13V-3.2A3.2 3.2 0 0 0 13 3.2V8.5H-13V3.2A3.2 3.2 0 0 0-13-3.2Z"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def disc(x: float, y: float, radius: float) -> str:
    """A full circle as an outline."""
    radius = round(radius, 1)
    r, across = _number(radius), _number(2 * radius)
    return f"M{_number(x - radius)} {_number(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0Z"


def person(x: float, y: float, size: float) -> str:
    """Head and shoulders."""
    left, right, foot = _number(x - size), _number(x + size), _number(y + size * 1.25)
    top = _number(y - size * 0.1)
    head = disc(x, y - size * 0.7, size * 0.55)
    return f"{head}M{left} {foot}C{left} {top} {right} {top} {right} {foot}Z"


HORNS: Final = (
    "M-10.2 1.2-11.9-9.4A2.4 2.4 0 0 1-7.2-10.3L-5.4 1.2Z"
    "M-4.4 1.2V-1.6A2.1 2.1 0 0 1-.2-1.6V1.2ZM.8 1.2V-1.6A2.1 2.1 0 0 1 5-1.6V1.2Z"
    "M6 1.2 7.3-8.6A2.3 2.3 0 0 1 11.8-8L10.4 1.2Z"
    "M-10.2 2.4H2.4A2.1 2.1 0 0 1 2.4 6.6H-8.6C-9.9 5.6-10.2 4.2-10.2 2.4Z"
    "M5.2 2.4H10.4V4.6C10.4 8.6 8.6 9.6 7.4 10.6V13H-5.6V10.8Q-6.7 9-7.4 7.8H2.6Q6 7.6 5.2 2.4Z"
)
_FLAME: Final = (
    "M1-12.5C2-6 9.5-3 9.5 4C9.5 9 5 12 0 12C-5 12-9.5 9-9.5 4C-9.5 0-6-2-5.5-6.5"
    "C-3.5-5-2.5-3.5-2-1.5C.5-4 1.5-8 1-12.5Z"
    "M0 10.5C-3 10.5-4.5 8.5-4.5 6.5C-4.5 3.5-1 2.5.3-1C2 2.5 4.5 3.5 4.5 6.5"
    "C4.5 8.5 3 10.5 0 10.5Z"
)
_NOTE: Final = "M-2.4-7.2 6.6-8.8V3A2.6 2.3 0 1 1 4.2.8V-4.6L0-3.8V5.4A2.6 2.3 0 1 1-2.4 3.2Z"
_PLUS: Final = "M-1.8-6.6H1.8V-1.8H6.6V1.8H1.8V6.6H-1.8V1.8H-6.6V-1.8H-1.8Z"
_MINUS: Final = "M-6-1.8H6V1.8H-6Z"
_TIMES: Final = "M-5.6-3-3-5.6 0-2.6 3-5.6 5.6-3 2.6 0 5.6 3 3 5.6 0 2.6-3 5.6-5.6 3-2.6 0Z"
_BEHIND: Final = "M7.9 7.4C7.9 3.4 7.2.6 6-1C10.6-2 13.4 1.4 13.4 7.4Z"
_BEHIND_LEFT: Final = "M-7.9 7.4C-7.9 3.4-7.2.6-6-1C-10.6-2-13.4 1.4-13.4 7.4Z"

Part = tuple[str, str, float]

# Around the origin in a box of 24: how a part is painted, its outline, the width of a line.
# fill: solid; hole: solid, with inner outlines left out; line: a stroke with round ends.
ICONS: Final[dict[str, tuple[Part, ...]]] = {
    "draw": (("hole", SHEET + _PLUS, 0),),
    "discard": (("hole", SHEET + _MINUS, 0),),
    "discard-ticket": (("hole", STUB + _MINUS, 0),),
    "remove": (("hole", SHEET + _TIMES, 0),),
    "action": (
        ("fill", "M-8-11Q-8-12.4-6.6-11.8L11.4-1.2Q13 0 11.4 1.2L-6.6 11.8Q-8 12.4-8 11Z", 0),
    ),
    "token": (("hole", disc(0, 0, 12) + _NOTE, 0),),
    "surf": (
        ("fill", "M-8 3H-.6V7H-8ZM.6 3H8V7H.6ZM-8 8.2H-4.6V12H-8ZM-3.4 8.2H3.4V12H-3.4Z", 0),
        ("fill", "M4.6 8.2H8V12H4.6Z", 0),
        ("line", "M-11.4 4C-12-10 6-14.4 9.6-4.6", 3.2),
        ("fill", "M4-4.4 14.6-5.6 10.6 3.4Z", 0),
    ),
    "stage": (("fill", HORNS, 0),),
    "one": (("fill", person(0, -0.8, 9), 0),),
    "all": (
        ("fill", person(0, 1.4, 7.2) + _BEHIND + _BEHIND_LEFT, 0),
        ("fill", disc(-8.2, -5.4, 3) + disc(8.2, -5.4, 3), 0),
    ),
    "skip": (("fill", "M-11.5-9.5-1.5 0-11.5 9.5ZM-1.5-9.5 8 0-1.5 9.5ZM8.4-9.5H12V9.5H8.4Z", 0),),
    "push": (("fill", person(-7.2, 1, 5.4) + "M-.9-2.8H4.5V-8.4L13 0 4.5 8.4V2.8H-.9Z", 0),),
    "or": (("line", "M4.5-10.5-4.5 10.5", 3.6),),
    "fire": (("hole", _FLAME, 0),),
    "encore": (("line", "M5.6-7A9 9 0 1 0 9 1.5", 3.8), ("fill", "M12-12.6V-2L1.4-3.6Z", 0)),
    "scream": (
        ("fill", disc(-4.6, -5.6, 5.6), 0),
        ("fill", "M-8.6 1.6-1.4 2.6-6.2 12.6-10.4 11.4Z", 0),
        ("line", "M4-9.8A8 8 0 0 1 3.4 2M8.2-12.4A13 13 0 0 1 7.4 6.4", 2.6),
    ),
    "wall-of-death": (
        ("fill", "".join(disc(x, y, 2.8) for x in (-4.6, 4.6) for y in (-8, 0, 8)), 0),
        ("fill", "M-8.4-5.5-14 0-8.4 5.5ZM8.4-5.5 14 0 8.4 5.5Z", 0),
    ),
}
SYMBOLS: Final = tuple(ICONS)

# Not of the legend: kinds of card, a hand, a lane's way, the mark of a reconstructed card.
OTHER_ICONS: Final[dict[str, tuple[Part, ...]]] = {
    "path": (("fill", "M-13-10H-5V10H-13ZM5-10H13V10H5ZM0-10 4-4.6H1.6V10H-1.6V-4.6H-4Z", 0),),
    "ticket": (
        (
            "hole",
            STUB + "M0-6 1.7-1.9 6-1.6 2.7 1.2 3.7 5.4 0 3.1-3.7 5.4-2.7 1.2-6-1.6-1.7-1.9Z",
            0,
        ),
    ),
    "wall": (
        ("fill", "M-12-9H-.8V-3.6H-12ZM.8-9H12V-3.6H.8ZM-12-2.7H-6.4V2.7H-12Z", 0),
        (
            "fill",
            "M-4.8-2.7H4.8V2.7H-4.8ZM6.4-2.7H12V2.7H6.4ZM-12 3.6H-.8V9H-12ZM.8 3.6H12V9H.8Z",
            0,
        ),
    ),
    "hand": (
        (
            "fill",
            "M-2.6-10.6 5.4-12.4Q6.6-12.6 7-11.4L10.6 3.4Q10.8 4.6 9.6 5L7.6 5.5 3.2-10.6Z",
            0,
        ),
        (
            "fill",
            (
                "M-9.6-7.8 0-10.2Q1.2-10.4 1.6-9.2L5.8 7.2Q6 8.4 4.8 8.8L-4.8 11.2"
                "Q-6 11.4-6.4 10.2L-10.6-6.2Q-10.8-7.4-9.6-7.8Z"
            ),
            0,
        ),
    ),
    "reconstructed": (("line", "M0-9V9M-7.8-4.5 7.8 4.5M7.8-4.5-7.8 4.5", 4.2),),
}
# The wordmark HORNS UP, 142 wide: sharp corners, two spikes, and horns on the U.
WORDMARK: Final[tuple[tuple[int, str], ...]] = (
    (0, "M-1-6 5 0V7.5H9V0H14V20H9V12H5V20L0 29Z"),
    (17, "M4 0H10L14 4V16L10 20H4L0 16V4ZM5 5V15H9V5Z"),
    (34, "M0 0H10L14 4V9L11.5 11.5 14 20H9L7 12.5H5V20H0ZM5 4.5V8.5H9V4.5Z"),
    (51, "M0 0H5L9 10V0H14V20H9L5 10V20H0Z"),
    (68, "M4 0H14V4.5H5V7.5H10L14 11V16L10 20H0V15.5H9V12.2H4L0 8.5V4Z"),
    (
        94,
        (
            "M-4-12C-1-8 5-6 5 1V15H11V1C11-6 17-8 20-12 20-6 16-4 16 2V16L12 20H4L0 16V2"
            "C0-4-4-6-4-12Z"
        ),
    ),
    (113, "M0 0H10L14 4V9.5L10 13.5H5V20L0 29ZM5 4.5V9H9V4.5Z"),
)

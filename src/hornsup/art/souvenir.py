"""A finished game as one picture to send around: who won, the order, the last table, figures.

Upright and 1080 by 1350, which chats show whole and large. It holds nothing but SVG shapes and
text, so that a browser can draw it on a canvas and make a PNG of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hornsup.art import backdrop
from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.motifs import hands, horns
from hornsup.art.pieces import player, wordmark

WIDTH: Final = 1080
HEIGHT: Final = 1350
EDGE: Final = 44
MIDDLE: Final = WIDTH / 2
SPOT: Final = (MIDDLE, 300.0)  # where the winner stands
LIST: Final = (EDGE, 572, 516, 452)  # left, top, width, height of the order
BOARD: Final = (576, 572, 460, 452)
TILES: Final = (EDGE, 1046, 992, 196)
IN_A_ROW: Final = 6  # winners
TWO_LINES: Final = 60  # rows of the order that are as high have the note below the name
NOTE_WIDTH: Final = 148
ONE_LINE: Final = 18  # the smallest title of a figure that is not broken into two lines
MOST_PLACES: Final = 12
MOST_TILES: Final = 4
WORDMARK: Final = "HORNS UP"


@dataclass(frozen=True, slots=True)
class Place:
    """A seat in the final order; `rank` counts from 1, and those who share it have the same."""

    rank: int
    seat: int
    name: str
    note: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A figure with who holds it."""

    title: str
    value: str
    holders: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Souvenir:
    """What the picture says; names may be any text."""

    title: str
    headline: str
    winners: tuple[int, ...]
    order_title: str
    places: Sequence[Place]
    tiles: Sequence[Tile]
    sentence: str
    board: tuple[str, float, float] | None
    """The table as SVG elements, and the width and height that they fill."""


def souvenir_svg(told: Souvenir) -> str:
    """The picture, with its size in pixels."""
    name = f"{told.title}: {told.headline}"
    return s.element(
        "svg",
        s.title(name),
        _hall(),
        _title(told.title),
        _winners(told),
        _order(told),
        _board(told),
        _tiles(told.tiles[:MOST_TILES]),
        _foot(told.sentence),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
        **{"aria-label": name},
    )


# --- the hall --------------------------------------------------------------------------------


def _hall() -> str:
    """Night, a burst of light behind the winner, spot lights, and the crowd's hands at the foot."""
    burst = s.rays(SPOT, (0, 0, WIDTH, HEIGHT), 22, 0.25)
    glow = (s.circle(*SPOT, size, p.GLOW, opacity=0.07) for size in (420, 320, 230, 160))
    beams = "".join(
        f"M{s.number(MIDDLE + x - 14)} 44L{s.number(MIDDLE - x * 0.7 - 120)} 560h240"
        f"L{s.number(MIDDLE + x + 14)} 44Z"
        for x in backdrop.LAMPS
    )
    crowd = hands(p.FLOOR)
    return "".join(
        (
            s.rect(0, 0, WIDTH, HEIGHT, p.NIGHT),
            s.path(burst, p.STAGE_CARD),
            *glow,
            s.path(beams, p.LIGHT, opacity=0.07),
            *(s.group(crowd, x=x, y=HEIGHT - 70, scale=2.6) for x in range(150, WIDTH + 160, 320)),
            s.group(backdrop.truss(MIDDLE), x=MIDDLE, y=-4),
        )
    )


def _title(title: str) -> str:
    """The game's name on top: the wordmark where it says the same, else letters like it."""
    if title.upper() == WORDMARK:
        return s.group(wordmark(), x=MIDDLE - 66 * 2.5, y=88, scale=2.5)
    text = title.upper()
    size = s.font_size(text, WIDTH - 4 * EDGE, 84)
    return "".join(
        (
            _outlined(text, 136, size, 14),
            s.text_line(text, MIDDLE + 4, 140, size, p.EMBER),
            s.text_line(text, MIDDLE, 136, size, p.LIGHT),
        )
    )


def _outlined(text: str, y: float, size: float, width: float) -> str:
    """The dark rim of a line in the middle, to be drawn below it."""
    rim: dict[str, s.Attribute] = {"stroke": p.INK, "stroke_linejoin": "round"}
    return s.element("g", s.text_line(text, MIDDLE, y, size, p.INK), stroke_width=width, **rim)


def _foot(sentence: str) -> str:
    size = s.font_size(sentence, WIDTH - 4 * EDGE, 34)
    text = s.text_line(sentence, MIDDLE, 1302, size, p.PAPER) if sentence else ""
    return s.group(horns(44, p.LIGHT), x=EDGE + 6, y=1292) + text


# --- who won ---------------------------------------------------------------------------------


def _winners(told: Souvenir) -> str:
    """The winners' pawns in the light, and the sentence that says so."""
    rows = [told.winners[at : at + IN_A_ROW] for at in range(0, len(told.winners), IN_A_ROW)]
    radius = {0: 0, 1: 104, 2: 84}.get(len(told.winners), 62 if len(rows) == 1 else 50)
    drawn = []
    for row, seats in enumerate(rows):
        y = SPOT[1] + radius * 2.6 * (row - (len(rows) - 1) / 2)
        left = SPOT[0] - radius * 2.6 * (len(seats) - 1) / 2
        drawn += [
            player(seat, left + radius * 2.6 * at, y, radius) for at, seat in enumerate(seats)
        ]
    if not rows:
        drawn = [s.group(horns(230, p.LIGHT), x=SPOT[0], y=SPOT[1])]
    text = told.headline.upper()
    size = s.font_size(text, WIDTH - 2 * EDGE, 92)
    return "".join(
        (
            s.circle(*SPOT, 150, p.LIGHT, opacity=0.28),
            *drawn,
            _outlined(text, 520, size, 12),
            s.text_line(text, MIDDLE, 520, size, p.LIGHT),
        )
    )


# --- the order, the table, the figures -------------------------------------------------------


def _panel(box: tuple[float, float, float, float]) -> str:
    left, top, width, height = box
    return s.rect(left, top, width, height, p.PANEL, rx=18, stroke=p.SLOT, stroke_width=4)


def _order(told: Souvenir) -> str:
    left, top, width, height = LIST
    places = told.places[:MOST_PLACES]
    pitch = min(116.0, (height - 76) / max(len(places), 1))
    rows = [
        s.group(_place(place, width - 32, pitch), x=left + 16, y=round(top + 64 + at * pitch, 2))
        for at, place in enumerate(places)
    ]
    title = told.order_title.upper()
    size = s.font_size(title, width - 40, 34)
    heading = s.text_line(title, left + 20, top + 46, size, p.LIGHT, anchor="start")
    return _panel(LIST) + heading + "".join(rows)


def _place(place: Place, width: float, pitch: float) -> str:
    """Rank, pawn, name and how far it came: in a line, or in two where there is room."""
    middle = pitch / 2
    size = min(36.0, pitch * 0.56)
    ink = p.LIGHT if place.rank == 1 else p.PAPER
    rank = s.text_line(str(place.rank), 20, middle + size * 0.36, size, ink)
    piece = player(place.seat, 76, middle, min(30.0, pitch * 0.36))
    tall = pitch >= TWO_LINES
    room = width - 120 if tall else width - 126 - NOTE_WIDTH
    name, name_size = s.fitted(place.name, room, size, 17)
    note, note_size = s.fitted(place.note, NOTE_WIDTH, min(22.0, size * 0.8), 13)
    name_at = middle - 2 if tall else middle + size * 0.36
    lines = s.text_line(name, 116, name_at, name_size, ink, anchor="start")
    if tall:
        lines += s.text_line(note, 116, middle + 26, note_size, p.FADED, anchor="start")
    else:
        lines += s.text_line(note, width - 4, name_at, note_size, p.FADED, anchor="end")
    return rank + piece + lines


def _board(told: Souvenir) -> str:
    """The table as it was at the end, as large as its frame allows."""
    if told.board is None:
        return ""
    left, top, width, height = BOARD
    drawn, across, down = told.board
    inner = s.element(
        "svg",
        drawn,
        x=left + 4,
        y=top + 4,
        width=width - 8,
        height=height - 8,
        viewBox=f"0 0 {s.number(across)} {s.number(down)}",
    )
    frame = s.rect(left, top, width, height, "none", rx=18, stroke=p.GLOW, stroke_width=6)
    return s.rect(left, top, width, height, p.NIGHT, rx=18) + inner + frame


def _tiles(tiles: Sequence[Tile]) -> str:
    if not tiles:
        return ""
    left, top, width, height = TILES
    gap = 16
    each = (width - gap * (len(tiles) - 1)) / len(tiles)
    drawn = []
    for at, tile in enumerate(tiles):
        x = round(left + at * (each + gap), 2)
        drawn.append(s.group(_panel((0, 0, each, height)), _tile(tile, each), x=x, y=top))
    return "".join(drawn)


def _tile(tile: Tile, width: float) -> str:
    """What was counted, how much, and whose it is."""
    names, name_size = s.fitted(
        " + ".join(name for _, name in tile.holders), width - 36 - 42 * len(tile.holders), 28, 17
    )
    number_size = s.font_size(tile.value, width / 2, 84)
    row = s.relative_width(names) * name_size + 44 * len(tile.holders)
    start = max((width - row) / 2, 14)
    pawns = (
        player(seat, round(start + 20 + 40 * at, 2), 160, 17)
        for at, (seat, _) in enumerate(tile.holders)
    )
    name_at = round(start + 8 + 40 * len(tile.holders), 2)
    return "".join(
        (
            _tile_title(tile.title.upper(), width),
            s.text_line(tile.value, width / 2, 128, number_size, p.LIGHT),
            *pawns,
            s.text_line(names, name_at, 169, name_size, p.PAPER, anchor="start"),
        )
    )


def _tile_title(title: str, width: float) -> str:
    """In one line, or in two where that would be hard to read."""
    room = width - 24
    size = s.font_size(title, room, 25)
    if size >= ONE_LINE or " " not in title:
        return s.text_line(title, width / 2, 42, size, p.FADED)
    words = title.split(" ")
    cuts = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    upper, lower = min(cuts, key=lambda lines: max(map(s.relative_width, lines)))
    size = min(s.font_size(upper, room, 22), s.font_size(lower, room, 22))
    first = s.text_line(upper, width / 2, 30, size, p.FADED)
    return first + s.text_line(lower, width / 2, 53, size, p.FADED)

"""Every card of Horns Up as a group of 150 by 100: Paths, Walls, Entrance, Tickets, Stage cards.

A warm lane is a way, a crowd is none. That grammar holds for the whole table: a Path's lanes reach
the sides that are open, an Entrance has a step at all four, a Wall and a face-down Path have none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.i18n import lookup, pick_language

_MIDDLE: Final = (75, 50)
_ENDS: Final = {"N": (75, 0), "E": (150, 50), "S": (75, 100), "W": (0, 50)}
_LANE: Final = 36


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card: its kind, and its symbols or a Path's open sides."""

    kind: str
    symbols: tuple[str, ...] = ()
    sides: str = ""


def _faces(kind: str, rows: str) -> dict[str, Face]:
    """Faces from lines such as `steward: remove or draw draw`."""
    pairs = (row.split(":") for row in rows.strip().splitlines())
    return {slug.strip(): Face(kind, tuple(symbols.split())) for slug, symbols in pairs}


PATHS: Final = {
    f"path-{sides.lower()}": Face("path", sides=sides)
    for sides in ("NS", "EW", "NE", "NW", "NES", "NEW", "NESW")
}
WALLS: Final = {slug: Face("wall") for slug in ("troublemakers", "headbangers", "mosh-pit")}
TICKETS: Final = _faces(
    "ticket",
    """
    horns-up: stage
    crowd-surfing: surf
    pushed-away: one push
    cold-beer: draw draw
    merch-stand: discard draw draw draw
    second-wind: action action
    all-in: action action action skip
    slow-song: one token token
    lighters-up: all token
    lost-in-the-queue: one skip
    pickpocket: draw one discard
    ticket-check: all discard-ticket
    steward: remove or draw draw
    old-friends: draw draw or action action
    """,
)
STAGE_CARDS: Final = _faces(
    "stage",
    """
    fire-explosion: fire
    encore: encore
    scream-for-me: scream
    wall-of-death: wall-of-death
    guest-star: all draw
    downpour: all discard
    """,
)
FACES: Final[Mapping[str, Face]] = {
    **PATHS,
    **WALLS,
    **TICKETS,
    **STAGE_CARDS,
    "entrance": Face("entrance"),
}


def faces_of(deck: Any) -> Mapping[str, Face]:
    """The faces of a deck of one's own, over the known ones; a deck's mere name adds none."""
    if not isinstance(deck, Mapping):
        return FACES
    own = {
        str(entry["card"]): Face(kind, tuple(map(str, entry.get("symbols", ()))))
        for kind in ("wall", "ticket", "stage")
        for entry in deck.get(kind, ())
    }
    return {**FACES, **own}


def name_of(slug: str, language: str = "en") -> str:
    """A card's name in the reader's language; of an unknown card, its slug as words."""
    found = lookup(pick_language(language), f"cards.names.{slug}")
    return found if isinstance(found, str) else slug.replace("-", " ").title()


def card(slug: str, face: Face | None = None, language: str = "en") -> str:
    """Any card, face up, as a group at the origin."""
    face = face or FACES.get(slug) or Face("ticket")
    name = name_of(slug, language)
    if face.kind == "path":
        drawing = path_card(face.sides)
    elif face.kind == "wall":
        drawing = wall_card(slug, name)
    elif face.kind == "entrance":
        drawing = entrance_card()
    elif face.kind == "stage":
        drawing = stage_card(name, face.symbols)
    else:
        drawing = ticket_card(name, face.symbols)
    return s.group(s.title(name), drawing, data_card=slug)


def table_card(card: Mapping[str, Any], language: str = "en") -> str:
    """A Path or Wall as a view describes it: a Path as it is turned, or face down."""
    if card["kind"] == "wall":
        return wall_card(card["card"], name_of(card["card"], language))
    return path_card(card["sides"]) if card["face"] == "up" else shut_path()


def card_svg(slug: str, face: Face | None = None, language: str = "en") -> str:
    """One card as a picture that stands by itself."""
    return s.document(s.CARD_W, s.CARD_H, name_of(slug, language), card(slug, face, language))


# --- Paths -----------------------------------------------------------------------------------


def _lane_data(sides: str) -> str:
    """The middle of the lane: a bend for two neighbouring sides, else spokes."""
    ends = [_ENDS[side] for side in "NESW" if side in sides]
    if len(ends) == 2 and sides not in ("NS", "EW"):
        (ax, ay), (bx, by) = ends
        return f"M{ax} {ay}Q75 50 {bx} {by}"
    return "".join(f"M75 50L{x} {y}" for x, y in ends)


def _lane_points(sides: str) -> list[tuple[float, float]]:
    """Points along the lane, near enough to keep the crowd off it."""
    ends = [_ENDS[side] for side in "NESW" if side in sides]
    bend = len(ends) == 2 and sides not in ("NS", "EW")
    pairs = [(ends[0], ends[1])] if bend else [(_MIDDLE, end) for end in ends]
    points = []
    for (ax, ay), (bx, by) in pairs:
        for step in range(13):
            t = step / 12
            pull = 2 * t * (1 - t) if bend else 0.0
            a = (1 - t) ** 2 if bend else 1 - t
            b = t * t if bend else t
            points.append((a * ax + pull * 75 + b * bx, a * ay + pull * 50 + b * by))
    return points


@cache
def path_card(sides: str) -> str:
    """A crowd with a lit lane to every open side."""
    sides = "".join(side for side in "NESW" if side in sides)
    points = _lane_points(sides)

    def free(x: float, y: float) -> bool:
        return all(math.dist((x + 5, y + 5), point) > _LANE / 2 + 6 for point in points)

    lane = _lane_data(sides)
    join = {"stroke_linejoin": "round"}
    return "".join(
        (
            s.card_frame(p.GROUND, p.CROWD[1]),
            s.group(s.crowd(140, 90, p.CROWD, free), x=5, y=5),
            s.path(lane, stroke=p.LANE_RIM, stroke_width=_LANE + 6, **join),
            s.path(lane, stroke=p.LANE, stroke_width=_LANE, **join),
            s.circle(*_MIDDLE, _LANE / 2, p.LANE) if len(sides) > 2 else "",
            s.path(lane, stroke=p.LIGHT, stroke_width=_LANE / 3, opacity=0.35, **join),
        )
    )


@cache
def shut_path() -> str:
    """A face-down Path: the crowd has closed, no way leads anywhere."""
    people = s.crowd(140, 90, p.CROWD_SHUT)
    return s.card_frame(p.GROUND_SHUT, p.CROWD_SHUT[1]) + s.group(people, x=5, y=5)


# --- Walls -----------------------------------------------------------------------------------


def wall_card(slug: str, name: str) -> str:
    """A Wall in its own colours with its name below; one of an own deck is made of bricks."""
    draw, dark, light = _WALLS.get(slug, (_bricks, p.STEEL_DARK, p.STEEL))
    label = name.upper()
    return "".join(
        (
            s.card_frame(dark, light, 6),
            draw(light),
            s.path("M3 78H147V91Q147 97 141 97H9Q3 97 3 91Z", light),
            s.words(label, 75, 94, s.fitting(label, 136, 19), p.INK),
        )
    )


def _troublemakers(light: str) -> str:
    """Three faces that look for a fight."""
    face = "".join(
        (
            s.path("M-8-14-13-31-4-22 0-37 4-22 13-31 8-14Z", p.LIGHT),
            s.circle(0, 0, 19, light),
            s.line("M-13-8-3-3M13-8 3-3", p.INK, 4.5),
            s.circle(-7, 1, 3, p.INK) + s.circle(7, 1, 3, p.INK),
            s.line("M-9 11-5 8-1 11 3 8 8 11", p.INK, 3.2),
        )
    )
    return "".join(s.group(face, x=x, y=y) for x, y in ((30, 52), (120, 52), (75, 46)))


def _headbangers(light: str) -> str:
    """Two long-haired heads that swing to the beat."""
    hair = (
        "M-16 2C-19-22 8-28 17-13C28-12 35 2 33 25C29 18 26 15 23 15C24 23 20 30 13 34"
        "C13 26 10 20 6 17H-8C-14 14-15 8-16 2Z"
    )
    banger = "".join(
        (
            s.path(hair, light),
            s.circle(-2, 4, 13.5, p.PAPER),
            s.path("M-17 4C-18-18 14-22 16 2C8-1 4-5 2-9C-2-3-10 1-17 4Z", light),
            s.line("M-10 3H-5M2 3H7", p.INK, 2.6),
            s.element("ellipse", cx=-1, cy=11, rx=5, ry=4, fill=p.INK),
            s.line("M13-12C21-10 27-1 27 12M9-8C18-5 20 6 17 20", p.BANGER, 1.8),
        )
    )
    right = s.element("g", banger, transform="translate(105 43) scale(1.12) rotate(-20)")
    left = s.element("g", banger, transform="translate(45 43) scale(-1.12 1.12) rotate(-20)")
    return left + right + s.line("M75 14V30M65 17 68 31M85 17 82 31", p.LIGHT, 4)


def _mosh_pit(light: str) -> str:
    """People running round and round an empty middle."""
    people = [
        (
            75 + across * math.cos(step * math.tau / count),
            41 + down * math.sin(step * math.tau / count),
        )
        for across, down, count in ((64, 31, 26), (52, 21, 20))
        for step in range(count)
    ]
    half = s.line("M-29 3C-28-11-8-17 12-12", p.PAPER, 6.5) + s.path("M9-23 31-9 8 0Z", p.PAPER)
    arrows = s.group(half) + s.element("g", half, transform="rotate(180)")
    return "".join(
        (
            s.element("ellipse", cx=75, cy=41, rx=45, ry=17, fill=p.INK, opacity=0.6),
            s.dots(people[::2], light, 9.5),
            s.dots(people[1::2], p.LIGHT, 9.5),
            s.group(arrows, x=75, y=41, scale=1.1),
        )
    )


def _bricks(light: str) -> str:
    return s.line(
        "M8 30H142M8 54H142M50 8V30M100 8V30M28 30V54M75 30V54M122 30V54M50 54V76", light, 4
    )


_WALLS: Final = {
    "troublemakers": (_troublemakers, p.TROUBLE, p.TROUBLE_LIGHT),
    "headbangers": (_headbangers, p.BANGER, p.BANGER_LIGHT),
    "mosh-pit": (_mosh_pit, p.MOSH, p.MOSH_LIGHT),
}


# --- Entrance --------------------------------------------------------------------------------


@cache
def entrance_card() -> str:
    """A gate printed on a ticket, with a lit step at each of its four sides."""
    bulbs = [
        (75 - 30.5 * math.cos(step * math.pi / 8), 50 - 27.5 * math.sin(step * math.pi / 8))
        for step in range(9)
    ]
    steps = (
        "M57 3A18 14 0 0 0 93 3ZM57 97A18 14 0 0 1 93 97Z"
        "M3 32A14 18 0 0 1 3 68ZM147 32A14 18 0 0 0 147 68Z"
    )
    return "".join(
        (
            s.card_frame(p.GATE, p.GATE_LIGHT),
            s.rect(
                9,
                9,
                132,
                82,
                "none",
                rx=5,
                stroke=p.GATE_LIGHT,
                stroke_width=1.6,
                stroke_dasharray="5 4",
            ),
            s.path("M38 84V50A37 33 0 0 1 112 50V84H99V52A24 22 0 0 0 51 52V84Z", p.GATE_DARK),
            s.path("M51 84V52A24 22 0 0 1 99 52V84Z", p.NIGHT, opacity=0.55),
            s.dots(bulbs, p.LIGHT, 4.4),
            s.path(steps, p.LANE),
        )
    )


# --- Tickets and Stage cards -----------------------------------------------------------------


def ticket_card(name: str, symbols: Iterable[str]) -> str:
    """A concert ticket with bitten sides: the name on top, what it does below."""
    label = name.upper()
    outline = (
        "M9 1.5H141Q148.5 1.5 148.5 9V26A7 7 0 0 0 148.5 40V91Q148.5 98.5 141 98.5"
        "H9Q1.5 98.5 1.5 91V40A7 7 0 0 0 1.5 26V9Q1.5 1.5 9 1.5Z"
    )
    return "".join(
        (
            s.path(outline, p.TICKET, stroke=p.INK, stroke_width=2.5),
            s.path(
                "M2.7 26V9Q2.7 2.7 9 2.7H141Q147.3 2.7 147.3 9V26Q142 27 141.4 31H8.6Q8 27 2.7 26Z",
                p.TICKET_BAND,
            ),
            s.line("M13 35.5H139", p.TICKET_BAND, 1.8, stroke_dasharray="1 5"),
            s.words(label, 75, 23.5, s.fitting(label, 138, 20)),
            s.symbol_row(symbols, p.INK, p.BLOOD, p.TICKET, 67),
        )
    )


def stage_card(name: str, symbols: Iterable[str]) -> str:
    """A Stage card: what the band does now, in the light of two spots."""
    label = name.upper()
    return "".join(
        (
            s.card_frame(p.STAGE_CARD, p.GLOW, 4),
            s.path("M6 6 14 4 104 72H40ZM144 6 136 4 46 72H110Z", p.GLOW, opacity=0.28),
            s.symbol_row(symbols, p.LIGHT, p.PAPER, p.STAGE_CARD, 38),
            s.path("M4 72H146V90Q146 96 140 96H10Q4 96 4 90Z", p.GLOW),
            s.words(label, 75, 91.5, s.fitting(label, 136, 20), p.INK),
        )
    )


def back(kind: str) -> str:
    """The back of a deck: the Audience's in violet, the Stage's in fire."""
    ground, rim, ink = (
        (p.STAGE_CARD, p.GLOW, p.EMBER) if kind == "stage" else (p.GROUND, p.CROWD[1], p.CROWD[0])
    )
    return s.card_frame(ground, rim, 4) + s.icon("stage", 75, 50, 66, ink, ground)

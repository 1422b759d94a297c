"""Every card of Horns Up as a group of 150 by 100: Paths, Walls, Entrance, Tickets, Stage cards.

A warm lane is a way, a crowd is none. That grammar holds for the whole table: a Path's lanes reach
the sides that are open, an Entrance has a step at all four, a Wall and a face-down Path have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.motifs import horns, stage_motif, ticket_motif
from hornsup.art.paths import entrance_card, path_card, shut_path
from hornsup.art.walls import wall_card
from hornsup.i18n import lookup, pick_language


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a card: kind, symbols or open sides; whether the rulebook names it."""

    kind: str
    symbols: tuple[str, ...] = ()
    sides: str = ""
    named: bool = True


def _faces(kind: str, rows: str) -> dict[str, Face]:
    """Faces from lines such as `steward*: remove or draw draw`; the star: reconstructed."""
    pairs = (row.split(":") for row in rows.strip().splitlines())
    return {
        slug.strip(" *"): Face(kind, tuple(symbols.split()), named="*" not in slug)
        for slug, symbols in pairs
    }


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
    cold-beer*: draw draw
    merch-stand*: discard draw draw draw
    second-wind*: action action
    all-in*: action action action skip
    slow-song*: one token token
    lighters-up*: all token
    lost-in-the-queue*: one skip
    pickpocket*: draw one discard
    ticket-check*: all discard-ticket
    steward*: remove or draw draw
    old-friends*: draw draw or action action
    """,
)
STAGE_CARDS: Final = _faces(
    "stage",
    """
    fire-explosion: fire
    encore: encore
    scream-for-me: scream
    wall-of-death: wall-of-death
    guest-star*: all draw
    downpour*: all discard
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
        str(entry["card"]): Face(
            kind, tuple(map(str, entry.get("symbols", ()))), named=bool(entry.get("named", True))
        )
        for kind in ("wall", "ticket", "stage")
        for entry in deck.get(kind, ())
    }
    return {**FACES, **own}


def name_of(slug: str, language: str = "en") -> str:
    """A card's name in the reader's language; of an unknown card, its slug as words."""
    found = lookup(pick_language(language), f"cards.names.{slug}")
    return found if isinstance(found, str) else slug.replace("-", " ").title()


def face_of(slug: str, face: Face | None = None, name: str = "") -> str:
    """Any card, face up; without a name it needs no words at all."""
    face = face or FACES.get(slug) or Face("ticket")
    if face.kind == "path":
        return path_card(face.sides)
    if face.kind == "wall":
        return wall_card(slug, name)
    if face.kind == "entrance":
        return entrance_card()
    return (stage_card if face.kind == "stage" else ticket_card)(slug, face, name)


def card(slug: str, face: Face | None = None, language: str = "en") -> str:
    """Any card, face up with its name, as a group at the origin."""
    name = name_of(slug, language)
    return s.group(s.title(name), face_of(slug, face, name), data_card=slug)


def table_card(card: Mapping[str, Any], language: str = "en") -> str:
    """A Path or Wall as a view describes it: a Path as it is turned, or face down."""
    if card["kind"] == "wall":
        return wall_card(card["card"], name_of(card["card"], language))
    return path_card(card["sides"]) if card["face"] == "up" else shut_path()


def card_svg(slug: str, face: Face | None = None, language: str = "en") -> str:
    """One card as a picture that stands by itself."""
    return s.document(s.CARD_W, s.CARD_H, name_of(slug, language), card(slug, face, language))


# --- Tickets and Stage cards -----------------------------------------------------------------

_HURTS: Final = ("one", "all")
_OUTLINE: Final = (
    "M9 1.5H141Q148.5 1.5 148.5 9V50A7 7 0 0 0 148.5 64V91Q148.5 98.5 141 98.5"
    "H9Q1.5 98.5 1.5 91V64A7 7 0 0 0 1.5 50V9Q1.5 1.5 9 1.5Z"
)
_POSTER: Final = "M2.7 50V9Q2.7 2.7 9 2.7H141Q147.3 2.7 147.3 9V50Q142 51 141.4 57H8.6Q8 51 2.7 50Z"


def ticket_card(slug: str, face: Face, name: str) -> str:
    """A concert ticket with bitten sides: a poster on top, what it does below."""
    label = name.upper()
    symbols = face.symbols
    hurts = any(symbol in _HURTS for symbol in symbols)
    ink = p.TICKET_SHOW if "stage" in symbols else p.TICKET_HURT if hurts else p.TICKET_HELP
    return "".join(
        (
            s.path(_OUTLINE, p.TICKET, stroke=p.INK, stroke_width=2.5),
            s.path(_POSTER, ink),
            s.path(s.rays((75, 34), (5, 5, 145, 56), 18, 0.5), p.INK, opacity=0.3),
            s.halftone((12, 27, 140, 57), p.INK, 6, 4.6),
            s.group(ticket_motif(slug), x=75, y=22 if label else 30, scale=0.72 if label else 1),
            _plate(label, 42, p.INK, p.PAPER),
            s.rect(8.6, 57, 132.8, 2.2, p.INK),
            s.line("M13 62.5H139", p.LANE_MARK, 1.8, stroke_dasharray="1 5"),
            s.symbol_row(symbols, p.INK, p.BLOOD, 80.5, 32),
            "" if face.named else mark(136, 13),
        )
    )


def stage_card(slug: str, face: Face, name: str) -> str:
    """A Stage card: a poster of what the band does now, in the light of two spots."""
    label = name.upper()
    return "".join(
        (
            s.card_frame(p.STAGE_CARD, p.GLOW, 4),
            s.path(s.rays((75, 40), (4, 4, 146, 68), 20, 0.5), p.BLOOD, opacity=0.55),
            s.halftone((8, 36, 144, 68), p.EMBER, 7, 4.4),
            s.group(stage_motif(slug), x=75, y=28 if label else 37, scale=0.74 if label else 1),
            _plate(label, 50, p.INK, p.LIGHT),
            s.path("M4 68H146V90Q146 96 140 96H10Q4 96 4 90Z", p.GLOW),
            s.rect(4, 66, 142, 3, p.INK),
            s.symbol_row(face.symbols, p.INK, p.TROUBLE, 83, 25),
            s.card_frame("none", p.GLOW, 4),
            "" if face.named else mark(135, 14),
        )
    )


def _plate(label: str, top: float, ground: str, ink: str) -> str:
    """The card's name on a strip, in pictures that must speak for themselves."""
    if not label:
        return ""
    size = s.font_size(label, 132, 15)
    width = min(s.relative_width(label) * size + 12, 142)
    strip = s.rect(75 - width / 2, top - 3, width, 19, ground, rx=4)
    return strip + s.text_line(label, 75, top + 6.5 + size * 0.36, size, ink)


def mark(x: float, y: float) -> str:
    """The small asterisk of a card that the rulebook does not name."""
    return s.circle(x, y, 7, p.PAPER, stroke=p.INK, stroke_width=1.5) + s.icon(
        "reconstructed", x, y, 12, p.INK
    )


def back(kind: str) -> str:
    """The back of a deck: the Audience's in violet, the Stage's in fire."""
    stage = kind == "stage"
    ground, rim, ray, dot = (
        (p.STAGE_CARD, p.GLOW, p.BLOOD, p.EMBER)
        if stage
        else (p.GROUND, p.CROWD[1], p.CROWD[2], p.CROWD[0])
    )
    return "".join(
        (
            s.card_frame(ground, rim, 4),
            s.path(s.rays((75, 52), (4, 4, 146, 96), 22, 0.25), ray),
            s.halftone((8, 54, 144, 96), dot, 7, 5),
            s.rect(9, 9, 132, 82, "none", rx=5, stroke=rim, stroke_width=1.6),
            s.circle(75, 50, 35, p.INK, stroke=rim, stroke_width=3),
            s.group(
                horns(44, p.LIGHT if stage else p.FADED, p.EMBER if stage else p.BANGER), x=75, y=50
            ),
            s.card_frame("none", rim, 4),
        )
    )

"""One SVG file with a symbol for everything on the table, for clients that draw by `<use>`.

The ids are a contract:

- `card-SLUG` every card of the Audience deck, 150 by 100, without words. A Path is drawn in its
  first orientation and says in `data-open` which sides are open; the other is the same picture
  turned by 180 degrees. `stage-SLUG` are the Stage cards. `card-wall`, `card-ticket` and
  `stage-card` are the grounds for cards of an own deck.
- `path-down`, `entrance`, `stage-tile`, `barrier`, `slot`, `back-audience`, `back-stage`, 150 by
  100; a slot, being part of the floor, takes `--slot` and `--slot-rim` from a light theme.
- `pawn-a` to `pawn-i` by seat; `token`, `vip`, `skip`, `action`: 30 by 30 around the origin.
- `die-W1` and so on, `die-WH` (Horns), `die-FX` (the symbol of the off die), `die-W`, `die-B`,
  `die-F` in hand; `die-W0`, `die-B0`, `die-F0` are empty, for numbers above 6 to be written on.
- `symbol-NAME` the legend's symbols, and `symbol-path`, `symbol-ticket`, `symbol-wall`,
  `symbol-hand`, `symbol-reconstructed`, in the colour of the text around (`currentColor`).
- `icon` and `logo`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from hornsup.art import backdrop, cards, pieces
from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.cards import FACES, Face
from hornsup.art.dice import die_parts
from hornsup.art.icon import icon_parts
from hornsup.art.paths import entrance_card, shut_path
from hornsup.art.symbols import ICONS, OTHER_ICONS

CARD_BOX = "0 0 150 100"
PIECE_BOX = "-15 -15 30 30"
Drawing = tuple[str, str, str]


@cache
def sprite() -> str:
    """The whole sprite; the same text in every run."""
    symbols = (
        s.element("symbol", drawn, id=name, viewBox=box, data_open=open_sides(name))
        for name, box, drawn in drawings()
    )
    return s.element("svg", *symbols, xmlns="http://www.w3.org/2000/svg")


def sprite_ids() -> tuple[str, ...]:
    """Every id of the sprite, in its order."""
    return tuple(name for name, _, _ in drawings())


def open_sides(name: str) -> str | None:
    """The sides that a symbol's lanes lead to, for those that lie on the table."""
    if name in ("entrance", "stage-tile"):
        return "NESW" if name == "entrance" else "S"
    face = FACES.get(name.removeprefix("card-"))
    return face.sides if name.startswith("card-path-") and face else None


def drawings() -> Iterator[Drawing]:
    """Id, view box and content of every symbol."""
    yield from _cards()
    yield from _table()
    yield from _pieces()
    yield from _dice()
    for name in (*ICONS, *OTHER_ICONS):
        yield f"symbol-{name}", PIECE_BOX, s.symbol_parts(name, "currentColor")
    yield "icon", "0 0 100 100", icon_parts()
    yield "logo", "-8 -16 146 51", pieces.wordmark()


def _cards() -> Iterator[Drawing]:
    for slug, face in FACES.items():
        if face.kind != "entrance":
            kind = "stage" if face.kind == "stage" else "card"
            yield f"{kind}-{slug}", CARD_BOX, cards.face_of(slug, face)
    for kind in ("wall", "ticket"):
        yield f"card-{kind}", CARD_BOX, cards.face_of(kind, Face(kind))
    yield "stage-card", CARD_BOX, cards.face_of("stage", Face("stage"))


def _table() -> Iterator[Drawing]:
    fill, rim = f"var(--slot,{p.FLOOR})", f"var(--slot-rim,{p.SLOT})"
    slot = s.rect(1, 1, 148, 98, fill, rx=9, stroke=rim, stroke_width=2)
    for name, drawn in (
        ("path-down", shut_path()),
        ("entrance", entrance_card()),
        ("stage-tile", pieces.stage_tile()),
        ("barrier", backdrop.fence()),
        ("slot", slot),
        ("back-audience", cards.back("audience")),
        ("back-stage", cards.back("stage")),
    ):
        yield name, CARD_BOX, drawn


def _pieces() -> Iterator[Drawing]:
    for seat, letter in enumerate("abcdefghi"):
        yield f"pawn-{letter}", PIECE_BOX, pieces.pawn_parts(seat)
    yield "token", PIECE_BOX, pieces.token()
    yield "vip", PIECE_BOX, pieces.vip_pass()
    yield "skip", PIECE_BOX, pieces.badge("skip", p.BLOOD, p.PAPER)
    yield "action", PIECE_BOX, pieces.badge("action", p.LIGHT, p.INK)


def _dice() -> Iterator[Drawing]:
    faces = [f"{kind}{value}" for kind in "WBF" for value in ("", *range(7))]
    for face in (*faces, "WH", "F!"):
        yield f"die-{face.replace('!', 'X')}", PIECE_BOX, die_parts(face)

"""The concert as it lies on the table: Stage, barriers, Entrances, cards, pawns, Rockers, hand.

The picture needs no words except the cards' own names. Groups carry `data-cell`, `data-seat` and
`data-hand`, so that a client can lay its clicks over them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from hornsup.art import backdrop, cards
from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.backdrop import COLUMN, HEAD, ROW
from hornsup.art.paths import entrance_card
from hornsup.art.pieces import badge, pawn, token, wordmark
from hornsup.art.scene import Cell, Scene, make_scene, parse_cell
from hornsup.i18n import Plain, pick_language

_LETTERS: Final = "ABCDEFGHI"
HAND_ROW: Final = 6
_SIDES: Final = {"N": "north", "E": "east", "S": "south", "W": "west"}

_ACTION: Final = badge("action", p.LIGHT, p.INK)
_SKIP: Final = badge("skip", p.BLOOD, p.PAPER)


def table_svg(view: Mapping[str, Any], language: str = "en") -> str:
    """A view of Horns Up as one picture; with an own hand, its cards lie below."""
    scene = make_scene(view, pick_language(language))
    strip_at = HEAD + (scene.bottom + 1) * ROW + 16
    strip, strip_height = _strip(scene)
    hand, hand_height = _hand(scene)
    hand_at = strip_at + strip_height + 16
    height = hand_at + hand_height + (16 if hand else 0)
    caption = scene.text("table", turn=view["turn_number"], seat=_LETTERS[view["turn"]])
    return s.document(
        scene.width,
        height,
        caption,
        s.rect(0, 0, scene.width, height, p.NIGHT),
        _concert(scene, poster(scene) + _piles(scene)),
        s.group(strip, y=strip_at),
        s.group(hand, y=hand_at),
    )


def board(view: Mapping[str, Any], language: str = "en") -> tuple[str, float, float]:
    """The concert without decks, Rockers and hand, and the width and height that it fills."""
    scene = make_scene(view, pick_language(language))
    height = HEAD + (scene.bottom + 1) * ROW
    ground = s.rect(0, 0, scene.width, height, p.NIGHT)
    return ground + _concert(scene), scene.width, height


def _concert(scene: Scene, beside_stage: str = "") -> str:
    """Stage, floor, cards and pawns."""
    return "".join(
        (
            backdrop.audience(scene.width, HEAD + (scene.bottom + 1) * ROW),
            floor(scene),
            s.group(backdrop.beams(HEAD, ROW), x=scene.middle),
            barriers(scene),
            stage(scene),
            beside_stage,
            _table(scene),
        )
    )


# --- around the table ------------------------------------------------------------------------


def floor(scene: Scene) -> str:
    """Empty positions between the Entrances and the Stage; the gap of an open Wall of Death."""
    slots = []
    for x, last in scene.entrances:
        for y in range(1, last):
            left, top = scene.corner((x, y))
            slots.append(s.rect(left, top, 150, 100, p.FLOOR, rx=9, stroke=p.SLOT, stroke_width=2))
    parted = scene.view["closing_pending"] and (scene.view["choice"] or {}).get("ask") != "part"
    left, top = scene.corner((0, 1))
    foot = max((y for x, y in scene.entrances if x == 0), default=scene.bottom)
    gap = s.group(backdrop.parted(foot - 1, ROW), x=left + 75, y=top) if parted else ""
    return s.group(*slots) + gap


def barriers(scene: Scene) -> str:
    """Steel fences along the stage line, everywhere but before the Stage."""
    cells = [(x, 0) for x in range(scene.left, scene.right + 1) if (x, 0) not in scene.stage]
    corners = [scene.corner(cell) for cell in cells]
    return s.group(*(s.group(backdrop.fence(), x=left, y=top) for left, top in corners))


def stage(scene: Scene) -> str:
    """The Stage with the card in force on its screen, or the horns while there is none."""
    half = len(scene.stage) * COLUMN / 2
    slug = scene.view["stage"]
    if slug is None:
        screen = s.icon("stage", 0, 120, 130, p.EMBER)
    else:
        shown = cards.card(slug, scene.faces.get(slug) or cards.Face("stage"), scene.language)
        screen = s.group(shown, x=-111, y=46, scale=1.48)
    return s.group(
        s.title(scene.kind("stage")),
        backdrop.stage_set(half, HEAD),
        screen,
        backdrop.truss(half + 220),
        winner(scene),
        x=scene.middle,
        data_cell=scene.view["stage_cells"][len(scene.stage) // 2],
    )


def winner(scene: Scene) -> str:
    """Who has won stands on the boards in the light."""
    seat = scene.view["winner"]
    if seat is None:
        return ""
    return s.circle(0, HEAD + 36, 62, p.LIGHT, opacity=0.55) + pawn(seat, 0, HEAD + 36, 40)


def poster(scene: Scene) -> str:
    """The game's name, and below it who is to move and with what: actions, or a card's effect."""
    room = scene.middle - len(scene.stage) * COLUMN / 2 - 214
    size = min(room / 142, 3.2)
    parts = [s.group(wordmark(), x=20 + 4 * size, y=16 + 12 * size, scale=size)]
    seat, slug = scene.view["to_move"], scene.view["resolving"]
    if scene.view["winner"] is None and seat is not None:
        parts.append(pawn(seat, 74, 180, 38))
        if scene.view["phase"] == "turn":
            parts += (
                s.group(_ACTION, x=160 + place * 56, y=180, scale=1.9)
                for place in range(min(scene.view["actions"], 7))
            )
    if slug:
        drawn = cards.card(slug, scene.faces.get(slug), scene.language)
        parts.append(s.group(drawn, x=140, y=126, scale=1.05))
    return s.group(*parts)


def _piles(scene: Scene) -> str:
    return s.group(*(s.group(drawn, x=x, y=y) for x, y, _, _, drawn in piles(scene)))


def piles(scene: Scene) -> list[s.Layer]:
    """Audience deck, discard pile with its top card, and Stage deck, right of the Stage."""
    view = scene.view
    top = view["discard"][-1] if view["discard"] else None
    shown = cards.card(top, scene.faces.get(top), scene.language) if top else ""
    empty = s.rect(2, 2, 146, 96, p.FLOOR, rx=9, stroke=p.SLOT, stroke_width=4)
    left = scene.middle + len(scene.stage) * COLUMN / 2 + 222
    pitch = min(185.0, (scene.width - left) / 3)
    scale = min(1.1, (pitch - 12) / s.CARD_W)
    decks = (
        ("stage-deck", cards.back("stage"), view["stage_deck_size"]),
        ("deck", cards.back("audience"), view["deck_size"]),
        ("discard", shown or empty, len(view["discard"])),
    )
    placed: list[s.Layer] = []
    for place, (name, picture, size) in enumerate(decks):
        plate = s.rect(12, 104, 126, 58, p.PANEL, rx=10)
        count = s.text_line(str(size), 75, 149, 50, p.PAPER)
        title = s.title(scene.text(name, n=size))
        x = left + place * pitch
        card = s.group(picture if size else empty, scale=scale)
        placed.append((x, 34, s.CARD_W * scale, s.CARD_H * scale, card))
        number = s.group(title, plate, count, y=-100 * scale, scale=scale)
        placed.append((x, 34 + 100 * scale, s.CARD_W * scale, 62 * scale, number))
    return placed


# --- the table -------------------------------------------------------------------------------


def _table(scene: Scene) -> str:
    """Entrances, cards and overlapping cards, each with its pawns; the asked position is ringed."""
    choice = scene.view["choice"] or {}
    drawn = {cell: _entrance(scene, cell) for cell in scene.entrances}
    for card in scene.view["table"]:
        drawn[parse_cell(card["cell"])] = _table_card(scene, card)
    if choice.get("ask") == "keep":
        drawn[parse_cell(choice["cell"])] = overlap(scene, choice["cards"])
    rest = [cell for cell in scene.pawns if cell not in drawn and cell not in scene.stage]
    drawn.update(dict.fromkeys(rest, ""))
    cells = []
    for cell in sorted(drawn, key=lambda place: (place[1], place[0])):
        x, y = scene.corner(cell)
        pawns = pawns_on(scene, scene.pawns.get(cell, ()))
        cells.append(s.group(drawn[cell], pawns, x=x, y=y, data_cell=f"{cell[0]},{cell[1]}"))
    return s.group(*cells) + asked(scene)


def _where(scene: Scene, cell: Cell) -> Plain:
    """A position, and the letters of the Rockers on it."""
    seats = ", ".join(_LETTERS[seat] for seat in scene.pawns.get(cell, ()))
    return Plain(f"{cell[0]},{cell[1]}" + (f" ({seats})" if seats else ""))


def _entrance(scene: Scene, cell: Cell) -> str:
    return s.title(scene.text("entrance", where=_where(scene, cell))) + entrance_card()


def _table_card(scene: Scene, card: Mapping[str, Any]) -> str:
    """A card of the table with its title: kind or name, open sides, position, pawns."""
    where = _where(scene, parse_cell(card["cell"]))
    if card["kind"] != "path":
        name = Plain(cards.name_of(card["card"], scene.language))
        caption = scene.text("wall", card=name, where=where)
    elif card["face"] == "down":
        caption = scene.text("path-down", where=where)
    else:
        sides = [f"@words.{_SIDES[side]}" for side in card["sides"]]
        caption = scene.text("path", where=where, sides=sides)
    return s.title(caption) + cards.table_card(card, scene.language)


def overlap(scene: Scene, choices: Mapping[str, Mapping[str, Any]]) -> str:
    """The cards that met on one position, side by side until one of them is kept."""
    scale = 0.94 / len(choices)
    small = []
    for place, card in enumerate(choices.values()):
        x = (place + 0.03) * s.CARD_W / len(choices)
        drawing = cards.table_card(card, scene.language)
        small.append(s.group(drawing, x=x, y=50 - 50 * scale, scale=scale))
    return "".join(small)


def asked(scene: Scene) -> str:
    """A ring around the position that a question is about; arrows when it is left or right."""
    choice = scene.view["choice"] or {}
    if "cell" not in choice:
        return ""
    x, y = scene.corner(parse_cell(choice["cell"]))
    ring = s.rect(-3, -3, 156, 106, "none", rx=12, stroke=p.LIGHT, stroke_width=6)
    arrows = s.path("M-8 22V78L-42 50ZM158 22V78L192 50Z", p.LIGHT, stroke=p.INK, stroke_width=4)
    return s.group(ring, arrows if choice["ask"] == "part" else "", x=x, y=y)


def pawns_on(scene: Scene, seats: Sequence[int]) -> str:
    """The pawns that share a card; whoever is in turn stands in the light."""
    places, radius = s.pawn_places(len(seats))
    drawn = []
    for seat, (x, y) in zip(seats, places, strict=True):
        if seat == scene.active:
            drawn.append(s.circle(x, y, radius * 1.42, p.LIGHT, stroke=p.INK, stroke_width=2))
        drawn.append(pawn(seat, x, y, radius))
    return "".join(drawn)


# --- Rockers and hand ------------------------------------------------------------------------


def _strip(scene: Scene) -> tuple[str, int]:
    """The Rockers' panels, and the height they take."""
    placed, height = panels(scene)
    return "".join(s.group(drawn, x=x, y=y, data_seat=n) for n, (x, y, *_, drawn) in placed), height


def panels(
    scene: Scene, draw: Callable[..., str] | None = None
) -> tuple[list[tuple[int, s.Layer]], int]:
    """One panel per Rocker, in one row or two, each with its seat, and the height they take."""
    draw = draw or panel
    rockers = scene.view["rockers"]
    across = min(len(rockers), max((scene.width - 16) // 340, 1))
    across = -(-len(rockers) // -(-len(rockers) // across))  # rows of equal length
    named = any(rocker.get("name") for rocker in rockers)
    width = min((scene.width - 16) / across, 440)
    height = 204 if named else 156
    start = (scene.width - across * width) / 2
    placed: list[tuple[int, s.Layer]] = []
    for place, rocker in enumerate(rockers):
        x, y = start + place % across * width + 6, place // across * height
        drawn = draw(scene, rocker, width - 12, height - 12)
        placed.append((rocker["seat"], (x, y, width - 12, height - 12, drawn)))
    return placed, -(-len(rockers) // across) * height


def panel(scene: Scene, rocker: Mapping[str, Any], width: float, height: float) -> str:
    """Pawn, hand size, actions left, Ballad tokens, skip mark; a light rim for who must move."""
    view, seat = scene.view, rocker["seat"]
    lit = seat in (scene.active, view["to_move"], view["winner"])
    asked = seat == view["to_move"] and seat != scene.active
    name = str(rocker.get("name") or "")
    label = s.shortened(name, 16)
    actions = view["actions"] if seat == scene.active and view["phase"] != "enter" else 0
    caption = scene.text(
        "rocker",
        seat=Plain(f"{_LETTERS[seat]} {name}".rstrip()),
        hand=rocker["hand_size"],
        tokens=rocker["tokens"],
        skips=rocker["skips"],
        actions=actions,
    )
    rim = p.LIGHT if lit else p.SLOT
    return "".join(
        (
            s.title(caption),
            s.rect(0, 0, width, height, p.PANEL, rx=16, stroke=rim, stroke_width=8 if lit else 3),
            s.text_line(label, width / 2, 42, s.font_size(label, width - 30, 38)) if name else "",
            s.group(
                pawn(seat, 68, 72, 46),
                s.text_line("?", width - 32, 62, 56, p.LIGHT) if asked else "",
                s.group(_counts(scene, rocker, actions), x=134),
                y=height - 144,
            ),
        )
    )


def _counts(scene: Scene, rocker: Mapping[str, Any], actions: int) -> str:
    """Two rows: cards in hand and actions left; Ballad tokens and the skip mark."""
    own = rocker["seat"] == scene.view["seat"]
    upper = [
        s.icon("hand", 22, 42, 42, p.LIGHT if own else p.FADED),
        s.text_line(str(rocker["hand_size"]), 52, 60, 52, anchor="start"),
    ]
    if actions > 2:
        upper.append(s.text_line(str(actions), 164, 60, 52, p.LIGHT, anchor="start"))
    upper += (
        s.group(_ACTION, x=138 + place * 40, y=42, scale=1.4)
        for place in range(actions if actions <= 2 else 1)
    )
    lower = [
        s.group(token(), x=20 + place * 40, y=106, scale=1.4)
        if place < rocker["tokens"]
        else s.circle(20 + place * 40, 106, 6, p.SLOT)
        for place in range(max(3, rocker["tokens"]))
    ]
    if rocker["immune"]:
        lower.append(s.rect(-4, 82, 128, 48, "none", rx=24, stroke=p.GATE_LIGHT, stroke_width=4))
    if rocker["skips"]:
        lower.append(s.group(_SKIP, x=150, y=106, scale=1.6))
    if rocker["skips"] > 1:
        lower.append(
            s.text_line(str(rocker["skips"]), 174, 121, 40, p.TROUBLE_LIGHT, anchor="start")
        )
    return "".join(upper + lower)


def _hand(scene: Scene) -> tuple[str, float]:
    """The own cards, five to a row or more when they are many, and the height they take."""
    hand = scene.view["hand"]
    if not hand:
        return "", 0
    across = 5 if len(hand) <= 10 else 7
    pitch = (scene.width - 32) / across
    scale = (pitch - 18) / s.CARD_W
    row_height = s.CARD_H * scale + 18
    drawn = []
    for place, slug in enumerate(hand):
        row, column = divmod(place, across)
        in_row = min(across, len(hand) - row * across)
        x = scene.width / 2 + (column - in_row / 2) * pitch + 9
        picture = cards.card(slug, scene.faces.get(slug), scene.language)
        drawn.append(s.group(picture, x=x, y=row * row_height + 18, scale=scale, data_hand=place))
    height = -(-len(hand) // across) * row_height + 18
    panel = s.rect(8, 0, scene.width - 16, height, p.PANEL, rx=16)
    return panel + "".join(drawn), height


def hand_svg(view: Mapping[str, Any], language: str = "en") -> str:
    """The cards of a view's seat in a row, or several."""
    language = pick_language(language)
    faces, hand = cards.faces_of(view["options"].get("deck")), view["hand"]
    across = max(min(len(hand), HAND_ROW), 1)
    drawn = [
        s.group(
            cards.card(slug, faces.get(slug), language),
            x=8 + at % across * (s.CARD_W + 8),
            y=8 + at // across * (s.CARD_H + 8),
        )
        for at, slug in enumerate(hand)
    ]
    width = 8 + across * (s.CARD_W + 8)
    height = 8 + max(-(-len(hand) // across), 1) * (s.CARD_H + 8)
    names = ", ".join(cards.name_of(slug, language) for slug in hand)
    ground = s.rect(0, 0, width, height, p.PANEL, rx=12)
    return s.document(width, height, names, ground, *drawn, shown=round(width))

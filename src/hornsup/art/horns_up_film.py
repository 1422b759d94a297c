"""A game of Horns Up as pictures of one size, each made of layers that come again and again.

The hall is the same from the first picture to the last; cards, pawns and panels are equal texts
wherever they are equal, so that whoever makes pixels of them need not do it for every picture.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from hornsup.art import backdrop, cards
from hornsup.art import horns_up as table
from hornsup.art import palette as p
from hornsup.art import shapes as s
from hornsup.art.backdrop import COLUMN, HEAD, ROW
from hornsup.art.paths import entrance_card
from hornsup.art.scene import Scene, make_scene, parse_cell
from hornsup.i18n import pick_language

GAP = 16
Drawn = TypeVar("Drawn")


def film(
    views: Sequence[Mapping[str, Any]], names: Sequence[str], language: str
) -> tuple[float, float, list[list[s.Layer]]]:
    """Width, height, and the layers of every view, with the names in the Rockers' panels."""
    scenes = [make_scene(_named(view, names), pick_language(language)) for view in views]
    left = min(scene.left for scene in scenes)
    right = max(scene.right for scene in scenes)
    bottom = max(scene.bottom for scene in scenes)
    scenes = [replace(scene, left=left, right=right, bottom=bottom) for scene in scenes]
    strip_at = HEAD + (bottom + 1) * ROW + GAP
    height = strip_at + table.panels(scenes[0])[1] + GAP
    memory = _Memory()
    layers = [_layers(scene, strip_at, height, memory) for scene in scenes]
    return scenes[0].width, height, layers


def _named(view: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    rockers = [{**rocker, "name": names[rocker["seat"]]} for rocker in view["rockers"]]
    return {**view, "rockers": rockers}


class _Memory:
    """Drawings by what they depend on: to write one down takes longer than to find it again."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Any] = {}

    def of(
        self, draw: Callable[..., Drawn], scene: Scene, *, by: tuple[Any, ...], **more: Any
    ) -> Drawn:
        """What `draw` makes of the scene, if nothing but `by` matters."""
        key = (draw, *by)
        if key not in self._known:
            self._known[key] = draw(scene, **more)
        drawn: Drawn = self._known[key]
        return drawn

    def panel(self, scene: Scene, rocker: Mapping[str, Any], width: float, height: float) -> str:
        """A Rocker's panel; the places of pawns, which change most often, do not matter to it."""
        view = scene.view
        lit = tuple(rocker["seat"] == each for each in (scene.active, view["to_move"]))
        actions = view["actions"] if lit[0] else 0
        shown = tuple(str(rocker[name]) for name in rocker if name != "pawn")
        by = (*shown, *lit, actions, view["phase"], view["winner"])
        more = {"rocker": rocker, "width": width, "height": height}
        return self.of(table.panel, scene, by=by, **more)


def _layers(scene: Scene, strip_at: float, height: float, memory: _Memory) -> list[s.Layer]:
    view = scene.view
    half = len(scene.stage) * COLUMN / 2 + 220
    choice, pile = view["choice"] or {}, view["discard"]
    turn = (scene.active, view["to_move"], view["winner"], view["phase"], view["actions"])
    parted = (view["closing_pending"], choice.get("ask"))
    sizes = (view["stage_deck_size"], view["deck_size"], len(pile), pile[-1] if pile else None)
    poster = memory.of(table.poster, scene, by=(*turn, view["resolving"]))
    panels = table.panels(scene, memory.panel)[0]
    return [
        memory.of(_hall, scene, by=parted, height=height),
        (0, 0, max(scene.middle - half + 8, 1), HEAD - 8, poster),
        *memory.of(table.piles, scene, by=sizes),
        *memory.of(_screen, scene, by=(view["stage"], view["winner"])),
        *_cells(scene, memory),
        *_asked(scene),
        *((x, y + strip_at, width, tall, drawn) for _, (x, y, width, tall, drawn) in panels),
    ]


def _hall(scene: Scene, height: float) -> s.Layer:
    """All that stays: the floor, barriers, and the Stage without card and winner."""
    empty = replace(scene, view={**scene.view, "stage": None, "winner": None})
    drawn = (
        s.rect(0, 0, scene.width, height, p.NIGHT),
        backdrop.audience(scene.width, HEAD + (scene.bottom + 1) * ROW),
        table.floor(scene),
        s.group(backdrop.beams(HEAD, ROW), x=scene.middle),
        table.barriers(scene),
        table.stage(empty),
    )
    return 0, 0, scene.width, height, "".join(drawn)


def _screen(scene: Scene) -> list[s.Layer]:
    """The Stage card in force, the lamps before it, and who has won."""
    slug, half = scene.view["stage"], len(scene.stage) * COLUMN / 2 + 220
    layers: list[s.Layer] = []
    if slug is not None:
        drawn = cards.card(slug, scene.faces.get(slug) or cards.Face("stage"), scene.language)
        layers.append((scene.middle - 111, 46, 222, 148, s.group(drawn, scale=1.48)))
        lamps = s.group(backdrop.truss(half), x=half)
        layers.append((scene.middle - half, 0, 2 * half, 80, lamps))
    if scene.view["winner"] is not None:
        drawn = s.group(table.winner(scene), x=80)
        layers.append((scene.middle - 80, 0, 160, HEAD + 108, drawn))
    return layers


def _cells(scene: Scene, memory: _Memory) -> list[s.Layer]:
    """Cards from the Stage down, then the pawns on them."""
    choice = scene.view["choice"] or {}
    drawn = dict.fromkeys(scene.entrances, memory.of(_entrance, scene, by=()))
    for card in scene.view["table"]:
        looks = (card["card"], card.get("sides"), card.get("face"))
        drawn[parse_cell(card["cell"])] = memory.of(_card, scene, by=looks, card=card)
    if choice.get("ask") == "keep":
        drawn[parse_cell(choice["cell"])] = table.overlap(scene, choice["cards"])
    cells = sorted(drawn, key=lambda place: (place[1], place[0]))
    found: list[s.Layer] = [
        (*scene.corner(cell), s.CARD_W, s.CARD_H, drawn[cell]) for cell in cells
    ]
    for cell, seats in scene.pawns.items():
        if cell not in scene.stage:
            x, y = scene.corner(cell)
            pawns = s.group(table.pawns_on(scene, seats), x=10, y=10)
            found.append((x - 10, y - 10, s.CARD_W + 20, s.CARD_H + 20, pawns))
    return found


def _asked(scene: Scene) -> list[s.Layer]:
    """The ring around the position that a question is about, with its arrows."""
    choice = scene.view["choice"] or {}
    if "cell" not in choice:
        return []
    x, y = scene.corner(parse_cell(choice["cell"]))
    left, top = x - 60, y - 12
    return [
        (left, top, s.CARD_W + 120, s.CARD_H + 24, s.group(table.asked(scene), x=-left, y=-top))
    ]


def _entrance(_scene: Scene) -> str:
    return entrance_card()


def _card(scene: Scene, card: Mapping[str, Any]) -> str:
    return cards.table_card(card, scene.language)

"""A view of Horns Up with its cells parsed, and where on the picture they are drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hornsup.art import cards
from hornsup.art.backdrop import COLUMN, HEAD, ROW
from hornsup.art.cards import Face
from hornsup.i18n import text

Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Scene:
    """A view with its cells read, and the rectangle of them that is shown."""

    view: Mapping[str, Any]
    language: str
    faces: Mapping[str, Face]
    entrances: tuple[Cell, ...]
    stage: tuple[Cell, ...]
    pawns: Mapping[Cell, tuple[int, ...]]
    left: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return (self.right - self.left + 1) * COLUMN

    @property
    def active(self) -> int | None:
        """Who is in turn, or chooses an Entrance; nobody once the game is over."""
        if self.view["winner"] is not None:
            return None
        seat: int | None = self.view["to_move" if self.view["phase"] == "enter" else "turn"]
        return seat

    @property
    def middle(self) -> float:
        """Where the Stage's middle is."""
        columns = [x for x, _ in self.stage]
        return ((min(columns) + max(columns)) / 2 - self.left + 0.5) * COLUMN

    def corner(self, cell: Cell) -> Cell:
        """Where the card on a cell has its upper left corner."""
        return (cell[0] - self.left) * COLUMN + 5, HEAD + cell[1] * ROW + 4

    def text(self, key: str, **values: object) -> str:
        return text(self.language, f"art.horns-up.{key}", **values)

    def kind(self, name: str) -> str:
        return text(self.language, f"cards.kinds.{name}")


def parse_cell(written: str) -> Cell:
    x, y = written.split(",")
    return int(x), int(y)


def make_scene(view: Mapping[str, Any], language: str) -> Scene:
    """Crop to what is used; the Entrances are always in, with one cell around."""
    entrances = tuple(parse_cell(cell) for cell in view["entrances"])
    stage = tuple(parse_cell(cell) for cell in view["stage_cells"])
    pawns: dict[Cell, tuple[int, ...]] = {}
    for rocker in view["rockers"]:
        if rocker["pawn"] and rocker["seat"] != view["winner"]:  # who wins stands on the Stage
            cell = parse_cell(rocker["pawn"])
            pawns[cell] = (*pawns.get(cell, ()), rocker["seat"])
    asked = [view["choice"]] if "cell" in (view["choice"] or {}) else []
    table = [parse_cell(card["cell"]) for card in (*view["table"], *asked)]
    used = [*entrances, *stage, *pawns, *table]
    return Scene(
        view,
        language,
        cards.faces_of(view["options"].get("deck")),
        entrances,
        stage,
        pawns,
        min(x for x, _ in used) - 1,
        max(x for x, _ in used) + 1,
        max(y for _, y in used) + 1,
    )

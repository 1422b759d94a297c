"""A view of Horns Up, parsed: where everything lies and how far the Stage is."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import Any

from hornsup.core.notation import parse_cell

Cell = tuple[int, int]

STEPS: dict[str, Cell] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
FAR = 99


def step(cell: Cell, side: str) -> Cell:
    dx, dy = STEPS[side]
    return cell[0] + dx, cell[1] + dy


@lru_cache(maxsize=512)
def steps_to_stage(walls: frozenset[Cell], fronts: tuple[Cell, ...]) -> dict[Cell, int]:
    """For every cell the fewest steps to the Stage around the Walls."""
    found = {cell: 1 for cell in fronts if cell not in walls}
    queue = deque(found)
    while queue:
        cell = queue.popleft()
        for side in STEPS:
            near = step(cell, side)
            if near in found or near in walls or not (1 <= near[1] <= 17 and abs(near[0]) <= 12):
                continue
            found[near] = found[cell] + 1
            queue.append(near)
    return found


class ParsedView:
    """One view: Paths, Walls, pawns and the distance of every cell."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.view = view
        self.seat: int = view["seat"]
        self.paths: dict[Cell, str] = {}
        walls = []
        for card in view["table"]:
            if card["kind"] == "wall":
                walls.append(parse_cell(card["cell"]))
            else:
                sides = card["sides"] if card["face"] == "up" else ""
                self.paths[parse_cell(card["cell"])] = sides
        self.walls = frozenset(walls)
        self.entrances = {parse_cell(text) for text in view["entrances"]}
        self.pawns = [parse_cell(r["pawn"]) if r["pawn"] else (0, FAR) for r in view["rockers"]]
        fronts = tuple((parse_cell(text)[0], 1) for text in view["stage_cells"])
        self.fronts = set(fronts)
        self.distance = steps_to_stage(self.walls, fronts)

    @property
    def me(self) -> Cell:
        return self.pawns[self.seat]

    def sides(self, cell: Cell) -> str:
        """The open sides of what lies in a cell."""
        return "NESW" if cell in self.entrances else self.paths.get(cell, "")

    def paths_needed(self, cell: Cell, sides: str | None = None) -> int:
        """Paths still to be played from a card that is open on these sides; 0 at the Stage."""
        best = FAR
        for side in self.sides(cell) if sides is None else sides:
            if side == "N" and cell in self.fronts:
                return 0
            near = step(cell, side)
            best = min(best, self.distance.get(near, FAR))
        return best

    def connects(self, cell: Cell, sides: str) -> bool:
        """Whether a Path with these sides in a cell could be entered from the own card."""
        return any(
            step(self.me, side) == cell and OPPOSITE[side] in sides for side in self.sides(self.me)
        )

    def rivals(self) -> list[int]:
        """The other seats, the one nearest to the Stage first."""
        others = [seat for seat in range(len(self.pawns)) if seat != self.seat]
        return sorted(others, key=lambda seat: (self.paths_needed(self.pawns[seat]), seat))

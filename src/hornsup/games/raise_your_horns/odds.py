"""The exact odds of a round, worked out from a view alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hornsup.games.raise_your_horns.dice import Dice
from hornsup.games.raise_your_horns.faces import FACES, Face
from hornsup.games.raise_your_horns.solution import Solution, solve


def solution_of(view: Mapping[str, Any]) -> Solution:
    """The solved round for the dice and players of a view."""
    dice = Dice.from_data({"name": "table", "faces": view["dice"]})
    return solve(dice, view["players"], bool(view["options"].get("name_only_in_round", False)))


def kept_in_order(view: Mapping[str, Any]) -> tuple[Face, ...]:
    """The dice kept so far, the starter's first."""
    kept = (view["kept"][seat] for seat in view["order"])
    return tuple(FACES[text] for text in kept if text is not None)


def odds(view: Mapping[str, Any]) -> dict[str, Any]:
    """How often each seat loses this round under best play, and what each die to keep costs."""
    solution, kept = solution_of(view), kept_in_order(view)
    roll = None if view["roll"] is None else tuple(FACES[text] for text in view["roll"])
    keeps = [] if roll is None else solution.keeps(kept, roll)
    losses = solution.before_roll(kept) if roll is None else None
    return {
        "order": view["order"],
        "losses": None if losses is None else [float(loss) for loss in losses],
        "keeps": [
            {"keep": keep.face.text, "loss": float(keep.loss), "cost": float(keep.cost)}
            for keep in keeps
        ],
    }

"""Games that one seat cannot tell apart, for the tests of what a review shows to it."""

from __future__ import annotations

from typing import Any

from hornsup.core import scenario

SEAT = 0
OWN = ["path-ns", "path-ns", "path-nesw", "path-ns", "cold-beer"]
MOVES = ["play cold-beer", "path NS 0,3", "walk 0,3", "end", "end", "end", "path NS 0,2"]
MOVES += ["walk 0,2", "path NS 0,1"]


def won_by_a(b: list[str], c: list[str], drawn: tuple[str, str]) -> dict[str, Any]:
    """A wins from the same position; B and C hold, and draw, what they never show."""
    position = {
        "pawns": {"A": "0,4", "B": "1,7", "C": "-1,7"},
        "paths": ["NS 0,4"],
        "turn": "A",
        "actions": 2,
        "hands": {"A": OWN, "B": b, "C": c},
        "draw": ["mosh-pit", "path-ew", *drawn, "path-nes"],
    }
    step: list[dict[str, Any]] = [{"expect": {}}]
    made = {"game": "horns-up", "players": 3, "position": position, "step": step}
    state = scenario.begin(made)
    for move in MOVES:
        state.apply(move)
    assert state.over
    return state.record()


TWINS = (
    won_by_a(["path-nw", "troublemakers"], ["horns-up", "slow-song"], ("path-ne", "headbangers")),
    won_by_a(["crowd-surfing", "path-nesw"], ["path-ew", "mosh-pit"], ("horns-up", "all-in")),
)
"""The same game to A, who cannot know what the others hold and draw."""
NO_CHOICE = (
    won_by_a([], ["horns-up", "slow-song"], ("path-ne", "headbangers")),
    won_by_a([], ["horns-up", "slow-song"], ("crowd-surfing", "headbangers")),
)
"""In the second one B can only end the turn, which A cannot know either."""

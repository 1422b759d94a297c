"""A review as one seat saw it, over HTTP: the same for games that only others could tell apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hornsup.core import scenario
from hornsup.server.live import reviews as live_reviews
from tests.server.harness import FAST, Local, local_server
from tests.server.players import Player, table_id
from tests.server.reviews.finished import finished_game, review

SEAT = 0
OWN = ["path-ns", "path-ns", "path-nesw", "path-ns", "cold-beer"]
MOVES = ["play cold-beer", "path NS 0,3", "walk 0,3", "end", "end", "end", "path NS 0,2"]
MOVES += ["walk 0,2", "path NS 0,1"]


def game(b: list[str], c: list[str], drawn: tuple[str, str]) -> dict[str, Any]:
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
    game(["path-nw", "troublemakers"], ["horns-up", "slow-song"], ("path-ne", "headbangers")),
    game(["crowd-surfing", "path-nesw"], ["path-ew", "mosh-pit"], ("horns-up", "all-in")),
)


class Door:
    """A finished table whose record is exchanged, as if that game had been played there."""

    def __init__(self, server: Local, line: Player, patch: pytest.MonkeyPatch) -> None:
        self.server, self.table, self.patch = server, table_id(line), patch

    def play(self, record: dict[str, Any]) -> None:
        async def nothing_kept(*_: object) -> None: ...

        self.patch.setattr(live_reviews, "record_of", lambda _table: record)
        self.patch.setattr(live_reviews.Reviews, "kept", nothing_kept)

    async def review(self, seen_by: str) -> str:
        """All parts, word by word."""
        return json.dumps(await review(self.server.base, self.table, f"seen_by={seen_by}"))


async def test_a_review_as_a_seat_saw_it_is_the_same_for_twins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_reviews, "SECONDS", 120.0)  # every decision is judged
    async with (
        local_server(tmp_path, **FAST) as server,
        finished_game(server.base, "horns-up") as lines,
    ):
        door = Door(server, lines[0], monkeypatch)
        told = []
        for record in TWINS:
            door.play(record)
            told.append([await door.review(seen_by) for seen_by in (str(SEAT), "table", "open")])
        (seat, table, all_hands), (other_seat, other_table, other_hands) = told
        assert seat == other_seat
        assert table == other_table
        assert all_hands != other_hands, "with all hands open the two games do differ"
        assert '"part": "decision"' in seat

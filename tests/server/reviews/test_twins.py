"""A review as one seat saw it, over HTTP: the same for games that only others could tell apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hornsup.server.live import reviews as live_reviews
from tests.reviews.twins import SEAT, TWINS
from tests.server.harness import FAST, Local, local_server
from tests.server.players import Player, table_id
from tests.server.reviews.finished import finished_game, review


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
        for record in TWINS[:2]:
            door.play(record)
            told.append([await door.review(seen_by) for seen_by in (str(SEAT), "table", "open")])
        (seat, table, all_hands), (other_seat, other_table, other_hands) = told
        assert seat == other_seat
        assert table == other_table
        assert all_hands != other_hands, "with all hands open the two games do differ"
        assert '"part": "decision"' in seat

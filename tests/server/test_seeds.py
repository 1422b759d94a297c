"""Random tests can be repeated: the same seed is dealt the same cards and makes the same moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hornsup.play import entries as log
from tests import seeds
from tests.server.harness import FAST, local_server
from tests.server.players import people_at_table, play_on, table_id


async def played(folder: Path) -> tuple[str, list[Any]]:
    """The secret of a table, and the moves of people and a bot at it."""
    async with (
        local_server(folder, **FAST) as server,
        people_at_table(server.base, "horns-up", people=2, bots=1) as lines,
    ):
        await play_on(lines, 20)
        store = server.services.store
        row = await store.tables.get(table_id(lines[0]))
        assert row is not None
        logged = await store.log.entries(row.id)
        moves = [each.entry for each in logged if isinstance(each.entry, log.Moved)]
        return row.secret, moves[:20]


async def test_the_same_seed_plays_the_same_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for number, seed in enumerate((1, 1, 2)):
        monkeypatch.setattr(seeds._Test, "seed", seed)
        monkeypatch.setattr(seeds._Test, "count", 0)
        found.append(await played(tmp_path / str(number)))
        assert f"repeat with --seed {seed}" in capsys.readouterr().out
    assert found[0] == found[1]
    assert found[0] != found[2]

"""The stored playthroughs play out line by line as they stand."""

from __future__ import annotations

import pytest

from tests.envs.spiel import recorded


@pytest.mark.parametrize("name", recorded.GAMES)
def test_playthrough(name: str) -> None:
    stored = (recorded.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    found = recorded.GAME.search(stored)
    assert found is not None
    assert found[1] == recorded.GAMES[name]
    actions = [int(number) for number in recorded.ACTION.findall(stored)]
    assert actions
    played = recorded.playthrough(recorded.GAMES[name], actions).splitlines()
    lines = stored.splitlines()
    for number, (was, came) in enumerate(zip(lines, played, strict=False), 1):
        assert came == was, f"line {number} of {name}; if meant so, run `make golden`"
    assert len(lines) == len(played)

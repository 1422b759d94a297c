"""Old logs replay to the same views."""

from __future__ import annotations

from pathlib import Path

import pytest

from hornsup.core import record, registry
from hornsup.play import entries as log
from tests.server import released
from tests.server.harness import FAST, local_server
from tests.server.players import people_at_table, play_on, table_id

GOLDEN = sorted(released.LOGS.glob("*.jsonl"))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_case_39_a_golden_log_replays_to_the_same_views(path: Path) -> None:
    """Every entry of a released log leads every seat to the view that it had then."""
    head, logged = released.read_log(path)
    table = released.fresh(head)
    for each, digest in logged:
        table.fold(each)
        assert released.digest(table) == digest, f"{path.stem} differs from version {each.version}"
    assert released.digest(table) == head["digest"]
    assert table.phase == "over"
    assert table.engine == head["engine"], "the version of the rules is in the log"
    assert record.verify(table.record()).honest
    written = [log.decode(log.encode(each.entry)) for each, _ in logged]
    assert written == [each.entry for each, _ in logged]


def test_case_39_the_golden_logs_have_all_that_happens_at_tables() -> None:
    seen: set[str] = set()
    games: set[str] = set()
    for path in GOLDEN:
        _, logged = released.read_log(path)
        seen |= {str(each.entry.__struct_config__.tag) for each, _ in logged}
        seen |= {each.entry.by for each, _ in logged if isinstance(each.entry, log.Moved)}
        first = logged[0][0].entry
        assert isinstance(first, log.Created)
        games.add(first.settings.game)
    assert games == {"horns-up", "raise-your-horns"}
    rare = {"undone", "timed-out", "took-over", "gave-back", "said", "reacted", "renamed", "muted"}
    assert {*rare, "confirmed", "player", "bot"} <= seen


async def test_case_39_the_version_of_the_rules_is_kept_with_the_game(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, "raise-your-horns", 3) as lines,
    ):
        engine = registry.get("raise-your-horns").engine
        logged = await server.services.store.log.entries(table_id(lines[0]))
        assert [each.entry.engine for each in logged if isinstance(each.entry, log.Started)] == [
            engine
        ]
        assert lines[0].table.engine == engine
        await play_on(lines, 3)

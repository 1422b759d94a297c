"""Old logs replay to the same views."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from hornsup.core import record, registry
from hornsup.games.horns_up.state import HornsUp
from hornsup.play import entries as log
from tests.conftest import ROOT
from tests.games.horns_up.harness import eager
from tests.server import released
from tests.server.harness import FAST, local_server
from tests.server.players import people_at_table, play_on, table_id

RECORDS = ROOT / "tests" / "records" / "0.1.0"
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


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_case_39_a_table_of_an_earlier_engine_gives_the_record_it_gave_then(path: Path) -> None:
    """To the last field: its seal, engine and checks are those that players may have kept."""
    head, logged = released.read_log(path)
    table = released.fresh(head)
    for each, _ in logged:
        table.fold(each)
    kept = (RECORDS / f"{path.stem}_table.json").read_text(encoding="utf-8")
    assert table.record() == json.loads(kept)


def test_case_39_a_game_begun_by_an_earlier_engine_is_played_to_its_end() -> None:
    """Half of a released log, and then other moves than those of then."""
    head, logged = released.read_log(released.LOGS / "horns_up_free_undo.jsonl")
    table = released.fresh(head)
    for each, _ in logged[: len(logged) // 2]:
        table.fold(each)
    rng = Random(39)
    while table.phase == "playing":
        seat, state = table.to_move, table.state
        assert seat is not None
        assert isinstance(state, HornsUp)
        move = str(eager(state, rng))
        table.fold(log.Logged(table.version + 1, 2_000_000, log.Moved(seat, move, "player")))
    found = table.record()
    assert table.phase == "over"
    assert found["engine"] == "1"
    assert record.verify(found).honest


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

"""The benchmark of backups: a database that can be backed up, and moves told apart."""

from __future__ import annotations

import asyncio
from pathlib import Path

from benchmarks.backup import Side, fill

from hornsup.server.process.serve import migrate
from tests.admin.owner import backup_of, config_of, tables_of


def test_the_database_of_the_benchmark_holds_games_that_replay(tmp_path: Path) -> None:
    config = config_of(tmp_path)
    migrate(config)
    asyncio.run(fill(config.database, 3, 7))
    told = asyncio.run(backup_of(config, tmp_path / "b"))
    assert (told["bad"], told["rows"]["tables"]) == ({}, 3)
    tables = asyncio.run(tables_of(config)).values()
    assert {(table.phase, table.moves) for table in tables} == {("playing", 7)}


def test_a_side_has_the_quantiles_of_its_moves() -> None:
    side = Side.of([0.001 * each for each in range(1, 101)])
    assert side == (100, 50.0, 99.0, 100.0)
    assert Side.of([]) == (0, None, None, None)

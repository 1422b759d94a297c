"""Commands that are nearly right, at every phase of a game."""

from __future__ import annotations

from pathlib import Path

from tests.server.mutations import fuzz
from tests.services import Postgres


async def test_case_22_mutated_commands_at_every_phase_kill_no_worker(tmp_path: Path) -> None:
    fuzzer = await fuzz(tmp_path, "raise-your-horns", 22, 1)
    assert fuzzer.sent >= 1000


async def test_case_22_mutated_commands_leave_nothing_that_postgres_refuses(
    tmp_path: Path, postgres: Postgres
) -> None:
    fuzzer = await fuzz(tmp_path, "horns-up", 23, 1, database_url=postgres.fresh_database())
    assert fuzzer.sent >= 1000

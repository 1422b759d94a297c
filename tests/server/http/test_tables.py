"""`POST /api/tables`: a table exists with everyone seated who was to be seated, or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select

from hornsup.client import RequestRefused
from hornsup.server.storage import schema
from tests.server.faults import Breaker, engines
from tests.server.harness import Local, local_server

DICE = {"game": "raise-your-horns", "players": 3, "pace": 5000}  # no bot moves meanwhile


async def rows(server: Local, table: Any) -> list[Any]:
    return await server.services.store.database.read(select(table))


async def test_everyone_is_seated_in_one_transaction_and_nothing_is_read_back(
    tmp_path: Path,
) -> None:
    async with local_server(tmp_path) as server:
        guest = await server.guest("Ann")
        await server.services.maintenance.stop()
        await server.services.store.database.write(lambda _: None)  # what was under way is written
        told: list[str] = []
        for engine in engines(server.services.store):
            event.listen(
                engine,
                "before_cursor_execute",
                lambda _c, _k, statement, *_: told.append(statement),
            )
        commits: list[Any] = []
        for engine in engines(server.services.store):
            event.listen(engine, "commit", commits.append)
        opened = await guest.open_table(DICE, seats=["me", "easy", "normal"], start=True)
        assert len(commits) == 1
        assert not [statement for statement in told if statement.startswith("SELECT")]
        entries = await server.services.store.log.entries(opened["id"])
        kinds = [type(each.entry).__name__ for each in entries]
        assert kinds == ["Created", "Sat", "BotSat", "BotSat", "Started"]
        live = server.services.registry.tables[opened["id"]]
        assert live.table.phase == "playing"
        row = await server.services.store.tables.get(opened["id"])
        assert row is not None
        assert (row.phase, row.due_at is not None) == ("playing", True)
        (seat,) = await rows(server, schema.seats)
        assert (seat.seat, seat.player) == (0, live.table.seats[0].player)


@pytest.mark.parametrize(
    ("seats", "start", "code"),
    [
        (["me", "open", "easy"], True, "seats-empty"),
        (["me", "easy", "easy", "easy"], False, "seats-in-use"),
    ],
)
async def test_a_plan_that_cannot_be_carried_out_leaves_nothing(
    tmp_path: Path, seats: list[str], start: bool, code: str
) -> None:
    async with local_server(tmp_path) as server:
        guest = await server.guest("Ann")
        with pytest.raises(RequestRefused) as refused:
            await guest.open_table(DICE, seats=seats, start=start)
        assert refused.value.code == code
        assert await rows(server, schema.tables) == []
        assert await rows(server, schema.log) == []
        assert server.services.registry.tables == {}


async def test_storage_that_fails_at_any_call_leaves_a_whole_table_or_none(tmp_path: Path) -> None:
    async with local_server(tmp_path, tables_per_hour=1000) as server:
        guest = await server.guest("Ann")
        await server.services.maintenance.stop()
        breaker = Breaker(server.services.store)
        for number in range(1, 30):
            breaker.arm(number, persistent=False)
            try:
                await guest.open_table(DICE, seats=["me", "easy", "easy"], start=True)
            except RequestRefused as refused:
                assert refused.code == "storage"
            done = not breaker.tripped
            breaker.mend()
            tables = {row.id for row in await rows(server, schema.tables)}
            logged = [row.table_id for row in await rows(server, schema.log)]
            assert set(logged) == tables
            assert all(logged.count(each) == 5 for each in tables)
            if done:
                return
        raise AssertionError("the calls of one opening never end")


async def test_a_code_that_is_taken_is_drawn_again(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        guest = await server.guest("Ann")
        first = await guest.open_table(DICE, seats=["me"])
        random: Any = server.services.runtime.random
        system, drawn = random.token_bytes, list[bytes]()
        codes = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
        taken = bytes(codes.index(letter) for letter in first["code"])

        def token_bytes(count: int, purpose: str) -> bytes:
            if purpose == "code" and not drawn:
                drawn.append(taken)
                return taken
            return bytes(system(count, purpose))

        random.token_bytes = token_bytes
        second = await guest.open_table(DICE, seats=["me"])
        assert drawn
        assert second["code"] != first["code"]
        assert len(await rows(server, schema.tables)) == 2

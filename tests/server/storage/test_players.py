"""Somebody who wants to be forgotten leaves no name behind, in either database."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import select

from hornsup.play import entries
from hornsup.server.storage import schema
from tests.server.harness import FAST, Local, local_server
from tests.server.players import Player, people_at_table, play_on
from tests.server.tables import live_of


async def texts(server: Local) -> str:
    """Everything that any log says."""
    rows = await server.services.store.database.read(select(schema.log.c.entry))
    return "\n".join(row.entry for row in rows)


async def rematch(server: Local, lines: list[Player]) -> str:
    await play_on(lines, 400)
    answer = await lines[0].command("rematch")
    assert answer.ok, answer
    found = live_of(server, lines[0]).table.next
    assert found is not None
    return found


async def test_the_table_of_a_rematch_forgets_whom_it_awaits(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    async with (
        local_server(tmp_path, **FAST, **database) as server,
        people_at_table(server.base, options={"end_value": 1}) as lines,
    ):
        assert (await lines[1].command("rename", name="Beatrix")).ok
        assert (await lines[1].command("chat", text="my name is Beatrix")).ok
        next_id = await rematch(server, lines)
        live = await server.services.registry.get(next_id)
        assert live is not None
        assert live.table.awaited == {0: "P0", 1: "Beatrix", 2: "P2"}
        await lines[1].guest.call("DELETE", "/api/me")
        await live.settle()
        assert live.table.awaited == {0: "P0", 2: "P2"}
        assert "Beatrix" not in await texts(server)
        first = (await server.services.store.log.entries(next_id))[0].entry
        assert isinstance(first, entries.Created)
        assert first.names == {0: "P0", 2: "P2"}
        assert sorted(first.reserved) == [0, 1, 2]


async def test_the_names_of_others_stay(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, options={"end_value": 1}) as lines,
    ):
        next_id = await rematch(server, lines)
        stranger = await server.guest("Stranger")
        await stranger.call("DELETE", "/api/me")
        first = (await server.services.store.log.entries(next_id))[0].entry
        assert isinstance(first, entries.Created)
        assert first.names == {0: "P0", 1: "P1", 2: "P2"}

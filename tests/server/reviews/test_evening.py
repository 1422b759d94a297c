"""The evening of a table and its rematches: for those who played, and gone with what it is from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hornsup.client import RequestRefused
from hornsup.server.http.reviews.evening import chain
from tests.server.harness import FAST, local_server, until
from tests.server.players import Player, begin, line_at, play_on, sit, table_id
from tests.server.reviews.finished import finished_game, review


async def evening(line: Player, table: str | None = None) -> list[dict[str, Any]]:
    found = await line.guest.call("GET", f"/api/tables/{table or table_id(line)}/evening")
    assert isinstance(found, list)
    return found


async def play_again(base: str, lines: list[Player]) -> str:
    """A rematch of the same people, to its end; gives its table."""
    answer = await lines[0].command("rematch")
    assert answer.ok, answer
    await until(lambda: lines[0].table.next is not None)
    following = str(lines[0].table.next)
    for line in lines:
        await sit(line.guest, following)
    async with (
        line_at(base, following, lines[0].guest) as first,
        line_at(base, following, lines[1].guest) as second,
    ):
        await begin(first)
        await play_on([first, second], 4000)
        assert first.phase == "over"
    return following


async def test_games_wins_luck_and_grudges_are_summed_over_rematches(tmp_path: Path) -> None:
    async with local_server(tmp_path, **FAST) as server, finished_game(server.base) as lines:
        (alone,) = await evening(lines[0])
        assert (alone["tables"], alone["reviewed"]) == ([table_id(lines[0])], [])
        following = await play_again(server.base, lines)
        await review(server.base, table_id(lines[0]))
        for table in (table_id(lines[0]), following):
            (both,) = await evening(lines[0], table)
            assert both["tables"] == [table_id(lines[0]), following]
            assert both["reviewed"] == [table_id(lines[0])]
            assert [each["games"] for each in both["players"]] == [2, 2, 2]
            assert sum(each["wins"] for each in both["players"]) >= 2
            assert [each["name"] for each in both["players"] if each["you"]] == ["P0"]
            assert any(each["luck"] for each in both["players"])


async def test_whoever_did_not_play_sees_nothing(tmp_path: Path) -> None:
    async with local_server(tmp_path, **FAST) as server, finished_game(server.base) as lines:
        stranger = await server.guest("Stranger")
        with pytest.raises(RequestRefused) as refused:
            await stranger.call("GET", f"/api/tables/{table_id(lines[0])}/evening")
        assert refused.value.code == "not-found"


async def test_a_player_who_is_forgotten_is_not_counted_any_more(tmp_path: Path) -> None:
    async with local_server(tmp_path, **FAST) as server, finished_game(server.base) as lines:
        await review(server.base, table_id(lines[0]))
        live = server.services.registry.tables[table_id(lines[0])]
        await lines[0].guest.call("DELETE", "/api/me")
        await until(lambda: "P0" not in live.table.names())
        (left,) = await evening(lines[1])
        assert len(left["players"]) == 2
        assert all(each["name"] != "P0" and each["seat"] != 0 for each in left["players"])


async def test_it_goes_with_the_logs(tmp_path: Path) -> None:
    async with local_server(tmp_path, **FAST) as server, finished_game(server.base) as lines:
        table = table_id(lines[0])
        for line in lines:
            await line.close()
        await until(lambda: not server.services.registry.tables[table].viewers.any)
        server.services.registry.drop_unless_used(server.services.registry.tables[table])
        await server.services.store.tables.delete([table])
        with pytest.raises(RequestRefused) as refused:
            await evening(lines[0], table)
        assert refused.value.code == "not-found"


def test_a_chain_is_found_from_any_of_its_tables() -> None:
    followed = {"a": "b", "b": "c", "x": "y"}
    assert [chain(each, followed) for each in "abc"] == [["a", "b", "c"]] * 3
    assert chain("z", followed) == ["z"]
    assert chain("a", {"a": "a"}) == ["a"]

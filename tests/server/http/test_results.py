"""Figures and picture of a table: only when its game is over, for whoever may see its record."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from xml.etree import ElementTree

import pytest

from hornsup.client import RequestRefused
from hornsup.core import figures, record, registry
from hornsup.server.http import results
from tests.server.harness import FAST, Local, local_server
from tests.server.players import people_at_table, play_on, table_id

GAMES = {"horns-up": {"entrance_distance": 5}, "raise-your-horns": {"end_value": 2}}


def fetch(base: str, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    try:
        with urlopen(Request(base + path, headers=headers), timeout=20) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except HTTPError as error:
        return error.code, dict(error.headers), error.read()


@pytest.mark.parametrize("game", GAMES)
async def test_there_is_nothing_before_the_end_and_everything_after_it(
    tmp_path: Path, game: str
) -> None:
    async with local_server(tmp_path, **FAST) as server:
        async with people_at_table(server.base, game, 2, 1, options=GAMES[game]) as lines:
            table, guest = table_id(lines[0]), lines[0].guest
            await play_on(lines, 3)
            for name in ("figures", "picture.svg"):
                with pytest.raises(RequestRefused) as refused:
                    await guest.call("GET", f"/api/tables/{table}/{name}")
                assert refused.value.code == "not-over"
            await play_on(lines, 4000)
            assert lines[0].phase == "over"
            told = await guest.call("GET", f"/api/tables/{table}/figures?language=fr")
            _check(told, await guest.call("GET", f"/api/tables/{table}/record"))
        await _check_picture(server, table)


def _check(told: dict[str, Any], found: dict[str, Any]) -> None:
    """What the server tells is what the record gives when it is played again."""
    game = registry.get(found["game"])
    assert game.figures is not None
    counted = game.figures(record.steps(found))
    assert told["order"] == [list(place) for place in counted.order]
    assert {row["name"]: tuple(row["values"]) for row in told["rows"]} == {
        row.name: row.values for row in counted.rows
    }
    assert counted.order[0] == tuple(found["outcome"]["winners"])


async def _check_picture(server: Local, table: str) -> None:
    path = f"/api/tables/{table}/picture.svg?language=it"
    status, headers, body = await asyncio.to_thread(fetch, server.base, path)
    assert status == 200
    assert headers["content-type"].startswith("image/svg+xml")
    assert ElementTree.fromstring(body).attrib["width"] == "1080"
    again = {"if-none-match": headers["etag"]}
    status, _, body = await asyncio.to_thread(fetch, server.base, path, **again)
    assert (status, body) == (304, b"")


async def test_an_unknown_table_has_neither(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        for name in ("figures", "picture.svg"):
            path = f"/api/tables/{'0' * 32}/{name}"
            status, _, _ = await asyncio.to_thread(fetch, server.base, path)
            assert status == 404
            wrong = f"{path}?language=xx"
            status, _, _ = await asyncio.to_thread(fetch, server.base, wrong)
            assert status in (400, 404)


async def test_a_game_is_counted_once_for_all_who_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with local_server(tmp_path, **FAST) as server:
        options = GAMES["raise-your-horns"]
        async with people_at_table(server.base, people=3, options=options) as lines:
            await play_on(lines, 4000)
            live = await server.services.registry.get(table_id(lines[0]))
        assert live is not None
        calls = []
        state: Any = live.table.state
        counted = type(state).figures

        def count(self: Any) -> figures.Figures:
            calls.append(1)
            found: figures.Figures = counted(self)
            return found

        monkeypatch.setattr(type(state), "figures", count)
        path = f"/api/tables/{live.table.id}/figures"
        asked = [asyncio.to_thread(fetch, server.base, path) for _ in range(3)]
        assert {status for status, _, _ in await asyncio.gather(*asked)} == {200}
        assert len(calls) == 1
        assert live in results._counted

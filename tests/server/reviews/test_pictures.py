"""Pictures of a review: letters, no names, and nothing of a running game."""

from __future__ import annotations

import asyncio
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.server.harness import FAST, local_server
from tests.server.players import people_at_table, table_id
from tests.server.reviews.finished import fetch, finished_game, review

NAMES = ("P0", "P1")


def size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


async def get(base: str, path: str, **headers: str) -> tuple[int, bytes]:
    return await asyncio.to_thread(lambda: fetch(base, path, **headers))


@pytest.mark.parametrize("game", ["horns-up", "raise-your-horns"])
async def test_the_pictures_of_a_review(
    tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hornsup.server.live.reviews.SECONDS", 0.5)
    async with local_server(tmp_path, **FAST) as server, finished_game(server.base, game) as lines:
        path = f"/api/tables/{table_id(lines[0])}"
        status, before = await get(server.base, f"{path}/preview.png")
        assert (status, size(before)) == (200, (1200, 630))
        assert (await get(server.base, f"{path}/review.svg"))[0] == 404
        await review(server.base, table_id(lines[0]))
        status, after = await get(server.base, f"{path}/preview.png")
        assert (status, size(after)) == (200, (1200, 630))
        assert after != before  # the chances are in it
        status, svg = await get(server.base, f"{path}/review.svg?language=fr")
        assert status == 200
        assert ElementTree.fromstring(svg).attrib["width"] == "1200"
        assert not any(name.encode() in svg for name in NAMES)


async def test_a_link_to_a_replay_has_a_preview_without_names(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, public_url="https://horns.example", **FAST) as server,
        finished_game(server.base) as lines,
    ):
        path = f"/replay/{table_id(lines[0])}"
        _, page = await get(server.base, path, **{"accept-language": "it"})
        image = f"https://horns.example/api/tables/{table_id(lines[0])}/preview.png"
        assert f'<meta property="og:image" content="{image}">' in page.decode()
        assert "dove si è decisa" in page.decode()
        assert not any(name in page.decode() for name in NAMES)


async def test_the_link_to_a_running_game_says_nothing(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, "raise-your-horns", 3) as lines,
    ):
        plain = await get(server.base, f"/replay/{'0' * 32}")
        assert await get(server.base, f"/replay/{table_id(lines[0])}") == plain
        assert b"og:" not in plain[1]

"""Floods of frames and of connections, and honest players beside them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from hornsup.client import TableClient
from hornsup.server.ws import commands, protocol
from tests.server.faults import assert_alive
from tests.server.harness import Local, local_server, until
from tests.server.players import people_at_table, play_on, table_id
from tests.server.raw import HELLO, Raw, frame


async def test_case_19_a_flood_of_frames_is_cut_off_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = 0
    read = commands._parse

    def counted(message: Any) -> Any:
        nonlocal parsed
        parsed += 1
        return read(message)

    async with local_server(tmp_path) as server:
        burst = server.services.config.frame_burst
        async with people_at_table(server.base) as lines:
            before = lines[0].version
            token = lines[2].guest.token
            raw = await Raw.shake(server.base, table_id(lines[0]), authorization=f"Bearer {token}")
            raw.send(HELLO)
            await raw.receive()
            monkeypatch.setattr(commands, "_parse", counted)
            flood = frame(json.dumps({"type": "odds", "id": "x", "version": 1}).encode())
            raw.writer.write(flood * 5000)
            assert await raw.closed() == 1008
            raw.end()
            assert parsed <= burst + 25, "what comes after the burst is not even parsed"
            assert [line.closed for line in lines] == [None] * 3
            assert all(line.version == before for line in lines)
            await play_on(lines, 6)


async def test_case_19_many_sockets_of_one_account_share_a_limit(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, frame_rate=1, frame_burst=30) as server,
        people_at_table(server.base) as lines,
    ):
        guest = lines[2].guest
        extra = [
            await TableClient.open(server.base, table_id(lines[0]), guest.token) for _ in range(5)
        ]
        for line in extra:
            for _ in range(25):
                await line.send_text('{"type":"ping"}')
        await until(lambda: any(line.closed == 1008 for line in extra), "cut off")
        await play_on(lines[:2], 1)
        assert [line.closed for line in lines[:2]] == [None] * 2, "the others stay"
        for line in extra:
            await line.close()


async def test_case_20_nine_people_behind_one_address_play_while_a_tenth_floods(
    tmp_path: Path,
) -> None:
    """With the limits as they are shipped."""
    async with (
        local_server(tmp_path) as server,
        people_at_table(server.base, people=9) as lines,
    ):
        pest = asyncio.create_task(flood_on(server, table_id(lines[0])))
        for _ in range(30):
            await play_on(lines, 1)
            await asyncio.sleep(0.05)  # twenty moves a second are more than people make
        assert not pest.done()
        pest.cancel()
        await asyncio.gather(pest, return_exceptions=True)
        assert [line.closed for line in lines] == [None] * 9


async def flood_on(server: Local, table: str) -> None:
    """Come back as often as one is thrown out."""
    guest = await server.guest("Pest")
    while True:
        raw = await Raw.shake(server.base, table, authorization=f"Bearer {guest.token}")
        try:
            if raw.status == 101:
                raw.send(HELLO)
                raw.writer.write(frame(b'{"type":"ping"}') * 500)
                await raw.closed()
        finally:
            raw.end()
        await asyncio.sleep(0.02)


async def shake_many(server: Local, table: str, count: int, **headers: Any) -> list[Raw]:
    return list(
        await asyncio.gather(*(Raw.shake(server.base, table, **headers) for _ in range(count)))
    )


async def test_case_21_connections_are_capped_by_player_and_by_address(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, sockets_per_player=20, sockets_per_address=100) as server,
        people_at_table(server.base) as lines,
    ):
        table, token = table_id(lines[0]), lines[1].guest.token
        mine = await shake_many(
            server,
            table,
            40,
            authorization=f"Bearer {token}",
            x_forwarded_for="10.1.1.1",
        )
        assert statuses(mine) == {101: 19, 429: 21}, "one of twenty was open before"
        others = await shake_many(server, table, 150, x_forwarded_for="10.2.2.2")
        assert statuses(others) == {101: 100, 429: 50}
        await play_on(lines, 3)
        for raw in mine + others:
            raw.end()
        await until(lambda: len(server.services.sockets.open) == 3, "all gone")
        again = await shake_many(server, table, 50, x_forwarded_for="10.2.2.2")
        assert statuses(again) == {101: 50}
        for raw in again:
            raw.end()


def statuses(found: list[Raw]) -> dict[int, int]:
    told = [raw.status for raw in found]
    return {status: told.count(status) for status in sorted(set(told))}


async def test_case_21_whoever_does_not_say_hello_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert commands.HELLO_SECONDS <= 10
    assert protocol.REQUEST_SECONDS <= 10
    monkeypatch.setattr(commands, "HELLO_SECONDS", 0.5)
    async with (
        local_server(tmp_path, sockets_per_address=300) as server,
        people_at_table(server.base) as lines,
    ):
        idle = await shake_many(server, table_id(lines[0]), 200)
        assert statuses(idle) == {101: 200}
        await play_on(lines, 3)
        codes = await asyncio.gather(*(raw.closed() for raw in idle))
        assert set(codes) == {1008}
        await until(lambda: len(server.services.sockets.open) == 3, "all gone")
        await play_on(lines, 3)
        for raw in idle:
            raw.end()


async def test_case_21_whoever_connects_and_asks_nothing_is_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "REQUEST_SECONDS", 0.5)
    async with local_server(tmp_path) as server, people_at_table(server.base) as lines:
        silent = [await Raw.connect(server.base) for _ in range(200)]
        slow = [await Raw.connect(server.base) for _ in range(20)]
        dripping = asyncio.create_task(drip(slow))
        await asyncio.gather(*(raw.cut_off() for raw in silent + slow))
        dripping.cancel()
        await play_on(lines, 3)
        assert [line.closed for line in lines] == [None] * 3
        await assert_alive(server)


async def drip(raws: list[Raw]) -> None:
    """One byte now, one byte then: never silent, never done."""
    while True:
        for raw in raws:
            raw.writer.write(b"G")
        await asyncio.sleep(0.1)

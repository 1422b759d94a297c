"""Cases 19 to 21: floods of frames and of connections, and those who sit beside them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from hornsup.client import TableClient
from hornsup.server import protocols, sockets
from hornsup.server.config import Config
from tests.server.faults import assert_alive
from tests.server.harness import Local, local_server, people_at_table, play_on, table_id
from tests.server.raw import HELLO, Raw, frame, until

# --- 19: floods of frames ---------------------------------------------------------------------


async def test_case_19_a_flood_of_frames_is_cut_off_before_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = 0
    read = sockets._parse

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
            monkeypatch.setattr(sockets, "_parse", counted)
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


# --- 20: neighbours ---------------------------------------------------------------------------


async def test_case_20_nine_people_behind_one_address_play_while_a_tenth_floods(
    tmp_path: Path,
) -> None:
    """With the limits as they are shipped."""
    async with (
        local_server(tmp_path) as server,
        people_at_table(server.base, people=9) as lines,
    ):
        pest = asyncio.create_task(flood_on(server, table_id(lines[0])))
        for _ in range(60):
            await play_on(lines, 1)
            await asyncio.sleep(0.05)  # twenty moves a second are more than people make
        assert not pest.done()
        pest.cancel()
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


# --- 21: floods of connections ----------------------------------------------------------------


async def knock(server: Local, table: str, count: int, **headers: str) -> list[Raw]:
    return list(
        await asyncio.gather(*(Raw.shake(server.base, table, **headers) for _ in range(count)))
    )


async def test_case_21_connections_are_capped_by_player_and_by_address(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path, sockets_per_player=20, sockets_per_address=100) as server,
        people_at_table(server.base) as lines,
    ):
        table, token = table_id(lines[0]), lines[1].guest.token
        mine = await knock(
            server,
            table,
            60,
            authorization=f"Bearer {token}",
            x_forwarded_for="10.1.1.1",
        )
        assert statuses(mine) == {101: 19, 429: 41}, "one of twenty was open before"
        others = await knock(server, table, 500, x_forwarded_for="10.2.2.2")
        assert statuses(others) == {101: 100, 429: 400}
        await play_on(lines, 3)
        for raw in mine + others:
            raw.end()
        await until(lambda: len(server.services.sockets.open) == 3, "all gone")
        again = await knock(server, table, 50, x_forwarded_for="10.2.2.2")
        assert statuses(again) == {101: 50}
        for raw in again:
            raw.end()


def statuses(found: list[Raw]) -> dict[int, int]:
    told = [raw.status for raw in found]
    return {status: told.count(status) for status in sorted(set(told))}


async def test_case_21_whoever_does_not_say_hello_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sockets.HELLO_SECONDS <= 10
    assert protocols.REQUEST_SECONDS <= 10
    monkeypatch.setattr(sockets, "HELLO_SECONDS", 1.0)
    async with (
        local_server(tmp_path, sockets_per_address=600) as server,
        people_at_table(server.base) as lines,
    ):
        idle = await knock(server, table_id(lines[0]), 500)
        assert statuses(idle) == {101: 500}
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
    monkeypatch.setattr(protocols, "REQUEST_SECONDS", 1.0)
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


def test_case_20_the_limit_of_an_address_is_far_above_that_of_a_player() -> None:
    shipped = Config()
    assert shipped.sockets_per_address >= 10 * shipped.sockets_per_player
    assert shipped.sessions_per_minute >= 60

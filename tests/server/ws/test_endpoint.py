"""The first frames of a socket: a client that was away, and clients of another wire."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

from hornsup.client import Guest, TableClient
from hornsup.play import wire
from tests.server.harness import FAST, Local, local_server
from tests.server.players import Player, all_at, open_line, people_at_table, play_on, table_id


def digest(line: TableClient) -> dict[str, Any]:
    """Everything that a client shows."""
    return {
        "version": line.version,
        "table": line.table,
        "you": line.you,
        "view": line.view,
        "to_move": line.to_move,
        "legal": line.legal,
        "undo": line.undo,
        "chat": line.chat,
    }


@pytest.mark.parametrize("game", ["raise-your-horns", "horns-up"])
async def test_case_14_who_was_away_sees_what_a_fresh_client_and_one_who_stayed_see(
    tmp_path: Path, game: str
) -> None:
    rng = random.Random(14)
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, game, 4) as lines,
    ):
        for round_ in range(12):
            away = lines[round_ % 4]
            since, guest = away.version, away.guest
            away.abort()
            others = [line for line in lines if line is not away]
            played = await play_without(others, rng.randrange(1, 12))
            back = await open_again(server, guest, table_id(away), since=since)
            fresh = await open_again(server, guest, table_id(away))
            lines[round_ % 4] = back
            assert state(back) == state(fresh)
            assert bool(missed(back)) == bool(played)
            assert missed(fresh) is None
            await fresh.close()
        await play_on(lines, 4)
        for line in lines:
            fresh = await open_again(server, line.guest, table_id(line))
            assert state(line) == state(fresh)
            await fresh.close()


async def open_again(server: Local, guest: Guest, table: str, **hello: Any) -> Player:
    return await open_line(server.base, table, guest, keep_frames=True, **hello)


def move_of(line: TableClient) -> str:
    assert line.legal
    return line.legal[0]


async def play_without(lines: list[Player], moves: int) -> int:
    """Play until the one who is away must decide; gives how many entries were logged."""
    before = lines[0].version
    for _ in range(moves):
        mover = next((line for line in lines if line.legal), None)
        if mover is None:
            break
        answer = await mover.move(move_of(mover))
        assert answer.ok
        await all_at(lines, answer.version)
    return lines[0].version - before


def missed(line: TableClient) -> list[wire.Happened] | None:
    """What the first welcome tells of the time away."""
    assert line.frames is not None
    welcome = wire.read_message(line.frames[0])
    assert isinstance(welcome, wire.Welcome)
    return welcome.missed


def state(line: TableClient) -> dict[str, Any]:
    """What a line knows, presence apart: that comes in frames of its own."""
    found = digest(line)
    assert line.table is not None
    seats = [msgspec.structs.replace(seat, online=False) for seat in line.table.seats]
    found["table"] = msgspec.structs.replace(line.table, seats=seats)
    return found


async def test_case_38_another_wire_is_refused_politely(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        guest = await server.guest()
        opened = await guest.open_table({"game": "horns-up", "players": 3})
        address = f"{server.base.replace('http', 'ws')}/ws/{opened['id']}"
        headers = {"authorization": f"Bearer {guest.token}"}
        for spoken in (0, wire.WIRE - 1, wire.WIRE + 1, 10**9):
            async with connect(address, additional_headers=headers) as socket:
                hello = {"type": "hello", "wire": spoken, "language": "it"}
                await socket.send(json.dumps(hello))
                bye = json.loads(await socket.recv())
                assert (bye["type"], bye["code"]) == ("bye", "wire")
                assert str(spoken) in bye["message"]
                assert "versione" in bye["message"], "in the client's language"
                await socket.wait_closed()
                assert socket.close_code == 1002
        async with guest.table(opened["id"]) as line:
            assert line.version > 0, "others are not disturbed"

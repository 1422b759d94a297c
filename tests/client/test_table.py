"""The websocket client of one table, against small servers that send what the test wants."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from hornsup import client
from hornsup.client import Guest, RequestRefused, TableClient, Unreachable
from hornsup.play import wire
from hornsup.play.settings import Settings

Handler = Callable[[ServerConnection], Awaitable[None]]
TABLE = wire.TableInfo("t" * 32, "ABC234", "playing", Settings("horns-up"), "c", [])
WELCOME = wire.Welcome(
    wire.WIRE,
    3,
    TABLE,
    wire.You("player", [0]),
    view={"a": 1, "b": 2},
    to_move=0,
    legal=["end"],
    chat=[wire.Line(2, "Ann", text="hello")],
)


def text_of(message: wire.Message) -> str:
    return wire.encode(message).decode()


@asynccontextmanager
async def table_server(handler: Handler) -> AsyncIterator[str]:
    async with serve(handler, "127.0.0.1", 0, compression=None) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@asynccontextmanager
async def welcomed(*messages: wire.Message, **hello: Any) -> AsyncIterator[TableClient]:
    """A client at a server that welcomes it, sends these messages, and answers nothing."""

    async def handler(socket: ServerConnection) -> None:
        await socket.recv()
        for message in (WELCOME, *messages):
            await socket.send(text_of(message))
        async for _ in socket:
            pass

    async with table_server(handler) as base:
        table = await TableClient.open(base, TABLE.id, "secret", **hello)
        while len(messages) and table.version < 4:
            await table.next_message()
        yield table
        await table.close()


async def test_the_client_sends_token_and_hello_and_takes_the_welcome() -> None:
    received: list[Any] = []

    async def handler(socket: ServerConnection) -> None:
        assert socket.request is not None
        received.append((socket.request.path, socket.request.headers["authorization"]))
        received.append(json.loads(await socket.recv()))
        await socket.send(text_of(WELCOME))
        await socket.wait_closed()

    async with table_server(handler) as base, Guest(base, "secret", "Ann").table("abc") as table:
        assert (table.version, table.legal, table.view) == (3, ["end"], {"a": 1, "b": 2})
        assert [line.text for line in table.chat] == ["hello"]
    assert received == [("/ws/abc", "Bearer secret"), {"type": "hello", "wire": wire.WIRE}]
    assert table.closed == 1000


async def test_an_update_replaces_what_it_names_and_lays_its_patch_over_the_view() -> None:
    update = wire.Update(4, "chat", patch={"b": 3}, line=wire.Line(4, "Bea", text="hi"), events=[])
    async with welcomed(update, keep_frames=True) as table:
        assert table.view == {"a": 1, "b": 3}
        assert (table.to_move, table.legal, table.table) == (None, None, TABLE)
        assert [line.text for line in table.chat] == ["hello", "hi"]
        assert table.frames == [text_of(WELCOME), text_of(update)]


async def test_a_refused_hello_raises_with_the_code_of_the_server() -> None:
    async def handler(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(text_of(wire.Bye("too-many", "too many connections")))

    async with table_server(handler) as base:
        with pytest.raises(RequestRefused, match="too many connections") as refused:
            await TableClient.open(base, "abc", None)
        assert refused.value.code == "too-many"


async def test_a_server_that_closes_or_does_not_upgrade_is_unreachable() -> None:
    async def handler(socket: ServerConnection) -> None:
        await socket.recv()

    async with table_server(handler) as base:
        with pytest.raises(Unreachable, match="the server closed the line"):
            await TableClient.open(base, "abc", None)
    with pytest.raises(Unreachable, match="the table cannot be reached"):
        await TableClient.open("http://127.0.0.1:1", "abc", None)


async def test_every_command_gets_the_answer_with_its_id() -> None:
    async def handler(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(text_of(WELCOME))
        first, second = [json.loads(await socket.recv()) for _ in range(2)]
        for frame, ok in ((second, False), (first, True)):
            await socket.send(text_of(wire.Answer(frame["id"], ok, frame["version"])))
        await socket.wait_closed()

    async with table_server(handler) as base, Guest(base, "secret", "Ann").table("abc") as table:
        first, second = await asyncio.gather(table.move("end"), table.move("end", version=2))
        assert (first.ok, first.version) == (True, 3)
        assert (second.ok, second.version) == (False, 2)


async def test_a_command_without_an_answer_ends_in_unreachable(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(client.connection, "COMMAND_SECONDS", 0.05)
    async with welcomed() as table:
        with pytest.raises(Unreachable, match="fallen silent"):
            await table.move("end")


async def test_a_lost_connection_fails_the_command_that_waits() -> None:
    async with welcomed() as table:
        waiting = asyncio.create_task(table.move("end"))
        await asyncio.sleep(0)
        table.abort()
        with pytest.raises(Unreachable, match="the line is closed"):
            await waiting
        assert table.closed == 1006
        with pytest.raises(Unreachable, match="the line is closed"):
            await table.move("end")

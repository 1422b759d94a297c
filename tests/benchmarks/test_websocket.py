"""The websocket client of the load benchmark."""

from __future__ import annotations

import asyncio

import pytest
from benchmarks.server.websocket import HandshakeRefused, WebSocket
from websockets.asyncio.server import ServerConnection, serve

from tests.benchmarks.test_server import port_of


async def test_messages_of_every_size_are_sent_and_received() -> None:
    texts = [b"x" * size for size in (0, 1, 125, 126, 65535, 65536, 200_000)]
    received: list[bytes] = []

    async def echo(socket: ServerConnection) -> None:
        async for message in socket:
            await socket.send(message)

    async with serve(echo, "127.0.0.1", 0, compression=None) as server:
        socket = WebSocket(received.append, lambda _: None)
        await socket.open("127.0.0.1", port_of(server), "/", {})
        for text in texts:
            socket.send(text)
        async with asyncio.timeout(5):
            while len(received) < len(texts):
                await asyncio.sleep(0.001)
        socket.close()
    assert received == texts


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
async def test_frames_may_arrive_in_pieces_of_any_size(size: int) -> None:
    received: list[bytes] = []
    socket = WebSocket(received.append, lambda _: None)
    socket.opened.set_result(None)
    stream = b"\x81\x02hi" + b"\x81\x7e\x01\x00" + b"y" * 256 + b"\x01\x01a\x89\x00\x80\x01b"
    for start in range(0, len(stream), size):
        socket.data_received(stream[start : start + size])
    assert received == [b"hi", b"y" * 256, b"ab"]


async def test_a_refused_handshake_is_named() -> None:
    async def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 403 Forbidden\r\n\r\n")
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
        with pytest.raises(HandshakeRefused, match="403 Forbidden"):
            await WebSocket(lambda _: None, lambda _: None).open(
                "127.0.0.1", port_of(server), "/", {}
            )

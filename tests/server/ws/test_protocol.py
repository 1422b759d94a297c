"""Frames on their way in and out: none is lost or torn, and wrong ones get their close code."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from hornsup.server.ws.protocol import Websocket
from tests.server.harness import local_server, until
from tests.server.players import people_at_table, play_on, table_id
from tests.server.raw import CLOSE, HELLO, PING, TEXT, Raw, frame


@asynccontextmanager
async def incoming(tmp_path: Path) -> AsyncIterator[tuple[Websocket, list[bytes | None], Raw]]:
    """A socket's inner end, what is taken from it, and its outer end."""
    async with local_server(tmp_path) as server, people_at_table(server.base) as lines:
        known = set(server.services.sockets.open)
        raw = await Raw.shake(server.base, table_id(lines[0]))
        raw.send(HELLO)
        await raw.receive()
        (connection,) = set(server.services.sockets.open) - known
        inner: Any = connection._socket
        assert isinstance(inner, Websocket)
        await until(lambda: inner._take is not None, "the reader reads")
        taken: list[bytes | None] = []
        inner._take = taken.append
        yield inner, taken, raw
        raw.end()


def masked(opcode: Opcode, data: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def spoken(rng: random.Random) -> tuple[bytes, list[bytes]]:
    """Some frames as clients send them, and the messages in them."""
    stream, messages = b"", []
    for _ in range(rng.randint(1, 6)):
        size = rng.choice((0, 1, 5, 60, 124, 125, 126, 300))
        text = "".join(
            rng.choice("ab{}\u00e9\U0001f918" if rng.random() < 0.2 else "ab{}")
            for _ in range(size)
        ).encode()
        kind = rng.random()
        if kind < 0.6:
            stream += masked(Opcode.TEXT, text)
        elif kind < 0.8:
            at = rng.randint(0, len(text))
            stream += masked(Opcode.TEXT, text[:at], fin=False)
            stream += masked(Opcode.PING, b"there?") if rng.random() < 0.5 else b""
            stream += masked(Opcode.CONT, text[at:])
        else:
            stream += masked(Opcode.PONG, text[:20])
            continue
        messages.append(text)
    return stream, messages


def pieces(rng: random.Random, stream: bytes) -> list[bytes]:
    cuts = sorted(rng.sample(range(1, len(stream)), min(rng.randint(0, 5), len(stream) - 1)))
    return [stream[a:b] for a, b in zip([0, *cuts], [*cuts, len(stream)], strict=True)]


async def test_messages_arrive_whole_and_in_order_however_they_are_cut(tmp_path: Path) -> None:
    rng = random.Random("frames")
    async with incoming(tmp_path) as (inner, taken, _):
        for number in range(1500):
            taken.clear()
            expected: list[bytes] = []
            for _ in range(rng.randint(1, 3)):
                stream, messages = spoken(rng)
                expected += messages
                for piece in pieces(rng, stream):
                    inner.data_received(piece)
            assert taken == expected, f"stream {number}"


WRONG = {
    "no UTF-8": (frame(b"\xff"), 1007),
    "no mask": (b"\x81\x04nope", 1002),
    "compressed": (frame(b"{}", rsv1=True), 1002),
    "a text within a text": (frame(b"{", fin=False) + frame(b"{}"), 1002),
}


@pytest.mark.parametrize("name", WRONG)
async def test_a_short_frame_that_may_not_be_ends_the_socket(tmp_path: Path, name: str) -> None:
    stream, code = WRONG[name]
    async with incoming(tmp_path) as (inner, taken, raw):
        size = len(frame(b"{")) if name == "a text within a text" else len(stream)
        inner.data_received(stream[:size])
        if stream[size:]:
            inner.data_received(stream[size:])
        assert await raw.closed() == code
        assert taken == []


async def test_a_short_text_with_a_long_head_is_understood(tmp_path: Path) -> None:
    """As long in all as a short frame whose size would read 126."""
    async with incoming(tmp_path) as (inner, taken, _):
        inner.data_received(b"\x81\xfe" + (124).to_bytes(2, "big") + bytes(4) + b"x" * 124)
        assert taken == [b"x" * 124]


async def test_what_comes_after_a_close_is_not_taken(tmp_path: Path) -> None:
    async with incoming(tmp_path) as (inner, taken, _):
        inner.data_received(frame(b"before", TEXT))
        inner.data_received(frame((1000).to_bytes(2, "big"), CLOSE))
        inner.data_received(frame(b"after", TEXT))
        inner.data_received(frame(b"", PING))
        assert taken == [b"before"]


async def test_case_23_deflate_is_not_negotiated_and_compressed_frames_are_refused(
    tmp_path: Path,
) -> None:
    async with local_server(tmp_path) as server, people_at_table(server.base) as lines:
        offers = "permessage-deflate; client_max_window_bits, x-webkit-deflate-frame"
        raw = await Raw.shake(server.base, table_id(lines[0]), sec_websocket_extensions=offers)
        assert raw.status == 101
        assert "sec-websocket-extensions" not in raw.headers
        raw.send(HELLO)
        assert (await raw.receive())[0] == 1
        raw.send(b"\xab" * 100, rsv1=True)
        assert await raw.closed() == 1002
        raw.end()
        await play_on(lines, 3)

"""Frames that break the protocol, texts that mean nothing, and bytes of any kind."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hornsup import client
from hornsup.client import Guest
from hornsup.play import wire
from tests.server.faults import DICE, quiet_server
from tests.server.harness import Remote
from tests.server.players import open_line, people_at_table, play_on, table_id
from tests.server.raw import BINARY, CLOSE, CONT, HELLO, PING, TEXT, Raw, frame
from tests.services import Postgres

EXTREMES = {
    "binary": (frame(b"\x00\x01", BINARY), {1003}),
    "bad UTF-8": (frame(b'{"type":"\xff\xfe"}'), {1007}),
    "half a character": (frame(b"\xe2\x82"), {1007}),
    "oversize": (frame(b"[" * (wire.FRAME_BYTES + 1)), {1009}),
    "oversize in parts": (
        frame(b"x" * 30_000, fin=False) + frame(b"x" * 30_000, CONT),
        {1009},
    ),
    "announced size": (struct.pack(">BBQ", 0x81, 0xFF, 2**62) + bytes(4), {1009}),
    "unmasked": (b"\x81\x02{}", {1002}),
    "reserved kind": (frame(b"", 3), {1002}),
    "part without a beginning": (frame(b"x", CONT), {1002}),
    "a long ping": (frame(b"x" * 126, PING), {1002}),
    "a close with half a code": (frame(b"\x03", CLOSE), {1002, 1006}),
    "shreds": (frame(b"", fin=False) + frame(b"", CONT, fin=False) * 5000, {1008}),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Remote]:
    """One process for all of these tests; each has tables of its own."""
    with quiet_server(tmp_path_factory.mktemp("bytes"), sockets_per_address=5000) as server:
        yield server


async def test_case_22_frames_that_are_none_end_their_socket_with_a_code(server: Remote) -> None:
    async with people_at_table(server.base) as lines:
        for name, (data, codes) in EXTREMES.items():
            for greeted in (True, False):
                raw = await Raw.shake(server.base, table_id(lines[0]))
                if greeted:
                    raw.send(HELLO)
                    await raw.receive()
                raw.writer.write(data)
                code = await raw.closed()
                assert code in codes | (set() if greeted else {1002}), (name, code)
                raw.end()
        await play_on(lines, 3)


ODD_TEXTS = [
    "",
    "null",
    "[]",
    "{}",
    '{"type":"move"}',
    '{"type":null}',
    '{"type":"move","id":"x","version":NaN,"move":"1"}',
    '{"type":"move","id":"x","version":1e400,"move":"1"}',
    '{"type":"move","id":"x","version":' + "9" * 5000 + ',"move":"1"}',
    '{"type":"move","id":"x","version":-1,"move":"1"}',
    '{"type":"chat","id":"x","version":1,"text":"\\ud800"}',
    '{"type":"chat","id":"x","version":1,"text":"\\u0000"}',
    '{"type":"change","id":"x","version":1,"settings":' + "[" * 20_000 + "]" * 20_000 + "}",
    '{"type":"change","id":"x","version":1,"settings":{"game":"horns-up","options":{"a":'
    + '{"a":' * 5_000
    + "1"
    + "}" * 5_000
    + "}}}",
    '{"type":"hello","wire":' + "1" * 400 + "}",
    '{"type":"move","type":"chat","id":"x","version":1,"text":"t","text":"u"}',
    "\ufeff{}",
    '{"a":1,' * 500,
]


@pytest.fixture(params=["sqlite", "postgres"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Remote]:
    """A server with the embedded database, and one with PostgreSQL."""
    if request.param == "sqlite":
        yield request.getfixturevalue("server")
        return
    postgres: Postgres = request.getfixturevalue("postgres")
    with quiet_server(tmp_path, database_url=postgres.fresh_database()) as server:
        yield server


async def test_case_22_odd_texts_are_answered_and_the_socket_goes_on(either: Remote) -> None:
    async with people_at_table(either.base, start=False) as lines:
        for start in range(0, len(ODD_TEXTS), 8):
            guest, table = lines[0].guest, table_id(lines[0])
            line = await open_line(either.base, table, guest, keep_frames=True)
            odd = ODD_TEXTS[start : start + 8]
            for text in odd:
                await line.send_text(text)
            assert not (await line.command("move", move="end", version=10**6)).ok
            assert line.closed is None
            told = [wire.read_message(text) for text in line.frames]
            refused = [each for each in told if isinstance(each, wire.Answer) and not each.ok]
            silent = sum(text.startswith('{"type":"hello"') for text in odd)
            assert len(refused) >= len(odd) - silent
            await line.close()
        answer = await lines[0].command("start")
        assert answer.ok
        await play_on(lines, 3)


KINDS = st.sampled_from([TEXT, TEXT, TEXT, BINARY, CONT, PING, CLOSE, 10, 3, 11])


FRAMES = st.builds(
    lambda data, kind, fin, rsv1: frame(data, kind, fin=fin, rsv1=rsv1),
    st.binary(max_size=300) | st.text(max_size=80).map(str.encode),
    KINDS,
    st.sampled_from([True, True, True, False]),
    st.sampled_from([False, False, False, True]),
)


STREAMS = st.lists(FRAMES | st.binary(max_size=40), max_size=12).map(b"".join)


async def throw(base: str, table: str, data: bytes, greeted: bool) -> int:
    """Send bytes and say goodbye; gives the code with which the server closes."""
    raw = await Raw.shake(base, table)
    raw.writer.write((frame(HELLO) if greeted else b"") + data + frame(b"\x03\xe8", CLOSE))
    raw.writer.write_eof()  # the last bytes may announce more than will ever come
    try:
        return await raw.closed(30)
    finally:
        raw.end()


def test_case_22_any_bytes_at_all_leave_the_worker_alive(server: Remote) -> None:
    allowed = {1000, 1002, 1003, 1005, 1006, 1007, 1008, 1009}
    guest = asyncio.run(Guest.sign_in(server.base, "Ann"))
    table = asyncio.run(guest.open_table(DICE))["id"]

    @settings(max_examples=60, deadline=None, database=None, derandomize=True)
    @given(STREAMS, st.booleans())
    def example(data: bytes, greeted: bool) -> None:
        code = asyncio.run(throw(server.base, table, data, greeted))
        assert code in allowed, (code, data)

    example()
    assert client.request(server.base, "GET", "/readyz")["status"] == "ready"

"""Cases 19 to 22: floods, crowds and nonsense; and logs that tell no secrets."""

from __future__ import annotations

import asyncio
import copy
import json
import random
import re
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hornsup.play import wire
from hornsup.server import client, protocols, sockets
from hornsup.server.client import Away, Guest, TableLine
from hornsup.server.config import Config
from hornsup.server.store import Store
from tests.server.harness import (
    Local,
    Remote,
    local_server,
    people_at_table,
    play_on,
    remote_server,
    table_id,
)
from tests.server.raw import BINARY, CLOSE, CONT, HELLO, PING, TEXT, Raw, frame, until
from tests.services import Postgres

FAST = {"frame_rate": 1e6, "frame_burst": 1_000_000}
DICE = {"game": "raise-your-horns", "players": 3, "pace": 0}


async def alive(server: Local | Remote) -> None:
    told = await asyncio.to_thread(client.request, server.base, "GET", "/readyz")
    assert told["status"] == "ready"


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
            await TableLine.open(server.base, table_id(lines[0]), guest.token) for _ in range(5)
        ]
        for line in extra:
            for _ in range(25):
                await line.send_text('{"type":"ping"}')
        await until(lambda: any(line.closed == 1008 for line in extra), "cut off")
        await play_on(lines[:2], 1)
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
        await alive(server)


async def drip(raws: list[Raw]) -> None:
    """One byte now, one byte then: never silent, never done."""
    while True:
        for raw in raws:
            raw.writer.write(b"G")
        await asyncio.sleep(0.1)


# --- 22: nonsense -----------------------------------------------------------------------------

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


@asynccontextmanager
async def quiet_server(folder: Path, **more: Any) -> AsyncIterator[Remote]:
    """A real process whose log must stay free of exceptions."""
    with remote_server(folder, **{**FAST, "tables_per_hour": 10_000, **more}) as server:
        yield server
        await alive(server)
        assert server.process is not None
        assert server.process.poll() is None
    said = server.log.read_text()
    assert "Traceback" not in said, said[-4000:]
    assert "failed" not in said, said[-4000:]


async def test_case_22_frames_that_are_none_end_their_socket_with_a_code(tmp_path: Path) -> None:
    async with quiet_server(tmp_path) as server, people_at_table(server.base) as lines:
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


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
async def test_case_22_odd_texts_are_answered_and_the_socket_goes_on(
    tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    more = {}
    if database == "postgres":
        server_of: Postgres = request.getfixturevalue("postgres")
        more["database_url"] = server_of.fresh_database()
    async with (
        quiet_server(tmp_path, **more) as server,
        people_at_table(server.base, start=False) as lines,
    ):
        for start in range(0, len(ODD_TEXTS), 8):
            guest: Guest = lines[0].guest
            line = await TableLine.open(
                server.base, table_id(lines[0]), guest.token, keep_frames=True
            )
            odd = ODD_TEXTS[start : start + 8]
            for text in odd:
                await line.send_text(text)
            assert not (await line.command("move", move="end", version=10**6)).ok
            assert line.closed is None
            assert line.frames is not None
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


def test_case_22_any_bytes_at_all_leave_the_worker_alive(tmp_path: Path) -> None:
    allowed = {1000, 1002, 1003, 1005, 1006, 1007, 1008, 1009}

    async def throw(base: str, table: str, data: bytes, greeted: bool) -> int:
        raw = await Raw.shake(base, table)
        raw.writer.write((frame(HELLO) if greeted else b"") + data + frame(b"\x03\xe8", CLOSE))
        raw.writer.write_eof()  # the last bytes may announce more than will ever come
        try:
            return await raw.closed(30)
        finally:
            raw.end()

    async def go() -> None:
        async with quiet_server(tmp_path, sockets_per_address=5000) as server:
            guest = await Guest.come_in(server.base, "Ann")
            table = (await guest.open_table(DICE))["id"]
            await asyncio.to_thread(examples, server.base, table)

    def examples(base: str, table: str) -> None:
        def bound(data: bytes, greeted: bool) -> None:
            code = asyncio.run(throw(base, table, data, greeted))
            assert code in allowed, (code, data)

        strategy = given(STREAMS, st.booleans())(bound)
        settings(max_examples=150, deadline=None, database=None)(strategy)()

    asyncio.run(go())


# --- mutated commands at every phase ----------------------------------------------------------

SEEDS: list[dict[str, Any]] = [
    {"type": "ping"},
    {"type": "speak", "language": "it"},
    {"type": "look", "seat": 0},
    {"type": "hello", "wire": 1},
    {"type": "move", "move": "end"},
    {"type": "undo"},
    {"type": "sit", "contribution": "abc", "seat": 1},
    {"type": "sit", "contribution": "abc", "seat": -1, "name": "X"},
    {"type": "stand", "seat": 1},
    {"type": "rename", "name": "Zoë", "seat": 0},
    {"type": "add-bot", "level": "easy", "seat": 2},
    {"type": "kick", "seat": 2},
    {"type": "change", "settings": {"game": "raise-your-horns", "players": 3, "pace": 0}},
    {"type": "change", "settings": {"game": "horns-up", "players": 4, "options": {"deck": "x"}}},
    {"type": "start"},
    {"type": "take-over", "seat": 0, "level": "hard"},
    {"type": "give-back", "seat": 0},
    {"type": "confirm", "seat": 0},
    {"type": "chat", "text": "hello"},
    {"type": "react", "reaction": "horns"},
    {"type": "mute", "seat": 1, "on": True},
    {"type": "rematch"},
    {"type": "why", "move": "end"},
    {"type": "why", "card": "C1", "cell": "A1"},
    {"type": "why", "card": "\u0000", "cell": "Z99"},
    {"type": "odds"},
]
VALUES: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    3,
    11,
    99,
    100,
    2**63,
    -(2**70),
    1.5,
    "",
    "end",
    "\u0000",
    "\u202e",
    "a" * 41,
    "😀" * 40,
    "en",
    "hard",
    [],
    ["x"],
    {},
    {"game": "horns-up"},
    {"kind": "turn", "seconds": 5},
    {"kind": "reserve", "seconds": -1},
    {"deck": {"cards": [[]]}},
    {"preset": "x", "end_value": 10**9},
]


class Mutator:
    """Valid commands, and everything that is nearly one."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.number = 0

    def text(self, line: TableLine) -> str:
        rng = self.rng
        made = self._command(line)
        for _ in range(rng.choice((0, 0, 1, 1, 2, 3))):
            self._change(made)
        text = json.dumps(made)
        return self._damage(text) if rng.random() < 0.1 else text

    def _command(self, line: TableLine) -> dict[str, Any]:
        rng = self.rng
        self.number += 1
        made = copy.deepcopy(rng.choice(SEEDS))
        if line.legal and rng.random() < 0.3:
            made = {"type": rng.choice(("move", "why")), "move": rng.choice(line.legal)}
        if made["type"] not in ("ping", "speak", "look", "hello"):
            made["id"] = f"m{self.number if rng.random() < 0.9 else rng.randrange(20)}"
            made["version"] = rng.choice((line.version, line.version, 0, line.version + 1))
        return made

    def _change(self, made: dict[str, Any]) -> None:
        """Swap, drop or add a value, here or further down."""
        rng, place = self.rng, made
        while (inner := [each for each in place.values() if isinstance(each, dict)]) and (
            rng.random() < 0.6
        ):
            place = rng.choice(inner)
        key = rng.choice([*place, "seat", "options"])
        if rng.random() < 0.2:
            place.pop(key, None)
        else:
            place[key] = copy.deepcopy(rng.choice(VALUES))

    def _damage(self, text: str) -> str:
        at = self.rng.randrange(len(text))
        return self.rng.choice((text[:at], text[:at] + text, text[:at] + "\\" + text[at:]))


class Fuzzer:
    """Sends through a few lines and opens them again when they are closed for bad frames."""

    def __init__(self, base: str, seed: int) -> None:
        self.base = base
        self.mutator = Mutator(random.Random(seed))
        self.phases: set[str] = set()
        self.codes: set[str | None] = set()
        self.sent = 0

    async def run(self, table: str, guests: list[Guest | None], frames: int) -> None:
        lines = [await self._open(table, guest) for guest in guests]
        for _ in range(frames // len(lines)):
            for number, guest in enumerate(guests):
                if lines[number].closed is not None:
                    assert lines[number].closed == 1008, "closed for nothing but bad frames"
                    self._look(lines[number])
                    lines[number] = await self._open(table, guest)
                await self._send(lines[number])
        for line in lines:
            self._look(line)
            await line.close()

    async def _open(self, table: str, guest: Guest | None) -> TableLine:
        token = guest.token if guest else None
        return await TableLine.open(self.base, table, token, keep_frames=True)

    async def _send(self, line: TableLine) -> None:
        assert line.table is not None
        self.phases.add(line.table.phase)
        self.sent += 1
        with suppress(Away):
            await line.send_text(self.mutator.text(line))
            if self.sent % 7 == 0:  # an answer from the end of the table's queue
                await line.command("kick", seat=99)
        self._look(line)

    def _look(self, line: TableLine) -> None:
        """Every frame can be read; remember which answers there were."""
        assert line.frames is not None
        for text in line.frames:
            message = wire.read_message(text)
            if isinstance(message, wire.Answer):
                self.codes.add(message.code)
        line.frames.clear()


async def fuzzed_game(fuzzer: Fuzzer, game: str, frames: int) -> None:
    """Fuzz a table in the lobby, in play and when it is over."""
    guests = [await Guest.come_in(fuzzer.base, f"F{number}") for number in range(3)]
    wanted = {"game": game, "players": 3, "pace": 0}
    if game == "raise-your-horns":
        wanted["options"] = {"end_value": 3}
    opened = await guests[0].open_table(wanted, seats=["me", "easy", "easy"])
    table, everyone = opened["id"], [*guests, None]
    await fuzzer.run(table, everyone, frames)
    async with guests[0].table(table) as line:
        assert line.table is not None
        if line.table.phase == "lobby":
            await line.command("change", settings=wanted)
            for seat in range(3):
                await line.command("add-bot", level="easy", seat=seat)
            await line.command("start")
    await fuzzer.run(table, everyone, frames)


async def fuzz(folder: Path, game: str, seed: int, games: int, **more: Any) -> Fuzzer:
    async with quiet_server(folder, **more) as server:
        fuzzer = Fuzzer(server.base, seed)
        for _ in range(games):
            await fuzzed_game(fuzzer, game, 500)
        async with people_at_table(server.base) as lines:
            await play_on(lines, 3)
    assert {"lobby", "playing"} <= fuzzer.phases
    assert len(fuzzer.codes) > 15, fuzzer.codes
    return fuzzer


async def test_case_22_mutated_commands_at_every_phase_kill_no_worker(tmp_path: Path) -> None:
    fuzzer = await fuzz(tmp_path, "raise-your-horns", 22, 2)
    assert fuzzer.sent >= 2000


async def test_case_22_mutated_commands_leave_nothing_that_postgres_refuses(
    tmp_path: Path, postgres: Postgres
) -> None:
    fuzzer = await fuzz(tmp_path, "horns-up", 23, 2, database_url=postgres.fresh_database())
    assert fuzzer.sent >= 2000


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["raise-your-horns", "horns-up"])
async def test_case_22_many_thousands_of_mutated_commands(
    tmp_path: Path, game: str, seed: int
) -> None:
    fuzzer = await fuzz(tmp_path, game, seed, 6)
    assert fuzzer.sent >= 6000


# --- logs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("log_json", [True, False])
async def test_case_29_35_logs_hold_no_token_hand_seed_or_contribution(
    tmp_path: Path, log_json: bool
) -> None:
    """At the most talkative level, over a game with a refusal, a flood and bad frames in it."""
    with remote_server(tmp_path, log_level="debug", log_json=log_json, **FAST) as server:
        async with people_at_table(server.base, "horns-up", keep_frames=True) as lines:
            await play_on(lines, 30)
            await lines[0].command("move", move="no such move")
            await lines[0].send_text("nonsense")
            await asyncio.to_thread(answered_badly, server.base, lines[0].guest.token)
            hands = {text for line in lines for text in hands_of(line)}
            tokens = {line.guest.token for line in lines}
            table = table_id(lines[0])
    said = server.log.read_text()
    assert "accepted" in said or "ready" in said, "there is a log at all"
    assert len(hands) > 3
    secret = await secret_of(server, table)
    for hidden in [*tokens, secret, *hands]:
        assert hidden not in said
    for word in ("authorization", "Bearer", "cookie", "contribution", '"hand"', '"seed"'):
        assert not re.search(re.escape(word), said, re.IGNORECASE), word
    if log_json:
        ours = [line for line in said.splitlines() if line.startswith("{")]
        assert ours
        assert all(
            {"event", "level", "timestamp"} <= msgspec.json.decode(line).keys() for line in ours
        )


def answered_badly(base: str, token: str) -> None:
    """Requests that fail, with a secret in every place where one can be."""
    for path in (f"/api/tables/{'0' * 32}", "/api/tables/nonsense", "/nowhere"):
        with pytest.raises(client.Denied):
            client.request(base, "GET", path, token=token)


def hands_of(line: TableLine) -> list[str]:
    """Every hand that this line was ever shown, as it would be written in a log."""
    assert line.frames is not None
    found = []
    for text in line.frames:
        message = wire.read_message(text)
        view = getattr(message, "view", None) or getattr(message, "patch", None) or {}
        if view.get("hand"):
            found.append(json.dumps(view["hand"]))
            found.append(str(view["hand"]))
    return found


async def secret_of(server: Remote, table: str) -> str:
    store = Store(server.config.database)
    try:
        row = await store.table(table)
    finally:
        await store.engine.dispose()
    assert row is not None
    return str(row.secret)


def test_case_20_the_limit_of_an_address_is_far_above_that_of_a_player() -> None:
    shipped = Config()
    assert shipped.sockets_per_address >= 10 * shipped.sockets_per_player
    assert shipped.sessions_per_minute >= 60

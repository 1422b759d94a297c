"""The load driver: its frames, its players and its stopwatch, against small servers of our own."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import fields
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from hornsup.errors import HornsUpError
from hornsup.server.bench import boardgame, compare, driver, turns, usage
from hornsup.server.bench.adaptor import Seat
from hornsup.server.bench.driver import Figures, Plan, at, drive
from hornsup.server.bench.ours import Ours, Running
from hornsup.server.bench.players import Table, Tally, now
from hornsup.server.bench.quiet import Watch
from hornsup.server.bench.websocket import Client, HandshakeRefused, frame

Handler = Callable[[ServerConnection], Awaitable[None]]


def listening(server: Any) -> int:
    port: int = server.sockets[0].getsockname()[1]
    return port


# Frames.


async def hear(handler: Handler, count: int, say: Sequence[bytes] = ()) -> list[bytes]:
    """What a client hears from a server until it has heard so many messages."""
    heard: list[bytes] = []
    enough = asyncio.Event()

    def on_message(message: bytes) -> None:
        heard.append(message)
        if len(heard) == count:
            enough.set()

    async with serve(handler, "127.0.0.1", 0, compression=None) as server:
        client = Client(on_message, lambda _: enough.set())
        await client.open("127.0.0.1", listening(server), "/", {})
        for text in say:
            client.send(text)
        await asyncio.wait_for(enough.wait(), 5)
        client.close()
    return heard


def test_messages_of_every_size_come_and_go() -> None:
    async def echo(link: ServerConnection) -> None:
        async for message in link:
            await link.send(message)

    texts = [b"x" * size for size in (0, 1, 125, 126, 65535, 65536, 200_000)]
    assert asyncio.run(hear(echo, len(texts), texts)) == texts


def test_fragments_are_put_together_and_pings_answered() -> None:
    async def speak(link: ServerConnection) -> None:
        await link.send(["raise ", "your ", "horns"])
        await (await link.ping())
        await link.send("ponged")
        await link.wait_closed()

    assert asyncio.run(hear(speak, 2)) == [b"raise your horns", b"ponged"]


@pytest.mark.parametrize("step", [1, 2, 3, 7, 1000])
def test_frames_may_arrive_in_any_pieces(step: int) -> None:
    async def fed() -> list[bytes]:
        heard: list[bytes] = []
        client = Client(heard.append, lambda _: None)
        client.opened.set_result(None)
        stream = b"\x81\x02hi" + b"\x81\x7e\x01\x00" + b"y" * 256 + b"\x01\x01a\x89\x00\x80\x01b"
        for start in range(0, len(stream), step):
            client.data_received(stream[start : start + step])
        return heard

    assert asyncio.run(fed()) == [b"hi", b"y" * 256, b"ab"]


def test_a_server_that_will_not_upgrade_is_named() -> None:
    async def knock() -> None:
        async def refuse(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.write(b"HTTP/1.1 403 Forbidden\r\n\r\n")
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(refuse, "127.0.0.1", 0) as server:
            client = Client(lambda _: None, lambda _: None)
            await client.open("127.0.0.1", listening(server), "/", {})

    with pytest.raises(HandshakeRefused, match="403 Forbidden"):
        asyncio.run(knock())


def test_client_frames_say_that_they_are_masked() -> None:
    assert frame(1, b"hi") == b"\x81\x82\0\0\0\0hi"


# Load.


class Placed(Ours):
    """Our wire at tables that are there already."""

    def __init__(self, tables: list[list[Seat]]) -> None:
        super().__init__(Running(0, 0))
        self.tables = tables

    async def open_table(self, number: int) -> list[Seat]:
        return self.tables[number]

    def greet(self, player: Any) -> None:
        """Those tables speak first."""


class FakeTables:
    """A server with our wire and no rules: every seat moves in turn, `refuse` refuses for ever."""

    def __init__(self, pause: float = 0.0, refuse: bool = False) -> None:
        self.pause, self.refuse = pause, refuse
        self.links: dict[str, dict[int, ServerConnection]] = {}
        self.versions: dict[str, int] = {}
        self.moves: list[tuple[str, int, dict[str, Any]]] = []
        self.times: list[float] = []

    async def handle(self, link: ServerConnection) -> None:
        assert link.request is not None
        _, table, number = link.request.path.split("/")
        seat = int(number)
        self.links.setdefault(table, {})[seat] = link
        await self.update(table, seat)
        async for text in link:
            await self.move(table, seat, json.loads(text))

    async def update(self, table: str, seat: int) -> None:
        version = self.versions.setdefault(table, 0)
        legal = ["roll", "keep B4"] if version % 4 == seat else None
        said = {"type": "update", "version": version, "to_move": version % 4, "legal": legal}
        await self.links[table][seat].send(json.dumps(said))

    async def move(self, table: str, seat: int, said: dict[str, Any]) -> None:
        self.moves.append((table, seat, said))
        self.times.append(now())
        await asyncio.sleep(self.pause)
        answer = {"type": "answer", "id": said["id"], "ok": not self.refuse, "code": "no-luck"}
        if not self.refuse:
            self.versions[table] += 1
        answer["version"] = self.versions[table]
        await self.links[table][seat].send(json.dumps(answer))
        for other in () if self.refuse else range(4):
            await self.update(table, other)


def load(plan: Plan, tables: FakeTables) -> Figures:
    async def both() -> Figures:
        async with serve(tables.handle, "127.0.0.1", 0, compression=None) as server:
            return await drive(plan, Placed(seats(plan, listening(server))), [os.getpid()])

    return asyncio.run(both())


def seats(plan: Plan, port: int) -> list[list[Seat]]:
    return [
        [Seat("127.0.0.1", port, f"/{table}/{seat}", str(table), seat) for seat in range(4)]
        for table in range(plan.tables)
    ]


def test_at_full_load_seats_play_in_turn_until_enough_is_counted() -> None:
    tables = FakeTables()
    found = load(Plan(3, seconds=20, warm_up=0.05, moves=60), tables)
    assert (found.moves, found.tables, found.seats) == (60, 3, 12)
    assert found.updates >= 3 * 60 - 3 * 3  # each move's update at three other seats
    assert (found.refused, found.lost, found.stalled, found.overdue) == (0, 0, 0, 0)
    for table in "012":
        played = [(seat, said["version"]) for name, seat, said in tables.moves if name == table]
        assert all(version % 4 == seat for seat, version in played)
        assert all(after == before + 1 for (_, before), (_, after) in pairwise(played))
    assert len({(table, said["id"]) for table, _, said in tables.moves}) == len(tables.moves)


def test_latency_is_at_least_what_the_server_took() -> None:
    found = load(Plan(2, seconds=20, warm_up=0, moves=10), FakeTables(pause=0.03))
    assert 30 <= found.ack_p50 <= found.ack_p99
    assert 30 <= found.latency_p50 <= found.latency_p99 <= found.latency_max


def test_a_steady_load_keeps_its_schedule() -> None:
    tables = FakeTables()
    found = load(Plan(4, seconds=1.0, warm_up=0.2, rate=10), tables)
    assert 30 <= found.moves <= 50  # 40, and what a busy machine shifts over the edges
    assert {table for table, _, _ in tables.moves} == {"0", "1", "2", "3"}


def test_nothing_falls_due_after_the_window_has_closed() -> None:
    tally = Tally(1)
    table = Table(0, PEER, tally)
    tally.playing = False
    table.tick()
    assert (tally.overdue, list(table.due)) == (0, [])


def test_a_server_that_lags_behind_the_schedule_is_charged_from_the_due_time() -> None:
    found = load(Plan(1, seconds=1.5, warm_up=0, rate=20), FakeTables(pause=0.1))
    assert found.overdue >= 5
    assert found.latency_max > 200  # one move takes 100, and the others queue behind it


def test_refusals_and_stalled_tables_are_told() -> None:
    found = load(Plan(2, seconds=0.3, warm_up=0), FakeTables(refuse=True))
    assert (found.moves, found.refused, found.stalled) == (0, 2, 2)


def test_a_connection_that_ends_before_its_first_state_fails_the_run() -> None:
    tables = FakeTables()

    async def hang_up(link: ServerConnection) -> None:
        await link.close(1013)

    tables.handle = hang_up  # type: ignore[method-assign] # to hang up
    with pytest.raises(HornsUpError, match="1013 before the first state"):
        load(Plan(1, seconds=1), tables)


@pytest.mark.parametrize("plan", [Plan(0, 1), Plan(1, 0), Plan(1, 1, rate=0), Plan(1, 1, moves=0)])
def test_an_empty_load_is_refused(plan: Plan) -> None:
    with pytest.raises(HornsUpError):
        plan.check()


def test_quantiles_go_by_nearest_rank() -> None:
    times = [number / 1000 for number in range(1, 101)]
    assert [at(times, share) for share in (0.5, 0.99, 1.0)] == [50, 99, 100]


# The peer's wire.


class Listener:
    """A player that only remembers what the adaptor told it."""

    def __init__(self) -> None:
        self.seat = Seat("127.0.0.1", 1, boardgame.PATH, "match", 2, "secret")
        self.told: list[Any] = []

    def send(self, text: bytes, /) -> None:
        self.told.append(text)

    def saw(self, version: int, choices: Sequence[str] | None) -> None:
        self.told.append((version, choices))

    def acknowledged(self, version: int) -> None:
        self.told.append(version)

    def refused(self, why: str) -> None:
        self.told.append(why)


PEER = boardgame.BoardgameIO(boardgame.Running(0, 0, 0))
STATE = '{"G":{"choices":["roll"],"round":1},"ctx":{"currentPlayer":"%s","turn":3},"_stateID":7}'
SPOKEN = {
    "open": (b'0{"sid":"x"}', [b"40/raise-your-horns,"]),
    "joined": (
        b'40/raise-your-horns,{"sid":"y"}',
        [b'42/raise-your-horns,["sync", "match", "2", "secret", 4]'],
    ),
    "ping": (b"2", [b"3"]),
    "sync": (
        f'42/raise-your-horns,["sync","m",{{"state":{STATE % 2},"log":[]}}]'.encode(),
        [(7, ["roll"])],
    ),
    "update": (f'42/raise-your-horns,["update","m",{STATE % 1},[]]'.encode(), [7, (7, None)]),
    "presence": (b'42/raise-your-horns,["matchData","m",[]]', []),
    "refusal": (b'44/raise-your-horns,{"message":"no"}', ['44/raise-your-horns,{"message":"no"}']),
}


@pytest.mark.parametrize("name", SPOKEN)
def test_the_peer_is_understood(name: str) -> None:
    message, expected = SPOKEN[name]
    player = Listener()
    PEER.read(player, message)
    assert player.told == expected


@pytest.mark.parametrize(("move", "args"), [("roll", []), ("keep B4", ["B4"])])
def test_a_move_for_the_peer_is_its_own_json(move: str, args: list[str]) -> None:
    text = PEER.write(Listener(), 7, move).decode()
    event, action, version, match, seat = json.loads(text.removeprefix("42/raise-your-horns,"))
    assert (event, version, match, seat) == ("update", 7, "match", "2")
    assert action["type"] == "MAKE_MOVE"
    assert action["payload"]["type"] == move.split()[0]
    assert action["payload"]["args"] == args
    assert action["payload"]["credentials"] == "secret"


def test_a_state_seen_twice_is_moved_at_once() -> None:
    async def twice() -> int:
        table = Table(0, PEER, Tally(1))
        table.to_move(first := object(), 3, ["roll"])  # type: ignore[arg-type] # anybody will do
        waiting = table.waiting
        table.to_move(object(), 3, ["roll"])  # type: ignore[arg-type] # anybody will do
        assert table.waiting is waiting
        assert waiting == (first, "roll")
        return table.turn

    assert asyncio.run(twice()) == 3


# What the host takes.


def watched(*looks: tuple[float, float]) -> Watch:
    """A watch that looked so often: when, and how much the host had taken by then."""
    coming = list(looks)
    watch = Watch(lambda: coming[0][0], lambda: coming.pop(0)[1])
    for _ in looks:
        watch.look()
    return watch


def test_a_time_is_disturbed_when_the_host_took_something_shortly_before_or_after() -> None:
    watch = watched((10.0, 1.0), (10.05, 1.0), (10.10, 1.01), (10.15, 1.01), (11.0, 1.01))
    times = [9.0, 9.94, 9.96, 10.07, 10.19, 10.21, 12.0]
    assert watch.quiet(times) == [True, True, False, False, False, True, True]


def test_spans_that_overlap_leave_no_gap() -> None:
    looks = [(10 + 0.05 * number, float(number)) for number in range(20)]
    watch = watched(*looks, (13.0, 19.0), (14.0, 20.0))
    times = [9.8, 10.0, 10.5, 11.0, 11.06, 12.8, 13.0, 13.5, 14.05, 14.2]
    assert watch.quiet(times) == [True, *[False] * 3, True, True, *[False] * 3, True]


def test_on_a_machine_of_ones_own_nothing_is_disturbed() -> None:
    assert watched().quiet([1.0]) == [True]
    assert watched((1.0, 0.0), (2.0, 0.0)).quiet([0.5, 1.5, 2.5]) == [True] * 3


def test_only_disturbed_moves_are_missing_among_the_undisturbed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plan = Plan(2, seconds=20, warm_up=0, moves=40)
    found = load(plan, FakeTables())
    kept = len(found.undisturbed) / found.updates
    assert (found.quiet_share, found.data()["quiet_share"]) == (kept, round(kept, 3))
    assert "undisturbed" not in found.data()
    always = iter(range(1_000_000))
    monkeypatch.setattr(driver, "stolen_seconds", lambda: float(next(always)))
    found = load(plan, FakeTables())
    assert (found.quiet_share, found.quiet_p99, list(found.undisturbed)) == (0.0, None, [])
    monkeypatch.setattr(driver, "stolen_seconds", lambda: 0.0)
    found = load(plan, FakeTables())
    assert (found.quiet_share, found.quiet_p99) == (1.0, found.latency_p99)


# By turns.


def load_by_turns(plan: Plan, *servers: FakeTables) -> list[Figures]:
    async def all_of_them() -> list[Figures]:
        async with AsyncExitStack() as stack:
            stands = []
            for tables in servers:
                serving = serve(tables.handle, "127.0.0.1", 0, compression=None)
                port = listening(await stack.enter_async_context(serving))
                stands.append((Placed(seats(plan, port)), [os.getpid()]))
            return await turns.drive_by_turns(plan, stands)

    return asyncio.run(all_of_them())


def test_servers_side_by_side_play_by_turns_and_have_the_same_load(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "TURN", 0.2)
    servers = FakeTables(), FakeTables()
    found = load_by_turns(Plan(4, seconds=0.8, warm_up=0.1, rate=25), *servers)
    for figures, tables in zip(found, servers, strict=True):
        assert 70 <= figures.moves <= 90  # 80, and what a busy machine shifts over the edges
        assert figures.updates >= 3 * figures.moves  # and those answered after their turn
        assert len(tables.times) >= figures.updates / 3  # and those of the warm-up
        assert 0.8 <= figures.seconds < 2
        assert (figures.lost, figures.refused, figures.stalled) == (0, 0, 0)
    played = sorted((at, number) for number in (0, 1) for at in servers[number].times)
    changes = sum(before[1] != after[1] for before, after in pairwise(played))
    assert changes == 6  # a warm-up each, then 0 1, 1 0, 0 1, 1 0


def test_what_falls_due_in_a_turn_counts_though_it_is_answered_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "TURN", 0.2)
    slow, quick = load_by_turns(
        Plan(1, seconds=0.4, warm_up=0, rate=20), FakeTables(pause=0.1), FakeTables()
    )
    assert slow.overdue >= 2
    assert slow.updates == quick.updates == 3 * 8
    assert slow.latency_max > 200 > quick.latency_p50


def test_a_full_load_is_not_played_by_turns() -> None:
    with pytest.raises(HornsUpError, match="steady"):
        load_by_turns(Plan(1, seconds=1), FakeTables())


# Comparing.


def test_at_a_steady_load_the_servers_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[str, ...]] = []

    def by_turns(names: Sequence[str], *_: Any) -> list[Figures]:
        told.append(tuple(names))
        return [figures(9.0, []), figures(20.0, [])]

    monkeypatch.setattr(compare, "_by_turns", by_turns)
    said: list[str] = []
    steady = compare.Load(1, 5.0)
    found = compare.compare([steady], 1.0, 2, Path("nowhere"), said.append)[str(steady)]
    assert told == [(compare.OURS, compare.PEER)] * 2
    assert [found[name]["latency_p99"] for name in told[0]] == [9.0, 20.0]
    assert [line.split(":")[0] for line in said] == ["round 1 of 2", "round 2 of 2"]


def figures(p99: float, undisturbed: Sequence[float]) -> Figures:
    told: dict[str, Any] = dict.fromkeys((field.name for field in fields(Figures)), 1.0)
    return Figures(**{**told, "latency_p99": p99, "undisturbed": undisturbed})


def compared(monkeypatch: pytest.MonkeyPatch, *runs: Figures) -> dict[str, Any]:
    coming = list(runs)
    monkeypatch.setattr(compare, "_measure", lambda *_: coming.pop(0))
    told = compare.compare([compare.Load(1)], 1.0, len(runs), None, lambda _: None)
    assert not coming, "every run counts, and none is repeated"
    found: dict[str, Any] = told["1 tables, full load"][compare.OURS]
    return found


def test_the_p99_is_the_median_over_all_runs_and_the_quiet_one_that_of_all_quiet_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quiet = [number / 1000 for number in range(1, 101)]
    runs = [figures(9.0, quiet[:10]), figures(700.0, []), figures(5.0, quiet[10:])]
    found = compared(monkeypatch, *runs)
    assert (found["latency_p99"], found["latency_p99_range"]) == (9.0, [5.0, 700.0])
    assert found["quiet_p99"] == 99.0
    assert found["lost"] == 3


def test_where_everything_was_disturbed_there_is_no_quiet_p99(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert compared(monkeypatch, figures(9.0, []))["quiet_p99"] is None


def test_what_a_host_steals_is_read_where_the_kernel_tells_it() -> None:
    before = usage.stolen_seconds()
    assert before >= 0.0
    assert usage.stolen_seconds() >= before
    fields = Path("/proc/stat").read_text().split()
    assert fields[0] == "cpu"
    assert usage.stolen_seconds() == pytest.approx(int(fields[8]) / usage.TICK, abs=1.0)

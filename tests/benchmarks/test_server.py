"""The load on table servers: its players, clocks and figures, against small servers in here."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import fields
from itertools import pairwise
from typing import Any

import pytest
from benchmarks.server import turns
from benchmarks.server.adapter import Player, Seat
from benchmarks.server.boardgame_io import PATH, BoardgameIO
from benchmarks.server.boardgame_io import Running as RunningPeer
from benchmarks.server.hornsup_server import HornsUp, Running
from benchmarks.server.measure import Figures, Load, quantile
from benchmarks.server.players import now
from benchmarks.server.report import markdown
from benchmarks.server.series import Series, Summary
from benchmarks.server.stolen_time import StolenTime
from websockets.asyncio.server import ServerConnection, serve

from hornsup.errors import HornsUpError


def port_of(server: Any) -> int:
    port: int = server.sockets[0].getsockname()[1]
    return port


# --- loads ----------------------------------------------------------------------------------------


class OpenTables(HornsUp):
    """The protocol of our server at tables that are open already."""

    def __init__(self, port: int) -> None:
        super().__init__(Running(0, port))

    async def open_table(self, number: int) -> list[Seat]:
        port = self.server.port
        return [
            Seat("127.0.0.1", port, f"/{number}/{seat}", str(number), seat) for seat in range(4)
        ]

    def hello(self, player: Player) -> None:
        """The server sends the first message."""


class FakeServer:
    """A server with our protocol and no rules: the seats move in turn; `refuse` refuses all."""

    def __init__(self, pause: float = 0.0, refuse: bool = False, hang_up: bool = False) -> None:
        self.pause, self.refuse, self.hang_up = pause, refuse, hang_up
        self.sockets: dict[str, dict[int, ServerConnection]] = {}
        self.versions: dict[str, int] = {}
        self.moves: list[tuple[str, int, dict[str, Any]]] = []
        self.times: list[float] = []

    async def handle(self, socket: ServerConnection) -> None:
        if self.hang_up:
            await socket.close(1013)
            return
        assert socket.request is not None
        _, table, number = socket.request.path.split("/")
        seat = int(number)
        self.sockets.setdefault(table, {})[seat] = socket
        await self.update(table, seat)
        async for text in socket:
            await self.move(table, seat, json.loads(text))

    async def update(self, table: str, seat: int) -> None:
        version = self.versions.setdefault(table, 0)
        legal = ["roll", "keep B4"] if version % 4 == seat else None
        message = {"type": "update", "version": version, "to_move": version % 4, "legal": legal}
        await self.sockets[table][seat].send(json.dumps(message))

    async def move(self, table: str, seat: int, frame: dict[str, Any]) -> None:
        self.moves.append((table, seat, frame))
        self.times.append(now())
        await asyncio.sleep(self.pause)
        answer = {"type": "answer", "id": frame["id"], "ok": not self.refuse, "code": "no"}
        if not self.refuse:
            self.versions[table] += 1
        await self.sockets[table][seat].send(
            json.dumps({**answer, "version": self.versions[table]})
        )
        for other in () if self.refuse else range(4):
            await self.update(table, other)


def play(load: Load, *servers: FakeServer) -> list[Figures]:
    async def with_servers() -> list[Figures]:
        async with AsyncExitStack() as stack:
            opened: list[turns.Server] = []
            for server in servers:
                serving = serve(server.handle, "127.0.0.1", 0, compression=None)
                port = port_of(await stack.enter_async_context(serving))
                opened.append((OpenTables(port), [os.getpid()]))
            return await turns.play_by_turns(load, opened)

    return asyncio.run(with_servers())


def test_at_full_load_the_seats_play_in_turn_without_a_gap() -> None:
    """Also between the warm-up and the turn, when all tables stop and go on."""
    server = FakeServer()
    (found,) = play(Load(3, seconds=0.4, warm_up=0.1), server)
    assert found.moves > 30
    assert found.updates >= 3 * found.moves  # one at each of the three other seats
    assert (found.refused, found.lost, found.stalled, found.overdue) == (0, 0, 0, 0)
    for table in "012":
        played = [(seat, sent["version"]) for name, seat, sent in server.moves if name == table]
        assert all(version % 4 == seat for seat, version in played)
        assert all(after == before + 1 for (_, before), (_, after) in pairwise(played))


def test_latency_is_at_least_what_the_server_took() -> None:
    (found,) = play(Load(2, seconds=0.3, warm_up=0), FakeServer(pause=0.03))
    assert 30 <= found.latency_p50 <= found.latency_p99 <= found.latency_max


def test_a_late_server_is_measured_from_the_time_a_move_was_due() -> None:
    (found,) = play(Load(1, rate=20, seconds=1.5, warm_up=0), FakeServer(pause=0.1))
    assert found.overdue >= 5
    assert found.latency_max > 200  # one move takes 100 ms, and others wait for it


def test_refusals_and_tables_without_a_move_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "FINISH_SECONDS", 0.1)
    (found,) = play(Load(2, seconds=0.2, warm_up=0), FakeServer(refuse=True))
    assert (found.moves, found.refused, found.stalled) == (0, 2, 2)


def test_a_connection_that_closes_before_its_first_state_fails_the_run() -> None:
    with pytest.raises(HornsUpError, match="1013 before the first state"):
        play(Load(1, seconds=1), FakeServer(hang_up=True))


@pytest.mark.parametrize("load", [Load(0), Load(1, seconds=0), Load(1, rate=0)])
def test_an_empty_load_is_refused(load: Load) -> None:
    with pytest.raises(HornsUpError):
        load.check()


def test_servers_take_turns_and_get_the_same_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "TURN_SECONDS", 0.2)
    servers = FakeServer(), FakeServer()
    found = play(Load(4, rate=25, seconds=0.8, warm_up=0.1), *servers)
    for figures in found:
        assert 70 <= figures.updates / 3 <= 90  # 80 moves, and what a busy machine delays
        assert (figures.lost, figures.refused, figures.stalled) == (0, 0, 0)
    played = sorted((at, number) for number in (0, 1) for at in servers[number].times)
    changes = sum(before[1] != after[1] for before, after in pairwise(played))
    assert changes == 6  # a warm-up each, then 0 1, 1 0, 0 1, 1 0


# --- the peer -------------------------------------------------------------------------------------


class Recorder:
    """A player that only keeps what the adapter reports."""

    def __init__(self) -> None:
        self.seat = Seat("127.0.0.1", 1, PATH, "match", 2, "secret")
        self.reports: list[Any] = []

    def send(self, text: bytes, /) -> None:
        self.reports.append(text)

    def on_state(self, version: int, choices: Sequence[str] | None) -> None:
        self.reports.append((version, choices))

    def on_ack(self, version: int) -> None:
        self.reports.append(version)

    def on_refusal(self, why: str) -> None:
        self.reports.append(why)


PEER = BoardgameIO(RunningPeer(0, 0, 0))
STATE = '{"G":{"choices":["roll"],"round":1},"ctx":{"currentPlayer":"%s","turn":3},"_stateID":7}'
MESSAGES = {
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


@pytest.mark.parametrize("name", MESSAGES)
def test_messages_of_the_peer_are_read(name: str) -> None:
    message, expected = MESSAGES[name]
    player = Recorder()
    PEER.read(player, message)
    assert player.reports == expected


@pytest.mark.parametrize(("move", "args"), [("roll", []), ("keep B4", ["B4"])])
def test_moves_for_the_peer_are_written(move: str, args: list[str]) -> None:
    text = PEER.write(Recorder(), 7, move).decode()
    event, action, version, match, seat = json.loads(text.removeprefix("42/raise-your-horns,"))
    assert (event, version, match, seat) == ("update", 7, "match", "2")
    payload = {"type": move.split()[0], "args": args, "playerID": "2", "credentials": "secret"}
    assert action == {"type": "MAKE_MOVE", "payload": payload}


# --- figures --------------------------------------------------------------------------------------


def stolen_time(*samples: tuple[float, float]) -> StolenTime:
    """Samples at these times, with the seconds stolen until then."""
    coming = list(samples)
    stolen = StolenTime(lambda: coming[0][0], lambda: coming.pop(0)[1])
    for _ in samples:
        stolen.sample()
    return stolen


def test_a_time_is_disturbed_shortly_before_and_after_the_count_grew() -> None:
    stolen = stolen_time((10.0, 1.0), (10.05, 1.0), (10.10, 1.01), (10.15, 1.01), (11.0, 1.01))
    times = [9.0, 9.94, 9.96, 10.07, 10.19, 10.21, 12.0]
    assert stolen.quiet(times) == [True, True, False, False, False, True, True]
    assert stolen_time((1.0, 0.0), (2.0, 0.0)).quiet([0.5, 1.5, 2.5]) == [True] * 3


def test_overlapping_spans_leave_no_gap() -> None:
    samples = [(10 + 0.05 * number, float(number)) for number in range(20)]
    stolen = stolen_time(*samples, (13.0, 19.0), (14.0, 20.0))
    times = [9.8, 10.0, 10.5, 11.0, 11.06, 12.8, 13.0, 13.5, 14.05, 14.2]
    assert stolen.quiet(times) == [True, *[False] * 3, True, True, *[False] * 3, True]


def test_only_disturbed_moves_are_left_out_of_the_quiet_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    load = Load(2, seconds=0.2, warm_up=0)
    always = iter(range(1_000_000))
    monkeypatch.setattr(turns, "stolen_seconds", lambda: float(next(always)))
    (found,) = play(load, FakeServer())
    assert (found.quiet_share, list(found.quiet_latencies)) == (0.0, [])
    assert found.data()["quiet_p99"] is None
    monkeypatch.setattr(turns, "stolen_seconds", lambda: 0.0)
    (found,) = play(load, FakeServer())
    assert (found.quiet_share, found.data()["quiet_p99"]) == (1.0, found.latency_p99)


def test_quantiles_go_by_the_nearest_rank() -> None:
    times = [number / 1000 for number in range(1, 101)]
    assert [quantile(times, share) for share in (0.5, 0.99, 1.0)] == [50, 99, 100]
    assert quantile([], 0.5) is None


def figures(speed: float, p99: float, quiet: Sequence[float] = ()) -> Figures:
    values: dict[str, Any] = dict.fromkeys((field.name for field in fields(Figures)), 1)
    values |= {"moves_per_second": speed, "latency_p99": p99, "quiet_latencies": quiet}
    return Figures(**{**values, "updates": 50})


def test_figures_are_medians_and_the_quiet_p99_is_that_of_all_rounds_together() -> None:
    quiet = [number / 1000 for number in range(1, 101)]
    runs = [figures(10, 9.0, quiet[:10]), figures(30, 700.0), figures(20, 5.0, quiet[10:])]
    found = Summary.of(runs)
    assert (found.moves_per_second, found.latency_p99) == (20, 9.0)
    assert found.latency_p99_range == (5.0, 700.0)
    assert (found.quiet_p99, found.quiet_share) == (99.0, 100 / 150)
    assert found.faults == 9


def test_the_table_sets_each_server_beside_the_peer() -> None:
    by_server = {
        "ours": Summary.of([figures(1500, 4.0, [0.003])]),
        "peer": Summary.of([figures(1000, 8.0, [0.012])]),
    }
    lines = markdown({"50 tables, full load": by_server}, "peer")
    heads, rule, ours, peer = ([cell.strip() for cell in line.split("|")] for line in lines)
    assert len({len(heads), len(rule), len(ours), len(peer)}) == 1
    row, beside = dict(zip(heads, ours, strict=True)), dict(zip(heads, peer, strict=True))
    assert row["Moves/s"] == "1,500 (1.50 ×)"
    assert row["p99, all moves"] == "4.0 ms (0.50 ×)"
    assert row["p99, quiet moves"] == "3.0 ms (0.25 ×)"
    assert beside["Moves/s"] == "1,000"


def test_the_order_of_the_servers_changes_from_round_to_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played: list[list[Any]] = []

    def measure(load: Load, starts: list[Any]) -> list[Figures]:
        del load
        played.append(starts)
        return [figures(speed, 1.0) for speed in starts]

    monkeypatch.setattr("benchmarks.server.series._measure", measure)
    starts: dict[str, Any] = {"ours": 2, "peer": 1}  # the fake needs no server to start
    series = Series([Load(50), Load(200, 5.0)], starts)
    for number in range(2):
        series.play_round(number, lambda _: None)
    assert played == [[2, 1], [2, 1], [1, 2], [1, 2]]
    speeds = {
        load: {name: each.moves_per_second for name, each in by_server.items()}
        for load, by_server in series.summaries().items()
    }
    assert list(speeds) == ["50 tables, full load", "200 tables × 5 moves/s"]
    assert list(speeds.values()) == [{"ours": 2, "peer": 1}] * 2

"""Our server and the peer under the same loads, by turns: a busy machine is busy for both."""

from __future__ import annotations

import asyncio
import json
import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, Final

from hornsup.server.bench import boardgame, ours
from hornsup.server.bench.driver import Plan, loop_factory, run
from hornsup.server.bench.usage import usage
from hornsup.server.bench.websocket import Client
from hornsup.server.client import Guest

OURS: Final = "hornsup"
PEER: Final = "boardgame.io 0.50.2"
Say = Callable[[str], None]
KEYS: Final = (
    "moves_per_second",
    "latency_p50",
    "latency_p99",
    "server_cpu",
    "server_rss_mb",
    "other_cpu",
    "stolen",
)
CALM: Final = 0.02
"""Cores that the host may keep for others during a run; with more, it is another machine's p99."""
TRIES: Final = 3
"""How often a run is repeated in the hope of a calmer moment."""


@dataclass(frozen=True, slots=True)
class Load:
    """One load; without a rate everyone plays as fast as the server answers."""

    tables: int
    rate: float | None = None

    def __str__(self) -> str:
        if self.rate is None:
            return f"{self.tables} tables, full load"
        return f"{self.tables} tables x {self.rate:g} moves/s"


LOADS: Final = (Load(50), Load(200), Load(200, 5.0))


@contextmanager
def our_adaptor() -> Iterator[tuple[Any, list[int]]]:
    with ours.running() as server:
        yield ours.Ours(server), [server.pid]


@contextmanager
def peer_adaptor(folder: Path) -> Iterator[tuple[Any, list[int]]]:
    with boardgame.running(folder) as server:
        yield boardgame.BoardgameIO(server), [server.pid]


def compare(
    loads: list[Load], seconds: float, rounds: int, peer: Path | None, say: Say
) -> dict[str, Any]:
    """Every load on every server, `rounds` times; medians and ranges.

    What the host does to a virtual machine comes and goes within seconds, so taking turns is not
    enough: a run that was disturbed is repeated, and of its tries the calmest counts, whatever its
    figures are.
    """
    found: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for number in range(rounds):
        for load in loads:
            for name in (OURS, *((PEER,) if peer is not None else ())):
                say(f"round {number + 1} of {rounds}: {load}: {name}")
                figures = _measure_calmly(name, load, seconds, peer, say)
                found.setdefault(str(load), {}).setdefault(name, []).append(figures)
    return {
        load: {name: _summary(runs) for name, runs in by_name.items()}
        for load, by_name in found.items()
    }


def _measure_calmly(
    name: str, load: Load, seconds: float, peer: Path | None, say: Say
) -> dict[str, Any]:
    tries: list[dict[str, Any]] = []
    while len(tries) < TRIES and all(each["stolen"] > CALM for each in tries):
        if tries:
            say(f"  again: the host kept {tries[-1]['stolen']:.2f} cores for others")
        tries.append(_measure(name, load, seconds, peer))
    calmest = min(tries, key=lambda each: each["stolen"])
    return {**calmest, "tries": len(tries), "every_p99": [each["latency_p99"] for each in tries]}


def _measure(name: str, load: Load, seconds: float, peer: Path | None) -> dict[str, Any]:
    plan = Plan(load.tables, seconds, rate=load.rate)
    if name == OURS:
        with our_adaptor() as (adaptor, pids):
            return run(plan, adaptor, pids).data()
    assert peer is not None
    with peer_adaptor(peer) as (adaptor, pids):
        return run(plan, adaptor, pids).data()


def _summary(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Medians, with the range of speed and p99; faults are added up.

    `latency_p99_every` leaves nothing out: it is the median over disturbed tries, too.
    """
    told: dict[str, Any] = {key: round(median(each[key] for each in runs), 3) for key in KEYS}
    for key in ("moves_per_second", "latency_p99"):
        told[f"{key}_range"] = [min(each[key] for each in runs), max(each[key] for each in runs)]
    told["latency_p99_every"] = round(median(p99 for each in runs for p99 in each["every_p99"]), 3)
    for key in ("lost", "stalled", "refused", "tries"):
        told[key] = sum(each[key] for each in runs)
    return told


# --- what rests --------------------------------------------------------------------------------


def idle(tables: int, sockets: int, say: Say) -> dict[str, Any]:
    """Memory of tables that nobody plays at, and sockets that one process holds."""
    _many_files()
    with ours.running() as server, asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_idle(server, tables, sockets, say))


def _many_files() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


async def _idle(server: ours.Running, tables: int, sockets: int, say: Say) -> dict[str, Any]:
    guest = await Guest.come_in(server.base, "idle")
    settings = {"game": "horns-up", "players": 4, "leavers": "wait"}
    table = {"seats": ["me"] * 4, "start": True}
    say("warming up")
    first = [await guest.open_table(settings, **table) for _ in range(50)]
    before = usage([server.pid]).rss_bytes
    say(f"{tables} tables of Horns Up")
    for _ in range(tables):
        await guest.open_table(settings, **table)
    after = usage([server.pid]).rss_bytes
    say(f"{sockets} sockets")
    held = await _hold(server, guest, first[0]["id"], sockets)
    with_sockets = usage([server.pid]).rss_bytes
    answered = await _all_answer(held)
    for client, _ in held:
        client.close()
    return {
        "idle_tables": tables,
        "kb_per_idle_table": round((after - before) / tables / 1000, 1),
        "idle_sockets": len(held),
        "sockets_that_answer": answered,
        "kb_per_idle_socket": round((with_sockets - after) / max(1, len(held)) / 1000, 1),
    }


Held = tuple[Client, list[bytes]]


async def _hold(server: ours.Running, guest: Guest, table: str, count: int) -> list[Held]:
    """Open sockets at one table, as spectators and the host's further tabs do."""
    held: list[Held] = []
    headers = {"Authorization": f"Bearer {guest.token}"}
    for _ in range(count):
        heard: list[bytes] = []
        client = Client(heard.append, lambda _why: None)
        await client.open(ours.HOST, server.port, f"/ws/{table}", headers)
        client.send(json.dumps({"type": "hello", "wire": 1, "role": "spectator"}).encode())
        held.append((client, heard))
    await asyncio.sleep(2.0)
    return held


async def _all_answer(held: list[Held]) -> int:
    for client, heard in held:
        heard.clear()
        client.send(b'{"type":"ping"}')
    for _ in range(100):
        await asyncio.sleep(0.1)
        answered = sum(any(b'"pong"' in each for each in heard) for _, heard in held)
        if answered == len(held):
            break
    return answered

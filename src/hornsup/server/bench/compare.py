"""Our server and the peer under the same loads, by turns: a busy machine is busy for both."""

from __future__ import annotations

import asyncio
import json
import resource
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any, Final

from hornsup.client import Guest
from hornsup.server.bench import boardgame, ours
from hornsup.server.bench.driver import Figures, Plan, at, loop_factory, rounded, run
from hornsup.server.bench.turns import drive_by_turns
from hornsup.server.bench.usage import usage
from hornsup.server.bench.websocket import Client

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
    "quiet_share",
)


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

    At full load one server is measured after the other, for each of them needs the whole machine;
    at a steady load they take turns within a round.
    """
    found: dict[str, dict[str, list[Figures]]] = {}
    for number in range(rounds):
        for load in loads:
            telling = partial(_tell, say, f"round {number + 1} of {rounds}: {load}")
            for name, figures in _round(load, seconds, peer, telling):
                found.setdefault(str(load), {}).setdefault(name, []).append(figures)
    return {
        load: {name: _summary(runs) for name, runs in by_name.items()}
        for load, by_name in found.items()
    }


def _tell(say: Say, what: str, who: str) -> None:
    say(f"{what}: {who}")


def _round(
    load: Load, seconds: float, peer: Path | None, say: Say
) -> Iterator[tuple[str, Figures]]:
    """One load on every server."""
    names = (OURS,) if peer is None else (OURS, PEER)
    if load.rate is not None and len(names) > 1:
        say(" and ".join(names))
        yield from zip(names, _by_turns(names, load, seconds, peer), strict=True)
        return
    for name in names:
        say(name)
        yield name, _measure(name, load, seconds, peer)


def _measure(name: str, load: Load, seconds: float, peer: Path | None) -> Figures:
    with _server(name, peer) as (adaptor, pids):
        return run(Plan(load.tables, seconds, rate=load.rate), adaptor, pids)


def _by_turns(names: Sequence[str], load: Load, seconds: float, peer: Path | None) -> list[Figures]:
    _many_files()
    plan = Plan(load.tables, seconds, rate=load.rate)
    with ExitStack() as stack, asyncio.Runner(loop_factory=loop_factory()) as runner:
        servers = [stack.enter_context(_server(name, peer)) for name in names]
        return runner.run(drive_by_turns(plan, servers))


def _server(name: str, peer: Path | None) -> AbstractContextManager[tuple[Any, list[int]]]:
    if name == OURS:
        return our_adaptor()
    assert peer is not None
    return peer_adaptor(peer)


def _summary(runs: Sequence[Figures]) -> dict[str, Any]:
    """Medians, with the range of speed and p99; faults are added up.

    `quiet_p99` is that of the undisturbed moves of all runs together, since one run may have few.
    """
    told: dict[str, Any] = {
        key: rounded(median(getattr(each, key) for each in runs)) for key in KEYS
    }
    for key in ("moves_per_second", "latency_p99"):
        values = [rounded(getattr(each, key)) for each in runs]
        told[f"{key}_range"] = [min(values), max(values)]
    quiet = sorted(chain.from_iterable(each.undisturbed for each in runs))
    told["quiet_p99"] = rounded(at(quiet, 0.99)) if quiet else None
    for key in ("lost", "stalled", "refused"):
        told[key] = sum(getattr(each, key) for each in runs)
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
    guest = await Guest.sign_in(server.base, "idle")
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

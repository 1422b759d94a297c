"""Latency of live tables beside a running review: `python -m benchmarks.beside_review`.

Scripts play at tables with bots over sockets, by turns with and without a review under
way on the same server.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from statistics import quantiles
from typing import Any
from urllib.request import urlopen

from hornsup.client import Guest, TableClient, Unreachable, request

TABLES = 8
PAUSE = 0.08  # between two moves of a table: people are slower


@contextmanager
def server(port: int) -> Iterator[str]:
    base = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hornsup", "serve", "--no-open", "--port", str(port)]
        process = subprocess.Popen(
            [*command, "--data", folder, "--tables-per-hour", "10000", "--log-level", "error"],
            stdout=subprocess.DEVNULL,
        )
        try:
            _wait(base)
            yield base
        finally:
            process.terminate()
            process.wait(20)


def _wait(base: str) -> None:
    for _ in range(200):
        try:
            request(base, "GET", "/readyz")
            return
        except Unreachable:
            time.sleep(0.1)


async def play(base: str, seconds: float, took: list[float], seed: int) -> None:
    """One table of one person and two bots, played on for so long."""
    guest = await Guest.sign_in(base, "Bench")
    wanted = {"game": "raise-your-horns", "players": 3, "pace": 0, "options": {"end_value": 20}}
    opened = await guest.open_table(wanted, seats=["me", "easy", "easy"], start=True)
    line, rng = await TableClient.open(base, opened["id"], guest.token), Random(seed)
    end = time.monotonic() + seconds
    while time.monotonic() < end and line.table is not None and line.table.phase == "playing":
        if not line.legal:
            await line.next_message()
            continue
        start = time.perf_counter()
        await line.move(rng.choice(line.legal))
        took.append(time.perf_counter() - start)
        await asyncio.sleep(PAUSE)
    await line.close()


async def finished(base: str) -> str:
    """A game of Horns Up that bots have played to its end."""
    guest = await Guest.sign_in(base, "Bench")
    wanted = {"game": "horns-up", "players": 4, "pace": 0}
    opened = await guest.open_table(wanted, seats=["normal"] * 4, start=True)
    path = f"/api/tables/{opened['id']}"
    while (await guest.call("GET", path))["phase"] != "over":
        await asyncio.sleep(0.5)
    return f"{base}{path}/review"


def review(path: str) -> None:
    with urlopen(path, timeout=300) as answer:
        answer.read()


async def measure(base: str, seconds: float, path: str | None) -> list[float]:
    """The latencies of one turn, beside a review if a path is given."""
    took: list[float] = []
    work = [play(base, seconds, took, number) for number in range(TABLES)]
    reviewing = asyncio.create_task(asyncio.to_thread(review, path)) if path else None
    await asyncio.gather(*work)
    if reviewing is not None:
        await reviewing
    return took


def told(name: str, took: list[float]) -> str:
    cuts: Any = quantiles(took, n=100)
    return f"{name}: {len(took)} moves, p50 {cuts[49] * 1e3:.1f} ms, p99 {cuts[98] * 1e3:.1f} ms"


async def main(rounds: int, seconds: float, port: int) -> None:
    alone: list[float] = []
    beside: list[float] = []
    with server(port) as base:
        for _ in range(rounds):
            path = await finished(base)
            alone += await measure(base, seconds, None)
            beside += await measure(base, seconds, path)
    print(told("without a review", alone), told("beside a review", beside), sep="\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--port", type=int, default=8791)
    given = parser.parse_args()
    asyncio.run(main(given.rounds, given.seconds, given.port))

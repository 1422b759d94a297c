"""Random play through a bad network while workers are killed, then a check of the history.

`python -m tests.server.chaos --seconds 60` prints its seed; `--seed` repeats its choices. It
holds if

1. every acknowledged move is in the log exactly once, where its acknowledgement said;
2. versions are contiguous;
3. every view that any client was ever sent is the one that the log gives for its seat and version,
   so that nobody was shown a secret of another seat, and the last one is the end of the log;
4. no frame held a token, a seed or the secret of a table before its end.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import secrets as randomness
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

from hornsup.client import Guest, RequestRefused, TableClient, Unreachable
from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.runtime import SteadyClock
from hornsup.play.table import Table
from hornsup.server.storage.store import Store
from tests.server.harness import Remote
from tests.server.players import begin
from tests.server.proxy import FaultProxy
from tests.services import Postgres, Redis

GAMES = ("raise-your-horns", "horns-up")
SEATS = 3


def digest(view: Any) -> str:
    return hashlib.sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()


class Watched(TableClient):
    """A line that writes down the digest of every view it was sent."""

    def __init__(self, socket: Any) -> None:
        super().__init__(socket)
        self.seen: list[tuple[int, str]] = []

    def receive(self, message: wire.Message) -> None:
        super().receive(message)
        if self.view is not None and isinstance(message, (wire.Welcome, wire.Update)):
            self.seen.append((self.version, digest(self.view)))


class Client:
    """One player who goes on whatever happens, and remembers what was promised."""

    def __init__(self, base: str, guest: Guest, table: str, seat: int | None, rng: Random) -> None:
        self.base = base
        self.guest = guest
        self.table = table
        self.seat = seat
        self.rng = rng
        self.acked: dict[str, tuple[int, str]] = {}
        self.outcomes: Counter[str] = Counter()
        self.seen: list[tuple[int, str]] = []
        self.frames: list[str] = []
        self.last: tuple[int, str] = (-1, "")
        self._pending: tuple[str, int, str] | None = None
        self.rests = False
        self.stop = False
        self.over = False

    async def run(self) -> None:
        while not self.stop and not self.over:
            try:
                line = await Watched.open(self.base, self.table, self.guest.token, keep_frames=True)
            except (Unreachable, RequestRefused, AssertionError) as problem:
                self.outcomes[type(problem).__name__] += 1
                await asyncio.sleep(0.1)
                continue
            try:
                await self._play(line)
            except Unreachable:
                self.outcomes["cut"] += 1
            finally:
                self._write_down(line)
                line.abort()
                await asyncio.sleep(0)

    def _write_down(self, line: Watched) -> None:
        self.seen += line.seen
        self.frames += line.frames or []
        if line.view is not None:
            self.last = (line.version, digest(line.view))

    async def _play(self, line: TableClient) -> None:
        while line.closed is None and not self.stop:
            if line.table is not None and line.table.phase == "over":
                self.over = True
                return
            mine = line.legal and line.you is not None and line.to_move in line.you.seats
            if mine and self.seat is not None and not (self.rests and self._pending is None):
                await self._move(line)
            else:
                await self._wait(line)

    async def _wait(self, line: TableClient) -> None:
        try:
            await line.next_message(1.0)
        except Unreachable:
            await line.send_text('{"type":"ping"}')
            await line.next_message(3.0)

    async def _move(self, line: TableClient) -> None:
        if self._pending is None:
            assert line.legal is not None
            move = self.rng.choice(line.legal)
            key = f"{self.rng.getrandbits(64):016x}"
            self._pending = (key, line.version, move)
        key, version, move = self._pending
        answer = await asyncio.wait_for(_sent(line, move, key, version), 4.0)
        if answer.ok:
            self.acked[key] = (answer.version, move)
            self.outcomes["ok"] += 1
            self._pending = None
            while line.version < answer.version and line.closed is None:
                await line.next_message(3.0)
        elif answer.code == "storage":
            self.outcomes["storage"] += 1
            await asyncio.sleep(0.2)  # the same command again, under the same id
        else:
            self.outcomes[answer.code or "refused"] += 1
            self._pending = None


async def _sent(line: TableClient, move: str, key: str, version: int) -> Any:
    try:
        return await line.move(move, key=key, version=version)
    except TimeoutError as error:
        raise Unreachable("no answer") from error


class Chaos:
    """One run: services, workers, a proxy, clients, and faults."""

    def __init__(self, seconds: float, seed: int, tables: int, say: Any = print) -> None:
        self.seconds = seconds
        self.rng = Random(seed)
        self.tables = tables
        self.say = say
        self.clients: list[Client] = []
        self.faults: Counter[str] = Counter()

    def run(self) -> dict[str, Any]:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="chaos-")))
            postgres = stack.enter_context(Postgres(durable=True))
            redis = stack.enter_context(Redis())
            server = Remote(
                folder,
                workers=2,
                database_url=postgres.fresh_database(),
                redis_url=redis.url,
                frame_rate=1000,
                frame_burst=5000,
            )
            server.start()
            stack.callback(server.stop)
            return asyncio.run(self._run(server, redis))

    async def _run(self, server: Remote, redis: Redis) -> dict[str, Any]:
        proxy = FaultProxy(server.port, Random(self.rng.random()))
        await proxy.start()
        await self._open(server.base, proxy.base)
        tasks = [asyncio.create_task(client.run()) for client in self.clients]
        end = time.monotonic() + self.seconds
        while time.monotonic() < end and not all(task.done() for task in tasks):
            await asyncio.sleep(self.rng.uniform(0.7, 2.5))
            await asyncio.to_thread(self._inject_fault, server, redis)
        proxy.calm = True
        for client in self.clients:
            client.rests = True  # nobody moves while others have stopped listening
        await asyncio.to_thread(server.wait_ready)
        await asyncio.sleep(3.0)  # everyone comes back and is told how things stand
        for client in self.clients:
            client.stop = True
        await asyncio.wait(tasks, timeout=20)
        for task in tasks:
            if task.done() and task.exception() is not None:
                raise task.exception()  # type: ignore[misc] # it has one: it failed
            task.cancel()
        report = await self._check(server.config.database, proxy)
        await proxy.stop()
        return report

    async def _open(self, direct: str, through: str) -> None:
        guests = [await Guest.sign_in(direct, f"P{seat}") for seat in range(SEATS + 1)]
        for number in range(self.tables):
            game = GAMES[number % len(GAMES)]
            options = {"end_value": 50} if game == GAMES[0] else {}
            settings = {"game": game, "players": SEATS, "options": options, "leavers": "wait"}
            opened = await guests[0].open_table(settings)
            for guest in guests[1:SEATS]:
                await guest.sit(opened["id"])
            async with guests[0].table(opened["id"]) as line:
                await begin(line)
            for seat, guest in enumerate(guests):
                place = seat if seat < SEATS else None
                rng = Random(self.rng.random())
                self.clients.append(Client(through, guest, opened["id"], place, rng))

    def _inject_fault(self, server: Remote, redis: Redis) -> None:
        """Kill a worker, or cut Redis' lines, or let things be."""
        drawn = self.rng.random()
        if drawn < 0.6:
            workers = server.workers()
            if workers:
                os.kill(self.rng.choice(workers), signal.SIGKILL)
                self.faults["worker killed"] += 1
        elif drawn < 0.8:
            redis.ask("CLIENT KILL TYPE pubsub")
            self.faults["redis cut"] += 1
        elif drawn < 0.9:
            redis.kill()
            time.sleep(0.5)
            redis.start()
            self.faults["redis killed"] += 1

    # --- afterwards ---------------------------------------------------------------------------

    async def _check(self, database: str, proxy: FaultProxy) -> dict[str, Any]:
        store = Store(database, SteadyClock())
        moves = 0
        try:
            for table_id in sorted({client.table for client in self.clients}):
                moves += await self._check_table(store, table_id)
        finally:
            await store.database.engine.dispose()
        outcomes: Counter[str] = Counter()
        for client in self.clients:
            outcomes += client.outcomes
        views = sum(len(client.seen) for client in self.clients)
        frames = sum(len(client.frames) for client in self.clients)
        return {
            "moves in the logs": moves,
            "moves acknowledged": sum(len(client.acked) for client in self.clients),
            "views checked": views,
            "frames read": frames,
            "connections cut": proxy.cuts,
            **dict(self.faults),
            "outcomes": dict(outcomes),
        }

    async def _check_table(self, store: Store, table_id: str) -> int:
        row = await store.tables.get(table_id)
        assert row is not None
        logged = await store.log.entries(table_id)
        assert [each.version for each in logged] == list(range(1, len(logged) + 1)), "a gap"
        by_command = Counter((each.player, each.command) for each in logged if each.command)
        assert not [key for key, count in by_command.items() if count > 1], "a move twice"
        places = {each.command: each for each in logged if each.command}
        mine = [client for client in self.clients if client.table == table_id]
        for client in mine:
            for key, (version, move) in client.acked.items():
                assert key in places, f"an acknowledged move is lost: {move}"
                assert places[key].version == version
                entry = places[key].entry
                assert isinstance(entry, log.Moved)
                assert entry.move == move
        self._check_views(Table(table_id, row.code or "", bytes.fromhex(row.secret)), logged, mine)
        self._check_frames(row.secret, mine)
        return sum(type(each.entry).__name__ == "Moved" for each in logged)

    @staticmethod
    def _check_views(table: Table, logged: list[Any], clients: list[Client]) -> None:
        wanted = {(client.seat, version) for client in clients for version, _ in client.seen}
        truth: dict[tuple[int | None, int], str] = {}
        for each in logged:
            table.fold(each)
            for seat in {client.seat for client in clients}:
                if table.state is not None and (seat, table.version) in wanted:
                    view = json.loads(json.dumps(table.state.view(seat)))
                    truth[seat, table.version] = digest(view)
        for client in clients:
            for version, found in client.seen:
                assert truth[client.seat, version] == found, f"a wrong view at {version}"
            assert client.last[0] == table.version, (client.seat, client.last[0], table.version)

    @staticmethod
    def _check_frames(secret: str, clients: list[Client]) -> None:
        tokens = [client.guest.token for client in clients]
        for client in clients:
            for frame in client.frames:
                assert secret not in frame
                assert not any(token in frame for token in tokens)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--tables", type=int, default=6)
    given = parser.parse_args(argv)
    seed = given.seed if given.seed is not None else randomness.randbits(32)
    print(f"seed {seed}: {given.seconds:g} s at {given.tables} tables")
    report = Chaos(given.seconds, seed, given.tables).run()
    for name, value in report.items():
        print(f"  {name}: {value}")
    print("the history holds")
    return 0


if __name__ == "__main__":
    sys.exit(main())

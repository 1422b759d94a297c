"""What the tests of faults share: storage that fails, players who come back, checks of the history,
and requests to a server from outside."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from sqlalchemy import Engine, event

from hornsup import client
from hornsup.client import Guest, RequestRefused, TableClient, Unreachable
from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.runtime import SteadyClock
from hornsup.play.table import Table, rebuild
from hornsup.server.storage.sqlite_writer import SqliteWriter
from hornsup.server.storage.store import Store
from tests.seeds import new_random
from tests.server.harness import Local, Remote, remote_server, until
from tests.server.players import begin, mover, sit

BOUNDLESS: dict[str, Any] = {"frame_rate": 1e6, "frame_burst": 1_000_000, "tables_per_hour": 10_000}
DICE: dict[str, Any] = {
    "game": "raise-your-horns",
    "players": 3,
    "pace": 0,
    "options": {"end_value": 2},
}


# --- broken storage -------------------------------------------------------------------------------


def engines(store: Store) -> list[Engine]:
    """Every engine through which a store reaches its database."""
    engine, writer = store.database.engine.sync_engine, store.database.writer
    return [engine, writer.engine] if isinstance(writer, SqliteWriter) else [engine]


class Breaker:
    """Fails the N-th call of a store: every statement is a call, and so is every commit, once
    before it happens and once after it, when the caller cannot know which."""

    def __init__(self, store: Store) -> None:
        self.calls = 0
        self.fail_from = 0
        self.fail_to = 0
        self.tripped = 0
        for engine in engines(store):
            event.listen(engine, "before_cursor_execute", self._statement, retval=True)
            self._watch_commits(engine.dialect)
        if isinstance(store.database.writer, SqliteWriter):
            self._watch_writer(store.database.writer)

    def _watch_writer(self, writer: Any) -> None:
        """What the writer tells the driver is, for most groups, statement and commit in one."""
        execute = writer.execute

        def executing(*arguments: Any) -> Any:
            self._call()
            taken = execute(*arguments)
            self._call()
            return taken

        writer.execute = executing

    def _watch_commits(self, dialect: Any) -> None:
        commit = dialect.do_commit

        def committing(connection: Any) -> None:
            self._call()
            commit(connection)
            self._call()

        dialect.do_commit = committing

    def arm(self, number: int, *, persistent: bool) -> None:
        """From now on fail call `number`, alone or with all that follow."""
        self.calls = self.tripped = 0
        self.fail_from, self.fail_to = number, 10**9 if persistent else number

    def mend(self) -> None:
        """The storage works again."""
        self.fail_from = self.fail_to = 0

    def _statement(self, _c: Any, _k: Any, statement: str, parameters: Any, *_: Any) -> Any:
        self._call()
        return statement, parameters

    def _call(self) -> None:
        self.calls += 1
        if self.fail_from <= self.calls <= self.fail_to:
            self.tripped += 1
            raise sqlite3.OperationalError("disk I/O error")


@contextmanager
def pragmas(store: Store, *statements: str) -> Iterator[None]:
    """Give every connection of an SQLite store these settings until the block ends."""

    def prepare(connection: Any, _record: Any, _proxy: Any) -> None:
        cursor = connection.cursor()
        for statement in statements:
            cursor.execute(f"PRAGMA {statement}")
        cursor.close()

    _reconnect(store)
    for engine in engines(store):
        event.listen(engine, "checkout", prepare)
    try:
        yield
    finally:
        _reconnect(store)
        for engine in engines(store):
            event.remove(engine, "checkout", prepare)


def _reconnect(store: Store) -> None:
    if isinstance(store.database.writer, SqliteWriter):
        store.database.writer.reconnect()


class HeldAppends:
    """Holds the appends of two stores until both are there, then lets them through in order."""

    def __init__(self, *stores: Store) -> None:
        self._waiting: dict[int, Callable[[], None]] = {}
        for number, store in enumerate(stores):
            store.database.group_commit.put = self._held(number, store.database.group_commit.put)  # type: ignore[method-assign] # to hold it up

    def _held(self, number: int, put: Any) -> Any:
        def held(item: Any, then: Any) -> None:
            self._waiting[number] = lambda: put(item, then)

        return held

    async def let(self, *order: int) -> None:
        """Wait for both, then let one through, and the other a moment later."""
        await until(lambda: len(self._waiting) == len(order))
        for number in order:
            self._waiting.pop(number)()
            await asyncio.sleep(0.05)

    async def open(self) -> None:
        """Hold nobody any more."""
        while True:
            for number in list(self._waiting):
                self._waiting.pop(number)()
            await asyncio.sleep(0.01)


# --- the truth ------------------------------------------------------------------------------------


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    """The database behind a server, from outside."""
    store = Store(url, SteadyClock())
    try:
        yield store
    finally:
        await store.database.close()


async def from_log(store: Store, table_id: str) -> Table:
    """A table as its log alone tells it."""
    row = await store.tables.get(table_id)
    assert row is not None
    table = Table(row.id, row.code or "", bytes.fromhex(row.secret))
    return rebuild(table, await store.log.entries(table_id))


def digest(table: Table) -> dict[str, Any]:
    """Everything at a table that two copies of it must agree on."""
    state = table.state
    return {
        "version": table.version,
        "floor": table.floor,
        "at": table.at,
        "phase": table.phase,
        "host": table.host,
        "seats": [(s.player, s.name, s.bot, s.away, s.timeouts) for s in table.seats],
        "answers": table.answers,
        "muted": table.muted,
        "next": table.next,
        "undo": len(table.undo),
        "left": table.clocks.left if state is not None else None,
        "views": [state.view(seat) for seat in (None, *range(len(table.seats)))] if state else None,
        "chat": list(table.chat),
    }


async def assert_memory_is_log(store: Store, table: Table) -> None:
    assert digest(table) == digest(await from_log(store, table.id))


def assert_history(logged: list[log.Logged], acked: dict[str, int]) -> None:
    """Versions without a gap, and every acknowledged command in the log once, where it was said."""
    assert [each.version for each in logged] == list(range(1, len(logged) + 1))
    assert [each.at for each in logged] == sorted(each.at for each in logged)
    times = Counter(each.command for each in logged if each.command)
    assert not [command for command, count in times.items() if count > 1]
    where = {each.command: each.version for each in logged if each.command}
    assert {command: where.get(command) for command in acked} == acked


def assert_views(lines: Sequence[TableClient], table: Table) -> None:
    """Every client sees what its seat sees by the log."""
    for line in lines:
        assert line.you is not None
        assert table.state is not None
        assert line.version == table.version
        assert line.view == table.state.view(line.you.seats[0])


# --- players who come back ------------------------------------------------------------------------


class ReturningPlayer:
    """A player who connects again after every break and sends again what was not answered."""

    def __init__(self, bases: list[str], guest: Guest, table_id: str) -> None:
        self.bases = bases
        self.guest = guest
        self.table_id = table_id
        self.line: TableClient | None = None
        self.closed: list[int] = []
        self._rng = new_random()

    async def here(self) -> TableClient:
        """A line that is open."""
        while self.line is None or self.line.closed is not None:
            if self.line is not None:
                self.closed.append(self.line.closed or 0)
                self.line = None
            base = self._rng.choice(self.bases)
            with suppress(Unreachable, RequestRefused):
                self.line = await TableClient.open(base, self.table_id, self.guest.token)
            if self.line is None:
                await asyncio.sleep(0.05)
        return self.line

    async def command(self, kind: str, key: str, version: int, **fields: Any) -> wire.Answer:
        """Send until there is an answer other than that the storage is away."""
        while True:
            line = await self.here()
            with suppress(Unreachable):
                answer = await line.command(kind, key=key, version=version, **fields)
                if answer.code != "storage":
                    return answer
            await asyncio.sleep(0.05)


@asynccontextmanager
async def returning_players(
    bases: list[str], people: int = 3, **settings: Any
) -> AsyncIterator[list[ReturningPlayer]]:
    """A started game of people who do not give up."""
    guests = [await Guest.sign_in(bases[0], f"P{number}") for number in range(people)]
    wanted = {"game": "raise-your-horns", "players": people, "options": {"end_value": 20}}
    seats = ["me", *["open"] * (people - 1)]
    opened = await guests[0].open_table({**wanted, **settings}, seats=seats)
    for guest in guests[1:]:
        await sit(guest, opened["id"])
    players = [ReturningPlayer(bases, guest, opened["id"]) for guest in guests]
    try:
        await begin(await players[0].here())
        yield players
    finally:
        for player in players:
            if player.line is not None:
                await player.line.close()


async def play_through(
    players: list[ReturningPlayer], acked: dict[str, int], enough: Callable[[], bool]
) -> None:
    """Play until `enough`; every acknowledgement is written down in `acked`."""
    rng = new_random()
    while not enough():
        lines = [await player.here() for player in players]
        line = mover(lines)
        if line is None:
            assert lines[0].table is not None
            assert lines[0].table.phase == "playing", f"{lines[0].table.phase}: {len(acked)} moves"
            with suppress(Unreachable):
                await lines[0].next_message(0.1)
            continue
        key, version = f"{rng.getrandbits(64):016x}", line.version
        text = rng.choice(line.legal or [])
        answer = await players[lines.index(line)].command("move", key, version, move=text)
        assert answer.ok or answer.code == "stale", answer
        if answer.ok:
            acked[key] = answer.version
        await _seen(line, version)


async def _seen(line: TableClient, version: int) -> None:
    """Wait until a line has left a version behind, or is closed."""
    with suppress(Unreachable):
        while line.version <= version and line.closed is None:
            await line.next_message(2.0)


# --- a server from outside ------------------------------------------------------------------------


def fetch(
    base: str, path: str, *, method: str = "GET", body: Any = None, **headers: str
) -> tuple[int, str]:
    """Status, and everything else that came back, head and body."""
    data = None if body is None else json.dumps(body).encode()
    sent = {"content-type": "application/json", **headers}
    try:
        with urlopen(Request(base + path, data, sent, method=method), timeout=15) as found:
            return found.status, f"{found.headers}\n{found.read().decode('utf-8', 'replace')}"
    except HTTPError as error:
        with error:
            return error.code, f"{error.headers}\n{error.read().decode('utf-8', 'replace')}"


def fetch_everything(base: str, table: wire.TableInfo, guest: Guest) -> list[str]:
    """All that can be asked for about a table while its game is on."""
    bearer = {"authorization": f"Bearer {guest.token}"}
    about = f"/api/tables/{table.id}"
    paths = [about, f"{about}/record", f"{about}/replay", f"/t/{table.id}"]
    paths += [f"{about}/figures", f"{about}/picture.svg"]
    paths += ["/api/me", "/api/me/tables", "/api/tables", f"/api/codes/{table.code}", "/metrics"]
    paths += ["/healthz", "/readyz", "/api/openapi.json"]
    return [fetch(base, path, **bearer)[1] for path in paths]


async def assert_alive(server: Local | Remote) -> None:
    told = await asyncio.to_thread(client.request, server.base, "GET", "/readyz")
    assert told["status"] == "ready"


@contextmanager
def quiet_server(folder: Path, **more: Any) -> Iterator[Remote]:
    """A real process whose log must stay free of exceptions."""
    with remote_server(folder, **{**BOUNDLESS, **more}) as server:
        yield server
        assert client.request(server.base, "GET", "/readyz")["status"] == "ready"
        assert server.process is not None
        assert server.process.poll() is None
    said = server.log.read_text()
    assert "Traceback" not in said, said[-4000:]
    assert "failed" not in said, said[-4000:]


def memory(pid: int) -> int:
    """Resident bytes of a process."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None
    return int(found[1]) * 1024

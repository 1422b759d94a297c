"""Faults of storage: killed around the commit, failing calls, a full disk, a dead database."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hornsup.core.contract import GameState
from hornsup.play import wire
from hornsup.play.settings import Settings
from hornsup.server import client
from hornsup.server.client import Away, Denied, Guest
from hornsup.server.house import House
from hornsup.server.room import Room
from hornsup.server.store import Store
from hornsup.server.writer import StorageError
from tests.server.faults import (
    FAST,
    Breaker,
    Patient,
    assert_history,
    assert_memory_is_log,
    assert_views,
    from_log,
    open_store,
    patient_table,
    play_through,
    pragmas,
    until,
)
from tests.server.harness import (
    Remote,
    all_at,
    local_server,
    mover,
    people_at_table,
    play_on,
    table_id,
)
from tests.services import Postgres, need

HOST, GUEST = "h" * 32, "a" * 32


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Settings for the embedded database and for a real one."""
    if request.param == "sqlite":
        return {}
    return {"database_url": request.getfixturevalue("postgres").fresh_database()}


# --- 6, 7: the process dies around the commit -----------------------------------------------------


async def _decider(players: list[Patient]) -> Patient:
    """All are here; the one who must decide."""
    lines = [await player.here() for player in players]
    line = mover(lines)
    assert line is not None
    return players[lines.index(line)]


async def _restart(server: Remote, players: list[Patient], **environment: str) -> None:
    """End the server in good order, see all lines end, and start it anew."""
    await asyncio.to_thread(server.stop)
    await until(lambda: all(player.line and player.line.closed for player in players))
    await asyncio.to_thread(server.start, **environment)


async def _die_in_a_move(server: Remote, player: Patient, place: str) -> dict[str, Any]:
    """Send a move to a server that will not survive it; gives the command."""
    line = await player.here()
    assert line.legal is not None
    sent = {"key": secrets.token_hex(8), "version": line.version, "move": line.legal[0]}
    with pytest.raises(Away):
        await line.command("move", **sent)
    await asyncio.to_thread(server.wait_dead)
    assert server.process is not None
    assert server.process.returncode == -9, place
    return sent


@pytest.mark.parametrize("place", ["commit.after", "commit.before"])
async def test_case_06_07_killed_around_the_commit(
    tmp_path: Path, database: dict[str, Any], place: str
) -> None:
    """6: committed but not answered: the resend gets the original answer.
    7: not committed: the move is nowhere, and the resend is accepted."""
    committed = place == "commit.after"
    server = Remote(tmp_path, **FAST, **database)
    server.start()
    acked: dict[str, int] = {}
    try:
        async with (
            patient_table([server.base]) as players,
            open_store(server.config.database) as store,
        ):
            await play_through(players, acked, lambda: len(acked) >= 3)
            await _restart(server, players, HORNSUP_FAILPOINT=f"{place}@1")
            player = await _decider(players)
            sent = await _die_in_a_move(server, player, place)
            found = [entry.command for entry in await store.entries(player.table_id)]
            assert (sent["key"] in found) is committed
            assert len(found) == sent["version"] + committed
            await asyncio.to_thread(server.start)
            again = await player.command("move", **sent)
            assert (again.ok, again.version) == (True, sent["version"] + 1), again
            acked[sent["key"]] = again.version
            await play_through(players, acked, lambda: len(acked) >= 7)
            assert_history(await store.entries(player.table_id), acked)
    finally:
        server.stop()


# --- 8: the N-th call fails -----------------------------------------------------------------------


class Evening:
    """A table from its opening to its rematch, step by step; a step that fails is sent again."""

    def __init__(self, house: House, breaker: Breaker, outside: Store) -> None:
        self.house = house
        self.breaker = breaker
        self.room: Room | None = None
        self.refused = 0
        self.acked: dict[str, int] = {}
        self.outside = outside

    async def ask(self, make: Callable[[Room], wire.Command], player: str = HOST) -> None:
        """A command: it is answered whatever happens, and after the mending it is accepted."""
        assert self.room is not None
        command = make(self.room)
        async with asyncio.timeout(10):
            answer = await self.room.ask(command, player, "en")
            if not answer.ok:
                assert (answer.code, self.breaker.tripped > 0) == ("storage", True), answer
                self.refused += 1
                self.breaker.mend()
                answer = await self.room.ask(command, player, "en")
                await assert_memory_is_log(self.outside, self.room.table)
        assert answer.ok, (command, answer)
        self.acked[command.id] = answer.version

    async def open(self) -> None:
        settings = Settings("raise-your-horns", 3, options={"end_value": 2}, pace=0)
        try:
            self.room = await self.house.open_table(settings, HOST)
        except StorageError:
            self.refused += 1
            self.breaker.mend()
            self.room = await self.house.open_table(settings, HOST)

    async def begin(self) -> None:
        """From the opening to the first moves, always with the same calls."""
        await self.open()
        await self.ask(lambda room: wire.Sit("sit-host", room.table.version, "", 0, "Ho"))
        await self.ask(lambda room: wire.Sit("sit", room.table.version, "", 1, "Al"), GUEST)
        await self.ask(lambda room: wire.Sit("hot", room.table.version, "", 2, "Ho"))
        await self.ask(lambda room: wire.Chat("chat", room.table.version, "hm"), GUEST)
        await self.ask(lambda room: wire.Change("change", room.table.version, room.table.settings))
        await self.ask(lambda room: wire.Start("start", room.table.version))
        for _ in range(4):
            await self._move()

    async def go_on(self) -> None:
        """To the move before the last; how long that takes is up to the dice."""
        assert self.room is not None
        while not self._next_state().over:
            await self._move()

    async def end(self) -> None:
        """The last move and the rematch, always with the same calls."""
        await self._move()
        await self.ask(lambda room: wire.Rematch("rematch", room.table.version))

    def _next_state(self) -> GameState:
        assert self.room is not None
        assert self.room.table.state is not None
        state = self.room.table.state.clone()
        state.apply(str(state.legal_moves()[0]))
        return state

    async def _move(self) -> None:
        assert self.room is not None
        table = self.room.table
        assert table.state is not None
        assert table.to_move is not None
        player, text = table.seats[table.to_move].player, str(table.state.legal_moves()[0])
        key = f"move-{table.version}"
        await self.ask(lambda room: wire.Move(key, room.table.version, text), player or "")

    async def assert_good(self) -> None:
        """The log has everything that was said to be in it; the index agrees with the log."""
        assert self.room is not None
        store, table = self.outside, self.room.table
        assert_history(await store.entries(table.id), self.acked)
        await assert_memory_is_log(store, table)
        row = await store.table(table.id)
        assert row is not None
        assert (row.phase, row.due_at) == ("over", None)
        assert table.next is not None
        assert await store.table(table.next) is not None


@pytest.mark.parametrize("persistent", [False, True], ids=["once", "until mended"])
@pytest.mark.parametrize("part", ["begin", "end"])
async def test_case_08_the_nth_storage_call_fails(
    tmp_path: Path, part: str, persistent: bool
) -> None:
    """For every N: an error is answered, memory and database agree, and the next move is fine."""
    async with (
        local_server(tmp_path, log_level="critical") as server,
        open_store(server.services.config.database) as outside,
    ):
        await server.services.sweeper.stop()  # so that every call is one of the evening's
        house = server.services.house
        breaker = Breaker(house.store)
        refused = number = 0
        while True:
            number += 1
            evening = Evening(house, breaker, outside)
            for each in (evening.begin, evening.go_on, evening.end):
                if each.__name__ == part:
                    breaker.arm(number, persistent=persistent)
                await each()
                breaker.mend()
            await evening.assert_good()
            if not breaker.tripped:
                break
            refused += evening.refused
        assert number > (40 if part == "begin" else 10)
        assert refused > number / 2


async def test_case_08_the_index_does_not_forget_a_timer_when_a_call_fails(
    tmp_path: Path,
) -> None:
    """A table that a sweeper must look at stays in the index, whichever call failed."""
    async with (
        local_server(tmp_path, log_level="critical") as server,
        open_store(server.services.config.database) as outside,
    ):
        await server.services.sweeper.stop()
        house = server.services.house
        breaker = Breaker(house.store)
        for number in range(1, 8):
            settings = Settings("raise-your-horns", 3, leavers="bot", grace=60)
            evening = Evening(house, breaker, outside)
            breaker.mend()
            evening.room = room = await house.open_table(settings, HOST)
            await evening.ask(lambda room: wire.Sit("host", room.table.version, "", 0, "Ho"))
            await evening.ask(lambda room: wire.Sit("sit", room.table.version, "", 1, "Al"), GUEST)
            await evening.ask(lambda room: wire.Sit("hot", room.table.version, "", 2, "Ho"))
            breaker.arm(number, persistent=False)
            await evening.ask(lambda room: wire.Start("start", room.table.version))
            row = await outside.table(room.table.id)
            assert row is not None
            assert row.due_at is not None, number
            assert row.due_at <= room.table.moved_at + 60_000


async def test_case_08_sockets_and_requests_get_an_error_reply(tmp_path: Path) -> None:
    """Over the wire: a refusal on the socket, 503 over HTTP, and then all goes on."""
    async with (
        local_server(tmp_path, log_level="critical", **FAST) as server,
        people_at_table(server.base, options={"end_value": 20}) as lines,
    ):
        breaker = Breaker(server.services.store)
        for number in range(1, 30):
            line = mover(lines)
            assert line is not None
            assert line.legal is not None
            breaker.arm(1 + number % 6, persistent=True)
            sent = {"key": secrets.token_hex(8), "version": line.version, "move": line.legal[0]}
            answer = await line.command("move", **sent)
            assert answer.ok or answer.code == "storage", answer
            with pytest.raises(Denied) as denied:
                await lines[0].guest.open_table({"game": "horns-up"})
            assert denied.value.code == "storage"
            breaker.mend()
            answer = await line.command("move", **sent)
            assert answer.ok, answer
            await all_at(lines, answer.version)
        assert_views(lines, await from_log(server.services.store, table_id(lines[0])))


async def test_case_08_the_nth_call_fails_while_another_worker_is_ahead(tmp_path: Path) -> None:
    """The place in the log is lost and then the reading fails: there is an answer all the same."""
    async with (
        local_server(tmp_path, log_level="critical", workers=2) as ahead,
        local_server(tmp_path, log_level="critical", workers=2) as server,
        open_store(server.services.config.database) as outside,
    ):
        for each in (ahead, server):
            await each.services.sweeper.stop()
        breaker = Breaker(server.services.store)
        evening = Evening(server.services.house, breaker, outside)
        await evening.open()
        assert evening.room is not None
        other = await ahead.services.house.room(evening.room.table.id)
        assert other is not None
        number = 0
        while not number or breaker.tripped:
            number += 1
            breaker.mend()
            said = wire.Chat(f"said-{number}", other.table.version, "hm")
            assert (await other.ask(said, HOST, "en")).ok
            breaker.arm(number, persistent=True)
            await evening.ask(
                lambda room, n=number: wire.Chat(f"chat-{n}", room.table.version, "hm")
            )
        assert number > 8
        await assert_memory_is_log(outside, evening.room.table)
        assert_history(await outside.entries(evening.room.table.id), evening.acked)


async def test_case_08_an_arrival_that_could_not_be_written_is_written_later(
    tmp_path: Path,
) -> None:
    """Otherwise another worker would take somebody who sits there for gone."""
    async with (
        local_server(tmp_path, log_level="critical", workers=2) as server,
        open_store(server.services.config.database) as outside,
        people_at_table(server.base, people=3) as lines,
    ):
        ident, house = table_id(lines[0]), server.services.house
        breaker = Breaker(server.services.store)
        await lines[2].close()
        await until(lambda: 2 not in lines[0].online)
        breaker.arm(1, persistent=True)
        house.rooms[ident].enqueue(lambda: house.arrive(ident, "late".ljust(32, "x")))
        await house.rooms[ident].settle()
        assert breaker.tripped
        assert len(await outside.present(ident, 0)) == 2
        breaker.mend()
        async with asyncio.timeout(10):
            while len(await outside.present(ident, 0)) != 3:
                await asyncio.sleep(0.05)


# --- 9: the database dies -------------------------------------------------------------------------


def _status(base: str, path: str) -> int:
    """The HTTP status of a request without a body."""
    try:
        with client.urlopen(base + path, timeout=20) as answer:
            return int(answer.status)
    except client.HTTPError as error:
        return int(error.code)


async def _statuses(base: str, path: str, wanted: int) -> list[int]:
    """Ask until the wanted status comes; gives all that came."""
    seen: list[int] = []
    async with asyncio.timeout(30):
        while wanted not in seen:
            seen.append(await asyncio.to_thread(_status, base, path))
            await asyncio.sleep(0.05)
    return seen


async def test_case_09_postgres_is_killed_in_the_middle_of_a_game(tmp_path: Path) -> None:
    """Two crashes of the database under play: 503 meanwhile, and nothing acknowledged is lost."""
    with need(lambda: Postgres(durable=True)) as postgres:
        url = postgres.fresh_database()
        acked: dict[str, int] = {}
        async with (
            local_server(tmp_path, database_url=url, log_level="critical", **FAST) as server,
            patient_table([server.base]) as players,
        ):
            ident, want = players[0].table_id, [10]
            playing = asyncio.create_task(
                play_through(players, acked, lambda: len(acked) >= want[0])
            )
            for _ in range(2):
                want[0] = len(acked) + 1_000_000
                reached = len(acked) + 10
                await until(lambda reached=reached: len(acked) >= reached, 30)
                postgres.kill()
                await _statuses(server.base, "/readyz", 503)
                seen = await _statuses(server.base, f"/api/tables/{'0' * 32}", 503)
                assert set(seen) == {503}
                starting = asyncio.create_task(asyncio.to_thread(postgres.start))
                seen = await _statuses(server.base, f"/api/tables/{'0' * 32}", 404)
                assert set(seen) <= {503, 404}
                await starting
                await _statuses(server.base, "/readyz", 200)
            want[0] = len(acked) + 10
            await asyncio.wait_for(playing, 30)
            store = server.services.store
            assert_history(await store.entries(ident), acked)
            await assert_memory_is_log(store, server.services.house.rooms[ident].table)


# --- 10: nothing can be written -------------------------------------------------------------------


def _check(path: Path) -> tuple[str, int]:
    """SQLite's own opinion of a file, and its pages."""
    with sqlite3.connect(path) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchone()[0]
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.close()
    return str(found), int(pages)


@pytest.mark.parametrize("how", ["full", "read-only"])
async def test_case_10_a_full_or_read_only_database_refuses_loudly(
    tmp_path: Path, how: str
) -> None:
    """Moves are refused with a reason until there is room again; the file stays sound."""
    path = tmp_path / "hornsup.db"
    async with (
        local_server(tmp_path, log_level="critical", **FAST) as server,
        people_at_table(server.base, options={"end_value": 60}) as lines,
    ):
        answers = await play_on(lines, 5)
        ident, store = table_id(lines[0]), server.services.store
        limit = f"max_page_count={_check(path)[1]}" if how == "full" else "query_only=ON"
        with pragmas(store, limit):
            refused, last = await _until_refused(lines)
            with pytest.raises(Denied) as denied:
                await _open_many(lines[0].guest)
            assert denied.value.code == "storage"
            shown = await lines[0].guest.call("GET", f"/api/tables/{ident}")
            assert shown["phase"] == "playing"
        assert _check(path)[0] == "ok"
        with pragmas(store, "max_page_count=1073741823", "query_only=OFF"):
            line = mover(lines)
            assert line is not None
            again = await line.command("move", **refused)
            assert (again.ok, again.version) == (True, last + 1), again
            await all_at(lines, again.version)
            await play_on(lines, 5)
        assert answers[-1].version < lines[0].version
        assert_views(lines, await from_log(store, ident))
        assert_history(await store.entries(ident), {refused["key"]: again.version})
    assert _check(path)[0] == "ok"


async def _until_refused(lines: list[Any]) -> tuple[dict[str, Any], int]:
    """Play until the storage refuses; gives the command and the version it found."""
    for _ in range(2000):
        line = mover(lines)
        assert line is not None
        sent = {"key": secrets.token_hex(8), "version": line.version, "move": line.legal[0]}
        answer = await line.command("move", **sent)
        if not answer.ok:
            assert answer.code == "storage", answer
            assert "save" in answer.message
            return sent, answer.version
        await all_at(lines, answer.version)
    raise AssertionError("the database took everything")


async def _open_many(guest: Guest) -> None:
    """Open tables until one is refused; there may be room for a few."""
    for _ in range(200):
        await guest.open_table({"game": "horns-up"})


# --- durability -----------------------------------------------------------------------------------


@pytest.fixture(params=["sqlite", "postgres"])
def durable(request: pytest.FixtureRequest) -> Any:
    """A database that keeps every promise of a commit."""
    if request.param == "sqlite":
        yield {}
        return
    with need(lambda: Postgres(durable=True)) as postgres:
        yield {"database_url": postgres.fresh_database()}


async def test_cases_06_07_killed_again_and_again_in_fast_play(
    tmp_path: Path, durable: dict[str, Any]
) -> None:
    """kill -9 at moments of no choice: what was acknowledged is in the log exactly once."""
    server = Remote(tmp_path, **FAST, **durable)
    server.start()
    acked: dict[str, int] = {}
    try:
        async with (
            patient_table([server.base]) as players,
            open_store(server.config.database) as store,
        ):
            ident, want = players[0].table_id, [1_000_000]
            playing = asyncio.create_task(
                play_through(players, acked, lambda: len(acked) >= want[0])
            )
            for _ in range(3):
                reached = len(acked) + 5 + secrets.randbelow(10)
                await until(lambda reached=reached: playing.done() or len(acked) >= reached, 30)
                await asyncio.to_thread(server.kill)
                assert_history(await store.entries(ident), acked)
                await asyncio.to_thread(server.start)
            want[0] = len(acked) + 5
            await asyncio.wait_for(playing, 30)
            assert_history(await store.entries(ident), acked)
            table = await from_log(store, ident)
            lines = [await player.here() for player in players]
            await all_at(lines, table.version)
            assert_views(lines, table)
    finally:
        server.stop()

"""The writers: a process killed around the commit, a full disk, a dead database."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from hornsup.client import Guest, RequestRefused, Unreachable
from tests.seeds import new_random
from tests.server.faults import (
    ReturningPlayer,
    assert_history,
    assert_memory_is_log,
    assert_views,
    from_log,
    open_store,
    play_through,
    pragmas,
    returning_players,
)
from tests.server.harness import FAST, Remote, local_server, until
from tests.server.players import Player, all_at, decider, mover, people_at_table, play_on, table_id
from tests.services import Postgres, need


async def _decider(players: list[ReturningPlayer]) -> ReturningPlayer:
    """All are here; the one who must decide."""
    lines = [await player.here() for player in players]
    return players[lines.index(await decider(lines))]


async def _die_in_a_move(server: Remote, player: ReturningPlayer, place: str) -> dict[str, Any]:
    """Send a move to a server that will not survive it; gives the command."""
    line = await player.here()
    assert line.legal is not None
    sent: dict[str, Any] = {"key": "dies", "version": line.version, "move": line.legal[0]}
    with pytest.raises(Unreachable):
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
    server.start(HORNSUP_FAILPOINT=f"{place}@8")  # opened, two sat down, started, three moves
    acked: dict[str, int] = {}
    try:
        async with (
            returning_players([server.base]) as players,
            open_store(server.config.database) as store,
        ):
            await play_through(players, acked, lambda: len(acked) >= 3)
            player = await _decider(players)
            sent = await _die_in_a_move(server, player, place)
            found = [entry.command for entry in await store.log.entries(player.table_id)]
            assert (sent["key"] in found) is committed
            assert len(found) == sent["version"] + committed
            await asyncio.to_thread(server.start)
            again = await player.command("move", **sent)
            assert (again.ok, again.version) == (True, sent["version"] + 1), again
            acked[sent["key"]] = again.version
            await play_through(players, acked, lambda: len(acked) >= 7)
            assert_history(await store.log.entries(player.table_id), acked)
    finally:
        server.stop()


def _status(base: str, path: str) -> int:
    """The HTTP status of a request without a body."""
    try:
        with urlopen(base + path, timeout=20) as answer:
            return int(answer.status)
    except HTTPError as error:
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
            returning_players([server.base]) as players,
        ):
            ident, want = players[0].table_id, [10]
            playing = asyncio.create_task(
                play_through(players, acked, lambda: len(acked) >= want[0])
            )
            for _ in range(2):
                want[0] = len(acked) + 1_000_000
                reached = len(acked) + 10
                await until(lambda reached=reached: len(acked) >= reached, seconds=30)
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
            assert_history(await store.log.entries(ident), acked)
            await assert_memory_is_log(store, server.services.registry.tables[ident].table)


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
    """Moves are refused with a reason until there is live again; the file stays sound."""
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
            with pytest.raises(RequestRefused) as denied:
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
        assert_history(await store.log.entries(ident), {refused["key"]: again.version})
    assert _check(path)[0] == "ok"


async def _until_refused(lines: list[Player]) -> tuple[dict[str, Any], int]:
    """Play until the storage refuses; gives the command and the version it found."""
    for number in range(2000):
        line = mover(lines)
        assert line is not None
        sent: dict[str, Any] = {
            "key": f"key-{number}",
            "version": line.version,
            "move": line.legal[0],
        }
        answer = await line.command("move", **sent)
        if not answer.ok:
            assert answer.code == "storage", answer
            assert "save" in (answer.message or "")
            return sent, answer.version
        await all_at(lines, answer.version)
    raise AssertionError("the database took everything")


async def _open_many(guest: Guest) -> None:
    """Open tables until one is refused; there may be live for a few."""
    for _ in range(200):
        await guest.open_table({"game": "horns-up"})


@pytest.fixture(params=["sqlite", "postgres"])
def durable(request: pytest.FixtureRequest) -> Any:
    """A database that keeps every promise of a commit."""
    if request.param == "sqlite":
        yield {}
        return
    with need(lambda: Postgres(durable=True)) as postgres:
        yield {"database_url": postgres.fresh_database()}


async def test_case_06_07_killed_again_and_again_in_fast_play(
    tmp_path: Path, durable: dict[str, Any]
) -> None:
    """kill -9 at moments of no choice: what was acknowledged is in the log exactly once."""
    server, rng = Remote(tmp_path, **FAST, **durable), new_random()
    server.start()
    acked: dict[str, int] = {}
    try:
        async with (
            returning_players([server.base]) as players,
            open_store(server.config.database) as store,
        ):
            ident, want = players[0].table_id, [1_000_000]
            playing = asyncio.create_task(
                play_through(players, acked, lambda: len(acked) >= want[0])
            )
            for _ in range(2):
                reached = len(acked) + 5 + rng.randrange(10)
                await until(
                    lambda reached=reached: playing.done() or len(acked) >= reached, seconds=30
                )
                await asyncio.to_thread(server.kill)
                assert_history(await store.log.entries(ident), acked)
                await asyncio.to_thread(server.start)
            want[0] = len(acked) + 5
            await asyncio.wait_for(playing, 30)
            assert_history(await store.log.entries(ident), acked)
            table = await from_log(store, ident)
            lines = [await player.here() for player in players]
            await all_at(lines, table.version)
            assert_views(lines, table)
    finally:
        server.stop()

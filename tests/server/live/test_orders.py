"""Orders of the server's owner: carried out once, on every worker, over restarts."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from hornsup.admin import orders
from hornsup.admin.database import opened
from hornsup.client import Guest, RequestRefused, TableClient
from hornsup.errors import BadInput
from hornsup.play import entries, wire
from hornsup.server.storage import schema
from tests.admin.owner import owner_of
from tests.server.faults import DICE, from_log, open_store
from tests.server.harness import Local, Remote, local_server, until
from tests.server.players import line_at, people_at_table, play_on, refused_within
from tests.server.stopwatch import stopwatch

SHARED: dict[str, Any] = {"workers": 2}  # each believes that others write to the same database


class Listener(TableClient):
    """A line that keeps what the owner announces."""

    def receive(self, message: wire.Message) -> None:
        super().receive(message)
        if isinstance(message, wire.Announcement):
            self.announced = [*getattr(self, "announced", []), message.text]

    def heard(self) -> list[str]:
        found: list[str] = getattr(self, "announced", [])
        return found


async def player_id(server: Local, guest: Guest) -> str:
    found = await server.services.sessions.find(guest.token)
    assert found is not None
    return found.id


async def refusal(call: Callable[[], Any]) -> RequestRefused:
    with pytest.raises(RequestRefused) as caught:
        await call()
    return caught.value


async def shown(guest: Guest) -> str:
    """The announcement that a page without a socket is told."""
    told = await guest.call("GET", "/api/announcement")
    return str(told.get("text", ""))


# --- closing --------------------------------------------------------------------------------------


async def test_a_running_game_is_closed_by_an_entry_of_its_log(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    async with (
        local_server(tmp_path, **database) as server,
        people_at_table(server.base, clock={"kind": "turn", "seconds": 60}) as lines,
    ):
        await play_on(lines, 5)
        table = lines[0].table.id
        async with owner_of(server) as owner:
            given = await orders.close(owner, table[:8])
            assert given["workers"] == 1
            await until(lambda: all(line.table.phase == "closed" for line in lines), "closed")
            assert {line.table.closed_by for line in lines} == {"owner"}
            await _until_done(owner)
            log = await owner.store.log.entries(table)
            assert [each.entry for each in log[-1:]] == [entries.Closed("owner")]
            with pytest.raises(BadInput, match="closed already"):
                await orders.close(owner, table)
        answer = await lines[0].command("move", move="roll")
        assert (answer.ok, answer.code) == (False, "not-playing")
        live = server.services.registry.tables[table]
        assert not live.table.bot_must_act()
        assert live.table.clocks.running is None


async def _until_done(owner: Any) -> None:
    async with asyncio.timeout(10):
        while await owner.store.owner.orders():
            await asyncio.sleep(0.05)


async def test_case_48_two_workers_close_a_table_once(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    settings = {**SHARED, **database}
    async with (
        local_server(tmp_path, **settings) as one,
        local_server(tmp_path, **settings) as two,
        people_at_table(one.base) as lines,
        line_at(two.base, lines[0].table.id, lines[1].guest) as elsewhere,
        owner_of(one) as owner,
    ):
        await orders.close(owner, lines[0].table.code)
        await until(lambda: elsewhere.table.phase == lines[0].table.phase == "closed", "closed")
        await _until_done(owner)
        log = await owner.store.log.entries(lines[0].table.id)
        assert [isinstance(each.entry, entries.Closed) for each in log].count(True) == 1
        assert [each.version for each in log] == list(range(1, len(log) + 1))


async def test_case_48_an_order_without_a_worker_waits_for_one(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    async with local_server(tmp_path, **database) as server, people_at_table(server.base) as lines:
        table, config = lines[0].table.id, server.services.config
    async with opened(config) as owner:
        assert (await orders.close(owner, table[:10]))["workers"] == 0
        assert (await from_log(owner.store, table)).phase == "playing", "admin writes no log"
    async with local_server(tmp_path, **database) as server:
        async with owner_of(server) as owner:
            await _until_done(owner)
            assert (await from_log(owner.store, table)).closed_by == "owner"
        live = await server.services.registry.get(table)
        assert live is not None
        assert live.table.phase == "closed"


async def test_case_48_a_worker_killed_after_closing_leaves_nothing_to_do_twice(
    tmp_path: Path,
) -> None:
    server = Remote(tmp_path)
    server.start(HORNSUP_FAILPOINT="order.closed")
    try:
        async with people_at_table(server.base) as lines:
            table = lines[0].table.id
            async with opened(server.config) as owner:
                await orders.close(owner, table)
                assert server.process is not None
                code = await asyncio.to_thread(server.process.wait, 20)
                assert code == -signal.SIGKILL
                assert len(await owner.store.owner.orders()) == 1, "it died before it was done"
        server.start()
        async with open_store(server.config.database) as store:
            async with asyncio.timeout(15):
                while await store.owner.orders():
                    await asyncio.sleep(0.05)
            log = await store.log.entries(table)
            assert [isinstance(each.entry, entries.Closed) for each in log].count(True) == 1
    finally:
        server.stop()


async def test_an_order_for_a_table_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server, owner_of(server) as owner:
        guest = await server.guest()
        opened_table = await guest.open_table(DICE, seats=["me"])
        await owner.store.owner.close(opened_table["id"], 1)
        await owner.store.tables.delete([opened_table["id"]])
        await _until_done(owner)
        assert await owner.store.owner.orders() == []


async def test_a_table_that_cannot_be_rebuilt_holds_up_no_other_order(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server, owner_of(server) as owner:
        guest, registry = await server.guest(), server.services.registry
        broken, good = [(await guest.open_table(DICE, seats=["me"]))["id"] for _ in range(2)]
        del registry.tables[broken]
        place = (schema.log.c.table_id == broken) & (schema.log.c.version == 1)
        await owner.store.database.execute(update(schema.log).where(place).values(entry="{}"))
        await orders.close(owner, broken)
        await orders.close(owner, good)
        await _until_done(owner)
        assert registry.tables[good].table.closed_by == "owner"


# --- bans -----------------------------------------------------------------------------------------


async def test_tables_that_cannot_be_closed_hold_up_no_ban(tmp_path: Path) -> None:
    """Their jobs hang; the ban holds within a second all the same, and the end waits for them."""
    async with local_server(tmp_path) as server, owner_of(server) as owner:
        guest, registry, go_on = await server.guest(), server.services.registry, asyncio.Event()
        tables = [(await guest.open_table(DICE, seats=["me"]))["id"] for _ in range(3)]
        for table in tables:
            registry.tables[table].enqueue(partial(_wait_for, go_on))
            await orders.close(owner, table)
        await asyncio.sleep(0.7)  # a look has begun to close them
        await orders.ban(owner, await player_id(server, guest), None, "")
        assert await refused_within(guest, 1.0, "banned")
        assert len(server.services.maintenance.orders._closing) == 3
        go_on.set()
        await server.services.maintenance.stop()
        assert server.services.maintenance.orders._closing == {}
        assert {registry.tables[each].table.closed_by for each in tables} == {"owner"}


async def _wait_for(event: asyncio.Event) -> None:
    await event.wait()


async def test_an_order_done_late_takes_no_other_with_it(tmp_path: Path) -> None:
    """SQLite gives the number of a deleted row to the next one."""
    async with local_server(tmp_path) as server, owner_of(server) as owner:
        await server.services.maintenance.stop()
        await owner.store.owner.close("a" * 32, 1)
        (first,) = await owner.store.owner.orders()
        await owner.store.owner.done(first)
        await owner.store.owner.close("b" * 32, 2)
        await owner.store.owner.done(first)
        (second,) = await owner.store.owner.orders()
        assert (second.id, second.subject) == (first.id, "b" * 32)


async def test_a_banned_player_is_out_on_every_worker_within_a_second(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    settings = {**SHARED, **database}
    async with (
        local_server(tmp_path, **settings) as one,
        local_server(tmp_path, **settings) as two,
        people_at_table(one.base, start=False) as lines,
        line_at(two.base, lines[0].table.id, lines[1].guest) as elsewhere,
    ):
        guest, table = lines[1].guest, lines[0].table.id
        there = Guest(two.base, guest.token, guest.name)
        assert (await there.call("GET", "/api/me"))["name"] == "P1"  # cached from now on
        async with owner_of(one) as owner, stopwatch() as spent:
            ident = await player_id(one, guest)
            began = spent()
            given = await orders.ban(owner, ident[:8], None, "insults")
            assert given["subject"] == ident[:8]
            waits = [refused_within(each, 1.0, "banned") for each in (guest, there)]
            assert await asyncio.gather(*waits) == [True, True]
            await until(lambda: lines[1].closed is not None, "closed")
            await until(lambda: elsewhere.closed is not None, "closed elsewhere")
            assert spent() - began <= 1.0
            assert lines[1].bye is not None
            assert lines[1].bye.code == "banned"
            assert lines[0].closed is None, "the others stay"
            refused = await refusal(
                lambda: TableClient.open(two.base, table, guest.token, language="it")
            )
            assert refused.code == "banned"
            assert "accesso" in str(refused)
            with pytest.raises(BadInput, match="banned already"):
                await orders.ban(owner, ident, None, "")
            await orders.unban(owner, ident[:6])
            async with asyncio.timeout(3):
                while not await _comes_in(there):
                    await asyncio.sleep(0.05)
            with pytest.raises(BadInput, match="not banned"):
                await orders.unban(owner, ident)


async def _comes_in(guest: Guest) -> bool:
    try:
        return bool((await guest.call("GET", "/api/me"))["name"])
    except RequestRefused:
        return False


async def test_an_address_is_banned_with_everybody_who_comes_from_it(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path) as server,
        people_at_table(server.base) as lines,
        owner_of(server) as owner,
    ):
        await orders.ban(owner, None, "127.0.0.0/8", "")
        await until(lambda: all(line.closed is not None for line in lines), "closed")
        refused = await refusal(lambda: Guest.sign_in(server.base, "New"))
        assert refused.code == "banned"
        page = await lines[0].guest.call("GET", "/api/texts/en.json")
        assert page["owner"]["banned"] == str(refused), "the page can say so"
        with pytest.raises(BadInput, match="every address"):
            await orders.ban(owner, None, "0.0.0.0/0", "")
        with pytest.raises(BadInput, match="neither an address"):
            await orders.ban(owner, None, "example.org", "")
        await orders.unban(owner, "127.0.0.1/8")
        async with asyncio.timeout(3):
            while not await _comes_in(lines[0].guest):
                await asyncio.sleep(0.05)


async def test_a_banned_player_may_still_be_forgotten(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server, owner_of(server) as owner:
        guest = await server.guest()
        await orders.ban(owner, await player_id(server, guest), None, "")
        assert await refused_within(guest, 2, "banned")
        assert (await refusal(lambda: guest.open_table(DICE))).code == "banned"
        await guest.call("DELETE", "/api/me")


async def test_bans_and_announcements_hold_after_a_restart(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    async with local_server(tmp_path, **database) as server, owner_of(server) as owner:
        guest = await server.guest()
        await orders.ban(owner, await player_id(server, guest), None, "")
        await orders.announce(owner, "Pause at nine.", 30)
    async with local_server(tmp_path, **database) as server:
        again = Guest(server.base, guest.token, "Ann")
        assert (await refusal(lambda: again.call("GET", "/api/me"))).code == "banned"
        told = await again.call("GET", "/api/announcement")
        assert told["text"] == "Pause at nine."
        assert 1700 < told["seconds"] <= 1800


# --- announcements --------------------------------------------------------------------------------


async def test_an_announcement_reaches_open_sockets_and_those_opened_later(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    settings = {**SHARED, **database}
    async with local_server(tmp_path, **settings) as one, local_server(tmp_path, **settings) as two:
        guest = await one.guest()
        table = (await guest.open_table(DICE, seats=["me"]))["id"]
        lines = [await Listener.open(each.base, table, guest.token) for each in (one, two)]
        async with owner_of(one) as owner:
            await orders.announce(owner, "First\u202e\n<b>line</b>", 60)
            await until(lambda: all(line.heard() for line in lines), "the announcement", 3)
            await orders.announce(owner, "Second", 60)
            await until(lambda: all(len(line.heard()) == 2 for line in lines), "the next one", 3)
            late = await Listener.open(two.base, table, guest.token)
            await until(late.heard, "the announcement for those who come later", 3)
            assert late.heard() == ["Second"]
            await orders.clear(owner)
            await until(
                lambda: all(line.heard()[-1] == "" for line in (*lines, late)), "the end", 3
            )
            with pytest.raises(BadInput, match="no announcement"):
                await orders.clear(owner)
        assert late.heard() == ["Second", ""]
        assert lines[0].heard() == ["First <b>line</b>", "Second", ""]
        assert await shown(guest) == ""
        quiet = await Listener.open(one.base, table, guest.token)
        for line in (*lines, late, quiet):
            await line.close()
        assert quiet.heard() == []


async def test_an_announcement_ends_by_itself(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server, owner_of(server) as owner:
        guest, now = await server.guest(), server.services.registry.clock.now()
        await owner.store.owner.announce("soon over", now, now + 2500)
        async with asyncio.timeout(2):
            while not await shown(guest):
                await asyncio.sleep(0.05)
        assert await shown(guest) == "soon over"
        async with asyncio.timeout(4):
            while await shown(guest):
                await asyncio.sleep(0.05)
        assert server.services.registry.clock.now() >= now + 2500, "not before its time"
        assert await shown(guest) == ""


@pytest.mark.parametrize(("text", "minutes"), [(" \u200b", 5), ("x" * 501, 5), ("x", 0)])
async def test_an_announcement_that_cannot_be_shown_is_refused(
    tmp_path: Path, text: str, minutes: int
) -> None:
    async with local_server(tmp_path) as server, owner_of(server) as owner:
        with pytest.raises(BadInput, match="an announcement"):
            await orders.announce(owner, text, minutes)
        assert await owner.store.owner.orders() == []


async def test_orders_that_all_have_heard_are_deleted_and_tables_to_close_are_not(
    tmp_path: Path,
) -> None:
    async with local_server(tmp_path) as server:
        config = server.services.config
    async with opened(config) as owner:
        await owner.store.owner.announce("old", 1, 2)
        await owner.store.owner.close("0" * 32, 1)
        await owner.store.owner.delete_heard(1000)
        assert [each.kind for each in await owner.store.owner.orders()] == ["close"]

"""Everything that is kept about a guest can be downloaded, and all of it goes with the guest."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from hornsup.client import Guest
from hornsup.play.runtime import SteadyClock
from hornsup.server.auth import tokens
from hornsup.server.storage import schema
from tests.server.auth.test_devices import subscription
from tests.server.auth.test_links import make, use
from tests.server.faults import fetch
from tests.server.harness import FAST, FakeTime, Local, local_server, until
from tests.server.live.test_handover import sees
from tests.server.players import line_at, people_at_table, play_on, table_id

HOOK = "https://hooks.example/secret-hook"


async def give_belongings(server: Local, guest: Guest, table: str) -> None:
    """A subscription on every device, a webhook and a note of a call."""
    store = server.services.store.database
    known = await server.services.sessions.find(guest.token)
    assert known is not None
    mine = schema.devices.c.player == known.id
    for row in await store.read(select(schema.devices).where(mine)):
        await store.execute(insert(schema.push_subscriptions), subscription(row))
    hook = {"table_id": table, "player": known.id, "kind": "ntfy", "url": HOOK}
    await store.execute(insert(schema.webhooks), {**hook, "failures": 0, "retry_at": 0})
    call = {"table_id": table, "player": known.id, "kind": "turn", "version": 3, "at": 9}
    await store.execute(insert(schema.calls_made), call)


async def test_own_data_is_all_of_it_and_of_nobody_else(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    async with (
        local_server(tmp_path, **FAST, **database) as server,
        people_at_table(server.base, options={"end_value": 30}) as lines,
    ):
        guest, table = lines[0].guest, table_id(lines[0])
        for number, line in enumerate(lines):
            assert (await line.command("chat", text=f"I am number {number}")).ok
        assert (await lines[0].command("rename", name="Annabel")).ok
        assert (await lines[0].command("react", reaction="horns")).ok
        await play_on(lines, 12)
        secret = await make(guest, "recovery")
        await give_belongings(server, guest, table)
        data = await guest.call("GET", "/api/me/data")
        assert (data["name"], data["language"]) == ("P0", "en")
        assert [each["this"] for each in data["devices"]] == [True]
        assert [each["kind"] for each in data["links"]] == ["recovery"]
        assert data["push_subscriptions"] == [7]
        assert data["webhooks"] == [{"table": table, "kind": "ntfy"}]
        (told,) = data["tables"]
        assert (told["id"], told["game"], told["phase"]) == (table, "raise-your-horns", "playing")
        assert (told["host"], told["seats"]) == (True, [0])
        assert [each["name"] for each in told["names"]] == ["P0", "Annabel"]
        assert [each["text"] for each in told["chat"]] == ["I am number 0"]
        assert [each["reaction"] for each in told["reactions"]] == ["horns"]
        assert await own_moves(server, table, 0) == [each["move"] for each in told["moves"]]
        assert len(told["moves"]) >= 3
        text = json.dumps(data)
        secrets = (guest.token, tokens.hashed(guest.token), secret, tokens.hashed(secret))
        for hidden in (*secrets, "secret-endpoint", HOOK, "number 1", "P1", "contribution"):
            assert hidden not in text


async def own_moves(server: Local, table: str, seat: int) -> list[str]:
    found = [each.entry for each in await server.services.store.log.entries(table)]
    moves: list[Any] = [each for each in found if type(each).__name__ == "Moved"]
    return [each.move for each in moves if each.seat == seat]


async def test_own_data_is_a_file(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ann = await server.guest("Ann")
        headers = {"authorization": f"Bearer {ann.token}"}
        status, told = await asyncio.to_thread(fetch, server.base, "/api/me/data", **headers)
        assert status == 200
        assert 'content-disposition: attachment; filename="hornsup-my-data.json"' in told.lower()
        assert "cache-control: no-store" in told.lower()
        status, _ = await asyncio.to_thread(fetch, server.base, "/api/me/data")
        assert status == 401


async def test_a_seat_that_was_handed_over_is_in_the_data_of_both_as_far_as_it_was_theirs(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    """The name that came with it, and for the former player nothing of what came later."""
    async with (
        local_server(tmp_path, **FAST, **database) as server,
        people_at_table(server.base, options={"end_value": 30}) as lines,
    ):
        former, friend, table = lines[1], await server.guest("Friend"), table_id(lines[0])
        await play_on(lines, 6)
        async with line_at(server.base, table, friend) as line:
            to = await sees(former, "Friend")
            assert (await former.command("hand-over", seat=1, to=to)).ok
            await until(lambda: line.you.seats == [1], "the friend has the seat")
            before = await former.guest.call("GET", "/api/me/data")
            assert (await line.command("chat", text="mine now")).ok
            await play_on([lines[0], line, *lines[2:]], 12)
            (told,) = (await friend.call("GET", "/api/me/data"))["tables"]
        assert [(each["seat"], each["name"]) for each in told["names"]] == [(1, "Friend")]
        assert (told["seats"], [each["text"] for each in told["chat"]]) == ([1], ["mine now"])
        after = await former.guest.call("GET", "/api/me/data")
        assert after["tables"] == before["tables"]
        (left,) = after["tables"]
        assert (left["seats"], [each["name"] for each in left["names"]]) == ([], ["P1"])
        both = [each["move"] for each in (*left["moves"], *told["moves"])]
        assert both == await own_moves(server, table, 1)
        assert left["moves"]
        assert told["moves"]
        assert "Friend" not in json.dumps(after)


async def test_own_data_is_read_so_often_and_no_more(tmp_path: Path) -> None:
    """It reads every log. A player has no more of it from many addresses."""
    async with local_server(tmp_path, SteadyClock(FakeTime()), trusted_proxies="127.0.0.1") as here:
        ann, bea = await here.guest("Ann"), await here.guest("Bea")

        async def ask(guest: Guest, address: str) -> int:
            headers = {"authorization": f"Bearer {guest.token}", "x-forwarded-for": address}
            return (await asyncio.to_thread(fetch, here.base, "/api/me/data", **headers))[0]

        one = [await ask(guest, "203.0.113.1") for guest in [ann, bea] * 6]
        assert one == [200] * 10 + [429] * 2
        many = [await ask(ann, f"203.0.113.{number}") for number in range(2, 9)]
        assert many == [200] * 5 + [429] * 2


async def test_one_log_is_read_for_own_data_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other connections stay free for tables."""
    async with local_server(tmp_path) as server:
        await server.services.maintenance.stop()  # it reads too
        store, reading, most = server.services.store, 0, 0
        read = store.database.read

        async def slow(query: Any) -> list[Any]:
            nonlocal reading, most
            reading += 1
            most = max(most, reading)
            await asyncio.sleep(0.01)
            found = await read(query)
            reading -= 1
            return found

        monkeypatch.setattr(store.database, "read", slow)
        await asyncio.gather(*(store.own_data.entries("a" * 32) for _ in range(10)))
        assert most == 1


async def test_who_is_forgotten_leaves_no_row_behind(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    async with local_server(tmp_path, **database) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        settings = {"game": "raise-your-horns", "players": 3}
        tables = [(await each.open_table(settings, seats=["me"]))["id"] for each in (ann, bea)]
        await use(server.base, await make(ann))
        for guest, table in zip((ann, bea), tables, strict=True):
            await make(guest)
            await make(guest, "recovery")
            await give_belongings(server, guest, table)
        known = await server.services.sessions.find(ann.token)
        assert known is not None
        await ann.call("DELETE", "/api/me")
        store = server.services.store.database
        for name in BELONGINGS:
            rows = await store.read(select(schema.metadata.tables[name]))
            assert rows, f"{name}: those of others stay"
            assert known.id not in str(rows), name


BELONGINGS = ("devices", "links", "push_subscriptions", "webhooks", "calls_made", "players")


async def test_every_table_that_names_a_player_is_thought_of() -> None:
    """Whoever adds one decides what becomes of its rows, and of the data that one can download."""
    named = {table.name for table in schema.metadata.sorted_tables if "player" in table.c}
    kept = {"log", "seats", "presence", "revoked_players"}
    assert named == (set(BELONGINGS) - {"players"}) | kept


async def test_players_who_never_come_back_are_deleted_with_all_they_had(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ann = await server.guest("Ann")
        await make(ann, "recovery")
        await server.services.store.players.delete_unseen(server.services.registry.clock.now() + 1)
        for table in (schema.players, schema.devices, schema.links):
            assert await server.services.store.database.read(select(table)) == []

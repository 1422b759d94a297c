"""The devices of a player: listed, signed out on every worker within a second, both playing."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert, select

from hornsup.client import Guest, RequestRefused, TableClient
from hornsup.play.runtime import SteadyClock
from hornsup.server.auth.sessions import SEEN_MS
from hornsup.server.storage import schema
from tests.server.auth.test_links import make, use
from tests.server.faults import assert_history, assert_views, fetch, from_log
from tests.server.harness import FAST, FakeTime, Local, local_server, until
from tests.server.players import (
    all_at,
    decider,
    open_line,
    people_at_table,
    refused_within,
    table_id,
)
from tests.services import Postgres

SETTINGS = {"game": "raise-your-horns", "players": 3}
PHONE = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/AD1A.240530.047) AppleWebKit/537.36 "
    "(KHTML, like Gecko) Chrome/126.0.6478.122 Mobile Safari/537.36"
)


async def devices(guest: Guest) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = await guest.call("GET", "/api/me/devices")
    return found


async def other_device(guest: Guest) -> str:
    (found,) = [each["id"] for each in await devices(guest) if not each["this"]]
    return str(found)


async def test_devices_are_listed_in_plain_words(tmp_path: Path) -> None:
    fake = FakeTime()
    async with local_server(tmp_path, SteadyClock(fake)) as server:
        laptop = await server.guest("Ann")
        secret = await make(laptop)
        body = {"secret": secret, "token": True}
        head: dict[str, Any] = {"method": "POST", "body": body, "user-agent": PHONE}
        await asyncio.to_thread(fetch, server.base, "/api/links/use", **head)
        fake.forward(SEEN_MS / 1000 + 1)
        first, second = await devices(laptop)
        assert (first["this"], second["this"]) == (True, False)
        assert (first["label"], second["label"]) == ("Python", "Chrome, Android")
        assert first["seen_at"] - second["seen_at"] == SEEN_MS + 1000
        rows = await server.services.store.database.read(select(schema.devices))
        texts = [str(each) for row in rows for each in row if not isinstance(each, int)]
        assert "Chrome, Android" in texts
        for part in ("Pixel", "Chrome/126", "6478", "Mozilla"):
            assert not any(part in text for text in texts)


async def test_a_visit_of_one_device_is_noted_for_it_alone(tmp_path: Path) -> None:
    fake = FakeTime()
    async with local_server(tmp_path, SteadyClock(fake)) as server:
        phone = await server.guest("Ann")
        laptop = await use(server.base, await make(phone))
        fake.forward(SEEN_MS / 1000 + 60)
        await laptop.call("GET", "/api/me")
        await server.services.maintenance.clean_up()
        seen = {each["this"]: each["seen_at"] for each in await devices(phone)}
        assert seen[False] == seen[True] == server.services.registry.clock.now()
        rows = await server.services.store.database.read(select(schema.devices))
        assert len({row.seen_at for row in rows}) == 2


async def test_a_new_name_holds_on_every_device(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        phone = await server.guest("Ann")
        laptop = await use(server.base, await make(phone))
        await laptop.call("POST", "/api/session", {"name": "Anna"})
        assert (await phone.call("GET", "/api/me"))["name"] == "Anna"


async def test_nobody_signs_the_devices_of_others_out(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        (target,) = await devices(ann)
        for device in (target["id"], "0" * 32):
            with pytest.raises(RequestRefused) as refused:
                await bea.call("DELETE", f"/api/me/devices/{device}")
            assert refused.value.code == "not-found"
        assert (await ann.call("GET", "/api/me"))["name"] == "Ann"


async def test_a_device_signs_itself_out(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ann = await server.guest("Ann")
        (own,) = await devices(ann)
        head = {"method": "DELETE", "cookie": f"hornsup={ann.token}"}
        status, told = await asyncio.to_thread(
            fetch, server.base, f"/api/me/devices/{own['id']}", **head
        )
        assert status == 204
        (cookie,) = [line for line in told.splitlines() if line.lower().startswith("set-cookie")]
        assert 'hornsup=""' in cookie
        assert await refused_within(ann, 0.5)


# --- signed out on every worker ---------------------------------------------------------------


async def sign_out_elsewhere(one: Local, two: Local, by_link: bool) -> tuple[bool, str, int | None]:
    """A phone at one worker, with an open socket and a cached session, is signed out at another.

    Gives whether the phone is refused within a second, and how its socket was closed.
    """
    phone = await one.guest("Ann")
    opened = await phone.open_table(SETTINGS, seats=["me"])
    link = await make(phone)
    laptop = await use(two.base, link, sign_out_old=False)
    async with laptop.table(opened["id"]) as kept:
        socket = await TableClient.open(one.base, opened["id"], phone.token)
        if by_link:
            await use(two.base, await make(phone), sign_out_old=True)
        else:
            await laptop.call("DELETE", f"/api/me/devices/{await other_device(laptop)}")
        refused = await refused_within(phone, 1.0)
        await until(lambda: socket.closed is not None, "closed", 1)
        assert socket.bye is not None
        await socket.close()
        assert kept.closed is None, "the other device stays"
        assert (await laptop.call("GET", "/api/me"))["name"] == "Ann"
        return refused, socket.bye.code, socket.closed


@pytest.mark.parametrize("by_link", [False, True])
async def test_a_signed_out_device_is_dead_on_every_worker_within_a_second(
    tmp_path: Path, by_link: bool
) -> None:
    shared: dict[str, Any] = {"workers": 2}
    async with local_server(tmp_path, **shared) as one, local_server(tmp_path, **shared) as two:
        assert await sign_out_elsewhere(one, two, by_link) == (True, "no-session", 1008)


@pytest.mark.parametrize("by_link", [False, True])
async def test_a_signed_out_device_is_dead_on_every_worker_of_postgres(
    tmp_path: Path, postgres: Postgres, by_link: bool
) -> None:
    url = postgres.fresh_database()
    async with (
        local_server(tmp_path, database_url=url) as one,
        local_server(tmp_path, database_url=url) as two,
    ):
        assert await sign_out_elsewhere(one, two, by_link) == (True, "no-session", 1008)


async def test_a_device_is_signed_out_at_once_where_it_happened(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        phone = await server.guest("Ann")
        laptop = await use(server.base, await make(phone))
        await laptop.call("DELETE", f"/api/me/devices/{await other_device(laptop)}")
        with pytest.raises(RequestRefused, match="choose a name"):
            await phone.call("GET", "/api/me")


async def test_a_session_read_while_it_ends_is_not_cached(tmp_path: Path) -> None:
    """Its row was read before the device was signed out, and comes back after."""
    async with local_server(tmp_path) as server:
        phone = await server.guest("Ann")
        laptop = await use(server.base, await make(phone))
        sessions: Any = server.services.sessions
        sessions._cached.clear()
        by_token = sessions._devices.by_token

        async def slow(token_hash: str) -> Any:
            sessions._devices.by_token = by_token
            row = await by_token(token_hash)
            await laptop.call("DELETE", f"/api/me/devices/{await other_device(laptop)}")
            return row

        sessions._devices.by_token = slow
        assert await sessions.find(phone.token) is None
        assert len(sessions._cached) == 1


async def test_a_signed_out_device_gets_no_push(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        phone = await server.guest("Ann")
        laptop = await use(server.base, await make(phone))
        store = server.services.store.database
        for row in await store.read(select(schema.devices)):
            await store.execute(insert(schema.push_subscriptions), subscription(row))
        await laptop.call("DELETE", f"/api/me/devices/{await other_device(laptop)}")
        (left,) = await store.read(select(schema.push_subscriptions.c.device))
        (device,) = await store.read(select(schema.devices.c.token_hash))
        assert left.device == device.token_hash


def subscription(device: Any) -> dict[str, Any]:
    return {
        "id": device.token_hash,
        "player": device.player,
        "device": device.token_hash,
        "endpoint": "https://push.example/secret-endpoint",
        "p256dh": "key",
        "auth": "auth",
        "language": "en",
        "created_at": 7,
        "failures": 0,
        "retry_at": 0,
    }


# --- both devices at the table ----------------------------------------------------------------


async def test_case_42_both_devices_of_a_player_move_at_once(tmp_path: Path) -> None:
    """Thirty rounds: one device wins, the other is told how the table stands, both go on."""
    async with (
        local_server(tmp_path, **FAST) as server,
        people_at_table(server.base, people=3, options={"end_value": 60}) as lines,
    ):
        ident = table_id(lines[0])
        laptops = [await use(server.base, await make(line.guest)) for line in lines]
        others = [await open_line(server.base, ident, guest) for guest in laptops]
        both = {id(line): (line, other) for line, other in zip(lines, others, strict=True)}
        acked: dict[str, int] = {}
        won = Counter[int]()
        for number in range(30):
            pair = both[id(await decider(lines))]
            pair = pair if number % 2 else pair[::-1]
            keys = [f"{number}/{which}" for which in range(2)]
            moves = (
                each.move(each.legal[at % len(each.legal)], key=keys[at])
                for at, each in enumerate(pair)
            )
            answers = await asyncio.gather(*moves)
            assert sorted(answer.ok for answer in answers) == [False, True]
            winner = int(answers[1].ok)
            assert answers[1 - winner].code == "stale"
            acked[keys[winner]] = answers[winner].version
            won[(*lines, *others).index(pair[winner])] += 1
            await all_at([*lines, *others], answers[winner].version)
        assert_views([*lines, *others], await from_log(server.services.store, ident))
        assert_history(await server.services.store.log.entries(ident), acked)
        assert set(won) & {0, 1, 2}, won
        assert set(won) & {3, 4, 5}, won
        for other in others:
            await other.close()

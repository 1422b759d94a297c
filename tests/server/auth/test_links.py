"""Links to another device: used once, for ten minutes, not to be guessed and nowhere to be read."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from hornsup.client import Guest, RequestRefused, request
from hornsup.play.runtime import SteadyClock, SystemRandomness
from hornsup.server.auth import tokens
from hornsup.server.storage import schema
from tests.server.faults import fetch
from tests.server.harness import FakeTime, Local, Remote, local_server, remote_server
from tests.server.players import people_at_table, play_on

RANDOM = SystemRandomness()
SETTINGS = {"game": "raise-your-horns", "players": 3}
UNUSABLE = {"not-found"}


async def make(guest: Guest, kind: str = "device") -> str:
    """The secret of a new link."""
    made = await guest.call("POST", "/api/me/links", {"kind": kind})
    link, _, secret = made["link"].partition("#")
    assert link == f"{guest.base}/continue"
    assert tokens.TOKEN.fullmatch(secret)
    return str(secret)


async def post(base: str, path: str, by: str | None = None, **body: Any) -> Any:
    return await asyncio.to_thread(request, base, "POST", f"/api/links/{path}", body, by)


async def use(base: str, secret: str, by: str | None = None, **more: Any) -> Guest:
    """Go on as the link's player on a device that has a token, or none."""
    used = await post(base, "use", by, secret=secret, token=True, **more)
    return Guest(base, used["token"], used["name"])


async def refusal(base: str, path: str, secret: str) -> str:
    with pytest.raises(RequestRefused) as refused:
        await post(base, path, secret=secret)
    return refused.value.code


# --- what a link does -------------------------------------------------------------------------


async def test_a_link_brings_the_player_with_all_tables(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    async with local_server(tmp_path, **database) as server:
        ann = await server.guest("Ann")
        opened = await ann.open_table(SETTINGS, seats=["me"])
        secret = await make(ann)
        looked = await post(server.base, "look", secret=secret)
        assert (looked["kind"], looked["same"], looked["loses"]) == ("device", False, None)
        assert looked["brings"]["name"] == "Ann"
        (table,) = looked["brings"]["tables"]
        assert (table["table"]["id"], table["seats"]) == (opened["id"], [0])
        there = await use(server.base, secret)
        assert await there.call("GET", "/api/me/tables") == [table]
        assert (await ann.call("GET", "/api/me"))["name"] == "Ann", "the old device stays"
        assert [each["this"] for each in await there.call("GET", "/api/me/devices")] in (
            [True, False],
            [False, True],
        )


async def test_the_old_device_is_signed_out_if_one_wants(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ann = await server.guest("Ann")
        there = await use(server.base, await make(ann), sign_out_old=True)
        with pytest.raises(RequestRefused, match="choose a name"):
            await ann.call("GET", "/api/me")
        (device,) = await there.call("GET", "/api/me/devices")
        assert device["this"]


async def test_looking_changes_nothing_and_says_what_is_lost(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        opened = await bea.open_table(SETTINGS, seats=["me"])
        secret = await make(ann)
        before = await everything(server)
        for _ in range(3):
            looked = await post(server.base, "look", bea.token, secret=secret)
        assert await everything(server) == before
        assert looked["brings"] == {"name": "Ann", "tables": []}
        assert looked["loses"]["name"] == "Bea"
        assert [each["table"]["id"] for each in looked["loses"]["tables"]] == [opened["id"]]


async def everything(server: Local) -> list[Any]:
    tables = (schema.players, schema.devices, schema.links, schema.revoked_devices, schema.seats)
    return [await server.services.store.database.read(select(table)) for table in tables]


async def test_a_guest_without_tables_goes_and_one_with_tables_stays(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ann, bea, cat = [await server.guest(name) for name in ("Ann", "Bea", "Cat")]
        await bea.open_table(SETTINGS, seats=["me"])
        way_back = await make(bea, "recovery")
        for here in (bea, cat):
            await use(server.base, await make(ann), here.token)
            with pytest.raises(RequestRefused, match="choose a name"):
                await here.call("GET", "/api/me")
        rows = await server.services.store.database.read(select(schema.players.c.name))
        assert {row.name for row in rows} == {"Ann", "Bea"}
        again = await use(server.base, way_back)
        assert len(await again.call("GET", "/api/me/tables")) == 1


async def test_a_guest_with_another_device_stays(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ann, bea = await server.guest("Ann"), await server.guest("Bea")
        laptop = await use(server.base, await make(bea))
        await use(server.base, await make(ann), bea.token)
        assert (await laptop.call("GET", "/api/me"))["name"] == "Bea"


async def test_a_device_that_is_the_player_already_uses_nothing_up(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ann = await server.guest("Ann")
        secret = await make(ann)
        assert (await post(server.base, "look", ann.token, secret=secret))["same"]
        with pytest.raises(RequestRefused) as refused:
            await use(server.base, secret, ann.token)
        assert refused.value.code == "same-player"
        assert (await use(server.base, secret)).name == "Ann"


async def test_there_is_one_recovery_link_and_it_can_be_revoked(tmp_path: Path) -> None:
    fake = FakeTime()
    async with local_server(tmp_path, SteadyClock(fake)) as server:
        ann = await server.guest("Ann")
        first, second = await make(ann, "recovery"), await make(ann, "recovery")
        fake.forward(80 * 86_400)
        await server.services.maintenance.clean_up()
        assert await refusal(server.base, "use", first) == "not-found"
        (listed,) = await ann.call("GET", "/api/me/links")
        assert (listed["kind"], listed["expires_at"]) == ("recovery", None)
        there = await use(server.base, second)
        assert await there.call("GET", "/api/me/links") == []
        assert await refusal(server.base, "use", second) == "not-found", "used once"
        third = await make(there, "recovery")
        await there.call("DELETE", "/api/me/links/recovery")
        assert await refusal(server.base, "use", third) == "not-found"
        with pytest.raises(RequestRefused, match="no recovery link"):
            await there.call("DELETE", "/api/me/links/recovery")


# --- what must not happen ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["device", "recovery"])
async def test_of_twenty_who_use_a_link_at_once_one_does(
    tmp_path: Path, database: dict[str, Any], kind: str
) -> None:
    more = {"workers": 2, **database}  # two of them, on one database
    async with local_server(tmp_path, **more) as one, local_server(tmp_path, **more) as two:
        ann = await one.guest("Ann")
        secret = await make(ann, kind)
        bases = [one.base, two.base] * 10
        tried = [use(base, secret) for base in bases]
        found = await asyncio.gather(*tried, return_exceptions=True)
        won = [each for each in found if isinstance(each, Guest)]
        lost = [each for each in found if isinstance(each, RequestRefused)]
        assert (len(won), len(lost)) == (1, 19), found
        assert {each.code for each in lost} == UNUSABLE
        assert len(await won[0].call("GET", "/api/me/devices")) == 2


async def test_of_twenty_recovery_links_made_at_once_one_stays(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    async with local_server(tmp_path, **database) as server:
        ann = await server.guest("Ann")
        secrets = await asyncio.gather(*(make(ann, "recovery") for _ in range(20)))
        assert len(await ann.call("GET", "/api/me/links")) == 1
        found = [await server.services.links.find(secret) for secret in secrets]
        assert sum(each is not None for each in found) == 1


async def test_a_link_and_the_deletion_of_its_player_at_once(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    """Whichever comes first: nobody is left with a token of a player who is gone."""
    async with local_server(tmp_path, **database) as server:
        for _ in range(6):
            ann = await server.guest("Ann")
            secret = await make(ann)
            tried, _ = await asyncio.gather(
                use(server.base, secret), ann.call("DELETE", "/api/me"), return_exceptions=True
            )
            if isinstance(tried, Guest):
                with pytest.raises(RequestRefused, match="choose a name"):
                    await tried.call("GET", "/api/me")
            else:
                assert isinstance(tried, RequestRefused)
        store = server.services.store.database
        for table in (schema.players, schema.devices, schema.links):
            assert await store.read(select(table)) == []


async def test_a_link_expires_after_ten_minutes(tmp_path: Path) -> None:
    fake = FakeTime()
    async with local_server(tmp_path, SteadyClock(fake)) as server:
        ann = await server.guest("Ann")
        early, late = await make(ann), await make(ann)
        fake.forward(599)
        assert (await use(server.base, early)).name == "Ann"
        fake.forward(2)
        assert await refusal(server.base, "look", late) == "not-found"
        assert await refusal(server.base, "use", late) == "not-found"
        await server.services.maintenance.clean_up()
        assert await server.services.store.database.read(select(schema.links)) == []


async def test_whatever_cannot_be_used_is_answered_in_one_way(tmp_path: Path) -> None:
    fake = FakeTime()
    async with local_server(tmp_path, SteadyClock(fake)) as server:
        ann = await server.guest("Ann")
        expired = await make(ann)
        fake.forward(601)
        used, revoked = await make(ann), await make(ann, "recovery")
        await use(server.base, used)
        await ann.call("DELETE", "/api/me/links/recovery")
        unknown = tokens.new_token(RANDOM)
        told = set()
        for secret in (expired, used, revoked, unknown):
            for path in ("/api/links/look", "/api/links/use"):
                body = {"secret": secret}
                told.add(await asyncio.to_thread(answer, server.base, path, body))
        assert len(told) == 1, told
        assert told.pop()[0] == 404


def answer(base: str, path: str, body: dict[str, Any], **headers: str) -> tuple[int, str]:
    """Status and everything that the server tells but its clock."""
    status, told = fetch(base, path, method="POST", body=body, **headers)
    return status, re.sub(r"(?im)^date:.*$", "", told)


async def test_links_cannot_be_tried_out(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        guesses = [{"secret": tokens.new_token(RANDOM)} for _ in range(80)]
        ask = "/api/links/use"
        seen = Counter([(await asyncio.to_thread(answer, server.base, ask, b))[0] for b in guesses])
        assert set(seen) == {404, 429}
        assert seen[429] > 30
        look = await asyncio.to_thread(answer, server.base, "/api/links/look", guesses[0])
        assert look[0] == 429, "both ways share the limit"


async def test_many_addresses_cannot_lock_everybody_else_out(tmp_path: Path) -> None:
    """A secret of 256 bits is not found by trying, so addresses share no limit."""
    fake = FakeTime()  # nothing is refilled meanwhile
    async with local_server(tmp_path, SteadyClock(fake), trusted_proxies="127.0.0.1") as server:
        limits = server.services.limits
        for number in range(40):
            for _ in range(30):
                limits.take("links", f"198.51.100.{number}")
        body, far = {"secret": tokens.new_token(RANDOM)}, {"x-forwarded-for": "203.0.113.77"}
        tried = await asyncio.to_thread(answer, server.base, "/api/links/look", body, **far)
        assert tried[0] == 404
        busy = {"x-forwarded-for": "198.51.100.7"}
        tried = await asyncio.to_thread(answer, server.base, "/api/links/look", body, **busy)
        assert tried[0] == 429


async def test_links_cannot_be_made_without_end(tmp_path: Path) -> None:
    async with local_server(tmp_path, SteadyClock(FakeTime())) as server:
        ann = await server.guest("Ann")
        for _ in range(20):
            await make(ann)
        with pytest.raises(RequestRefused, match="many links"):
            await make(ann)


async def test_odd_secrets_are_refused(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        for odd in ("", "x", "A" * 42, "A" * 44, "ä" * 43, "' OR 1=1 --" + "A" * 32, None, 7):
            body = {"secret": odd}
            status, _ = await asyncio.to_thread(answer, server.base, "/api/links/use", body)
            assert status == 400, odd


async def test_a_signed_out_device_leaves_no_link_behind(tmp_path: Path) -> None:
    """Of a stolen phone that made some."""
    async with local_server(tmp_path) as server:
        phone = await server.guest("Ann")
        laptop = await use(server.base, await make(phone))
        links = [await make(phone), await make(phone, "recovery")]
        (lost,) = [e for e in await laptop.call("GET", "/api/me/devices") if not e["this"]]
        await laptop.call("DELETE", f"/api/me/devices/{lost['id']}")
        for secret in links:
            assert await refusal(server.base, "use", secret) == "not-found"
        assert await laptop.call("GET", "/api/me/links") == []


async def test_who_moves_on_keeps_the_recovery_link(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        phone = await server.guest("Ann")
        saved, waiting = await make(phone, "recovery"), await make(phone)
        laptop = await use(server.base, await make(phone), sign_out_old=True)
        assert await refusal(server.base, "use", waiting) == "not-found"
        assert [each["kind"] for each in await laptop.call("GET", "/api/me/links")] == ["recovery"]
        assert (await use(server.base, saved)).name == "Ann"


# --- where a secret must not be ---------------------------------------------------------------


@pytest.mark.parametrize("log_json", [True, False])
async def test_a_secret_is_in_no_log_no_database_and_no_answer(
    tmp_path: Path, log_json: bool
) -> None:
    with remote_server(tmp_path, log_level="debug", log_json=log_json) as server:
        ann = await Guest.sign_in(server.base, "Ann")
        secrets = [await make(ann), await make(ann), await make(ann, "recovery")]
        await use(server.base, secrets[0])
        told = [await ann.call("GET", path) for path in OWN]
        for path in ("look", "use"):
            await refusal(server.base, path, secrets[0])
        await asyncio.to_thread(
            answer, server.base, "/api/links/use", {"secret": secrets[1], "x": 1}
        )
        server.stop()
        heard = [json.dumps(told), server.log.read_text()]
        for secret in secrets:
            assert not any(secret in text or tokens.hashed(secret) in text for text in heard)
            assert secret.encode() not in stored(tmp_path)
        assert tokens.hashed(secrets[1]) in hashes(server)


OWN = ("/api/me", "/api/me/devices", "/api/me/links", "/api/me/data", "/api/me/tables")


def stored(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir() if path.is_file())


def hashes(server: Remote) -> set[str]:
    with sqlite3.connect(server.folder / "hornsup.db") as database:
        rows = database.execute("SELECT secret_hash FROM links").fetchall()
    database.close()
    return {row[0] for row in rows}


async def test_the_page_of_a_link_uses_nothing_up_and_tells_no_referrer(tmp_path: Path) -> None:
    """What a messenger's preview does, with the fragment cut off as every client does."""
    async with local_server(tmp_path) as server:
        secret = await make(await server.guest("Ann"))
        for method in ("GET", "HEAD"):
            headers = {"accept": "text/html"}
            status, told = await asyncio.to_thread(
                fetch, server.base, "/continue", method=method, **headers
            )
            assert status == (200 if method == "GET" else 405), told
        _, told = await asyncio.to_thread(fetch, server.base, "/continue", **headers)
        assert "referrer-policy: no-referrer" in told.lower()
        assert secret not in told
        made = {"method": "GET", "accept": "application/json"}
        for path in ("/api/links/use", "/api/links/look"):
            status, _ = await asyncio.to_thread(fetch, server.base, path, **made)
            assert status == 405
        assert (await use(server.base, secret)).name == "Ann"


async def test_what_holds_a_secret_is_not_cached(tmp_path: Path) -> None:
    async with local_server(tmp_path) as server:
        ann = await server.guest("Ann")
        bearer = {"authorization": f"Bearer {ann.token}"}
        made = await asyncio.to_thread(
            answer, server.base, "/api/me/links", {"kind": "device"}, **bearer
        )
        body = {"secret": json.loads(made[1].rpartition("\n")[2])["link"].partition("#")[2]}
        told = [
            made,
            *[
                await asyncio.to_thread(answer, server.base, f"/api/links/{path}", body)
                for path in ("look", "use")
            ],
        ]
        for status, text in told:
            assert status in (200, 201), text
            assert "cache-control: no-store" in text.lower()
        assert body["secret"] not in told[1][1]
        assert body["secret"] not in told[2][1]


async def test_a_game_goes_on_from_another_device(tmp_path: Path) -> None:
    async with (
        local_server(tmp_path) as server,
        people_at_table(server.base, options={"end_value": 1}) as lines,
    ):
        await play_on(lines, 2)
        there = await use(server.base, await make(lines[0].guest), sign_out_old=True)
        assert lines[0].table is not None
        async with there.table(lines[0].table.id) as moved_on:
            assert moved_on.you is not None
            assert moved_on.you.seats == [0]
            await play_on([moved_on, *lines[1:]], 400)
            assert moved_on.table is not None
            assert moved_on.table.phase == "over"

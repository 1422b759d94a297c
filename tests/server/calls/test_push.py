"""Push messages: the right words, sealed for one device, signed with one key, given up in time."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from hornsup.client import Guest, RequestRefused
from hornsup.server.calls import backoff, encryption, outgoing, push, webhooks
from hornsup.server.network import SystemNetwork
from hornsup.server.storage.schema import push_subscriptions, server_keys
from tests.server.calls.evening import Evening, evening
from tests.server.calls.receiver import Device, claims_of, decode, encode
from tests.server.harness import local_server, until

Patch = pytest.MonkeyPatch

# The example of RFC 8291, section 5.
RFC_PRIVATE = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
RFC_AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
RFC_BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


# --- encryption -------------------------------------------------------------------------------


def test_the_tests_read_the_example_of_the_standard() -> None:
    device = Device("", RFC_PRIVATE, RFC_AUTH)
    assert device.read(decode(RFC_BODY)) == b"When I grow up, I want to be a watermelon"


def test_only_the_device_can_read_a_message_and_all_have_one_length() -> None:
    one, other = Device("https://a.example/"), Device("https://a.example/")
    keys = one.subscription["keys"]
    lengths = set()
    for text in (b"", b"short", "Ünïcödé 🤘".encode() * 10):
        body = encryption.encrypted(text, keys["p256dh"], keys["auth"], bytes(16))
        assert one.read(body) == text
        assert text == b"" or text not in body
        lengths.add(len(body))
        with pytest.raises(Exception, match=r"^$"):  # InvalidTag has no words
            other.read(body)
    assert len(lengths) == 1, "the length tells nothing"


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        (encode(bytes(65)), encode(bytes(16))),
        (encode(b"\x04" + bytes(64)), encode(bytes(16))),
        ("é" * 10, encode(bytes(16))),
        (encode(Device("").public), encode(bytes(15))),
        (encode(Device("").public), "?" * 22),
    ],
    ids=["none", "zeros", "no point", "no base64", "short secret", "no secret"],
)
def test_keys_that_no_browser_makes_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        encryption.check_subscription(p256dh, auth)


# --- the server's key -------------------------------------------------------------------------


async def test_the_key_is_made_once_and_stays(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        async with local_server(tmp_path) as server:
            state = await (await server.guest()).call("GET", "/api/push")
            assert state["works"] is True
            assert state["on"] is False
            assert len(decode(state["key"])) == 65
            keys.add(state["key"])
    assert len(keys) == 1


async def test_workers_that_make_a_key_at_once_agree(
    tmp_path: Path, database: dict[str, Any]
) -> None:
    async with local_server(tmp_path, **database) as server:
        store = server.services.store.calls
        found = await asyncio.gather(*(store.key("other", str(number)) for number in range(10)))
        assert len(set(found)) == 1
        rows = await server.services.store.database.read(server_keys.select())
        assert sorted(row.name for row in rows) == ["other", "vapid"]


async def test_a_server_without_the_extra_says_so(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(push, "find_spec", lambda _name: None)
    async with evening(tmp_path, monkeypatch) as at:
        line = at.lines[1]
        state = await line.guest.call("GET", "/api/push")
        assert state == {"works": False, "on": False, "why": "extra"}
        with pytest.raises(RequestRefused) as refused:
            await at.subscribe(line)
        assert refused.value.code == "no-push"
        await at.set_webhook()
        await at.hide(line)
        await at.turn_of(line)
        assert len(await at.look()) == 1, "webhooks need no keys"


# --- subscriptions ----------------------------------------------------------------------------


async def _rows(at: Evening) -> list[Any]:
    return await at.server.services.store.database.read(push_subscriptions.select())


async def test_a_device_is_called_until_it_says_stop(tmp_path: Path, monkeypatch: Patch) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        line = at.lines[1]
        await at.subscribe(line)
        await at.subscribe(line)
        assert len(await _rows(at)) == 1
        assert (await line.guest.call("GET", "/api/push"))["on"] is True
        assert (await at.lines[2].guest.call("GET", "/api/push"))["on"] is False
        await line.guest.call("DELETE", "/api/push")
        assert (await line.guest.call("GET", "/api/push"))["on"] is False
        assert await _rows(at) == []
        await at.hide(line)
        await at.turn_of(line)
        assert await at.look() == []


async def test_a_call_that_waits_is_not_sent_after_a_stop(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(backoff, "FIRST_SECONDS", 0.2)
    async with evening(tmp_path, monkeypatch) as at:
        line = at.lines[1]
        await at.subscribe(line)
        await at.hide(line)
        at.receiver.status = 500
        await at.turn_of(line)
        assert len(await at.look()) == 1
        assert len(at.calls.queue) == 1
        await line.guest.call("DELETE", "/api/push")
        await until(lambda: not len(at.calls.queue) and not at.calls.queue.under_way)
        assert len(at.receiver.got) == 1


async def test_what_is_no_subscription_is_refused(tmp_path: Path, monkeypatch: Patch) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        guest = at.lines[1].guest
        good = Device("https://push.example/x").subscription
        for change in (
            {"endpoint": "https://127.0.0.2/x"},
            {"endpoint": "http://push.example/x"},
            {"endpoint": "https://push.example:444/x"},
            {"keys": {"p256dh": "AAAA", "auth": good["keys"]["auth"]}},
            {"keys": {**good["keys"], "auth": "AAAA"}},
        ):
            with pytest.raises(RequestRefused) as refused:
                await guest.call("POST", "/api/push", {**good, **change})
            assert refused.value.code == "subscription"
        stranger = Guest(at.server.base, "x" * 43, "?")
        for method, body in (("GET", None), ("POST", good), ("DELETE", None)):
            with pytest.raises(RequestRefused) as refused:
                await stranger.call(method, "/api/push", body)
            assert refused.value.code == "no-session"
        assert await _rows(at) == []


async def test_a_player_has_few_devices_and_the_newest_count(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        keys = Device("").subscription["keys"]
        for number in range(push.MOST_DEVICES + 3):
            await at.calls.push.subscribe(
                "p" * 32, f"{number:064}", "en", f"https://a.example/{number}", *keys.values()
            )
            await asyncio.sleep(0.002)
        ends = {row.endpoint.rpartition("/")[2] for row in await _rows(at)}
        assert ends == {str(number) for number in range(3, push.MOST_DEVICES + 3)}


async def test_whoever_is_forgotten_is_not_called(tmp_path: Path, monkeypatch: Patch) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        await at.subscribe(at.lines[1])
        await at.set_webhook()
        await at.lines[1].guest.call("DELETE", "/api/me")
        assert await _rows(at) == []
        await at.lines[0].guest.call("DELETE", "/api/me")
        assert await at.server.services.store.calls.webhook(at.table) is None


# --- messages ---------------------------------------------------------------------------------


async def test_a_message_says_game_host_and_turn_and_no_more(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    public = "https://horns.example"
    table = {"game": "horns-up", "options": {}}
    async with evening(tmp_path, monkeypatch, public_url=public, table=table) as at:
        line = at.lines[1]
        await at.lines[0].command("rename", name="@cards.names")
        device = await at.subscribe(line)
        await at.hide(line)
        await at.turn_of(line)
        [got] = await at.look()
        told = json.loads(device.read(got.body))
        assert told == {
            "kind": "turn",
            "title": "Horns Up",
            "body": "It is your turn. Host: @cards.names.",
            "table": at.table,
        }
        assert got.headers["content-encoding"] == "aes128gcm"
        assert int(got.headers["ttl"]) > 0
        assert at.table not in str(got.headers), "the push service learns nothing of the table"
        key = at.calls.push.public_key
        assert key is not None
        claims = claims_of(got, key)
        assert claims["aud"] == at.receiver.base
        assert claims["sub"] == public
        ahead = claims["exp"] - at.server.services.runtime.clock.now() / 1000
        assert 3600 < ahead <= 24 * 3600


async def test_a_message_speaks_the_language_of_the_device(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        keys = Device("").subscription["keys"]
        row = {"endpoint": at.receiver.base, "auth": keys["auth"], "p256dh": keys["p256dh"]}
        said = {}
        for language in ("en", "it", "fr"):
            device = Device(at.receiver.base)
            given = type("Row", (), {**row, **device.subscription["keys"], "language": language})
            message = turn_message(at)
            _, body = at.calls.push.request(given, message)
            said[language] = json.loads(device.read(body))["body"]
        assert said == {
            "en": "It is your turn. Host: P0.",
            "it": "Tocca a te. Ospita P0.",
            "fr": "C’est à toi. Hôte\u00a0: P0.",
        }


def turn_message(at: Evening) -> Any:
    from hornsup.server.calls import words

    player = at.live.table.seats[1].player
    assert player is not None
    return words.message(at.live.table, player, "turn")


# --- endpoints that fail ----------------------------------------------------------------------


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_is_gone_is_deleted(
    tmp_path: Path, monkeypatch: Patch, status: int
) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        line = at.lines[1]
        await at.subscribe(line)
        await at.hide(line)
        at.receiver.status = status
        await at.turn_of(line)
        assert len(await at.look()) == 1
        assert await _rows(at) == []
        assert (await line.guest.call("GET", "/api/push"))["on"] is False


async def test_an_endpoint_that_fails_is_tried_less_and_less_and_then_no_more(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    waits = [backoff.wait_seconds(failures) for failures in range(1, backoff.MOST_FAILURES)]
    assert waits == [60, 120, 240, 480, 960]
    monkeypatch.setattr(backoff, "FIRST_SECONDS", 0.02)
    async with evening(tmp_path, monkeypatch) as at:
        line = at.lines[1]
        await at.subscribe(line)
        await at.hide(line)
        at.receiver.status = 503
        await at.turn_of(line)
        await at.calls.look()
        await until(lambda: len(at.receiver.got) == backoff.MOST_FAILURES, "six tries")
        await until(lambda: not at.calls.queue.under_way)
        assert await _rows(at) == []
        await asyncio.sleep(0.3)
        assert len(at.receiver.got) == backoff.MOST_FAILURES
        assert len(at.calls.queue) == 0


async def test_a_message_that_failed_is_sent_while_it_is_still_their_turn(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(backoff, "FIRST_SECONDS", 0.5)
    async with evening(tmp_path, monkeypatch) as at:
        line = at.lines[1]
        await at.subscribe(line)
        await at.hide(line)
        at.receiver.status = 500
        await at.turn_of(line)
        assert len(await at.look()) == 1
        assert [row.failures for row in await _rows(at)] == [1]
        at.receiver.status = 201
        await until(lambda: len(at.receiver.got) == 2, "another try")
        await until(lambda: not at.calls.queue.under_way)
        assert [row.failures for row in await _rows(at)] == [0]
        at.receiver.status = 500
        await at.turn_of_other(line)
        await at.turn_of(line)
        assert len(await at.look()) == 3
        await at.turn_of_other(line)
        await asyncio.sleep(0.7)
        assert len(at.receiver.got) == 3, "the turn has passed"


async def test_a_name_that_is_not_resolved_in_time_is_no_failure_of_its_host(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    """Somebody else's names may hold the resolver: no device loses its calls by that."""
    monkeypatch.setattr(outgoing, "CONNECT_SECONDS", 0.02)
    for module in (push, webhooks):
        monkeypatch.setattr(module, "UNRESOLVED_SECONDS", 0.02)
    tries = []

    async def hang(_self: Any, host: str, _port: int) -> list[str]:
        tries.append(host)
        await asyncio.sleep(60)
        return []

    async with evening(tmp_path, monkeypatch) as at:
        line = at.lines[1]
        await at.subscribe(line)
        await at.set_webhook()
        await at.hide(line)
        await at.turn_of(line)
        with monkeypatch.context() as slow:
            slow.setattr(SystemNetwork, "resolve", hang)
            await at.calls.look()
            await until(lambda: len(tries) > 4 * backoff.MOST_FAILURES, "many tries")
            assert [row.failures for row in await _rows(at)] == [0]
            hook = await at.server.services.store.calls.webhook(at.table)
            assert hook is not None
            assert hook.failures == 0
        assert at.receiver.got == []
        await until(lambda: len(at.receiver.got) == 2, "both calls")

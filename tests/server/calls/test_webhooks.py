"""Webhooks: what each service gets, who may set one, and where its address never appears."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text, update

from hornsup.client import RequestRefused, request
from hornsup.play.refused import Refused
from hornsup.server.calls import backoff, queue, webhooks, words
from hornsup.server.calls.webhooks import request as made
from hornsup.server.storage import schema
from tests.server.calls.evening import Evening, evening
from tests.server.calls.receiver import Device, Receiver
from tests.server.harness import FAST, remote_server, until
from tests.server.players import people_at_table, play_on

Patch = pytest.MonkeyPatch
HOSTILE = [
    "@everyone",
    "<!channel>",
    "<@U024BE7LH>",
    "<https://evil.example|x>",
    "*bold* _it_ `c` ~s~",
    "[x](https://e.example)",
    "||spoiler|| > # quote",
    "\\@here",
    "@channel & <b>",
    'quote" \\ \n {x}',
]


def hostile(name: str) -> words.Message:
    return words.Message("turn", "0" * 32, "horns-up", "Horns Up", name, name)


# --- what each kind is sent -------------------------------------------------------------------


@pytest.mark.parametrize("name", HOSTILE)
def test_discord_is_sent_no_mention_and_no_markup(name: str) -> None:
    headers, body = made("discord", hostile(name), "en", "https://horns.example/t/1")
    told = json.loads(body)
    assert headers["Content-Type"] == "application/json"
    assert told["allowed_mentions"] == {"parse": []}
    said = told["content"].splitlines()[0] if "\n" not in name else told["content"]
    assert "@" not in said
    free = said.replace("\\\\", "")
    for sign in "`*_~|<>#[":
        assert free.count(sign) == free.count("\\" + sign), f"{sign} is escaped in {said}"
    assert told["content"].endswith("\nhttps://horns.example/t/1")


@pytest.mark.parametrize("name", HOSTILE)
def test_slack_is_sent_no_mention_and_no_control_sequence(name: str) -> None:
    _, body = made("slack", hostile(name), "en", "")
    told = json.loads(body)
    assert not set("<>@") & set(told["text"])
    assert told["text"].count("&") == sum(
        told["text"].count(each) for each in ("&amp;", "&lt;", "&gt;")
    )
    assert (told["parse"], told["link_names"], told["mrkdwn"]) == ("none", False, False)


@pytest.mark.parametrize("name", HOSTILE)
def test_ntfy_gets_names_in_the_body_alone(name: str) -> None:
    headers, body = made("ntfy", hostile(name), "en", "https://horns.example/t/1")
    assert headers == {
        "Content-Type": "text/plain; charset=utf-8",
        "Title": "Horns Up",
        "Click": "https://horns.example/t/1",
    }
    assert name in body.decode()


def test_other_programs_get_every_part_by_name() -> None:
    _, body = made("json", hostile("Ann"), "it", "")
    assert json.loads(body) == {
        "kind": "turn",
        "table": "0" * 32,
        "game": "horns-up",
        "title": "Horns Up",
        "host": "Ann",
        "player": "Ann",
        "text": "Ann, tocca a te (Horns Up, ospita Ann).",
        "link": None,
    }


def test_names_hold_nothing_invisible() -> None:
    from hornsup.play.seating import Seat

    seat = Seat()
    seat.player, seat.name = "p", "A\u200bn\u202en\u2060\ufeff"
    table: Any = type("Table", (), {"seats": [seat], "executor": Seat()})
    assert words.name_of(table, "p") == "Ann"
    assert words.name_of(table, "q") == ""


@pytest.mark.parametrize("kind", ["discord", "slack", "ntfy", "json"])
async def test_each_kind_is_received(tmp_path: Path, monkeypatch: Patch, kind: str) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        line = at.lines[1]
        await line.command("rename", name="@everyone <!channel>")
        await at.set_webhook(kind, "/services/T0/B0/x?wait=true")
        await at.hide(line)
        await at.turn_of(line)
        [got] = await at.look()
        assert got.path == "/services/T0/B0/x?wait=true"
        said = got.body.decode()
        assert "it is your turn (Raise Your Horns!" in said
        if kind in ("discord", "slack"):
            assert "@everyone" not in said
            assert "<!" not in said.replace("\\\\<", "")


# --- who may set it ---------------------------------------------------------------------------


async def _refused(line: Any, method: str, path: str, body: Any = None) -> str:
    with pytest.raises(RequestRefused) as refused:
        await line.guest.call(method, path, body)
    return refused.value.code


async def test_the_host_sets_and_removes_it_and_everybody_sees_that_it_is_there(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        host, other = at.lines[0], at.lines[1]
        wanted = {"kind": "discord", "url": f"{at.receiver.base}/x"}
        assert await _refused(other, "PUT", at.hook, wanted) == "not-host"
        assert await _refused(other, "DELETE", at.hook) == "not-host"
        assert await _refused(other, "POST", f"{at.hook}/test") == "not-host"
        assert await _refused(host, "POST", f"{at.hook}/test") == "no-webhook"
        info = await host.guest.call("PUT", at.hook, wanted)
        assert info["webhook"] == "discord"
        for line in at.lines:
            while line.table.webhook != "discord":
                await line.next_message()
        await host.guest.call("DELETE", at.hook)
        while other.table.webhook is not None:
            await other.next_message()
        assert await at.server.services.store.calls.webhook(at.table) is None
        await at.hide(other)
        await at.turn_of(other)
        assert await at.look() == []


async def test_a_new_host_may_remove_it_and_no_more(tmp_path: Path, monkeypatch: Patch) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        await at.set_webhook("slack")
        answer = await at.lines[0].command("pass-on", seat=1)
        assert answer.ok
        new = at.lines[1]
        info = await new.guest.call("GET", f"/api/tables/{at.table}")
        assert info["webhook"] == "slack"
        assert "hook-secret" not in json.dumps(info)
        assert await _refused(new, "POST", f"{at.hook}/test") == "no-webhook"
        assert await _refused(at.lines[0], "DELETE", at.hook) == "not-host"
        await new.guest.call("DELETE", at.hook)
        assert (await new.guest.call("GET", f"/api/tables/{at.table}")).get("webhook") is None


@pytest.mark.parametrize(
    "url",
    ["http://hook.example/x", "https://10.0.0.1/x", "https://[::1]/x", "hook", "", "https://"],
)
async def test_an_address_inside_is_refused(tmp_path: Path, monkeypatch: Patch, url: str) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        wanted = {"kind": "json", "url": url}
        assert await _refused(at.lines[0], "PUT", at.hook, wanted) == "address"
        assert at.live.table.webhook is None


async def test_the_test_button_tells_no_more_than_whether_it_arrived(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        host = at.lines[0].guest
        await at.set_webhook("json")
        outcomes = []
        for status in (204, 302, 403, 404, 500):
            at.receiver.status = status
            outcomes.append(await host.call("POST", f"{at.hook}/test"))
        assert outcomes == [
            {"outcome": each} for each in ("sent", "refused", "refused", "gone", "failed")
        ]
        assert "This is a test" in at.receiver.got[0].json["text"]


async def test_whoever_has_just_lost_the_hosts_part_replaces_no_address(
    tmp_path: Path, monkeypatch: Patch, database: dict[str, Any]
) -> None:
    """The part is lost between the first look at the table and the writing of the address."""
    async with evening(tmp_path, monkeypatch, **database) as at:
        await at.set_webhook("json", "/first")
        former, store = at.live.table.host, at.server.services.store.calls
        assert (await at.lines[0].command("pass-on", seat=1)).ok
        url = f"{at.receiver.base}/second"
        with monkeypatch.context() as early:
            early.setattr(at.live.table, "need_host", lambda _player: None)
            with pytest.raises(Refused) as refused:
                await at.calls.webhooks.set(at.live, former, "json", url)
            assert refused.value.code == "not-host"
            with pytest.raises(Refused) as refused:
                await at.calls.webhooks.remove(at.live, former)
            assert refused.value.code == "not-host"
        row = await store.webhook(at.table)
        assert row is not None
        assert row.url.endswith("/first")
        await at.lines[1].guest.call("PUT", at.hook, {"kind": "ntfy", "url": url})
        row = await store.webhook(at.table)
        assert row is not None
        assert (row.kind, row.player) == ("ntfy", at.live.table.host)


# --- when it goes -----------------------------------------------------------------------------


async def _shows_none(at: Evening) -> None:
    await at.look()
    await at.live.settle()
    assert at.live.table.webhook is None
    info = await at.lines[2].guest.call("GET", f"/api/tables/{at.table}")
    assert info.get("webhook") is None


@pytest.mark.parametrize("seated", [True, False])
async def test_a_table_shows_no_webhook_of_somebody_who_was_forgotten(
    tmp_path: Path, monkeypatch: Patch, seated: bool
) -> None:
    async with evening(tmp_path, monkeypatch, table={"leavers": "wait"}) as at:
        await at.set_webhook("ntfy")
        await at.look()
        assert at.live.table.webhook == "ntfy"
        setter = at.lines[0].guest
        if not seated:  # whoever set it has long left the table
            setter = await at.server.guest("Gone")
            me = await at.server.services.sessions.find(setter.token)
            assert me is not None
            change = update(schema.webhooks).values(player=me.id)
            await at.server.services.store.database.execute(change)
        await setter.call("DELETE", "/api/me")
        await until(lambda: at.table in at.server.services.registry.touched, "the table to change")
        await _shows_none(at)


async def test_a_webhook_goes_with_the_end_of_the_game(
    tmp_path: Path, monkeypatch: Patch, database: dict[str, Any]
) -> None:
    table = {"people": 3, "options": {"end_value": 1}}
    async with evening(tmp_path, monkeypatch, table=table, **database) as at:
        await at.set_webhook("ntfy")
        while at.lines[0].phase != "over":
            await at.play()
        assert await at.server.services.store.calls.webhook(at.table) is None
        await _shows_none(at)
        wanted = {"kind": "json", "url": f"{at.receiver.base}/x"}
        assert await _refused(at.lines[0], "PUT", at.hook, wanted) == "not-playing"
        await at.lines[0].guest.call("DELETE", at.hook)


async def test_a_webhook_goes_when_the_table_is_closed(tmp_path: Path, monkeypatch: Patch) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        await at.set_webhook("ntfy")
        live = at.live
        await at.server.services.store.owner.close(at.table, 1)
        await at.server.services.maintenance.orders.carry_out()
        await at.server.services.maintenance.orders.stop()
        assert live.table.phase == "closed"
        assert live.table.webhook is None
        assert await at.server.services.store.calls.webhook(at.table) is None


# --- tests of the host ------------------------------------------------------------------------


async def test_a_player_has_one_test_under_way(tmp_path: Path, monkeypatch: Patch) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        await at.set_webhook("json")
        host, queue = at.lines[0].guest, at.calls.queue
        at.receiver.status = None
        first = asyncio.create_task(host.call("POST", f"{at.hook}/test"))
        await until(lambda: len(at.receiver.got) == 1, "the test")
        assert queue.under_way == 1, "it is a call like any other"
        codes = [await _refused(at.lines[0], "POST", f"{at.hook}/test") for _ in range(5)]
        assert codes == ["busy"] * 5
        at.receiver.released.set()
        assert await first == {"outcome": "failed"}
        at.receiver.status = 200
        assert await host.call("POST", f"{at.hook}/test") == {"outcome": "sent"}
        assert len(at.receiver.got) == 2


async def test_a_test_that_waits_for_too_long_is_not_sent_later(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(webhooks, "TEST_SECONDS", 0.2)
    monkeypatch.setattr(queue, "AT_ONCE", 0)
    async with evening(tmp_path, monkeypatch) as at:
        await at.set_webhook("json")
        host = at.lines[0].guest
        assert await host.call("POST", f"{at.hook}/test") == {"outcome": "failed"}
        monkeypatch.setattr(queue, "AT_ONCE", 32)
        monkeypatch.setattr(webhooks, "TEST_SECONDS", 5)
        assert await host.call("POST", f"{at.hook}/test") == {"outcome": "sent"}
        assert len(at.receiver.got) == 1


# --- failures ---------------------------------------------------------------------------------


async def test_a_webhook_that_fails_is_stopped_and_the_host_is_told(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(backoff, "FIRST_SECONDS", 0.02)
    async with evening(tmp_path, monkeypatch) as at:
        await at.set_webhook("ntfy")
        away, host = at.lines[1], at.lines[0]
        await at.hide(away)
        at.receiver.status = 500
        await at.turn_of(away)
        await at.calls.look()
        await until(lambda: at.live.table.webhook_stopped, "the webhook to be stopped")
        assert len(at.receiver.got) == backoff.MOST_FAILURES
        while not host.table.webhook_stopped:
            await host.next_message()
        assert host.table.webhook == "ntfy"
        await at.turn_of_other(away)
        await at.turn_of(away)
        await at.look()
        assert len(at.receiver.got) == backoff.MOST_FAILURES, "it is left alone"
        at.receiver.status = 200
        assert (await host.guest.call("POST", f"{at.hook}/test"))["outcome"] == "sent"
        assert not at.live.table.webhook_stopped, "a test that arrives starts it again"


async def test_a_webhook_that_is_gone_is_stopped_at_once(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        await at.set_webhook("discord")
        at.receiver.status = 404
        await at.hide(at.lines[1])
        await at.turn_of(at.lines[1])
        assert len(await at.look()) == 1
        assert at.live.table.webhook_stopped


async def test_the_stop_is_noted_at_a_table_that_was_dropped_and_read_again(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(backoff, "FIRST_SECONDS", 2.0)  # the table is dropped before the next try
    monkeypatch.setattr(webhooks, "MOST_FAILURES", 2)
    table = {"leavers": "wait"}
    async with evening(tmp_path, monkeypatch, table=table, idle_minutes=0) as at:
        await at.set_webhook("ntfy")
        at.receiver.status = 500
        await at.hide(at.lines[1])
        await at.turn_of(at.lines[1])
        assert len(await at.look()) == 1
        registry, before = at.server.services.registry, at.live
        for line in at.lines:
            await line.close()
        await until(lambda: not before.viewers.any, "the sockets to end")
        await before.settle()

        def dropped() -> bool:
            registry.drop_unused()  # keeps what was used in the same millisecond
            return at.table not in registry.tables

        await until(dropped, "the table to be dropped")
        assert len(at.receiver.got) == 1, "the next try is still to come"
        await until(lambda: len(at.receiver.got) == 2, "another try")
        await until(lambda: not at.calls.queue.under_way, "its end")
        assert at.live is not before
        assert at.live.table.webhook_stopped
        version = max((await registry.store.log.versions([at.table])).values())
        assert at.live.table.version == version, "nothing was written past the table"


# --- the address is a secret ------------------------------------------------------------------


async def _everything(at: Evening) -> str:
    """All that anybody at the table can be told, and every row that is no row of `webhooks`."""
    found: list[Any] = []
    for line in at.lines:
        paths = (f"/api/tables/{at.table}", "/api/me/tables", "/api/tables", "/api/me")
        found += [await line.guest.call("GET", path) for path in paths]
        found.append(line.frames)
    store = at.server.services.store
    for table in ("tables", "log", "seats", "players", "calls_made", "presence", "server_keys"):
        rows = await store.database.read(text(f"SELECT * FROM {table}"))
        found.append([tuple(row) for row in rows])
    assert len(found) > 10
    return repr(found)


async def test_the_address_is_in_nothing_that_others_see(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    table = {"keep_frames": True, "options": {"end_value": 1}}
    async with evening(tmp_path, monkeypatch, table=table) as at:
        await at.set_webhook("discord", "/hook-secret")
        await at.subscribe(at.lines[1])
        await at.hide(at.lines[1])
        await at.turn_of(at.lines[1])
        assert len(await at.look()) == 2
        rows = await at.server.services.store.database.read(text("SELECT url FROM webhooks"))
        assert [row.url for row in rows] == [f"{at.receiver.base}/hook-secret"], "it is somewhere"
        while at.lines[0].phase != "over":
            await at.play()
        told = await _everything(at)
        record = await at.lines[0].guest.call("GET", f"/api/tables/{at.table}/record")
        for secret in ("hook-secret", "secret-endpoint", at.receiver.host):
            assert secret not in told
            assert secret not in json.dumps(record)


@pytest.mark.parametrize("log_json", [True, False])
async def test_the_address_is_in_no_log(tmp_path: Path, log_json: bool) -> None:
    """At the most talkative level, with calls that arrive, that fail and that are refused."""
    with Receiver() as receiver:
        settings = {**FAST, "calls_allow": receiver.host}
        with remote_server(tmp_path, log_level="debug", log_json=log_json, **settings) as server:
            async with people_at_table(server.base, options={"end_value": 20}) as lines:
                hook = f"/api/tables/{lines[0].table.id}/webhook"
                device = Device(f"{receiver.base}/secret-endpoint")
                for line in lines:
                    await line.guest.call("POST", "/api/push", device.subscription)
                    await line.send_text('{"type":"visible","on":false}')
                wanted = {"kind": "slack", "url": f"{receiver.base}/hook-secret"}
                await lines[0].guest.call("PUT", hook, wanted)
                bad = {"kind": "slack", "url": "https://10.0.0.1/hook-secret"}
                await _refused(lines[0], "PUT", hook, bad)
                await asyncio.to_thread(receiver.wait, 1)
                receiver.status = 500
                await play_on(lines, 8)
                seen = len(receiver.got)
                await asyncio.to_thread(receiver.wait, seen + 1)
            metrics = await asyncio.to_thread(_text, f"{server.base}/metrics")
    said = server.log.read_text()
    assert "ready" in said
    assert 'hornsup_calls_total{outcome="failed"' in metrics
    for secret in ("hook-secret", "secret-endpoint"):
        assert secret not in said
        assert secret not in metrics


def _text(url: str) -> str:
    from urllib.request import urlopen

    with urlopen(url) as answer:
        return str(answer.read().decode())


async def test_the_description_of_the_interface_never_answers_with_an_address(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    async with evening(tmp_path, monkeypatch) as at:
        told = await asyncio.to_thread(request, at.server.base, "GET", "/api/openapi.json")
        paths = told["paths"]
        assert {"get", "post", "delete"} <= set(paths["/api/push"])
        hook = paths["/api/tables/{table_id}/webhook"]
        assert set(hook) == {"put", "delete"}, "there is nothing to read it with"
        answers = [answer for each in hook.values() for answer in each["responses"].values()]
        assert "NewWebhook" not in json.dumps(answers)

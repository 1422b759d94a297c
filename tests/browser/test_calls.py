"""Told when it is my turn: push to a page that is hidden or closed, and the host's webhook."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import PageAt
from tests.browser.remote import SeededRemote
from tests.browser.test_tour import axe
from tests.browser.visitor import Visitor, script
from tests.server.calls.receiver import Device, Receiver, claims_of

DICE = "raise-your-horns"
PUSH = ".switch:has-text('even when this page is closed') input"
LOOKED = 7_000
"""Milliseconds after which a player who does not look would have been called."""
NOTES = """async () => {
  const worker = await navigator.serviceWorker.ready;
  const notes = await worker.getNotifications();
  return notes.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
}"""


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    """The push service and the webhook's service of these tests."""
    with Receiver() as opened:
        yield opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, receiver: Receiver) -> Iterator[SeededRemote]:
    """A server whose owner allows calls to this machine."""
    remote = SeededRemote(
        tmp_path_factory.mktemp("calls"),
        sessions_per_minute=100_000,
        tables_per_hour=1000,
        calls_allow=receiver.host,
    )
    remote.start()
    yield remote
    remote.stop()


@pytest.fixture(autouse=True)
def _nothing_yet(receiver: Receiver) -> None:
    receiver.got.clear()
    receiver.status = 201


def subscriber(page_at: PageAt, receiver: Receiver, size: str = "phone") -> tuple[Visitor, Device]:
    """Somebody whose browser subscribes at the receiver, and the device that reads its messages."""
    visitor = page_at(size)
    device = Device(f"{receiver.base}/push/device")
    made = json.dumps(json.dumps(device.subscription))
    visitor.context.add_init_script(f"({script('device')})('default')")
    visitor.context.add_init_script(f"({script('push-manager')})({made})")
    return visitor, device


def in_lobby(visitor: Visitor, seats: tuple[str, ...] = ("easy", "me", "easy")) -> str:
    table = visitor.open_table(DICE, list(seats), start=False, options={"end_value": 20})
    visitor.go(f"/t/{table}", ".lobby-calls")
    return table


def switch_on(visitor: Visitor) -> None:
    visitor.wait_for(f"{PUSH}:enabled")
    assert not visitor.page.is_checked(PUSH)
    visitor.press(PUSH)
    visitor.wait_for(f"{PUSH}:checked:enabled")


def begin(visitor: Visitor) -> None:
    visitor.press(".lobby-go .loud")
    visitor.wait_for(".tbl")


def my_turn(visitor: Visitor) -> None:
    visitor.until(lambda: bool(visitor.frames.legal()), "my turn")


# --- push -------------------------------------------------------------------------------------


def test_a_hidden_page_is_called_and_one_tap_stops_it(page_at: PageAt, receiver: Receiver) -> None:
    visitor, device = subscriber(page_at, receiver)
    table = in_lobby(visitor)
    switch_on(visitor)
    asked = visitor.page.evaluate("window.pushAsked")
    key = visitor.call("GET", "/api/push")["key"]
    assert asked == [{"userVisibleOnly": True, "applicationServerKey": key}]
    visitor.page.evaluate("window.look('tab')")
    begin(visitor)
    my_turn(visitor)
    [got] = receiver.wait(1)
    assert json.loads(device.read(got.body)) == {
        "kind": "turn",
        "title": "Raise Your Horns!",
        "body": "It is your turn. Host: Ann.",
        "table": table,
    }
    assert claims_of(got, key)["aud"] == receiver.base
    assert visitor.frames.commands("visible")[-1] == {"type": "visible", "on": False}
    visitor.page.wait_for_timeout(LOOKED)
    assert len(receiver.got) == 1, "once for each turn"
    visitor.page.evaluate("window.look('here')")
    visitor.page.keyboard.press("m")
    visitor.wait_for(f"dialog {PUSH}:checked:enabled")
    visitor.press(f"dialog {PUSH}")
    visitor.wait_for(f"dialog {PUSH}:not(:checked):enabled")
    assert visitor.call("GET", "/api/push")["on"] is False


def test_a_page_that_is_looked_at_is_not_called(page_at: PageAt, receiver: Receiver) -> None:
    visitor, _ = subscriber(page_at, receiver, "laptop")
    in_lobby(visitor)
    switch_on(visitor)
    begin(visitor)
    my_turn(visitor)
    visitor.page.wait_for_timeout(LOOKED)
    assert receiver.got == []


def test_a_closed_page_is_called(page_at: PageAt, receiver: Receiver) -> None:
    visitor, device = subscriber(page_at, receiver)
    in_lobby(visitor)
    switch_on(visitor)
    visitor.go("/rules/raise-your-horns")
    table = visitor.open_table(DICE, ["easy", "me", "easy"], options={"end_value": 20})
    [got] = receiver.wait(1)
    assert json.loads(device.read(got.body))["table"] == table


def test_the_service_worker_shows_the_call(page_at: PageAt, receiver: Receiver) -> None:
    """The push event is fired through DevTools; a page at that table takes the message back."""
    del receiver
    visitor = page_at()
    visitor.context.grant_permissions(["notifications"], origin=visitor.base)
    visitor.go("/learn")
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    tools = visitor.context.new_cdp_session(visitor.page)
    known: list[Any] = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda e: known.extend(e["registrations"]))
    tools.send("ServiceWorker.enable")
    visitor.until(lambda: bool(known), "a service worker")

    def push(table: str) -> None:
        data = {"kind": "turn", "title": "The game", "body": "It is your turn.", "table": table}
        told = {"origin": visitor.base, "registrationId": known[-1]["registrationId"]}
        tools.send("ServiceWorker.deliverPushMessage", {**told, "data": json.dumps(data)})

    away = "0" * 32
    push(away)
    note = {"title": "The game", "body": "It is your turn."}
    shown = [{**note, "tag": f"/t/{away}", "data": f"/t/{away}"}]
    visitor.until(lambda: visitor.page.evaluate(NOTES) == shown, "a notification")
    push(away)
    visitor.page.wait_for_timeout(500)
    assert visitor.page.evaluate(NOTES) == shown, "one for each table"
    table = visitor.open_table(DICE, ["me", "easy", "easy"])
    visitor.go(f"/t/{table}", ".tbl")
    visitor.page.bring_to_front()
    push(table)
    visitor.page.wait_for_timeout(1000)
    assert visitor.page.evaluate(NOTES) == shown, "who looks at the table needs none"


# --- where it cannot work ---------------------------------------------------------------------

IPHONE = "Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla (iPhone; CPU)' });"
INSECURE = "Object.defineProperty(window, 'isSecureContext', { get: () => false });"


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (IPHONE, "Add to Home Screen"),
        (INSECURE, "begins with https"),
        ("delete window.PushManager;", "title, sound and vibration"),
        (f"({script('device')})('denied');", "blocks notifications"),
    ],
    ids=["iphone", "insecure", "no push", "denied"],
)
def test_the_page_says_why_it_cannot_be_called(page_at: PageAt, before: str, said: str) -> None:
    visitor = page_at("phone")
    visitor.context.add_init_script(before)
    in_lobby(visitor)
    visitor.wait_for(f".switch:has-text('{said}')")
    assert visitor.page.is_disabled(PUSH)
    assert not visitor.page.is_checked(PUSH)


def test_an_iphone_is_called_from_the_home_screen(page_at: PageAt, receiver: Receiver) -> None:
    visitor, _ = subscriber(page_at, receiver)
    standalone = "Object.defineProperty(navigator, 'standalone', { get: () => true });"
    visitor.context.add_init_script(IPHONE + standalone)
    in_lobby(visitor)
    assert visitor.page.is_enabled(PUSH)
    switch_on(visitor)
    assert visitor.page.is_checked(PUSH)


def test_a_subscription_that_the_server_refuses_leaves_the_switch_off(page_at: PageAt) -> None:
    visitor = page_at("phone")
    made = json.dumps(json.dumps(Device("https://10.0.0.1/inside").subscription))
    visitor.context.add_init_script(f"({script('device')})('default')")
    visitor.context.add_init_script(f"({script('push-manager')})({made})")
    visitor.allow("/api/push")
    in_lobby(visitor)
    visitor.wait_for(f"{PUSH}:enabled")
    visitor.press(PUSH)
    visitor.wait_for(".switch:has-text('That did not work')")
    assert not visitor.page.is_checked(PUSH)


# --- the webhook ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_host_sets_tests_and_removes_a_webhook(
    page_at: PageAt, receiver: Receiver, size: str, axe_source: str | None
) -> None:
    host, friend = page_at(size), page_at(name="Bea")
    table = in_lobby(host, ("me", "open", "easy"))
    friend.go(f"/t/{table}", ".lobby-calls")
    assert not friend.sees(".lobby-calls button"), "only the host sets one"
    host.press(".lobby-calls button")
    host.wait_for("dialog .webhook")
    assert not host.sees(".webhook .row button")
    host.page.fill("#webhook-address", "https://discord.com/api/webhooks/1/x")
    assert host.page.input_value("#webhook-kind") == "discord"
    host.page.fill("#webhook-address", "https://hooks.slack.com/services/x")
    assert host.page.input_value("#webhook-kind") == "slack"
    host.page.fill("#webhook-address", f"{receiver.base}/secret-address")
    host.page.press("#webhook-address", "Enter")
    host.wait_for(".webhook .row button")
    assert host.page.input_value("#webhook-address") == "", "it is never shown again"
    friend.wait_for(".lobby-calls p:has-text('webhook: Slack')")
    if axe_source is not None:
        assert axe(host, axe_source) == []
    host.press(".webhook .row button")
    host.wait_for(".toast:has-text('The test has arrived')")
    assert "This is a test" in receiver.wait(1)[0].json["text"]
    for visitor in (host, friend):
        assert "secret-address" not in visitor.markup()
        assert "secret-address" not in "".join(visitor.frames.received)
    receiver.status = 404
    host.press(".webhook .row button")
    host.wait_for(".toast.bad:has-text('Check the address')")
    host.press(".webhook .danger")
    host.wait_for(".toast:has-text('removed')")
    friend.until(lambda: not friend.sees(".lobby-calls p"), "the line to go")


def test_an_address_inside_is_refused_in_words(page_at: PageAt) -> None:
    host = page_at()
    in_lobby(host)
    host.allow("/webhook")
    host.press(".lobby-calls button")
    host.page.fill("#webhook-address", "https://192.168.0.1/hook")
    host.page.press("#webhook-address", "Enter")
    host.wait_for(".toast.bad:has-text('public address')")
    host.page.keyboard.press("Escape")
    host.until(lambda: not host.sees("dialog"), "the dialog to close")
    focused = host.page.evaluate("document.activeElement.closest('.lobby-calls') !== null")
    assert focused, "the focus goes back"


def test_the_webhook_hears_of_a_turn_and_its_end_is_told_to_the_host(
    page_at: PageAt, receiver: Receiver
) -> None:
    host, _ = subscriber(page_at, receiver, "laptop")
    table = in_lobby(host, ("easy", "me", "easy"))
    wanted = {"kind": "json", "url": f"{receiver.base}/hook"}
    host.call("PUT", f"/api/tables/{table}/webhook", wanted)
    receiver.status = 410
    host.page.evaluate("window.look('tab')")
    begin(host)
    my_turn(host)
    assert receiver.wait(1)[0].json["player"] == "Ann"
    host.wait_for(".toast.bad:has-text('was stopped')")
    host.page.evaluate("window.look('here')")
    host.page.keyboard.press("m")
    host.wait_for("dialog .menu-show p:has-text('was stopped')")

"""One table over seven simulated days: calls that are read as a browser reads them, reminders, time
that runs out, a restart, and the way back into the game after days."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.browser.conftest import PageAt
from tests.browser.players import Dicer
from tests.browser.test_calls import switch_on
from tests.browser.timed_remote import TimedRemote
from tests.browser.visitor import Visitor, script
from tests.server.calls.receiver import Device, Got, Receiver, claims_of

DICE = "raise-your-horns"
DAY, HOUR = 86_400, 3_600
CALLED = 7_000
"""Milliseconds after which a player who does not look has been called."""


@pytest.fixture(scope="module")
def receiver() -> Iterator[Receiver]:
    with Receiver() as opened:
        yield opened


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, receiver: Receiver) -> Iterator[TimedRemote]:
    remote = TimedRemote(
        tmp_path_factory.mktemp("week"),
        sessions_per_minute=100_000,
        tables_per_hour=1000,
        calls_allow=receiver.host,
    )
    remote.start()
    yield remote
    remote.stop()


class Friend:
    """A player who has a page open only for as long as a turn takes."""

    def __init__(self, visitor: Visitor, receiver: Receiver, name: str) -> None:
        self.visitor, self.name = visitor, name
        self.device = Device(f"{receiver.base}/push/{name}")
        made = json.dumps(json.dumps(self.device.subscription))
        visitor.context.add_init_script(f"({script('device')})('default')")
        visitor.context.add_init_script(f"({script('push-manager')})({made})")

    def leave(self) -> None:
        self.visitor.page.goto("about:blank")

    def play_turn(self, table: str) -> None:
        self.visitor.go(f"/t/{table}", ".tbl-game > *")
        Dicer(self.visitor).play_turn()
        self.leave()

    def pushes(self, receiver: Receiver) -> list[Got]:
        return [each for each in receiver.got if each.path == f"/push/{self.name}"]

    def messages(self, receiver: Receiver) -> list[Any]:
        return [json.loads(self.device.read(each.body)) for each in self.pushes(receiver)]


class Week:
    """The table, and whom it waits for."""

    def __init__(self, friends: list[Friend], server: TimedRemote, receiver: Receiver) -> None:
        self.friends, self.server, self.receiver = friends, server, receiver
        self.table = ""

    def open(self) -> None:
        host, *others = (each.visitor for each in self.friends)
        clock = {"kind": "turn", "seconds": DAY}
        self.table = host.open_table(
            DICE, ["me", "open", "open"], start=False, clock=clock, leavers="wait",
            options={"end_value": 2},
        )  # fmt: skip
        for other in others:
            other.sit(self.table)
            other.go(f"/t/{self.table}", ".lobby-calls")
            switch_on(other)
        host.go(f"/t/{self.table}", ".lobby-calls")
        switch_on(host)
        hook = {"kind": "json", "url": f"{self.receiver.base}/hook"}
        host.call("PUT", f"/api/tables/{self.table}/webhook", hook)
        for each in self.friends[1:]:
            each.leave()
        host.press(".lobby-go .loud")
        host.wait_for(".tbl-game > *")
        if self.waits_for() is self.friends[0]:  # who begins has seen it, and is not called
            Dicer(host).play_turn()
        self.friends[0].leave()

    def hooks(self) -> list[Any]:
        return [each.json for each in self.receiver.got if each.path == "/hook"]

    def waits_for(self) -> Friend | None:
        """The friend whose list of tables says that it is their turn; None when it is over."""
        for each in self.friends:
            told = each.visitor.context.request.get(f"{each.visitor.base}/api/me/tables").json()
            if any("waiting" in row for row in told):
                return each
        return None

    def called(self, count: int) -> Friend:
        """Wait until so many calls have come by push and as many by webhook; whose turn it is."""
        self.receiver.wait(2 * count)
        friend = self.waits_for()
        assert friend is not None
        assert self.hooks()[-1]["player"] == friend.name
        assert len(self.hooks()) == count
        assert sum(len(each.pushes(self.receiver)) for each in self.friends) == count
        return friend


@pytest.mark.timeout(400)
def test_a_table_over_seven_days(page_at: PageAt, server: TimedRemote, receiver: Receiver) -> None:
    people = [page_at("phone", name="Ann"), page_at(name="Bea"), page_at("phone", name="Cleo")]
    friends = [Friend(each, receiver, name) for each, name in zip(people, NAMES, strict=True)]
    week = Week(friends, server, receiver)
    began = server.ahead
    week.open()

    first = week.called(1)
    server.forward(DAY - 5 * HOUR)  # the reminder comes six hours before the end
    assert week.called(2) is first
    assert [each["kind"] for each in first.messages(receiver)] == ["turn", "reminder"]
    first.play_turn(week.table)

    second = week.called(3)
    assert second is not first
    server.forward(DAY + 60)  # time runs out: one automatic turn, and nobody loses the seat
    third = week.called(4)
    assert third is not second

    server.stop()  # for two days there is no server, and nobody's day passes
    server.forward(2 * DAY)
    server.start()
    third.visitor.page.wait_for_timeout(CALLED)
    assert week.called(4) is third, "who was called is not called again by another process"
    server.forward(DAY - 7 * HOUR)
    third.play_turn(week.table)

    count = 5
    while week.waits_for() is not None:
        friend = week.called(count)
        server.forward(8 * HOUR)
        friend.play_turn(week.table)
        count += 1
    server.forward(max(0, began + 7 * DAY - server.ahead))

    check_calls(week, friends)
    check_return(week, second)


NAMES = ("Ann", "Bea", "Cleo")


def check_calls(week: Week, friends: list[Friend]) -> None:
    """Every message was signed by the server, names game and host, and holds nothing else."""
    key = friends[0].visitor.call("GET", "/api/push")["key"]
    for friend in friends:
        for got, message in zip(
            friend.pushes(week.receiver), friend.messages(week.receiver), strict=True
        ):
            assert claims_of(got, key)["aud"] == week.receiver.base
            assert message.keys() == {"kind", "title", "body", "table"}
            assert (message["title"], message["table"]) == ("Raise Your Horns!", week.table)
            assert "Host: Ann." in message["body"]
    assert {each["kind"] for each in week.hooks()} == {"turn", "reminder"}


def check_return(week: Week, away: Friend) -> None:
    """After seven days the table is still there, and its record is honest."""
    visitor = away.visitor
    visitor.go(f"/t/{week.table}", ".tbl-game > *")
    record = visitor.call("GET", f"/api/tables/{week.table}/record")
    assert visitor.call("POST", "/api/verify", record)["honest"]
    assert [seat["name"] for seat in record["seats"]] == list(NAMES)
    assert not any(seat.get("bot") for seat in record["seats"]), "no clock seated a bot"

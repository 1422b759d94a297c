"""Live tables for tests: seats filled, one command of every kind, and servers whose time tests
move."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, get_args

from hornsup.client import TableClient
from hornsup.play import wire
from hornsup.play.live.table import LiveTable
from hornsup.play.opening import Host
from hornsup.play.runtime import SteadyClock
from hornsup.play.settings import NoClock, Settings, TurnClock
from hornsup.server.storage.store import Store
from tests.server.harness import FAST, FakeTime, Local, local_server
from tests.server.players import table_id

HOST, GUEST = "h" * 32, "a" * 32


def live_of(server: Local, line: TableClient) -> LiveTable:
    """The table behind a line, as the server has it in memory."""
    return server.services.registry.tables[table_id(line)]


async def kinds(store: Store, ident: str) -> list[type]:
    """The types of the entries in a table's log."""
    return [type(each.entry) for each in await store.log.entries(ident)]


async def fill(live: LiveTable, bots: int = 0, people: int = 0) -> None:
    """Sit the host and others down."""
    answer = await live.ask(wire.Sit("sit", 0, "", None, "Host"), HOST, "en")
    for number in range(people):
        name = f"{number:032x}"
        answer = await live.ask(wire.Sit("sit", 0, "", None, f"P{number}"), name, "en")
    for number in range(bots):
        bot = wire.AddBot(f"bot{number}", live.table.version, "easy")
        answer = await live.ask(bot, HOST, "en")
    assert answer.ok, answer


def first_move(live: LiveTable) -> str:
    """The first legal move, as this worker sees the table."""
    assert live.table.state is not None
    return str(live.table.state.legal_moves()[0])


def ask_move(live: LiveTable) -> Awaitable[wire.Answer]:
    """The move of whoever must decide, as this worker sees the table."""
    table = live.table
    assert table.to_move is not None
    player = table.seats[table.to_move].player
    move = wire.Move(secrets.token_hex(8), table.version, first_move(live))
    return live.ask(move, player or "", "en")


def every_command(live: LiveTable) -> list[wire.Command]:
    """One of every kind, as somebody could send it at this moment."""
    playing = live.table.state is not None and not live.table.state.over
    common = (secrets.token_hex(8), live.table.version)
    made: list[wire.Command] = [
        wire.Move(*common, first_move(live) if playing else "pass"),
        wire.Undo(*common),
        wire.Sit(*common, "", None, "Bo"),
        wire.Stand(*common),
        wire.Rename(*common, "Cy"),
        wire.AddBot(*common, "easy"),
        wire.Kick(*common, 1),
        wire.Change(*common, live.table.settings),
        wire.Start(*common),
        wire.PassOn(*common, 1),
        wire.TakeOver(*common, 1),
        wire.GiveBack(*common, 1),
        wire.Confirm(*common, 1),
        wire.Chat(*common, "hm"),
        wire.React(*common, "horns"),
        wire.Mute(*common, 1),
        wire.Rematch(*common),
        wire.Close(*common),
        wire.HandOver(*common, 1, "0" * 16),
        wire.TakeBack(*common, 1),
        wire.ShowOut(*common, "0" * 16),
    ]
    assert {type(command) for command in made} == set(get_args(wire.Logged))
    return made


# --- servers whose time tests move ----------------------------------------------------------------


class OwnClock(SteadyClock):
    """A clock that no database sets."""

    def __init__(self, moment: FakeTime) -> None:
        super().__init__(moment)
        super().set(1_000_000)

    def set(self, now: int) -> None:
        del now


class SharedTime:
    """Makes servers on one database that go by a time which tests move."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self._folder = folder
        self._settings = {"log_level": "error", "workers": 2, **FAST, **settings}
        self._moment = FakeTime()

    def forward(self, seconds: float) -> None:
        self._moment.forward(seconds)

    def server(self, **more: Any) -> AbstractAsyncContextManager[Local]:
        return local_server(self._folder, OwnClock(self._moment), **{**self._settings, **more})


async def timed_table(
    first: Local, second: Local, clock: int | None = 30
) -> tuple[LiveTable, LiveTable]:
    """A started table of two people (one holds two seats), open on both servers, which leave it
    alone."""
    for server in (first, second):
        await server.services.maintenance.stop()
    options = {"end_value": 20}
    kind = NoClock() if clock is None else TurnClock(clock)
    wanted = Settings("raise-your-horns", 3, options=options, clock=kind)
    live = await first.services.registry.open(wanted, Host(HOST, "Host"))
    for number, player in enumerate((HOST, GUEST, HOST)):
        sit = wire.Sit(f"sit{number}", live.table.version, "", number, "P")
        assert (await live.ask(sit, player, "en")).ok
    assert (await live.ask(wire.Start("start", live.table.version), HOST, "en")).ok
    other = await second.services.registry.get(live.table.id)
    assert other is not None
    return live, other


def pretend_here(live: LiveTable) -> None:
    """Both people have a connection, as far as the table knows."""
    for player in (HOST, GUEST):
        live.viewers.counts[player] = 1

"""One call of the storage fails, or all from one on, whichever it is."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hornsup.client import RequestRefused
from hornsup.core.contract import GameState
from hornsup.play import wire
from hornsup.play.live.ports import StorageError
from hornsup.play.live.table import LiveTable
from hornsup.play.opening import Host
from hornsup.play.settings import Settings
from hornsup.server.live.registry import Registry
from hornsup.server.storage.store import Store
from tests.server.faults import (
    Breaker,
    assert_history,
    assert_memory_is_log,
    assert_views,
    from_log,
    open_store,
)
from tests.server.harness import FAST, local_server
from tests.server.players import all_at, mover, people_at_table, table_id

HOST, GUEST = "h" * 32, "a" * 32


class WholeTable:
    """A table from its opening to its rematch, step by step; a step that fails is sent again."""

    def __init__(self, registry: Registry, breaker: Breaker, outside: Store) -> None:
        self.registry = registry
        self.breaker = breaker
        self.live: LiveTable | None = None
        self.refused = 0
        self.acked: dict[str, int] = {}
        self.outside = outside

    async def ask(self, make: Callable[..., wire.Command], player: str = HOST) -> None:
        """A command: it is answered whatever happens, and after the mending it is accepted."""
        assert self.live is not None
        command = make(self.live)
        async with asyncio.timeout(10):
            answer = await self.live.ask(command, player, "en")
            if not answer.ok:
                assert (answer.code, self.breaker.tripped > 0) == ("storage", True), answer
                self.refused += 1
                self.breaker.mend()
                answer = await self.live.ask(command, player, "en")
                await assert_memory_is_log(self.outside, self.live.table)
        assert answer.ok, (command, answer)
        self.acked[command.id] = answer.version

    async def open(self) -> None:
        settings = Settings("raise-your-horns", 3, options={"end_value": 2}, pace=0)
        try:
            self.live = await self.registry.open(settings, Host(HOST, "Host"))
        except StorageError:
            self.refused += 1
            self.breaker.mend()
            self.live = await self.registry.open(settings, Host(HOST, "Host"))

    async def begin(self) -> None:
        """From the opening to the first moves, always with the same calls."""
        await self.open()
        await self.ask(lambda live: wire.Sit("sit-host", live.table.version, "", 0, "Ho"))
        await self.ask(lambda live: wire.Sit("sit", live.table.version, "", 1, "Al"), GUEST)
        await self.ask(lambda live: wire.Sit("hot", live.table.version, "", 2, "Ho"))
        await self.ask(lambda live: wire.Chat("chat", live.table.version, "hm"), GUEST)
        await self.ask(lambda live: wire.Change("change", live.table.version, live.table.settings))
        await self.ask(lambda live: wire.Start("start", live.table.version))
        for _ in range(4):
            await self._move()

    async def go_on(self) -> None:
        """To the move before the last; how long that takes is up to the dice."""
        assert self.live is not None
        while not self._next_state().over:
            await self._move()

    async def end(self) -> None:
        """The last move and the rematch, always with the same calls."""
        await self._move()
        await self.ask(lambda live: wire.Rematch("rematch", live.table.version))

    def _next_state(self) -> GameState:
        assert self.live is not None
        assert self.live.table.state is not None
        state = self.live.table.state.clone()
        state.apply(str(state.legal_moves()[0]))
        return state

    async def _move(self) -> None:
        assert self.live is not None
        table = self.live.table
        assert table.state is not None
        assert table.to_move is not None
        player, text = table.seats[table.to_move].player, str(table.state.legal_moves()[0])
        key = f"move-{table.version}"
        await self.ask(lambda live: wire.Move(key, live.table.version, text), player or "")

    async def assert_good(self) -> None:
        """The log has everything that was said to be in it; the index agrees with the log."""
        assert self.live is not None
        store, table = self.outside, self.live.table
        assert_history(await store.log.entries(table.id), self.acked)
        await assert_memory_is_log(store, table)
        row = await store.tables.get(table.id)
        assert row is not None
        assert (row.phase, row.due_at) == ("over", None)
        assert table.next is not None
        assert await store.tables.get(table.next) is not None


@pytest.mark.parametrize("persistent", [False, True], ids=["once", "until mended"])
@pytest.mark.parametrize("part", ["begin", "end"])
async def test_case_08_the_nth_storage_call_fails(
    tmp_path: Path, part: str, persistent: bool
) -> None:
    """For every N: an error is answered, memory and database agree, and the next move is fine."""
    async with (
        local_server(tmp_path, log_level="critical") as server,
        open_store(server.services.config.database) as outside,
    ):
        await server.services.maintenance.stop()  # so that every call is one of the table's
        registry = server.services.registry
        breaker = Breaker(registry.store)
        refused = number = 0
        while True:
            number += 1
            whole = WholeTable(registry, breaker, outside)
            for each in (whole.begin, whole.go_on, whole.end):
                if each.__name__ == part:
                    breaker.arm(number, persistent=persistent)
                await each()
                breaker.mend()
            await whole.assert_good()
            if not breaker.tripped:
                break
            refused += whole.refused
        assert number > (40 if part == "begin" else 10)
        assert refused > number / 2


async def test_case_08_the_index_does_not_forget_a_timer_when_a_call_fails(
    tmp_path: Path,
) -> None:
    """A table that the maintenance must look at stays in the index, whichever call failed."""
    async with (
        local_server(tmp_path, log_level="critical") as server,
        open_store(server.services.config.database) as outside,
    ):
        await server.services.maintenance.stop()
        registry = server.services.registry
        breaker = Breaker(registry.store)
        for number in range(1, 8):
            settings = Settings("raise-your-horns", 3, leavers="bot", grace=60)
            whole = WholeTable(registry, breaker, outside)
            breaker.mend()
            whole.live = live = await registry.open(settings, Host(HOST, "Host"))
            await whole.ask(lambda live: wire.Sit("host", live.table.version, "", 0, "Ho"))
            await whole.ask(lambda live: wire.Sit("sit", live.table.version, "", 1, "Al"), GUEST)
            await whole.ask(lambda live: wire.Sit("hot", live.table.version, "", 2, "Ho"))
            breaker.arm(number, persistent=False)
            await whole.ask(lambda live: wire.Start("start", live.table.version))
            row = await outside.tables.get(live.table.id)
            assert row is not None
            assert row.due_at is not None, number
            assert row.due_at <= live.table.moved_at + 60_000


async def test_case_08_sockets_and_requests_get_an_error_reply(tmp_path: Path) -> None:
    """Over the wire: a refusal on the socket, 503 over HTTP, and then all goes on."""
    async with (
        local_server(tmp_path, log_level="critical", **FAST) as server,
        people_at_table(server.base, options={"end_value": 20}) as lines,
    ):
        breaker = Breaker(server.services.store)
        for number in range(1, 30):
            line = mover(lines)
            assert line is not None
            breaker.arm(1 + number % 6, persistent=True)
            sent: dict[str, Any] = {"version": line.version, "move": line.legal[0]}
            sent["key"] = f"key-{number}"
            answer = await line.command("move", **sent)
            assert answer.ok or answer.code == "storage", answer
            with pytest.raises(RequestRefused) as denied:
                await lines[0].guest.open_table({"game": "horns-up"})
            assert denied.value.code == "storage"
            breaker.mend()
            answer = await line.command("move", **sent)
            assert answer.ok, answer
            await all_at(lines, answer.version)
        assert_views(lines, await from_log(server.services.store, table_id(lines[0])))


async def test_case_08_the_nth_call_fails_while_another_worker_is_ahead(tmp_path: Path) -> None:
    """The place in the log is lost and then the reading fails: there is an answer all the same."""
    async with (
        local_server(tmp_path, log_level="critical", workers=2) as ahead,
        local_server(tmp_path, log_level="critical", workers=2) as server,
        open_store(server.services.config.database) as outside,
    ):
        for each in (ahead, server):
            await each.services.maintenance.stop()
        breaker = Breaker(server.services.store)
        whole = WholeTable(server.services.registry, breaker, outside)
        await whole.open()
        assert whole.live is not None
        other = await ahead.services.registry.get(whole.live.table.id)
        assert other is not None
        number = 0
        while not number or breaker.tripped:
            number += 1
            breaker.mend()
            said = wire.Chat(f"said-{number}", other.table.version, "hm")
            assert (await other.ask(said, HOST, "en")).ok
            breaker.arm(number, persistent=True)
            await whole.ask(lambda live, n=number: wire.Chat(f"chat-{n}", live.table.version, "hm"))
        assert number > 8
        await assert_memory_is_log(outside, whole.live.table)
        assert_history(await outside.log.entries(whole.live.table.id), whole.acked)

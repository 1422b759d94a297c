"""Case 8: one call of the storage fails, or all from one on, whichever it is."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest

from hornsup.client import RequestRefused
from hornsup.core.contract import GameState
from hornsup.play import wire
from hornsup.play.settings import Settings
from hornsup.server.house import House
from hornsup.server.room import Room
from hornsup.server.store import Store
from hornsup.server.writer import StorageError
from tests.server.faults import (
    FAST,
    Breaker,
    assert_history,
    assert_memory_is_log,
    assert_views,
    from_log,
    open_store,
    until,
)
from tests.server.harness import all_at, local_server, mover, people_at_table, table_id

HOST, GUEST = "h" * 32, "a" * 32


class Evening:
    """A table from its opening to its rematch, step by step; a step that fails is sent again."""

    def __init__(self, house: House, breaker: Breaker, outside: Store) -> None:
        self.house = house
        self.breaker = breaker
        self.room: Room | None = None
        self.refused = 0
        self.acked: dict[str, int] = {}
        self.outside = outside

    async def ask(self, make: Callable[[Room], wire.Command], player: str = HOST) -> None:
        """A command: it is answered whatever happens, and after the mending it is accepted."""
        assert self.room is not None
        command = make(self.room)
        async with asyncio.timeout(10):
            answer = await self.room.ask(command, player, "en")
            if not answer.ok:
                assert (answer.code, self.breaker.tripped > 0) == ("storage", True), answer
                self.refused += 1
                self.breaker.mend()
                answer = await self.room.ask(command, player, "en")
                await assert_memory_is_log(self.outside, self.room.table)
        assert answer.ok, (command, answer)
        self.acked[command.id] = answer.version

    async def open(self) -> None:
        settings = Settings("raise-your-horns", 3, options={"end_value": 2}, pace=0)
        try:
            self.room = await self.house.open_table(settings, HOST)
        except StorageError:
            self.refused += 1
            self.breaker.mend()
            self.room = await self.house.open_table(settings, HOST)

    async def begin(self) -> None:
        """From the opening to the first moves, always with the same calls."""
        await self.open()
        await self.ask(lambda room: wire.Sit("sit-host", room.table.version, "", 0, "Ho"))
        await self.ask(lambda room: wire.Sit("sit", room.table.version, "", 1, "Al"), GUEST)
        await self.ask(lambda room: wire.Sit("hot", room.table.version, "", 2, "Ho"))
        await self.ask(lambda room: wire.Chat("chat", room.table.version, "hm"), GUEST)
        await self.ask(lambda room: wire.Change("change", room.table.version, room.table.settings))
        await self.ask(lambda room: wire.Start("start", room.table.version))
        for _ in range(4):
            await self._move()

    async def go_on(self) -> None:
        """To the move before the last; how long that takes is up to the dice."""
        assert self.room is not None
        while not self._next_state().over:
            await self._move()

    async def end(self) -> None:
        """The last move and the rematch, always with the same calls."""
        await self._move()
        await self.ask(lambda room: wire.Rematch("rematch", room.table.version))

    def _next_state(self) -> GameState:
        assert self.room is not None
        assert self.room.table.state is not None
        state = self.room.table.state.clone()
        state.apply(str(state.legal_moves()[0]))
        return state

    async def _move(self) -> None:
        assert self.room is not None
        table = self.room.table
        assert table.state is not None
        assert table.to_move is not None
        player, text = table.seats[table.to_move].player, str(table.state.legal_moves()[0])
        key = f"move-{table.version}"
        await self.ask(lambda room: wire.Move(key, room.table.version, text), player or "")

    async def assert_good(self) -> None:
        """The log has everything that was said to be in it; the index agrees with the log."""
        assert self.room is not None
        store, table = self.outside, self.room.table
        assert_history(await store.entries(table.id), self.acked)
        await assert_memory_is_log(store, table)
        row = await store.table(table.id)
        assert row is not None
        assert (row.phase, row.due_at) == ("over", None)
        assert table.next is not None
        assert await store.table(table.next) is not None


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
        await server.services.sweeper.stop()  # so that every call is one of the evening's
        house = server.services.house
        breaker = Breaker(house.store)
        refused = number = 0
        while True:
            number += 1
            evening = Evening(house, breaker, outside)
            for each in (evening.begin, evening.go_on, evening.end):
                if each.__name__ == part:
                    breaker.arm(number, persistent=persistent)
                await each()
                breaker.mend()
            await evening.assert_good()
            if not breaker.tripped:
                break
            refused += evening.refused
        assert number > (40 if part == "begin" else 10)
        assert refused > number / 2


async def test_case_08_the_index_does_not_forget_a_timer_when_a_call_fails(
    tmp_path: Path,
) -> None:
    """A table that a sweeper must look at stays in the index, whichever call failed."""
    async with (
        local_server(tmp_path, log_level="critical") as server,
        open_store(server.services.config.database) as outside,
    ):
        await server.services.sweeper.stop()
        house = server.services.house
        breaker = Breaker(house.store)
        for number in range(1, 8):
            settings = Settings("raise-your-horns", 3, leavers="bot", grace=60)
            evening = Evening(house, breaker, outside)
            breaker.mend()
            evening.room = room = await house.open_table(settings, HOST)
            await evening.ask(lambda room: wire.Sit("host", room.table.version, "", 0, "Ho"))
            await evening.ask(lambda room: wire.Sit("sit", room.table.version, "", 1, "Al"), GUEST)
            await evening.ask(lambda room: wire.Sit("hot", room.table.version, "", 2, "Ho"))
            breaker.arm(number, persistent=False)
            await evening.ask(lambda room: wire.Start("start", room.table.version))
            row = await outside.table(room.table.id)
            assert row is not None
            assert row.due_at is not None, number
            assert row.due_at <= room.table.moved_at + 60_000


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
            assert line.legal is not None
            breaker.arm(1 + number % 6, persistent=True)
            sent = {"key": secrets.token_hex(8), "version": line.version, "move": line.legal[0]}
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
            await each.services.sweeper.stop()
        breaker = Breaker(server.services.store)
        evening = Evening(server.services.house, breaker, outside)
        await evening.open()
        assert evening.room is not None
        other = await ahead.services.house.room(evening.room.table.id)
        assert other is not None
        number = 0
        while not number or breaker.tripped:
            number += 1
            breaker.mend()
            said = wire.Chat(f"said-{number}", other.table.version, "hm")
            assert (await other.ask(said, HOST, "en")).ok
            breaker.arm(number, persistent=True)
            await evening.ask(
                lambda room, n=number: wire.Chat(f"chat-{n}", room.table.version, "hm")
            )
        assert number > 8
        await assert_memory_is_log(outside, evening.room.table)
        assert_history(await outside.entries(evening.room.table.id), evening.acked)


async def test_case_08_an_arrival_that_could_not_be_written_is_written_later(
    tmp_path: Path,
) -> None:
    """Otherwise another worker would take somebody who sits there for gone."""
    async with (
        local_server(tmp_path, log_level="critical", workers=2) as server,
        open_store(server.services.config.database) as outside,
        people_at_table(server.base, people=3) as lines,
    ):
        ident, house = table_id(lines[0]), server.services.house
        breaker = Breaker(server.services.store)
        await lines[2].close()
        await until(lambda: 2 not in lines[0].online)
        breaker.arm(1, persistent=True)
        house.rooms[ident].enqueue(lambda: house.arrive(ident, "late".ljust(32, "x")))
        await house.rooms[ident].settle()
        assert breaker.tripped
        assert len(await outside.present(ident, 0)) == 2
        breaker.mend()
        async with asyncio.timeout(10):
            while len(await outside.present(ident, 0)) != 3:
                await asyncio.sleep(0.05)

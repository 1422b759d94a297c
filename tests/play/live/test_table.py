"""The queue of a table: one job after the other, answers after commits, and nobody held up."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from hornsup.play import entries as log
from hornsup.play import wire
from hornsup.play.live.ports import Outcome, StorageError, Then
from hornsup.play.opening import Opening
from hornsup.play.settings import Settings
from hornsup.play.table import Table
from tests.server.worlds import Ear, World, begin


class Held:
    """Stands between a table and its log, and keeps what is appended until it is let go."""

    def __init__(self, world: World) -> None:
        self.storage: Any = world.storage
        self.put = self.storage.append
        self.waiting: list[tuple[Table, log.Logged, Then]] = []
        self.storage.append = self._hold  # type: ignore[method-assign, assignment] # to hold it up

    def _hold(
        self, table: Table, logged: log.Logged, then: Then, _opening: Opening | None = None
    ) -> None:
        self.waiting.append((table, logged, then))

    def let(self, outcome: Outcome = True) -> None:
        """Tell whoever waits longest what came of it; True also puts it into the log."""
        table, logged, then = self.waiting.pop(0)
        if outcome is True:
            self.put(table, logged, then)
        else:
            then(outcome)

    def write_silently(self) -> Then:
        """Put what waits longest into the log without telling anyone; gives whom to tell."""
        table, logged, then = self.waiting.pop(0)
        self.put(table, logged, lambda _outcome: None)
        return then

    def stop(self) -> None:
        self.storage.append = self.put


def rolling(world: World, name: str) -> bytes:
    legal = str(world.state.legal_moves()[0])
    frame = {"type": "move", "id": name, "version": world.table.version, "move": legal}
    return json.dumps(frame).encode()


def is_busy(world: World) -> bool:
    return world.live.busy


def another_seat(world: World) -> int:
    assert world.table.to_move is not None
    return (world.table.to_move + 1) % 3


def answers(ear: Ear) -> list[dict[str, Any]]:
    return [told for told in map(json.loads, ear.take()) if told["type"] == "answer"]


async def at_table() -> tuple[World, Ear, Held]:
    """A game with the seat that must move at its socket, and a hand on its log."""
    world = begin(Settings("raise-your-horns", 3))
    ear = await world.listen(world.table.to_move)
    ear.take()
    return world, ear, Held(world)


async def test_a_command_needs_no_task() -> None:
    world, ear, held = await at_table()
    version = world.table.version
    before = asyncio.all_tasks()
    world.reader(ear).take(rolling(world, "a"))
    assert asyncio.all_tasks() == before
    assert len(held.waiting) == 1
    assert is_busy(world)
    held.let()
    await world.live.settle()
    assert not is_busy(world)
    assert world.table.version == version + 1
    assert answers(ear) == [{"type": "answer", "id": "a", "ok": True, "version": version + 1}]


async def test_nobody_hears_of_a_move_before_it_is_in_the_log() -> None:
    world, ear, held = await at_table()
    other = await world.listen(another_seat(world))
    version = world.table.version
    ear.take()
    other.take()
    world.reader(ear).take(rolling(world, "a"))
    await asyncio.sleep(0.01)
    assert (ear.take(), other.take(), world.table.version) == ([], [], version)
    held.let()
    await world.live.settle()
    assert [json.loads(told)["version"] for told in other.take()] == [version + 1]


async def test_what_comes_while_a_move_is_written_waits_for_it() -> None:
    world, ear, held = await at_table()
    done: list[int] = []

    async def job() -> None:
        done.append(world.table.version)

    version = world.table.version
    frame = rolling(world, "a")
    world.reader(ear).take(frame)
    world.live.enqueue(job)
    world.reader(ear).take(frame)  # sent twice: the same command has the same answer
    await asyncio.sleep(0.01)
    assert (done, len(held.waiting)) == ([], 1)
    held.let()
    await world.live.settle()
    assert done == [version + 1]
    assert [(told["ok"], told["version"]) for told in answers(ear)] == [(True, version + 1)] * 2
    assert len(world.storage.logged) == version + 1


async def test_a_move_that_the_storage_does_not_take_is_refused_and_may_come_again() -> None:
    world, ear, held = await at_table()
    frame = rolling(world, "a")
    world.reader(ear).take(frame)
    held.let(StorageError("the database: away"))
    await world.live.settle()
    assert [told["code"] for told in answers(ear)] == ["storage"]
    assert world.live.may_be_behind  # it may be in the log all the same
    held.stop()
    world.reader(ear).take(frame)
    await world.live.settle()
    assert [told["ok"] for told in answers(ear)] == [True]
    assert not world.live.may_be_behind


async def test_a_move_that_was_written_though_nobody_said_so_is_not_played_twice() -> None:
    world, ear, held = await at_table()
    frame = rolling(world, "a")
    world.reader(ear).take(frame)
    then = held.write_silently()
    then(StorageError("the database: who knows"))
    held.stop()
    world.reader(ear).take(frame)
    await world.live.settle()
    first, second = answers(ear)
    assert (first["code"], second["ok"]) == ("storage", True)
    assert second["version"] == world.table.version == len(world.storage.logged)


async def test_a_move_that_lost_its_place_to_a_word_is_played_behind_it() -> None:
    world, ear, held = await at_table()
    version = world.table.version
    world.reader(ear).take(rolling(world, "a"))
    said = log.Said("p0", "hm", 0)
    world.storage.logged.append(log.Logged(version + 1, world.clock.time, said, "p0", "c"))
    held.let(False)
    held.stop()
    await world.live.settle()
    assert [(told["ok"], told["version"]) for told in answers(ear)] == [(True, version + 2)]


async def test_a_move_that_lost_its_place_to_another_move_is_stale() -> None:
    world, ear, held = await at_table()
    version = world.table.version
    world.reader(ear).take(rolling(world, "a"))
    other = held.waiting[0][1]
    at = world.clock.time
    world.storage.logged.append(log.Logged(version + 1, at, other.entry, other.player, "b"))
    held.let(False)
    held.stop()
    await world.live.settle()
    assert [told["code"] for told in answers(ear)] == ["stale"]
    assert world.table.version == version + 1


async def test_a_move_whose_telling_fails_is_answered_and_holds_nobody_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world, ear, held = await at_table()

    def broken(*_: Any) -> None:
        raise RuntimeError("no voice")

    with monkeypatch.context() as patched:
        patched.setattr(world.live.viewers.live, "tell", broken)
        world.reader(ear).take(rolling(world, "a"))
        held.let()
        await world.live.settle()
    assert [told["code"] for told in answers(ear)] == ["storage"]
    held.stop()
    mover = await world.listen(world.table.to_move)
    mover.take()
    await world.send(mover, rolling(world, "b").decode())
    assert [told["ok"] for told in answers(mover)] == [True]


async def test_a_socket_that_cannot_be_answered_holds_nobody_up() -> None:
    world, ear, held = await at_table()

    def broken(_answer: Any) -> None:
        raise RuntimeError("no ear")

    legal = str(world.state.legal_moves()[0])
    move = wire.Move("a", world.table.version, legal)
    world.live.submit(move, str(ear.player), "en", broken)
    held.let()
    await world.live.settle()
    assert not world.live.busy
    held.stop()
    mover = await world.listen(world.table.to_move)
    mover.take()
    await world.send(mover, rolling(world, "b").decode())
    assert [told["ok"] for told in answers(mover)] == [True]


async def test_a_rematch_is_in_the_log_together_with_the_table_that_it_opens() -> None:
    world = begin(Settings("raise-your-horns", 3, options={"end_value": 1}))
    while not world.state.over:
        ear = await world.listen(world.table.to_move)
        await world.send(ear, rolling(world, f"m{world.table.version}").decode())
    ear.take()
    frame = {"type": "rematch", "id": "again", "version": world.table.version}
    await world.send(ear, frame)
    opened = world.storage.rematch
    assert opened is not None
    assert world.table.next == opened.table.id
    assert isinstance(opened.entries[0].entry, log.Created)
    assert opened.table.reserved == {0: "p0", 1: "p1", 2: "p2"}


async def test_whoever_watches_late_is_shown_nothing_of_now_while_the_past_is_read() -> None:
    world = begin(Settings("horns-up", 3, delay=60))
    passer = Ear(None)
    world.live.viewers.join(passer, wire.Hello(wire.WIRE, role="spectator"))
    handler = world.reader(passer)
    for frame in ({"type": "speak", "language": "it"}, {"type": "look", "seat": 0}):
        handler.take(json.dumps(frame).encode())
    assert passer.take() == []
    await world.live.settle()
    (welcome,) = [json.loads(told) for told in passer.take() if '"welcome"' in told]
    assert welcome["version"] == 1, "nothing but the first entry is old enough"


async def test_whoever_watches_late_and_cannot_be_shown_the_past_is_sent_away() -> None:
    world = begin(Settings("horns-up", 3, delay=60))
    storage: Any = world.storage

    async def broken(_after: int) -> list[log.Logged]:
        raise StorageError("the database: away")

    storage.entries = broken
    passer = Ear(None)
    world.live.viewers.join(passer, wire.Hello(wire.WIRE, role="spectator"))
    await world.live.settle()
    assert passer.closing == (1013, "storage")
    assert world.live.viewers.late is None, "nothing is kept for nobody"
    await passer.end()
